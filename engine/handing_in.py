"""What players hand in before they play: a deck list, a faction for every round, or nothing."""

from __future__ import annotations

from engine.rulesets.registry import ruleset_of
from engine.words import PlayerId, Tournament


def names_factions(t: Tournament) -> bool:
    """Does everyone name a faction for each round, in place of a deck?"""
    return ruleset_of(t.settings).format(t.settings.deck_format).factions


def collects(t: Tournament) -> bool:
    """Does this event ask for deck lists? Some decks are always written down; rosters are not lists."""
    rules = ruleset_of(t.settings)
    if rules.decks is None or names_factions(t):
        return False
    return t.settings.deck_lists or rules.format(t.settings.deck_format).written_down


def asked_for(t: Tournament) -> str:
    """What a player hands in: “Deck list”, “Factions”, or nothing."""
    return "Factions" if names_factions(t) else "Deck list" if collects(t) else ""


def looks_at_decks(t: Tournament) -> bool:
    """Has this game decks that somebody may look at, with lists or without?"""
    return ruleset_of(t.settings).decks is not None


def faction_for(t: Tournament, player: PlayerId, number: int) -> str:
    """The faction a player named for this round; nothing where none are named."""
    factions = t.players[player].factions if names_factions(t) else ()
    return factions[number - 1] if number <= len(factions) else ""
