"""Checks of Summoner Wars entries: a Base Decks roster and a Custom Deck sheet.

| guide | where |
|---|---|
| Formats, Base Decks: one faction for each round, in an order fixed beforehand | `rosters.roster_faults` |
| Custom Deck Match Sheet: one summoner, three champions, eight lines of commons, five of events | `custom_faults` |
"""

from collections.abc import Iterator

from engine.decks.lines import amount, fold
from engine.decks.summoner_wars_text import CustomDeck, Roster, SheetCard, parse_summoner_wars

__all__ = ["CustomDeck", "Roster", "SheetCard", "custom_faults", "parse_summoner_wars"]

CHAMPIONS = 3
COMMON_LINES = 8
EVENT_LINES = 5


def custom_faults(deck: CustomDeck) -> tuple[str, ...]:
    """What does not fit the printed Custom Deck sheet."""
    return tuple(_sheet_faults(deck))


def _sheet_faults(deck: CustomDeck) -> Iterator[str]:
    if deck.summoner is None:
        yield "No summoner is named; a deck has one."
    champions = sum(line.count for line in deck.champions)
    if champions != CHAMPIONS:
        yield f"{amount(champions, 'champion', many='champions')}; a deck has exactly {CHAMPIONS}."
    for name in {fold(line.name): line.name for line in reversed(deck.champions)}.values():
        if sum(line.count for line in deck.champions if fold(line.name) == fold(name)) > 1:
            yield f"The champion {name} is listed more than once; the sheet has one of each."
    if len(deck.commons) > COMMON_LINES:
        yield f"{len(deck.commons)} lines of commons; the sheet has {COMMON_LINES}."
    if len(deck.events) > EVENT_LINES:
        yield f"{len(deck.events)} lines of events; the sheet has {EVENT_LINES}."
