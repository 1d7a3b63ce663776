"""The series of the box: made, changed, their events put in and decided about; what is said about reports."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from engine.box import facts as b
from engine.box.series_fold import report_of, series_of
from engine.box.words import Box, EventId, SeriesId
from engine.refusals import Refused
from engine.series.entries import Entry
from engine.series.ledger import Verdict, sent_form, sent_lines
from engine.series.rules import Series, Tick
from engine.series.sound import require_sound, require_sound_entry

Facts = tuple[b.BoxFact, ...]


def make_series(box: Box, id: SeriesId, *, terms: Series) -> Facts:
    require_sound(terms)
    return (b.SeriesMade(id, terms),)


def change_terms(box: Box, id: SeriesId, *, terms: Series) -> Facts:
    """Other rules or another period, from now on and for every event of it."""
    require_sound(terms)
    return () if series_of(box, id).terms == terms else (b.SeriesTermsSet(id, terms),)


def rename_series(box: Box, id: SeriesId) -> Facts:
    series_of(box, id)
    return (b.SeriesRenamed(id),)


def remove_series(box: Box, id: SeriesId) -> Facts:
    """The series alone: its events and people stay."""
    series_of(box, id)
    return (b.SeriesRemoved(id),)


def open_series(box: Box, id: SeriesId) -> Facts:
    """Everybody in the network may see its ranking; asked twice, it is noted once."""
    return () if series_of(box, id).open else (b.SeriesOpened(id),)


def close_series(box: Box, id: SeriesId) -> Facts:
    return (b.SeriesClosed(id),) if series_of(box, id).open else ()


def put_in(box: Box, id: SeriesId, *, event: EventId) -> Facts:
    """Said twice, it is noted once."""
    return () if event in series_of(box, id).put else (b.EventPutInSeries(id, event),)


def take_out(box: Box, id: SeriesId, *, event: EventId) -> Facts:
    return () if event in series_of(box, id).out else (b.EventTakenOut(id, event),)


def decide_event(box: Box, id: SeriesId, *, event: EventId, verdict: Verdict | None) -> Facts:
    """Counted or disqualified, whatever the days say; None takes the decision back."""
    if series_of(box, id).verdicts.get(event) == verdict:
        return ()
    return (b.EventDecided(id, event, verdict),)


def vouch_for(box: Box, event: EventId, *, ticks: Collection[Tick]) -> Facts:
    """These ticks, and no others."""
    if report_of(box, event).ticks == frozenset(ticks):
        return ()
    return (b.EventVouchedFor(event, tuple(sorted(ticks))),)


def mark_sent(box: Box, entry: Entry, *, on: date, today: date) -> Facts:
    """The report of an event as it is now was sent on this day; sent again after a correction, the last one counts."""
    if not entry.over:
        raise Refused("The event is not over yet, so there is no report to send. Finish it first.")
    if on < entry.last_day:
        raise Refused(f"The report cannot have been sent before the event was over, on {entry.last_day}.")
    if on > today:
        raise Refused(f"{on} is still to come. Mark it when the report is sent.")
    return (b.ReportSent(entry.event, on, tuple(sorted(sent_lines(entry))), sent_form(entry)),)


def type_wrap_up(box: Box, entry: Entry) -> Facts:
    """An event that no box ran; typed again, it takes the place of what was typed before."""
    require_sound_entry(entry)
    return () if box.typed.get(entry.event) == entry else (b.WrapUpTyped(entry.event, entry),)
