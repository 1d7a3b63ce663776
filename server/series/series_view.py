"""A series as it stands: its ledger, its ranking and how the last event moved it, with what to call everybody."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from threading import Lock

from flask import current_app
from sqlalchemy import select

from engine.box.series import Persons, is_in_series, series_ledger
from engine.box.series_fold import series_of
from engine.box.words import Box, EventId, SeriesId, SeriesOfBox
from engine.series.entries import Entry
from engine.series.ledger import LedgerLine
from engine.series.ranking import RankHistory, SeriesRank, rank_history, ranking
from engine.values import dataclass
from server.core import event_cache, stamps
from server.core.db import db
from server.core.known_people import REMOVED, Directory, told_apart
from server.core.models import TournamentRow
from server.core.titles import with_titles
from server.directory.entries import people_at
from server.series import kept_entries


@dataclass(frozen=True, slots=True)
class EventOfBox:
    """An event of this box that may be in a series."""

    id: EventId
    name: str
    made: str
    state: str


@dataclass(frozen=True, slots=True)
class SeriesView:
    """A series with everything its pages show. `unreadable`: events that cannot be opened, left out for now."""

    id: SeriesId
    name: str
    series: SeriesOfBox
    ledger: tuple[LedgerLine, ...]
    ranks: tuple[SeriesRank, ...]
    history: RankHistory
    names: Mapping[str, str]
    typed: frozenset[EventId]
    unreadable: tuple[EventOfBox, ...]


@dataclass(frozen=True, slots=True)
class Computed:
    """What takes time; nothing in it has a name."""

    ledger: tuple[LedgerLine, ...]
    ranks: tuple[SeriesRank, ...]
    history: RankHistory


MOST_KEPT = 16
EVENTS_SHOWN = 8  # in the picture of a rank
_kept: dict[tuple[object, ...], Computed] = {}
_guard = Lock()


def series_view(known: Directory, id: SeriesId, *, today: date) -> SeriesView:
    """The series of this id. Unknown if there is none."""
    box = known.book.box
    series = series_of(box, id)
    events = events_of_box()
    found = kept_entries.entries(
        {event.id: event.state for event in events}, lambda entry: is_in_series(box, id, entry)
    )
    names = called(known)
    computed = _computed(known, id, found, states={each.id: each.state for each in events}, today=today)
    names.update(told_apart(known.people[rank.person] for rank in computed.ranks if rank.person in known.people))
    return SeriesView(
        id=id,
        name=names[id],
        series=series,
        ledger=computed.ledger,
        ranks=in_order(computed.ranks, names),
        history=computed.history,
        names=names,
        typed=frozenset(box.typed),
        unreadable=tuple(each for each in events if each.id in series.put and each.id not in found),
    )


def _computed(
    known: Directory, id: SeriesId, entries: Mapping[EventId, Entry], *, states: Mapping[EventId, str], today: date
) -> Computed:
    """The ranking, once for each state of the box, of the events and of who is who in them."""
    persons = persons_in(known, entries)
    who = hash(frozenset((event, line, person) for event, here in persons.items() for line, person in here.items()))
    of = hash(frozenset((event, states[event]) for event in entries))
    book = known.book
    key = (str(current_app.config["CINDERBOX"].data), id, str(book.revision), book.head, today, of, who)
    with _guard:
        if key in _kept and all(states[event] for event in entries):
            return _kept[key]
    terms = series_of(book.box, id).terms
    ledger = series_ledger(book.box, id, entries.values(), persons=persons, today=today)
    ranks = ranking(terms, ledger)
    found = Computed(ledger, ranks, rank_history(terms, ranks, last=EVENTS_SHOWN))
    with _guard:
        while len(_kept) >= MOST_KEPT:
            _kept.pop(next(iter(_kept)))
        _kept[key] = found
    return found


def ranks_of(known: Directory, id: SeriesId) -> tuple[SeriesRank, ...]:
    """The ranking of a series by this directory, which need not be the one of now."""
    box = known.book.box
    wanted = {each.id: each.state for each in events_of_box()}
    return ranks_with(known, id, kept_entries.entries(wanted, lambda entry: is_in_series(box, id, entry)))


def ranks_with(known: Directory, id: SeriesId, entries: Mapping[EventId, Entry]) -> tuple[SeriesRank, ...]:
    """The same, were these its events."""
    box = known.book.box
    ledger = series_ledger(box, id, entries.values(), persons=persons_in(known, entries), today=today())
    return ranking(box.series[id].terms, ledger)


def forget() -> None:
    """Nothing stays in memory, as after a start."""
    kept_entries.forget()
    with _guard:
        _kept.clear()


class Called(dict[str, str]):
    """Names by id. Whoever has none was taken off every list."""

    def __missing__(self, id: str) -> str:
        return REMOVED

    def get(self, id: str, otherwise: str | None = None) -> str:  # type: ignore[override]
        return self[id]


def called(known: Directory) -> Called:
    """What to call people, events and series."""
    return Called(with_titles(known.names))


def events_of_box() -> tuple[EventOfBox, ...]:
    """Every event but demos, newest first."""
    row = TournamentRow
    asked = select(row.id, row.name, row.created_at, row.epoch, row.acts, row.head).where(row.demo.is_(False))
    with db.engine.connect() as connection:
        rows = connection.execute(asked.order_by(row.created_at.desc(), row.id)).all()
    return tuple(
        EventOfBox(each.id, each.name, each.created_at, event_cache.state(each.epoch, each.acts, each.head))
        for each in rows
    )


def persons_in(known: Directory, entries: Mapping[EventId, Entry]) -> Persons:
    """Who everybody in these events is. Whoever has no name any more stays apart from everybody else."""
    found = people_at(known, list(entries))
    return {
        event: {
            line.id: found.get((event, line.id)) or found.get((event, line.person)) or f"{event}/{line.person}"
            for line in entry.lines
        }
        for event, entry in entries.items()
    }


def entry_of_event(box: Box, event: EventId) -> Entry | None:
    """The entry of one event, of this box or typed; None if there is none, or it cannot be read."""
    if event in box.typed:
        return box.typed[event]
    wanted = {each.id: each.state for each in events_of_box() if each.id == event}
    return kept_entries.entries(wanted, lambda _: True).get(event)


def today() -> date:
    """The day it is here."""
    return datetime.fromisoformat(stamps.now()).astimezone().date()


def in_order(ranks: tuple[SeriesRank, ...], names: Mapping[str, str]) -> tuple[SeriesRank, ...]:
    """Those who share a rank by their names."""
    return tuple(sorted(ranks, key=lambda line: (line.rank, names[line.person].casefold(), line.person)))
