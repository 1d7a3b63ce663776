"""What undoing one act would change, or why it stays, and what to do first."""

from __future__ import annotations

from flask import url_for

from engine import facts as f
from engine.decisions.undo import AT_A_TABLE, BuiltOn
from engine.fold import Act, in_force
from engine.progress import round_name
from engine.refusals import Refused, Unknown
from engine.sentences import the_round, who
from engine.standings.changes import change
from engine.values import dataclass
from engine.words import Tournament
from server.core.beyond import Beyond, beyond
from server.core.books import undoing_in
from server.core.desk import Desk
from server.event.history_page import ActLine, all_words, first_act, lines_of
from server.event.tables_then import Tables, tables_then

PHASES = {"draft": "is a draft again.", "published": "is open again.", "closed": "is closed again."}


@dataclass(frozen=True, slots=True)
class UndoPage:
    seq: int
    line: ActLine
    again: bool
    goes: tuple[str, ...]
    effects: tuple[tuple[str, str], ...]
    beyond: tuple[Beyond, ...]
    refused: str
    instead: tuple[str, str] | None
    lines: tuple[ActLine, ...]


def undo_page(desk: Desk, seq: int, *, staff: dict[str, str]) -> UndoPage:
    """What undoing this act would change, or why it cannot be undone and what to do first."""
    acts = desk.book.acts
    target = next((act for act in acts if act.seq == seq), None)
    if target is None:
        raise Unknown(f"There is no change {seq} in this event.")
    near = [act for act in acts if abs(act.seq - seq) <= 5]
    lines = lines_of(desk, near, staff)
    line = next(line for line in lines if line.seq == seq)
    again = first_act(target, {act.seq: act for act in acts})[1] % 2 == 1
    effects: tuple[tuple[str, str], ...] = ()
    outside: tuple[Beyond, ...] = ()
    refused, instead = "", None
    try:
        undoing = undoing_in(desk.book, seq)
        effects = _effects(desk.t, undoing.folded.tournament)
        outside = beyond(desk.id, undoing.folded.tournament, undoing.facts)
    except Refused as why:
        played = _depends(acts, target)
        refused, instead = f"{why}{_first_those(played)}", _instead(desk, target, why, played)
    goes = _goes(acts, target, tables_then(desk.book))
    return UndoPage(seq, line, again, goes, effects, outside, refused, instead, lines)


def _goes(acts: tuple[Act, ...], target: Act, at: Tables) -> tuple[str, ...]:
    first, _ = first_act(target, {act.seq: act for act in acts})
    return tuple(all_words(first, at))


def _effects(now: Tournament, after: Tournament) -> tuple[tuple[str, str], ...]:
    """Line by line: standings, rounds, results."""
    found = []
    if len(now.stages) == len(after.stages) and now.stages:
        moved = change(now, after, stage=len(now.stages) - 1)
        if moved.moved and len(now.players) == len(after.players):
            whose = f": {', '.join(map(who, moved.players[:6]))}" if moved.moved <= 6 else ""
            found.append(("Standings", f"{moved.sentence[:-1]}{whose}."))
        else:
            found.append(("Standings", "stay as they are."))
    if len(now.players) != len(after.players):
        found.append(("Players", f"{len(after.players)} instead of {len(now.players)}."))
    return (*found, *_rounds(now, after))


def _rounds(now: Tournament, after: Tournament) -> tuple[tuple[str, str], ...]:
    current = now.current_round
    if current is None:
        return ()
    name = round_name(now, current.number)
    name = name[0].upper() + name[1:]
    same = next((r for r in after.rounds if r.number == current.number), None)
    if same is None:
        return ((name, "is gone; it can be paired again."),)
    seated = {match.players for match in current.matches} == {match.players for match in same.matches}
    found = [(f"{name}, pairings", "stay as they are." if seated else "change back.")]
    if same.phase != current.phase:
        found.append((name, PHASES[same.phase]))
    was, will = (sum(m.result is not None for m in r.matches) for r in (current, same))
    if was or will:
        kept = "the one that is in stays." if was == 1 else f"all {was} stay."
        found.append((f"{name}, results", kept if was == will else f"{will} instead of {was}."))
    return tuple(found)


def _depends(acts: tuple[Act, ...], target: Act) -> list[Act]:
    """What was entered at the tables of a round whose pairing or publishing is in question."""
    numbers = {fact.number for fact in target.facts if isinstance(fact, (f.RoundPaired, f.RoundPublished))}
    later = [act for act in in_force(acts) if act.seq > target.seq]
    return [a for a in later if any(isinstance(x, AT_A_TABLE) and x.number in numbers for x in a.facts)]


def _first_those(played: list[Act]) -> str:
    if not played:
        return ""
    if len(played) == 1:
        return f" Change {played[0].seq} was made at its tables since. Take that back first."
    return f" {len(played)} changes were made at its tables since. Take those back first, the newest before the others."


def _instead(desk: Desk, target: Act, why: Refused, played: list[Act]) -> tuple[str, str] | None:
    """What to do first or in its place: a link and its word."""
    closed = {r.number for r in desk.t.rounds if r.phase == "closed"}
    for fact in target.facts:
        if isinstance(fact, AT_A_TABLE) and fact.number in closed:
            where = url_for("results.correct", tid=desk.id, number=fact.number, table=fact.table)
            return f"Correct {the_round(fact.number)}, table {fact.table}", where
    if isinstance(why, BuiltOn):
        number = played[-1].seq if played else why.by
        return f"Look at {number} first", url_for("history.undo", tid=desk.id, seq=number)
    return None
