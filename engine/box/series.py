"""Questions about the series of a box: which events are in one, what was said of them, and so its ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from engine.box.series_fold import report_of, series_of
from engine.box.words import Box, EntryId, EventId, PersonId, Report, SeriesId, who_is
from engine.series.entries import Entry, identified
from engine.series.ledger import LedgerLine, Marks, belongs, ledger
from engine.values import replace

Persons = Mapping[EventId, Mapping[EntryId, PersonId]]


def is_in_series(box: Box, id: SeriesId, entry: Entry) -> bool:
    """Put in by hand, or by the rule of the series; and not taken out."""
    series = series_of(box, id)
    by_rule = series.terms.every and belongs(series.terms, entry)
    return entry.event in series.put or (by_rule and entry.event not in series.out)


def marks_of(box: Box, id: SeriesId, event: EventId) -> Marks:
    """What people have said about an event, as the ledger of this series takes it."""
    return replace(marks_of_report(report_of(box, event)), verdict=series_of(box, id).verdicts.get(event))


def marks_of_report(report: Report) -> Marks:
    """The same without what one series decides."""
    return Marks(
        sent=report.sent,
        first_sent=report.first_sent,
        sent_lines=report.lines,
        sent_form=report.form,
        ticks=report.ticks,
    )


def series_ledger(
    box: Box, id: SeriesId, entries: Iterable[Entry], *, persons: Persons, today: date
) -> tuple[LedgerLine, ...]:
    """Every event of the series, those that were typed among them, with everybody as the person they are today.

    `entries` are those of this box's own events; `persons` says who the people in them are.
    """
    every = [each for each in (*entries, *box.typed.values()) if is_in_series(box, id, each)]
    known = [(_as_of_today(box, each, persons), marks_of(box, id, each.event)) for each in every]
    return ledger(series_of(box, id).terms, known, today=today)


def _as_of_today(box: Box, entry: Entry, persons: Persons) -> Entry:
    here = persons.get(entry.event, {})
    return identified(entry, {line.id: who_is(box, here.get(line.id, line.person)) for line in entry.lines})
