"""What must be true of every tournament. A failure is a bug or a broken journal, said in a sentence all the same."""

from __future__ import annotations

from collections import Counter

from engine.refusals import Refused
from engine.sentences import everyone, who
from engine.words import Round, Stage, Tournament


def check(t: Tournament) -> None:
    """Everyone exists, everyone sits once, tables are distinct, nobody is left standing in the current round."""
    _require(len({p.lot for p in t.players.values()}) == len(t.players), "Two players have drawn the same lot.")
    for stage in t.stages:
        for player in (*stage.entrants, *(p for group in stage.groups for p in group)):
            _require(player in t.players, f"{who(player)} is in a stage but not in the tournament.")
    if t.stages and t.stages[-1].rounds:
        check_round(t, t.stages[-1], t.stages[-1].rounds[-1])


def check_round(t: Tournament, stage: Stage, round_: Round) -> None:
    """One round: seats, tables, byes, and that everyone who should play does."""
    seats = Counter(p for match in round_.matches for p in match.players)
    seats.update(bye.player for bye in round_.byes)
    tables = Counter(match.table for match in round_.matches)
    for player, times in seats.items():
        _require(player in t.players, f"{who(player)} is paired but not in the tournament.")
        _require(times == 1, f"{who(player)} is paired {times} times in round {round_.number}.")
    for table, times in tables.items():
        _require(table >= 1, "Tables are numbered from 1.")
        _require(times == 1, f"Table {table} is given {times} times in round {round_.number}.")
    fewest, most = (3, 6) if stage.kind == "pods" else (2, 2)
    for match in round_.matches:
        _require(fewest <= len(match.seats) <= most, f"Table {match.table} has {len(match.seats)} seats.")
        _require(len({seat.side for seat in match.seats}) >= 2, f"Table {match.table} has one side only.")
    if stage.kind in ("swiss", "groups") and round_.phase == "draft":
        missing = [p for p in expected(t, stage, round_) if p not in seats]
        if missing:
            raise Refused(f"Not paired in round {round_.number}: {everyone(missing)}.")


def expected(t: Tournament, stage: Stage, round_: Round) -> list[str]:
    """Who should be in this round."""
    names = stage.entrants or tuple(t.players)
    return [p for p in names if t.players[p].active and t.players[p].entered <= round_.number]


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)
