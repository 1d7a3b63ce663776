"""The ledger of a series: of every event whether it counts, why not, and how far its report has come.

Nothing here knows what day it is: `today` and what people have marked come in as arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Literal

from engine.reasons import Param, Reason
from engine.series.entries import Entry
from engine.series.rules import Asked, Series, Tick
from engine.series.sent_form import HEADING, PLACES, FormPart, mark, parts_changed
from engine.values import dataclass

State = Literal["not-counted", "due", "sent", "late", "counted", "disqualified", "amended"]
Verdict = Literal["counted", "disqualified"]
# What the event calls somebody, and their points.
SentLine = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Marks:
    """What people have said about an event of a series.

    `sent`: when its report was sent in; `sent_lines`: everybody's points on it, `sent_form`: what else its forms said;
    empty where nobody kept them.
    `first_sent`: when it was sent for the first time, where it was sent again after a correction.
    `ticks`: what somebody vouches for. `verdict`: decided by a person, whatever the days say.
    """

    sent: date | None = None
    first_sent: date | None = None
    sent_lines: frozenset[SentLine] = frozenset()
    sent_form: tuple[FormPart, ...] = ()
    ticks: frozenset[Tick] = frozenset()
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One event of a series. `why`: all that keeps it from counting. `due`: the last day on which it can be sent.

    `changed`: whose points are not those that were sent; `parts`: what else of the forms.
    """

    entry: Entry
    state: State
    why: tuple[Reason, ...] = ()
    due: date | None = None
    sent: date | None = None
    changed: tuple[SentLine, ...] = ()
    parts: tuple[str, ...] = ()

    @property
    def counts(self) -> bool:
        return not self.why


def ledger(series: Series, entries: Iterable[tuple[Entry, Marks]], *, today: date) -> tuple[LedgerLine, ...]:
    """Every event of the series, in the order of their days; of an event that is there twice one counts."""
    known = [*entries]
    copies = _copies(known)
    lines = (
        ledger_line(series, entry, marks, today=today, copy_of=copies.get(entry.event, "")) for entry, marks in known
    )
    return tuple(sorted(lines, key=lambda line: line.entry.when))


def ledger_line(series: Series, entry: Entry, marks: Marks, *, today: date, copy_of: str = "") -> LedgerLine:
    """Where an event stands. It counts as long as nothing speaks against it, also while its report is due.

    `copy_of`: the event that counts in place of this one.
    """
    due = _due(series.rules.asked, entry)
    twice = (Reason("copy", {"event": copy_of}),) if copy_of else ()
    against = twice or tuple(_not_of_it(series, entry)) or tuple(_lacking(series.rules.asked, entry, marks))
    late = _late(series.rules.asked, entry, marks, today=today)
    struck = (Reason("disqualified"),) if marks.verdict == "disqualified" else ()
    changed, parts = (changed_since_sent(entry, marks), _parts(entry, marks)) if due is not None else ((), ())
    return LedgerLine(
        entry=entry,
        state=_state(marks, against=bool(against), late=bool(late), amended=bool(changed or parts), due=due),
        why=struck or against or late,
        due=due,
        sent=marks.sent,
        changed=changed,
        parts=parts,
    )


def _copies(known: Iterable[tuple[Entry, Marks]]) -> dict[str, str]:
    """Which events are copies of which others: one that is over counts, then one that somebody spoke for."""
    first: dict[str, str] = {}
    copies = {}
    order = sorted(known, key=lambda each: each[0].event)
    order.sort(
        key=lambda each: (each[0].over, each[1].sent is not None, len(each[1].ticks), each[0].last_day), reverse=True
    )
    for entry in (entry for entry, _ in order if entry.origin):
        if (counts := first.setdefault(entry.origin, entry.event)) != entry.event:
            copies[entry.event] = counts
    return copies


def sent_lines(entry: Entry) -> frozenset[SentLine]:
    """What stands on the report of this event: everybody's points, without the disqualified."""
    return frozenset((line.id, line.points) for line in entry.lines if not line.out)


def sent_form(entry: Entry) -> tuple[FormPart, ...]:
    """What else stands on it: the forms of the event, its days, the codes that were typed, everybody's place and points
    by round."""
    there = sorted([each.id, each.place, each.by_round, each.role, each.worth] for each in entry.lines if not each.out)
    days = [entry.first_day.isoformat(), entry.last_day.isoformat(), entry.players, entry.factor]
    codes = [entry.codes] if any(entry.codes) else []
    form = {**dict(entry.form), HEADING: mark([dict(entry.form).get(HEADING, ""), days, *codes])}
    return *form.items(), (PLACES, mark(there))


def is_amended(entry: Entry, marks: Marks) -> bool:
    """Is anything not as it was sent?"""
    return bool(changed_since_sent(entry, marks) or _parts(entry, marks))


def _parts(entry: Entry, marks: Marks) -> tuple[str, ...]:
    return parts_changed(marks.sent_form, sent_form(entry)) if marks.sent is not None and marks.sent_form else ()


def changed_since_sent(entry: Entry, marks: Marks) -> tuple[SentLine, ...]:
    """Whose points are not those that were sent, with those of now: 0 for somebody who is no longer on the report."""
    if marks.sent is None or not marks.sent_lines:
        return ()
    now = dict(sent_lines(entry))
    ids = {id for id, _ in sent_lines(entry) ^ marks.sent_lines}
    return tuple((id, now.get(id, 0)) for id in sorted(ids))


def _state(marks: Marks, *, against: bool, late: bool, amended: bool, due: date | None) -> State:
    if marks.verdict == "disqualified":
        return "disqualified"
    if amended:
        return "amended"
    if against:
        return "not-counted"
    if late:
        return "late"
    if due is None or marks.verdict == "counted":
        return "counted"
    return "due" if marks.sent is None else "sent"


def belongs(series: Series, entry: Entry) -> bool:
    """Is this an event of its rulebook and period?"""
    return not tuple(_elsewhere(series, entry))


def _not_of_it(series: Series, entry: Entry) -> Iterator[Reason]:
    """It is of another rulebook or lies outside the period, or it has not ended."""
    yield from _elsewhere(series, entry)
    if entry.waiting:
        yield Reason("waiting", {"tables": entry.waiting})
    elif not entry.over:
        yield Reason("not-over")


def _elsewhere(series: Series, entry: Entry) -> Iterator[Reason]:
    if series.ruleset and entry.ruleset != series.ruleset:
        yield Reason("other-rulebook", {"played": entry.ruleset, "asked": series.ruleset})
    if series.first_day is not None and entry.first_day < series.first_day:
        yield Reason("before", {"day": series.first_day.isoformat()})
    if series.last_day is not None and entry.last_day > series.last_day:
        yield Reason("after", {"day": series.last_day.isoformat()})


def _lacking(asked: Asked, entry: Entry, marks: Marks) -> Iterator[Reason]:
    """What the rulebook asks of an event and this one does not have."""
    if asked.scored and not entry.scored:
        yield Reason("unscored")
    if entry.players < asked.players:
        yield Reason("too-few", {"played": entry.players, "asked": asked.players})
    small = entry.smallest
    if small is not None and small.players < asked.seats:
        here: dict[str, Param] = {"round": small.round, "table": small.table, "played": small.players}
        yield Reason("small-table", {**here, "asked": asked.seats})
    if missing := tuple(tick for tick in asked.ticks if tick not in marks.ticks):
        yield Reason("not-ticked", {"ticks": missing})


def _due(asked: Asked, entry: Entry) -> date | None:
    return entry.last_day + timedelta(days=asked.days) if asked.days else None


def _late(asked: Asked, entry: Entry, marks: Marks, *, today: date) -> tuple[Reason, ...]:
    """Subject to disqualification, which a person decides: until then it does not count.

    A report that was in time stays so when it is sent again with a correction.
    """
    due, day = _due(asked, entry), marks.first_sent or marks.sent or today
    if due is None or day <= due or marks.verdict == "counted":
        return ()
    if marks.sent is None:
        return (Reason("not-sent", {"days": asked.days, "due": due.isoformat()}),)
    return (Reason("late", {"days": (day - entry.last_day).days, "most": asked.days}),)
