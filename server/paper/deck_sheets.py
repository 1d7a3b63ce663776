"""Deck lists on paper: a page for each list that is here, or a blank one to fill in by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.decks.ashes import DECK_SIZE
from engine.decks.parse import DICE_KINDS, POOL, AshesDeck
from engine.words import PlayerId, Settings, Tournament
from server.core.desk import Desk
from server.decks import decks
from server.decks.shown_list import ListedCard, Section, shown_list
from server.decks.verdicts import verdict
from server.paper.sheets import by_alphabet

CONJURATION_LINES = 10
EMPTY = ListedCard(0, "")


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """One list; nobody's on a blank one. `dice` are the kinds with their counts, where the game has them."""

    player: PlayerId | None
    facts: tuple[tuple[str, str], ...]
    dice: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    state: str = ""
    faults: tuple[str, ...] = ()


def deck_sheets(desk: Desk) -> tuple[DeckSheet, ...]:
    """Every list that is here, by name."""
    kept = decks.decks_of(desk.id)
    return tuple(_sheet(desk.t, player, kept[player].text) for player in by_alphabet(desk) if player in kept)


def blank_deck_sheet() -> DeckSheet:
    """Lines for a deck of which every card is another one."""
    cards, conjurations = (EMPTY,) * DECK_SIZE, (EMPTY,) * CONJURATION_LINES
    return DeckSheet(
        player=None,
        facts=(("Phoenixborn", ""), ("Deck", "")),
        dice=tuple((kind.capitalize(), "") for kind in DICE_KINDS),
        sections=(Section("Cards", cards), Section("Conjurations", conjurations)),
    )


def limits(settings: Settings) -> tuple[str, ...]:
    """What an Ashes list has to keep to, as far as it can be said in a line."""
    told = [f"{DECK_SIZE} cards without conjurations, at most 3 of each; {POOL} dice."]
    if settings.banned_cards:
        told.append(f"Banned: {', '.join(settings.banned_cards)}.")
    if settings.chained and settings.chained_cards:
        told.append(f"Chained, so not in a First Five: {', '.join(settings.chained_cards)}.")
    return tuple(told)


def _sheet(t: Tournament, player: PlayerId, text: str) -> DeckSheet:
    found = verdict(t.settings, text)
    state = "Handed in" if t.players[player].deck_locked else "Saved, not handed in"
    if found.deck is None:
        return DeckSheet(player, (), (), (), state, found.faults)
    shown = shown_list(t.settings, found.deck)
    title = (("Deck", shown.title),) if shown.title else ()
    facts = tuple(fact for fact in shown.facts if fact[0] != "Dice")
    dice = _dice(found.deck.dice) if isinstance(found.deck, AshesDeck) else ()
    return DeckSheet(player, (*facts, *title), dice, shown.sections, state, found.faults)


def _dice(pool: Sequence[tuple[str, int]]) -> tuple[tuple[str, str], ...]:
    counts = {kind.casefold(): count for kind, count in pool}
    kinds = dict.fromkeys((*DICE_KINDS, *counts))
    return tuple((kind.capitalize(), str(counts.get(kind, "–"))) for kind in kinds)
