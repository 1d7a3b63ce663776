"""Elimination in tables of several, on a phone: who goes on, who may get another chance, and where one stands."""

from __future__ import annotations

from engine.pairing.pod_seating import filling
from engine.progress import round_after, round_in_sentence
from engine.refusals import Refused
from engine.sentences import capital, plural
from engine.standings.pods import champion, pod_standings, won_the_last_round
from engine.standings.ranks import stage_ranks
from engine.words import PlayerId, Round, Tournament

Told = tuple[str, str, str]


def points_so_far(t: Tournament, player: PlayerId) -> str:
    """What this player has: such events count points, not wins and losses. Empty before a table is decided."""
    found = next((line for line in pod_standings(t, t.stages[-1]) if line.player == player), None)
    return plural(found.points, "point") if found else ""


def beside_the_tables(t: Tournament, player: PlayerId, current: Round) -> Told | None:
    """For whoever has no table now: between two rounds, or while others play on."""
    if t.stages[-1].kind != "pods" or champion(t, t.stages[-1]):
        return None
    if current.phase != "closed":
        called = capital(round_in_sentence(t, current.number))
        rest = "" if len(current.matches) == 1 else "Only those who won their table go on."
        return "out", f"{called} is played without you.", f"{_standing(t, player)}{rest}"
    if any(player in side for side in won_the_last_round(t.stages[-1])):
        to = round_after(t, current.number)
        return "waiting", f"You won your table and go on to {to}.", "The next pairings appear here by themselves."
    return "waiting", "Those who won their table go on.", f"{_standing(t, player)}{_chance(t)}"


def _standing(t: Tournament, player: PlayerId) -> str:
    lines = (line for table in stage_ranks(t, t.stages[-1]) for line in table.lines if player in line.players)
    line = next(lines, None)
    if line is None or not line.place:
        return ""
    return f"You are in place {line.place} with {points_so_far(t, player)}. "


def _chance(t: Tournament) -> str:
    """How many of the others may fill up; who it is, is not public before the round is."""
    try:
        seats = len(filling(t))
    except Refused:
        seats = 0
    if not seats:
        return ""
    who = "Whoever has most points" if seats == 1 else f"The {seats} with most points"
    return f"{who} among the others may get another chance: wait for the next pairings."
