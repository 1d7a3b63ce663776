"""From facts to a tournament: `apply` one fact, `replay` a journal, leave out what was undone.

`apply` refuses a fact that does not fit, whoever decided it, and copies at most one round. `check` looks over the
whole after an act that seated people.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from engine import facts as f
from engine.check import check
from engine.folding.registry import APPLY
from engine.refusals import Refused
from engine.words import Tournament

SEATING = (f.RoundPaired, f.PairingChanged, f.StageOpened, f.CutMade)
CLOCK = get_args(f.ClockFact)


@dataclass(frozen=True, slots=True)
class Act:
    """The facts of one decision, numbered. Undone and redone whole."""

    seq: int
    facts: tuple[f.Fact, ...]
    by: str = ""
    at: str = ""


def apply(tournament: Tournament | None, fact: f.Fact, *, seq: int = 0) -> Tournament:
    """The tournament after this fact. Refused if it does not fit."""
    if isinstance(fact, f.TournamentCreated):
        if tournament is not None:
            raise Refused("A journal creates its tournament once.")
        return Tournament(fact.settings, fact.seed)
    if tournament is None:
        raise Refused("A journal begins with the creation of its tournament.")
    if isinstance(fact, f.ClockStarted):
        return APPLY[type(fact)](tournament, (fact, seq))
    return APPLY[type(fact)](tournament, fact)


def apply_act(tournament: Tournament | None, act: Act) -> Tournament:
    """The tournament after all facts of an act, looked over if anybody was seated."""
    for fact in act.facts:
        tournament = apply(tournament, fact, seq=act.seq)
    if tournament is None:
        raise Refused("An act holds at least one fact.")
    if any(isinstance(fact, SEATING) for fact in act.facts):
        check(tournament)
    return tournament


def replay(acts: Iterable[Act]) -> Tournament:
    """The tournament at the end of its journal."""
    tournament: Tournament | None = None
    for act in in_force(acts):
        tournament = apply_act(tournament, act)
    if tournament is None:
        raise Refused("The journal is empty.")
    return tournament


def in_force(acts: Iterable[Act]) -> list[Act]:
    """The acts that count: undone ones left out, redone ones back in."""
    journal = list(acts)
    off: set[int] = set()
    for act in reversed(journal):
        if act.seq not in off:
            off.update(fact.seq for fact in act.facts if isinstance(fact, f.Undone))
    return [act for act in journal if act.seq not in off and not _is_undo(act)]


def undo(acts: Sequence[Act], seq: int) -> tuple[f.Undone, ...]:
    """Take an act back, or do it again if it is itself an undo. Refused if a later act would no longer stand."""
    target = next((act for act in acts if act.seq == seq), None)
    if target is None:
        raise Refused(f"There is no act {seq} in this journal.")
    if any(isinstance(fact, CLOCK) for fact in target.facts):
        raise Refused("Time is not undone: resume the clock, or give the minutes back.")
    if any(isinstance(fact, f.TournamentCreated) for fact in target.facts):
        raise Refused("The creation of the tournament cannot be undone. Archive or delete it instead.")
    live = {act.seq for act in in_force(acts)}
    if seq not in live and not (_is_undo(target) and _counts(acts, target)):
        raise Refused(f"Act {seq} is already undone.")
    fact = f.Undone(seq)
    _require_standing([*acts, Act(acts[-1].seq + 1, (fact,))], live, target)
    return (fact,)


def _is_undo(act: Act) -> bool:
    return any(isinstance(fact, f.Undone) for fact in act.facts)


def _counts(acts: Sequence[Act], undo_act: Act) -> bool:
    """Is this undo itself still in force?"""
    off: set[int] = set()
    for act in reversed(acts):
        if act.seq not in off:
            off.update(fact.seq for fact in act.facts if isinstance(fact, f.Undone))
    return undo_act.seq not in off


def _require_standing(acts: Sequence[Act], before: set[int], target: Act) -> None:
    """Replay without (or again with) the target; name the first later act that would not fit."""
    tournament: Tournament | None = None
    for act in in_force(acts):
        try:
            tournament = apply_act(tournament, act)
        except Refused as why:
            if act.seq in before and act.seq != target.seq:
                raise Refused(f"Act {target.seq} cannot be undone, because act {act.seq} builds on it: {why}") from why
            raise
