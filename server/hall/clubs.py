"""Who shares a club. Clubs stand beside the journal, where they can be corrected and erased."""

from __future__ import annotations

from collections.abc import Callable

from engine import facts as f
from engine.decisions.apart import pair_apart
from engine.names import key
from engine.words import PlayerId, Tournament
from server.core.desk import Desk, desk


def club_mates(desk: Desk) -> dict[str, list[PlayerId]]:
    """By club, as most of them spell it: everybody who is in, where they are two or more."""
    found: dict[str, list[PlayerId]] = {}
    called: dict[str, str] = {}
    for player, known in desk.t.players.items():
        club = desk.people[player].club if player in desk.people else ""
        if known.active and key(club):
            called.setdefault(key(club), club)
            found.setdefault(key(club), []).append(player)
    return {called[club]: players for club, players in found.items() if len(players) > 1}


def with_clubs(
    tid: str, pair: Callable[[Tournament], tuple[f.Fact, ...]]
) -> Callable[[Tournament], tuple[f.Fact, ...]]:
    """The decision to pair, with the clubs as they are now."""
    return lambda t: pair_apart(t, list(club_mates(desk(tid)).values()), pair)
