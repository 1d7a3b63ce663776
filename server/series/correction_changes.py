"""What a correction of an event would change in the series it is in: shown before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.box.series import is_in_series, series_ledger
from engine.box.words import SeriesId
from engine.series.changes import rank_changes
from engine.series.entries import Entry, entry_of
from engine.series.ranking import SeriesRank, ranking
from engine.series.series_words import change_words
from engine.words import Tournament
from server.core.db import db
from server.core.known_people import Directory, directory
from server.core.stored_box import BoxDamaged
from server.series import kept_entries
from server.series.series_view import called, events_of_box, persons_in, today

MOST_TOLD = 8


@dataclass(frozen=True, slots=True)
class SeriesChange:
    """One series: who would stand elsewhere, in sentences whose marks `names` fills, and how many more."""

    name: str
    lines: tuple[str, ...]
    more: int
    names: Mapping[str, str]


def series_changes(event: str, after: Tournament) -> tuple[SeriesChange, ...]:
    """In every series that has this event. Nothing while the journal of the box cannot be read."""
    try:
        known = directory()
    except BoxDamaged:
        return ()
    names = called(known)
    told = ((id, _changed(known, id, event, after)) for id in known.book.box.series)
    found = [
        SeriesChange(names[id], lines[:MOST_TOLD], max(0, len(lines) - MOST_TOLD), names) for id, lines in told if lines
    ]
    return tuple(sorted(found, key=lambda each: each.name))


def _changed(known: Directory, id: SeriesId, event: str, after: Tournament) -> tuple[str, ...]:
    box = known.book.box
    wanted = {each.id: each.state for each in events_of_box()}
    now = kept_entries.entries(wanted, lambda entry: is_in_series(box, id, entry))
    if event not in now:
        return ()
    with db.engine.connect() as connection:
        names = kept_entries.names_in(connection, event)
    days = (now[event].first_day, now[event].last_day)
    changed = entry_of(after, event=event, days=days, names=names)
    then = now | {event: replace(changed, origin=now[event].origin)}
    before, later = (_ranks(known, id, entries) for entries in (now, then))
    return tuple(change_words(each) for each in rank_changes(before, later))


def _ranks(known: Directory, id: SeriesId, entries: Mapping[str, Entry]) -> tuple[SeriesRank, ...]:
    box = known.book.box
    ledger = series_ledger(box, id, entries.values(), persons=persons_in(known, entries), today=today())
    return ranking(box.series[id].terms, ledger)
