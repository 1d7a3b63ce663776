"""Is a list legal here? By the event's rulebook, its Banned and Chained lists, and the card catalogue if any."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.decks.rosters import pool_faults, roster_faults
from engine.decks.rules import ShownList
from engine.factions import pool_size
from engine.refusals import Refused
from engine.rosters_due import rounds_to_name
from engine.rulesets.registry import deck_rules
from engine.values import dataclass
from engine.words import Player, Settings, Tournament
from server.decks import catalogue

AnyDeck = Any  # each game has its own kind of deck; only its ruleset looks inside


@dataclass(frozen=True, slots=True)
class ListVerdict:
    """A list as it was read, and what is wrong with it; without a deck, `faults` says why it cannot be read."""

    deck: AnyDeck | None
    faults: tuple[str, ...]

    @property
    def legal(self) -> bool:
        return self.deck is not None and not self.faults


def verdict(settings: Settings, text: str) -> ListVerdict:
    """What the rulebook says to this text."""
    cards = catalogue.loaded(deck_rules(settings).catalogue)
    return _verdict(settings, text, None if cards is None else _Cards(cards.at, cards.opened))


def written_out(settings: Settings, text: str) -> str:
    """A list as it is kept: with what the catalogue knows of its cards, where the game's rules fill that in."""
    rules = deck_rules(settings)
    if rules.written_out is None:
        return text
    cards = catalogue.loaded(rules.catalogue)
    return rules.written_out(text, settings, None if cards is None else cards.opened)


def readable(settings: Settings, text: str) -> AnyDeck:
    """The deck of this text; refused with the first line that cannot be read."""
    return deck_rules(settings).read(text)


def shown_list(settings: Settings, deck: AnyDeck) -> ShownList:
    """This deck as a person reads it: who leads it, the cards by kind; what is Chained or Banned is marked."""
    return deck_rules(settings).shown(deck, settings)


def faults_of_five(t: Tournament, deck: AnyDeck | None, five: Sequence[str]) -> tuple[str, ...]:
    """What is wrong with a First Five in this event."""
    rule = deck_rules(t.settings).five
    return rule.faults(deck, five, t.settings) if rule else ()


def faults_of_roster(t: Tournament, player: Player, factions: Sequence[str] | None = None) -> tuple[str, ...]:
    """What is wrong with a Base Decks roster, as it is or as it is typed; a late entry needs none for missed rounds."""
    if size := pool_size(t.settings):
        return pool_faults(player.factions if factions is None else factions, size=size)
    before = player.entered - 1
    named = ("",) * before + tuple(player.factions if factions is None else factions)[before:]
    faults = roster_faults(named, rounds=rounds_to_name(t), repeats_allowed=t.settings.repeat_factions)
    missed = {f"Round {number}: no faction is named." for number in range(1, player.entered)}
    return tuple(fault for fault in faults if fault not in missed)


@dataclass(frozen=True, slots=True)
class _Cards:
    """A catalogue that is compared by when it was loaded: lists are judged once for each."""

    at: str
    cards: Any

    def __hash__(self) -> int:
        return hash(self.at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Cards) and other.at == self.at


@lru_cache(maxsize=1024)
def _verdict(settings: Settings, text: str, cards: _Cards | None) -> ListVerdict:
    try:
        deck = readable(settings, text)
        return ListVerdict(deck, deck_rules(settings).faults(deck, settings, None if cards is None else cards.cards))
    except Refused as why:
        return ListVerdict(None, (str(why),))
