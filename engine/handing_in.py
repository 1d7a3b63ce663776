"""What players hand in before they play: a deck list, a faction for every round, or nothing."""

from __future__ import annotations

from engine.factions import chosen_by, pool_size, revealed
from engine.rulesets.registry import ruleset_of
from engine.words import Match, PlayerId, Tournament


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


def faction_shown(t: Tournament, player: PlayerId, number: int) -> str:
    """The faction that the opponent may know of, too: what was chosen, only when both have."""
    match = _match_in(t, player, number) if pool_size(t.settings) else None
    return faction_for(t, player, number) if match is None or revealed(match) else ""


def faction_for(t: Tournament, player: PlayerId, number: int) -> str:
    """The faction a player brings to this round; nothing where none are named, or none is chosen yet."""
    if pool_size(t.settings):
        match = _match_in(t, player, number)
        return chosen_by(match, player) if match else ""
    factions = t.players[player].factions if names_factions(t) else ()
    return factions[number - 1] if 1 <= number <= len(factions) else ""


def _match_in(t: Tournament, player: PlayerId, number: int) -> Match | None:
    rounds = (round_ for round_ in t.rounds if round_.number == number)
    return next((match for round_ in rounds for match in round_.matches if player in match.players), None)
