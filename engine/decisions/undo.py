"""Taking a whole act back, or doing it again: refused if what came later would no longer stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from engine import facts as f
from engine.fold import Act, apply_act, in_force, is_undo, undone
from engine.refusals import Refused
from engine.sentences import round_at_start
from engine.words import Tournament

AT_A_TABLE = (
    f.ResultReported,
    f.ResultRecorded,
    f.ResultWithdrawn,
    f.GameRecorded,
    f.GameWithdrawn,
    f.SeatLeft,
    f.FactionChosen,
    f.FirstFiveChecked,
    f.ChessClockCorrected,
)
CLOCK = get_args(f.ClockFact)
NEVER = (*CLOCK, f.ChessClockCorrected)


class BuiltOn(Refused):
    """An act cannot be taken back or done again: the later act `by` builds on it."""

    def __init__(self, why: str, *, by: int) -> None:
        super().__init__(why)
        self.by = by


def undo(acts: Sequence[Act], seq: int) -> tuple[f.Undone, ...]:
    """Take an act back, or do it again if it is itself an undo. Refused if a later act would no longer stand."""
    target = next((act for act in acts if act.seq == seq), None)
    if target is None:
        raise Refused(f"There is no act {seq} in this journal.")
    if any(isinstance(fact, CLOCK) for fact in target.facts):
        raise Refused("Time is not undone: resume the clock, or give the minutes back.")
    if any(isinstance(fact, f.ChessClockCorrected) for fact in target.facts):
        raise Refused("Time is not undone: correct the chess clock again.")
    if any(isinstance(fact, f.TournamentCreated) for fact in target.facts):
        raise Refused("The creation of the tournament cannot be undone. Archive or delete it instead.")
    if seq in undone(acts):
        raise Refused(f"Act {seq} is already undone. To do it again, undo the undoing.")
    live = in_force(acts)
    if not is_undo(target):
        _require_open(live, target)
    fact = f.Undone(seq)
    _require_standing(live, in_force([*acts, Act(acts[-1].seq + 1, (fact,))]), target)
    return (fact,)


def _require_open(live: Sequence[Act], target: Act) -> None:
    """What happened at a table of a closed round is corrected, not undone."""
    closed = {fact.number for act in live for fact in act.facts if isinstance(fact, f.RoundClosed)}
    for fact in target.facts:
        if isinstance(fact, AT_A_TABLE) and fact.number in closed:
            raise Refused(f"{round_at_start(fact.number)} is closed: correct the result of table {fact.table} instead.")


def _require_standing(live: Sequence[Act], after: Sequence[Act], target: Act) -> None:
    """Replay both pasts side by side; refuse at the first later act that does not fit or would speak of others."""
    meant = _meanings(live)
    what = "done again" if is_undo(target) else "undone"
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
