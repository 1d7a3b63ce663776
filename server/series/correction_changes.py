"""What a correction or an undo in an event would change in the series it is in: shown before it is made."""

from __future__ import annotations

from engine import facts as f
from engine.box.series import is_in_series, marks_of_report
from engine.box.series_fold import report_of
from engine.box.words import Box, SeriesId
from engine.fold import Act
from engine.series.changes import rank_changes
from engine.series.entries import Entry, entry_of
from engine.series.ledger import is_amended
from engine.series.sent_form import form_of
from engine.series.series_words import change_words
from engine.values import replace
from engine.words import Tournament
from server.core import box_journal, journal
from server.core.beyond import Beyond, SeriesChange
from server.core.db import db
from server.core.known_people import Directory, directory
from server.core.stored_box import BoxDamaged
from server.series import kept_entries
from server.series.series_view import called, entry_of_event, events_of_box, ranks_with

MOST_TOLD = 8


def outside_of(event: str, after: Tournament, facts: tuple[f.Fact, ...]) -> Beyond:
    """If the event were this one, by these facts. Nothing while the journal of the box cannot be read."""
    try:
        box = box_journal.read().box
        if not box.series and report_of(box, event).sent is None:
            return Beyond()
        known = directory()
    except BoxDamaged:
        return Beyond()
    now = entry_of_event(known.book.box, event)
    if now is None:
        return Beyond()
    acts = journal.read(event).acts
    form = form_of(after, [*acts, Act(acts[-1].seq + 1, facts)])
    then = replace(_entry_then(now, after), form=form)
    return Beyond(_series_changes(known, now, then), _report_again(known.book.box, then)) if then != now else Beyond()


def _series_changes(known: Directory, now: Entry, then: Entry) -> tuple[SeriesChange, ...]:
    """In every series that has this event."""
    if replace(then, form=now.form) == now:
        return ()
    names = called(known)
    told = ((id, _changed(known, id, then)) for id in known.book.box.series)
    found = [
        SeriesChange(names[id], lines[:MOST_TOLD], max(0, len(lines) - MOST_TOLD), names) for id, lines in told if lines
    ]
    return tuple(sorted(found, key=lambda each: each.name))


def _report_again(box: Box, then: Entry) -> str:
    """That a report which was sent is not what the event would be; empty where it is, or nobody sent one."""
    marks = marks_of_report(report_of(box, then.event))
    again = marks.sent is not None and is_amended(then, marks)
    return f"The report was sent on {marks.sent} and will have to be sent again." if again else ""


def _entry_then(now: Entry, after: Tournament) -> Entry:
    """What the event would give."""
    with db.engine.connect() as connection:
        names = kept_entries.names_in(connection, now.event)
    then = entry_of(after, event=now.event, days=(now.first_day, now.last_day), names=names)
    return replace(then, origin=now.origin, ended=now.ended)


def _changed(known: Directory, id: SeriesId, then: Entry) -> tuple[str, ...]:
    box = known.book.box
    wanted = {each.id: each.state for each in events_of_box()}
    now = kept_entries.entries(wanted, lambda entry: is_in_series(box, id, entry))
    if then.event not in now:
        return ()
    before, later = (ranks_with(known, id, entries) for entries in (now, now | {then.event: then}))
    return tuple(change_words(each) for each in rank_changes(before, later))
