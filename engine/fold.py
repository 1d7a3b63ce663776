"""From facts to a tournament: `apply` one fact, `replay` a journal, leave out what was undone.

`apply` refuses a fact that does not fit, whoever decided it, and copies at most one round. `check` looks over the
whole after an act that seated people.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from engine import facts as f
from engine.check import check, check_field
from engine.folding.registry import APPLY
from engine.refusals import Refused
from engine.words import Tournament

SEATING = (f.RoundPaired, f.PairingChanged, f.StageOpened, f.CutMade, f.ResultCorrected)
AT_A_TABLE = (
    f.ResultReported,
    f.ResultRecorded,
    f.ResultWithdrawn,
    f.GameRecorded,
    f.GameWithdrawn,
    f.SeatLeft,
    f.FirstFiveChecked,
)
CLOCK = get_args(f.ClockFact)


@dataclass(frozen=True, slots=True)
class Act:
    """The facts of one decision, numbered. Undone and redone whole."""

    seq: int
    facts: tuple[f.Fact, ...]
    by: str = ""
    at: str = ""


class BuiltOn(Refused):
    """An act cannot be taken back or done again: the later act `by` builds on it."""

    def __init__(self, why: str, *, by: int) -> None:
        super().__init__(why)
        self.by = by


def apply(tournament: Tournament | None, fact: f.Fact, *, seq: int = 0) -> Tournament:
    """The tournament after this fact. Refused if it does not fit."""
    if isinstance(fact, f.TournamentCreated):
        if tournament is not None:
            raise Refused("A journal creates its tournament once.")
        return Tournament(fact.settings, fact.seed)
    if tournament is None:
        raise Refused("A journal begins with the creation of its tournament.")
    if isinstance(fact, f.Undone):
        raise Refused("An undo changes what came before it: replay the whole journal.")
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
    if any(isinstance(fact, f.RoundPaired | f.RoundPublished) for fact in act.facts):
        # Also when it is published: since the pairing somebody may have come or gone, or been left out by hand.
        stage = tournament.stages[-1]
        check_field(tournament, stage, stage.rounds[-1])
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
    off = _off(journal)
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
    if seq in _off(acts):
        raise Refused(f"Act {seq} is already undone. To do it again, undo the undoing.")
    live = in_force(acts)
    if not _is_undo(target):
        _require_open(live, target)
    fact = f.Undone(seq)
    _require_standing(live, in_force([*acts, Act(acts[-1].seq + 1, (fact,))]), target)
    return (fact,)


def _is_undo(act: Act) -> bool:
    return any(isinstance(fact, f.Undone) for fact in act.facts)


def _off(acts: Iterable[Act]) -> set[int]:
    """The acts that are undone and not done again; undos among them."""
    off: set[int] = set()
    for act in reversed(list(acts)):
        if act.seq not in off:
            off.update(fact.seq for fact in act.facts if isinstance(fact, f.Undone))
    return off


def _require_open(live: Sequence[Act], target: Act) -> None:
    """What happened at a table of a closed round is corrected, not undone."""
    closed = {fact.number for act in live for fact in act.facts if isinstance(fact, f.RoundClosed)}
    for fact in target.facts:
        if isinstance(fact, AT_A_TABLE) and fact.number in closed:
            raise Refused(f"Round {fact.number} is closed: correct the result of table {fact.table} instead.")


def _require_standing(live: Sequence[Act], after: Sequence[Act], target: Act) -> None:
    """Replay both pasts side by side; refuse at the first later act that does not fit or would speak of others."""
    meant = _meanings(live)
    what = "done again" if _is_undo(target) else "undone"
    tournament: Tournament | None = None
    for act in after:
        try:
            about = _meaning(tournament, act)
            tournament = apply_act(tournament, act)
            if about != meant.get(act.seq, about):
                raise Refused("it would be about other players.")
        except Refused as why:
            if act.seq not in meant:
                raise
            told = f"Act {target.seq} cannot be {what}, because act {act.seq} builds on it: {why}"
            raise BuiltOn(told, by=act.seq) from why


def _meanings(acts: Sequence[Act]) -> dict[int, tuple[object, ...]]:
    tournament: Tournament | None = None
    found = {}
    for act in acts:
        found[act.seq] = _meaning(tournament, act)
        tournament = apply_act(tournament, act)
    return found


def _meaning(t: Tournament | None, act: Act) -> tuple[object, ...]:
    """Whom the act is about where its facts only give a number: a table, a draft group, the stage a round is of."""
    return () if t is None else tuple(_whom(t, fact) for fact in act.facts)


def _whom(t: Tournament, fact: f.Fact) -> object:
    if isinstance(fact, (*AT_A_TABLE, f.TableExtended)):
        match = t.current_round.match_at(fact.table) if t.current_round is not None else None
        return match.players if match is not None else ()
    if isinstance(fact, f.DraftStepTaken):
        return tuple(group.seats for group in t.drafting)
    if isinstance(fact, (f.RoundPaired, f.RoundsPlanned)):
        return len(t.stages)
    return None
