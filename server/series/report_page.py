"""The report of one event: what the rulebook asks, what the forms lack, the text to send, and what changed since."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from engine.box.series import is_in_series, marks_of_report
from engine.box.series_fold import report_of
from engine.box.words import Box, EventId, SeriesId, who_is
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import ruleset
from engine.sentences import capital
from engine.series.completeness import missing_on_forms, missing_on_wrap_up
from engine.series.entries import Entry
from engine.series.ledger import LedgerLine, is_amended, ledger_line
from engine.series.report_text import report_text, wrap_up_text
from engine.series.rules import Series, Tick
from engine.series.series_words import TICKS, amended_words, due_words, forms_lack, state_words, why_not
from engine.values import dataclass
from server.core import box_journal, journal
from server.core.db import db
from server.core.desk import desk
from server.core.known_people import REMOVED, Directory
from server.core.titles import titles
from server.series import kept_entries
from server.series.series_page import days_left
from server.series.series_view import entry_of_event, events_of_box, persons_in


@dataclass(frozen=True, slots=True)
class ReportPage:
    """`ticks`: (key, words, ticked). `changed`: who, points that were sent, points of now. `text`: empty where none.

    `amended`: what of the forms is not as it was sent. `typed_in`: the series at which a typed report is changed.
    """

    event: EventId
    name: str
    over: bool
    words: str
    why: str
    ticks: tuple[tuple[Tick, str, bool], ...]
    sent: date | None
    first_sent: date | None
    changed: tuple[tuple[str, int, int], ...]
    amended: str
    lacks: str
    text: str
    typed: bool
    typed_in: SeriesId
    last_day: date


def report_page(known: Directory, event: EventId, *, today: date) -> ReportPage:
    """Unknown if there is no such event; Refused where nobody waits for a report."""
    box = known.book.box
    entry, series = reported(box, event)
    report = report_of(box, event)
    line = ledger_line(series, entry, marks_of_report(report), today=today)
    typed = event in box.typed
    lacks, text = _typed(known, entry) if typed else _written(event, entry)
    return ReportPage(
        event=event,
        name=titles().get(event, event),
        over=entry.over,
        words=_words(line, days_left(line, today=today)),
        why=capital(why_not(line)),
        ticks=tuple(
            (tick, capital(TICKS[tick].removeprefix("that ")), tick in report.ticks) for tick in _ticks(series)
        ),
        sent=report.sent,
        first_sent=report.first_sent,
        changed=_changed(known, line, dict(report.lines)),
        amended=amended_words(line),
        lacks=lacks,
        text=text,
        typed=typed,
        typed_in=next((id for id in box.series if is_in_series(box, id, entry)), "") if typed else "",
        last_day=entry.last_day,
    )


def amended(events: Collection[EventId]) -> frozenset[EventId]:
    """Of these events, those whose report is no longer what was sent."""
    box = box_journal.read().box
    states = {each.id: each.state for each in events_of_box() if each.id in events}
    return frozenset(
        event
        for event, entry in kept_entries.entries(states, lambda _: True).items()
        if is_amended(entry, marks_of_report(report_of(box, event)))
    )


def reported(box: Box, event: EventId) -> tuple[Entry, Series]:
    """The entry of an event, and the ranking of its rulebook."""
    entry = entry_of_event(box, event)
    if entry is None:
        raise Unknown("There is no such event on this box.")
    book = ruleset(entry.ruleset)
    rules = book.series
    if rules is None:
        raise Refused(f"{book.name} has no ranking of its own, so there is no report to send.")
    return entry, Series(rules, ruleset=entry.ruleset)


def _words(line: LedgerLine, left: int | None) -> str:
    """Due in 12 days, by 1996-04-01; or the state, where nothing is to be sent any more."""
    return state_words(line) if left is None else f"{capital(due_words(left))}: by {line.due}"


def _ticks(series: Series) -> tuple[Tick, ...]:
    return series.rules.asked.ticks


def _changed(known: Directory, line: LedgerLine, before: dict[str, int]) -> tuple[tuple[str, int, int], ...]:
    persons = persons_in(known, {line.entry.event: line.entry})[line.entry.event]
    return tuple((known.names.get(persons.get(id, id), REMOVED), before.get(id, 0), now) for id, now in line.changed)


def _typed(known: Directory, entry: Entry) -> tuple[str, str]:
    """What a typed report lacks, and its text."""
    persons = [line.person for line in entry.lines]
    names = {id: known.names.get(who_is(known.book.box, id), REMOVED) for id in persons}
    text = wrap_up_text(entry, name=titles().get(entry.event, entry.event), names=names)
    return forms_lack(missing_on_wrap_up(entry)), text


def _written(event: EventId, entry: Entry) -> tuple[str, str]:
    """What the forms lack, and the text; without a text while nothing is played."""
    t = journal.read(event).tournament
    with db.engine.connect() as connection:
        names = {**kept_entries.names_in(connection, event), **desk(event).names}
    lacks = forms_lack(missing_on_forms(t))
    if not t.rounds:
        return lacks, ""
    return lacks, report_text(t, name=titles().get(event, event), days=(entry.first_day, entry.last_day), names=names)
