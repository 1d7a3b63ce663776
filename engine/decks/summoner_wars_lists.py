"""Summoner Wars custom decks: the sheet they are filled into and how they are read aloud."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decks.rosters import roster_faults
from engine.decks.rules import DeckRules, DeckSheet, Filled, ListedCard, Section, SheetBlock, ShownList
from engine.decks.summoner_wars import (
    CHAMPIONS,
    COMMON_LINES,
    EVENT_LINES,
    CustomDeck,
    Roster,
    SheetCard,
    custom_faults,
    parse_summoner_wars,
)
from engine.refusals import Refused
from engine.sentences import plural
from engine.words import Settings


def _read(text: str) -> CustomDeck:
    deck = parse_summoner_wars(text)
    if isinstance(deck, Roster):
        raise Refused(
            "This event is played with one deck, not with a faction per round. Write the summoner and the cards."
        )
    return deck


def _check(text: str) -> tuple[str, ...]:
    """A deck, or a roster of factions: a text alone does not say which the event asks for."""
    entry = parse_summoner_wars(text)
    if isinstance(entry, Roster):
        return roster_faults(entry.factions, rounds=len(entry.factions), repeats_allowed=False)
    return custom_faults(entry)


def _shown(deck: CustomDeck, _: Settings) -> ShownList:
    summoner = deck.summoner or "No summoner"
    kinds = (("Champions", deck.champions), ("Commons", deck.commons), ("Events", deck.events))
    sections = tuple(Section(title, _cards(lines)) for title, lines in kinds if lines)
    cards = sum(line.count for _, lines in kinds for line in lines)
    return ShownList("", f"{summoner}, {plural(cards, 'card')} listed", (("Summoner", summoner),), sections)


def _cards(lines: Sequence[SheetCard]) -> tuple[ListedCard, ...]:
    return tuple(ListedCard(line.count, line.name) for line in lines)


def _filled(deck: CustomDeck) -> Filled:
    blocks = (deck.champions, deck.commons, deck.events)
    return Filled(deck.summoner or "", cards=tuple(tuple((line.count, line.name) for line in each) for each in blocks))


SUMMONER_WARS_LISTS = DeckRules(
    read=_read,
    faults=lambda deck, _settings, _cards: custom_faults(deck),
    check=_check,
    shown=_shown,
    how="One entry per line: Summoner: NAME, then Champion: NAME, Common: 2x NAME, Event: 1x NAME.",
    example="Summoner: NAME\nChampion: NAME\nCommon: 2x NAME\nEvent: 1x NAME",
    sheet=DeckSheet(
        leader="Summoner",
        blocks=(
            SheetBlock("champion", "Champions", CHAMPIONS, counted=False),
            SheetBlock("common", "Commons", COMMON_LINES),
            SheetBlock("event", "Events", EVENT_LINES),
        ),
        filled=_filled,
        unlisted="Starting units and the epic event are not listed.",
    ),
)
