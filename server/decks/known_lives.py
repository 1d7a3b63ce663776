"""How much life the players' sides of the game have, as far as it is known whom they play with."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.handing_in import collects, faction_for, names_factions
from engine.lives import life_of
from engine.rulesets.registry import deck_rules
from engine.words import PlayerId, Tournament
from server.core.desk import Desk
from server.decks import decks
from server.decks.verdicts import verdict


def known_lives(desk: Desk, number: int, players: Collection[PlayerId] | None = None) -> dict[PlayerId, int]:
    """The lives of these players' sides in this round, or of everybody's, as far as a deck list or a faction says."""
    return _lives(desk.id, desk.t, number, players)


def lives_now(desk: Desk) -> dict[PlayerId, int]:
    """Everybody's in the round that is on."""
    return known_lives(desk, desk.t.rounds_played)


def lives_at(tournament_id: str, t: Tournament, table: int) -> dict[PlayerId, int]:
    """Those at one table of the round that is on: nobody else's list is read for a result."""
    match = t.current_round.match_at(table) if t.current_round else None
    return _lives(tournament_id, t, t.rounds_played, match.players) if match else {}


def _lives(tournament_id: str, t: Tournament, number: int, players: Collection[PlayerId] | None) -> dict[PlayerId, int]:
    found = ((player, life_of(t.settings, name)) for player, name in _leaders(tournament_id, t, number, players))
    return {player: life for player, life in found if life}


def _leaders(
    tournament_id: str, t: Tournament, number: int, players: Collection[PlayerId] | None
) -> Iterable[tuple[PlayerId, str]]:
    if names_factions(t):
        return ((player, faction_for(t, player, number)) for player in players or t.players)
    kept = decks.decks_of(tournament_id, players) if collects(t) else {}
    return ((player, _leader(t, deck.text)) for player, deck in kept.items())


def _leader(t: Tournament, text: str) -> str:
    """Who leads this list; nobody where it cannot be read, or where the game's sheet has no such line."""
    sheet, deck = deck_rules(t.settings).sheet, verdict(t.settings, text).deck
    return sheet.filled(deck).leads if sheet and deck is not None else ""
