"""How facts about series change the box. One small function per fact; it refuses a fact that does not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.box import facts as b
from engine.box.words import Box, EventId, Report, SeriesId, SeriesOfBox
from engine.refusals import Refused, Unknown
from engine.series.sound import require_sound, require_sound_entry
from engine.values import replace


def series_of(box: Box, series: SeriesId) -> SeriesOfBox:
    """The series of this id; Unknown if the box has none."""
    if series not in box.series:
        raise Unknown("There is no such series on this box.")
    return box.series[series]


def report_of(box: Box, event: EventId) -> Report:
    """What was said about an event; nothing, as long as nobody said anything."""
    return box.reports.get(event, Report())


def _made(box: Box, fact: b.SeriesMade) -> Box:
    if fact.series in box.series:
        raise Refused("There is a series of this id already.")
    require_sound(fact.terms)
    return _with(box, fact.series, SeriesOfBox(fact.terms))


def _terms_set(box: Box, fact: b.SeriesTermsSet) -> Box:
    require_sound(fact.terms)
    return _with(box, fact.series, replace(series_of(box, fact.series), terms=fact.terms))


def _renamed(box: Box, fact: b.SeriesRenamed) -> Box:
    series_of(box, fact.series)
    return box


def _removed(box: Box, fact: b.SeriesRemoved) -> Box:
    series_of(box, fact.series)
    return replace(box, series={id: each for id, each in box.series.items() if id != fact.series})


def _opened(box: Box, fact: b.SeriesOpened) -> Box:
    return _with(box, fact.series, replace(series_of(box, fact.series), open=True))


def _closed(box: Box, fact: b.SeriesClosed) -> Box:
    return _with(box, fact.series, replace(series_of(box, fact.series), open=False))


def _put(box: Box, fact: b.EventPutInSeries) -> Box:
    known = series_of(box, fact.series)
    return _with(box, fact.series, replace(known, put=known.put | {fact.event}, out=known.out - {fact.event}))


def _taken_out(box: Box, fact: b.EventTakenOut) -> Box:
    known = series_of(box, fact.series)
    return _with(box, fact.series, replace(known, put=known.put - {fact.event}, out=known.out | {fact.event}))


def _decided(box: Box, fact: b.EventDecided) -> Box:
    known = series_of(box, fact.series)
    verdicts = {event: verdict for event, verdict in known.verdicts.items() if event != fact.event}
    if fact.verdict is not None:
        verdicts[fact.event] = fact.verdict
    return _with(box, fact.series, replace(known, verdicts=verdicts))


def _vouched_for(box: Box, fact: b.EventVouchedFor) -> Box:
    return _reported(box, fact.event, replace(report_of(box, fact.event), ticks=frozenset(fact.ticks)))


def _sent(box: Box, fact: b.ReportSent) -> Box:
    known = report_of(box, fact.event)
    first = min(known.first_sent or fact.on, fact.on)
    return _reported(
        box, fact.event, replace(known, sent=fact.on, lines=frozenset(fact.lines), form=fact.form, first_sent=first)
    )


def _typed(box: Box, fact: b.WrapUpTyped) -> Box:
    require_sound_entry(fact.entry)
    if fact.entry.event != fact.event:
        raise Refused("This wrap-up is of another event.")
    if strangers := [line.person for line in fact.entry.lines if line.person not in box.people.known]:
        raise Unknown(f"There is no such person in the directory: {strangers[0]}.")
    return replace(box, typed={**box.typed, fact.event: fact.entry})


def _with(box: Box, id: SeriesId, series: SeriesOfBox) -> Box:
    return replace(box, series={**box.series, id: series})


def _reported(box: Box, event: EventId, report: Report) -> Box:
    return replace(box, reports={**box.reports, event: report})


SERIES: dict[type, Callable[[Box, Any], Box]] = {
    b.SeriesMade: _made,
    b.SeriesTermsSet: _terms_set,
    b.SeriesRenamed: _renamed,
    b.SeriesRemoved: _removed,
    b.SeriesOpened: _opened,
    b.SeriesClosed: _closed,
    b.EventPutInSeries: _put,
    b.EventTakenOut: _taken_out,
    b.EventDecided: _decided,
    b.EventVouchedFor: _vouched_for,
    b.ReportSent: _sent,
    b.WrapUpTyped: _typed,
}
