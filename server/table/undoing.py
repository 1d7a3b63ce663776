"""What was just recorded at a table is undone there for half a minute: a wrong tap needs nobody from the desk."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from engine import facts as f
from engine.fold import Act, in_force
from engine.refusals import Refused
from server.core import time_of_day
from server.core.books import Book, undoing_in
from server.table.at_table import At

HALF_A_MINUTE = timedelta(seconds=30)
TOO_LATE = "Half a minute is over, so the result stays. If it is wrong, tell the desk."
AT_A_TABLE = ("d", "player:", "slip:")  # how the journal calls tablets, phones and slips


def undo_ms(acts: Sequence[Act], at: At) -> int:
    """For how long what this table recorded last can still be undone there; 0 if it cannot."""
    act = _last_recorded(acts, at)
    return 0 if act is None else int((HALF_A_MINUTE - _age(act)) / timedelta(milliseconds=1))


def take_back(book: Book, at: At) -> tuple[f.Fact, ...]:
    """Undo it, as if nothing had been told."""
    act = _last_recorded(book.acts, at)
    if act is None:
        raise Refused(TOO_LATE)
    return undoing_in(book, act.seq).facts


def _last_recorded(acts: Sequence[Act], at: At) -> Act | None:
    """The act of somebody at this table that recorded its result, or a game, less than half a minute ago."""
    recent: list[Act] = []
    for act in reversed(acts):
        if not timedelta() <= _age(act) < HALF_A_MINUTE:
            break
        recent.append(act)
    if not any(_records(act, at) for act in recent):
        return None
    standing = {act.seq for act in in_force(acts)}
    last = next((act for act in recent if act.seq in standing and _records(act, at)), None)
    return last if last is not None and last.by.startswith(AT_A_TABLE) else None


def _records(act: Act, at: At) -> bool:
    recorded = (fact for fact in act.facts if isinstance(fact, f.ResultRecorded | f.GameRecorded | f.ResultCorrected))
    return any((fact.number, fact.table) == (at.number, at.table) for fact in recorded)


def _age(act: Act) -> timedelta:
    return time_of_day.now() - datetime.fromisoformat(act.at)
