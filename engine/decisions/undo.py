"""Taking a whole act back, or doing it again: refused if what came later would no longer stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import get_args

from engine import facts as f
from engine.checkpoints import Checkpoints, Folded, fold_anew, last_common
from engine.fold import Act, apply_act, in_force, is_undo, undone
from engine.refusals import Refused
from engine.sentences import round_at_start
from engine.values import dataclass
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
# What these make of their table follows from that table alone, and from what was so before the round.
RESULTS = (f.ResultReported, f.ReportWithdrawn, f.ResultRecorded, f.ResultWithdrawn)
RENAMED = (f.PlayerRenamed, f.StaffRenamed)


class BuiltOn(Refused):
    """An act cannot be taken back or done again: the later act `by` builds on it."""

    def __init__(self, why: str, *, by: int) -> None:
        super().__init__(why)
        self.by = by


@dataclass(frozen=True, slots=True)
class Undoing:
    """The facts of taking an act back, and what they make of the tournament."""

    facts: tuple[f.Undone, ...]
    folded: Folded


def undo(acts: Sequence[Act], seq: int) -> tuple[f.Undone, ...]:
    """Take an act back, or do it again if it is itself an undo. Refused if a later act would no longer stand."""
    return undoing(acts, seq).facts


def undoing(acts: Sequence[Act], seq: int, points: Checkpoints = ()) -> Undoing:
    """The same, with what comes of it; of the acts only those since a checkpoint are folded again."""
    target = next((act for act in acts if act.seq == seq), None)
    if target is None:
        raise Refused(f"There is no change {seq} in this journal.")
    if (never := _never(target)) is not None:
        raise Refused(never)
    if seq in undone(acts):
        raise Refused(f"Change {seq} is already undone. To do it again, undo the undo.")
    live = in_force(acts)
    if not is_undo(target):
        _require_open(live, target)
    fact = f.Undone(seq)
    after = in_force([*acts, Act(acts[-1].seq + 1, (fact,))])
    base = last_common(points, live, after)
    since = base.points[-1].seq if base else 0
    _require_standing(
        [act for act in live if act.seq > since], [act for act in after if act.seq > since], target, base=base
    )
    return Undoing((fact,), fold_anew(points, live, after))


def undoable(acts: Sequence[Act], asked: Collection[int], points: Checkpoints = ()) -> frozenset[int]:
    """Which of these acts `undo` would take back or do again now, with one replay for all of them."""
    live, off = in_force(acts), undone(acts)
    closed = _closed(live)
    earlier = [point for point in points if point.seq < min(asked, default=0)]
    live = [act for act in live if not earlier or act.seq > earlier[-1].seq]
    states, meant = list[Tournament | None](), list[tuple[object, ...]]()
    tournament = earlier[-1].tournament if earlier else None
    for act in live:
        states.append(tournament)
        meant.append(_meaning(tournament, act))
        tournament = apply_act(tournament, act)
    place = {act.seq: index for index, act in enumerate(live)}
    found = {seq for seq in asked if seq in place and _never(live[place[seq]]) is None}
    found = {seq for seq in found if _table_of_closed(live[place[seq]], closed) is None}
    found = {seq for seq in found if _stands_without(live, place[seq], states, meant)}
    again = (act.seq for act in acts if act.seq in asked and is_undo(act) and act.seq not in off)
    return frozenset((*found, *(seq for seq in again if _works(acts, seq, points))))


def _stands_without(
    live: Sequence[Act], at: int, states: Sequence[Tournament | None], meant: Sequence[tuple[object, ...]]
) -> bool:
    if _touches_nobody(live, at):
        return True
    tournament = states[at]
    try:
        for act, about in zip(live[at + 1 :], meant[at + 1 :], strict=True):
            if _meaning(tournament, act) != about:
                return False
            tournament = apply_act(tournament, act)
    except Refused:
        return False
    return tournament is not None


def _touches_nobody(live: Sequence[Act], at: int) -> bool:
    """Results of tables about which nothing came later, and nothing came at all but other results and time."""
    here = [fact for fact in live[at].facts if isinstance(fact, RESULTS)]
    tables = {(fact.number, fact.table) for fact in here}
    return len(here) == len(live[at].facts) and all(
        isinstance(fact, CLOCK) or (isinstance(fact, RESULTS) and (fact.number, fact.table) not in tables)
        for act in live[at + 1 :]
        for fact in act.facts
    )


def _works(acts: Sequence[Act], seq: int, points: Checkpoints) -> bool:
    try:
        return bool(undoing(acts, seq, points).facts)
    except Refused:
        return False


def _never(target: Act) -> str | None:
    """Why this is never taken back, whatever came later."""
    if any(isinstance(fact, CLOCK) for fact in target.facts):
        return "Changes to the clock cannot be undone: resume it, or give the minutes back."
    if any(isinstance(fact, f.ChessClockCorrected) for fact in target.facts):
        return "Changes to a chess clock cannot be undone: correct it again."
    if any(isinstance(fact, f.TournamentCreated) for fact in target.facts):
        return "Making the event cannot be undone. Archive or delete it instead."
    if all(isinstance(fact, RENAMED) for fact in target.facts):
        return "Only the current name is kept. Change it again instead."
    return None


def _require_open(live: Sequence[Act], target: Act) -> None:
    """What happened at a table of a closed round is corrected, not undone."""
    if (found := _table_of_closed(target, _closed(live))) is not None:
        number, table = found
        raise Refused(f"{round_at_start(number)} is closed: correct the result of table {table} instead.")


def _closed(live: Sequence[Act]) -> set[int]:
    return {fact.number for act in live for fact in act.facts if isinstance(fact, f.RoundClosed)}


def _table_of_closed(target: Act, closed: set[int]) -> tuple[int, int] | None:
    """The round and the table, where the act is about one that is closed."""
    at = [fact for fact in target.facts if isinstance(fact, AT_A_TABLE) and fact.number in closed]
    return (at[0].number, at[0].table) if at else None


def _require_standing(live: Sequence[Act], after: Sequence[Act], target: Act, *, base: Folded | None) -> None:
    """Replay both pasts side by side; refuse at the first later act that does not fit or would speak of others."""
    tournament: Tournament | None = base.tournament if base else None
    meant = _meanings(live, tournament)
    what = "done again" if is_undo(target) else "undone"
    for act in after:
        try:
            about = _meaning(tournament, act)
            tournament = apply_act(tournament, act)
            if about != meant.get(act.seq, about):
                raise Refused("it would be about other players.")
        except Refused as why:
            if act.seq not in meant:
                raise
            told = f"Change {target.seq} cannot be {what}, because change {act.seq} builds on it: {why}"
            raise BuiltOn(told, by=act.seq) from why


def _meanings(acts: Sequence[Act], tournament: Tournament | None) -> dict[int, tuple[object, ...]]:
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
