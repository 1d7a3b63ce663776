"""Deck lists on paper: a page for each list that is here, or a blank one to fill in by hand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decks.rules import ListedCard, Section
from engine.rulesets.registry import deck_rules
from engine.values import dataclass
from engine.words import PlayerId, Settings, Tournament
from server.core.desk import Desk
from server.decks import decks
from server.decks.verdicts import shown_list, verdict
from server.paper.sheets import by_alphabet

EMPTY = ListedCard(0, "")


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """One list; nobody's on a blank one. `dice` are the kinds with their counts, where the game has them."""

    player: PlayerId | None
    facts: tuple[tuple[str, str], ...]
    dice: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    state: str = ""
    faults: tuple[str, ...] = ()


def deck_sheets(desk: Desk) -> tuple[PrintedDeck, ...]:
    """Every list that is here, by name."""
    kept = decks.decks_of(desk.id)
    return tuple(_sheet(desk.t, player, kept[player].text) for player in by_alphabet(desk) if player in kept)


def blank_deck_sheet(settings: Settings) -> PrintedDeck:
    """The game's own sheet with nothing on it; a game without one has no blank lists."""
    sheet = deck_rules(settings).sheet
    assert sheet is not None
    return PrintedDeck(
        player=None,
        facts=((sheet.leader, ""), ("Deck", "")),
        dice=tuple((kind.capitalize(), "") for kind in sheet.dice),
        sections=tuple(Section(block.title, (EMPTY,) * (block.printed or block.lines)) for block in sheet.blocks),
    )


def limits(settings: Settings) -> tuple[str, ...]:
    """What a list has to keep to, as far as it can be said in a line."""
    printed = deck_rules(settings).limits
    told = [printed] if printed else []
    if settings.banned_cards:
        told.append(f"Banned: {', '.join(settings.banned_cards)}.")
    if settings.chained and settings.chained_cards:
        told.append(f"Chained, so not in a First Five: {', '.join(settings.chained_cards)}.")
    return tuple(told)


def _sheet(t: Tournament, player: PlayerId, text: str) -> PrintedDeck:
    found = verdict(t.settings, text)
    state = "Handed in" if t.players[player].deck_locked else "Saved, not handed in"
    if found.deck is None:
        return PrintedDeck(player, (), (), (), state, found.faults)
    shown = shown_list(t.settings, found.deck)
    title = (("Deck", shown.title),) if shown.title else ()
    facts = tuple(fact for fact in shown.facts if fact[0] != "Dice")
    sheet = deck_rules(t.settings).sheet
    dice = _dice(shown.dice, sheet.dice) if sheet and sheet.dice else ()
    return PrintedDeck(player, (*facts, *title), dice, shown.sections, state, found.faults)


def _dice(pool: Sequence[tuple[str, int]], printed: Sequence[str]) -> tuple[tuple[str, str], ...]:
    counts = {kind.casefold(): count for kind, count in pool}
    kinds = dict.fromkeys((*printed, *counts))
    return tuple((kind.capitalize(), str(counts.get(kind, "–"))) for kind in kinds)
