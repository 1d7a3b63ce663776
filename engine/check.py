"""What must be true of every tournament. A failure is a bug or a broken journal, said in a sentence all the same."""

from __future__ import annotations

from collections import Counter

from engine.pairing import brackets
from engine.refusals import Refused
from engine.sentences import everyone, round_at_start, the_round, who
from engine.standings.places import bracket_rounds
from engine.values import replace
from engine.words import Round, Stage, Tournament

# How many seats the sides of a table may have: duels, tables of three to five, and three teams of two.
SIDES = {"duel": [[1, 1]], "pods": [[1] * 3, [1] * 4, [1] * 5, [2] * 3]}


def check(t: Tournament) -> None:
    """Everyone exists, everyone sits once, tables are distinct, a bracket is made of winners."""
    _require(len({p.lot for p in t.players.values()}) == len(t.players), "Two players have drawn the same lot.")
    for stage in t.stages:
        _require((stage.kind == "groups") == bool(stage.groups), "Rounds in draft groups need draft groups.")
        for player in (*stage.entrants, *(p for group in stage.groups for p in group)):
            _require(player in t.players, f"{who(player)} is in a stage but not in the tournament.")
    if t.stages and t.stages[-1].rounds:
        check_round(t, t.stages[-1], t.stages[-1].rounds[-1])


def check_round(t: Tournament, stage: Stage, round_: Round) -> None:
    """One round: seats, tables, byes."""
    seats = Counter(p for match in round_.matches for p in match.players)
    seats.update(bye.player for bye in round_.byes)
    for player, times in seats.items():
        _require(player in t.players, f"{who(player)} is paired but not in the tournament.")
        _require(times == 1, f"{who(player)} is paired {times} times in {the_round(round_.number)}.")
    for table, times in Counter(match.table for match in round_.matches).items():
        _require(table >= 1, "Tables are numbered from 1.")
        _require(times == 1, f"Table {table} is given {times} times in {the_round(round_.number)}.")
    _require(bool(round_.matches or round_.byes), f"{round_at_start(round_.number)} has no tables.")
    for group in (*(match.group for match in round_.matches), *(bye.group for bye in round_.byes)):
        there = stage.kind != "groups" or 0 <= group < len(stage.groups)
        _require(there, f"{round_at_start(round_.number)} has a draft group that is not there.")
    for match in round_.matches:
        seated = [seat.side for seat in match.seats]
        sides = sorted(map(seated.count, set(seated)))
        fits = sides in SIDES["pods" if stage.kind == "pods" else "duel"]
        _require(fits, f"Table {match.table} cannot have {len(match.seats)} seats on {len(sides)} sides.")
    if stage.kind == "bracket":
        _check_bracket(stage, round_)


def check_field(t: Tournament, stage: Stage, round_: Round) -> None:
    """Nobody who has left is in this round, nobody who is here is forgotten. A bracket waits for no-shows instead."""
    if stage.kind == "bracket":
        return
    here, seated, number = expected(t, stage, round_), round_.seated, round_.number
    if gone := sorted(seated.difference(here)):
        raise Refused(f"Not in {the_round(number)} any more: {everyone(gone)}. Pair it again, or leave them out.")
    later_pods = stage.kind == "pods" and len(stage.rounds) > 1
    missing = [] if later_pods else [p for p in here if p not in seated]
    if missing:
        raise Refused(f"Not paired in {the_round(number)}: {everyone(missing)}. Pair it again, or drop them first.")


def expected(t: Tournament, stage: Stage, round_: Round) -> list[str]:
    """Who should be in this round."""
    names = stage.entrants or tuple(t.players)
    known = ((p, t.players[p]) for p in names)
    return [p for p, x in known if x.active and x.entered <= round_.number and x.excuse(round_.number) != "missed"]


def _check_bracket(stage: Stage, round_: Round) -> None:
    """Only winners of the round before meet, as drawn."""
    _require(not round_.byes, "A bracket gives no byes by hand: record a no-show, and the opponent goes on.")
    before = replace(stage, rounds=stage.rounds[:-1])
    due = {frozenset(pair) for pair in brackets.to_play(brackets.bracket(stage.entrants, bracket_rounds(before)))}
    for match in round_.matches:
        _require(
            frozenset(match.players) in due,
            f"The bracket does not let {everyone(match.players)} meet in {the_round(round_.number)}: "
            "it follows from the seeds and from who won, and what was played stays.",
        )


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)
