"""Under which entries of which events somebody was: as the box found them, or as somebody said."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Select, or_, select, tuple_

from engine.box.words import EntryId, EventId, PersonId, ids_of, who_is
from engine.values import dataclass
from server.core import event_cache
from server.core.db import db
from server.core.known_people import Directory
from server.core.models import EntryRow, TournamentRow


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of an event or one of its staff; `state` is that of the event's journal."""

    event: EventId
    entry: EntryId
    name: str
    made: str
    state: str


COLUMNS = (
    *(EntryRow.tournament_id, EntryRow.entry, EntryRow.person_id, TournamentRow.name, TournamentRow.created_at),
    *(TournamentRow.epoch, TournamentRow.acts, TournamentRow.head),
)


def entries_of(known: Directory, person: PersonId) -> tuple[Entry, ...]:
    """Where this person was, newest event first."""
    box = known.book.box
    ids = ids_of(box, person)
    given = [where for where, whose in box.people.given.items() if whose in ids]
    said = tuple_(EntryRow.tournament_id, EntryRow.entry).in_(given)
    ours = or_(EntryRow.person_id.in_(ids), said) if given else EntryRow.person_id.in_(ids)
    with db.engine.connect() as connection:
        rows = connection.execute(_entries().where(ours)).all()
    found = [
        Entry(row.tournament_id, row.entry, row.name, row.created_at, _state(row))
        for row in rows
        if whose(known, row.tournament_id, entry=row.entry, found=row.person_id) == person
    ]
    return tuple(sorted(found, key=lambda each: str(each.made or ""), reverse=True))


def people_at(known: Directory, events: Collection[EventId]) -> dict[tuple[EventId, EntryId], PersonId]:
    """Who everybody in these events is."""
    asked = select(EntryRow.tournament_id, EntryRow.entry, EntryRow.person_id)
    with db.engine.connect() as connection:
        rows = connection.execute(asked.where(EntryRow.tournament_id.in_(events))).all()
    return {
        (row.tournament_id, row.entry): person
        for row in rows
        if (person := whose(known, row.tournament_id, entry=row.entry, found=row.person_id))
    }


def whose(known: Directory, event: EventId, *, entry: EntryId, found: PersonId) -> PersonId:
    """Who this entry is today: what somebody said counts for more than what the box found."""
    box = known.book.box
    return who_is(box, box.people.given.get((event, entry), found))


def _entries() -> Select[tuple[str, ...]]:
    return select(*COLUMNS).join(TournamentRow, TournamentRow.id == EntryRow.tournament_id)  # type: ignore[return-value]


def _state(row: object) -> str:
    return event_cache.state(row.epoch, row.acts, row.head)  # type: ignore[attr-defined]
