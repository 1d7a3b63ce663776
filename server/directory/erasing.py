"""Somebody asks to be forgotten. Their results stay, under “Removed player”; everything they were called goes.

Ids of whoever was erased are kept, with the events and entries they had, and no name: a backup, an export or an older
copy that still has the name loses it again as soon as it is put in place here.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import field
from itertools import count

from sqlalchemy import Connection, delete, insert, select, text, tuple_, update

from engine.box.facts import BoxFact
from engine.box.people_fold import require_person
from engine.box.words import EntryId, EventId, PersonId, ids_of
from engine.decisions import directory as decisions
from engine.decisions.names import change_names
from engine.names import key
from engine.refusals import Unknown
from engine.values import dataclass
from server.core import box_journal, changes, journal, known_people, origins
from server.core.box_journal import BoxBook
from server.core.db import db, writer
from server.core.journal import Committing
from server.core.known_people import REMOVED, is_removed, removed_name, spelled
from server.core.models import (
    EntryRow,
    ErasedRow,
    JournalRow,
    PersonRow,
    PlayerRow,
    SignInRow,
    TextRow,
    WaitingEntryRow,
)
from server.core.spelling import sorting
from server.core.stored_journal import Damaged
from server.directory.scrubbing import replacer, scrub_events, scrub_everywhere
from server.people import lookalikes
from server.people.staff import KIND

NAMES_AT_ONCE = 2  # a name of fewer words is looked for in their own events only: “Max” is also a word
log = logging.getLogger(__name__)
Where = tuple[EventId, EntryId]


@dataclass(slots=True)
class _Gone:
    """Who goes, where they were, and all they were called."""

    people: set[PersonId] = field(default_factory=set)
    entries: dict[Where, PersonId] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    instead: dict[Where, str] = field(default_factory=dict)  # what stands there in place of each name


def erase(person: PersonId, by: str, *, request_id: str | None = None, seen: str | None = None) -> None:
    """For good: rows, staff, decks, free texts, the directory. Asked twice at the desk, and undone nowhere."""

    def choose(connection: Connection, book: BoxBook) -> _Gone:
        require_person(book.box, person)
        gone = _Gone(people=set(ids_of(book.box, person)))
        _add_entries(connection, book, gone)
        return gone

    _erase(choose, by, request_id=request_id, seen=seen)
    log.info("a person was erased")


def apply_again() -> None:
    """Whoever was erased once is erased in what came in since: a backup, a file, one event of a copy."""
    with db.engine.connect() as connection:
        rows = connection.execute(select(ErasedRow.__table__)).all()
        known = box_journal.book_of(connection).box.people.erased if not rows else ()
        if not rows and not known:
            return

    def choose(connection: Connection, book: BoxBook) -> _Gone:
        rows = connection.execute(select(ErasedRow.__table__)).all()
        gone = _Gone(people={row.person_id for row in rows} | book.box.people.erased)
        _add_entries(connection, book, gone)
        where = {(row.origin, row.entry): row.person_id for row in rows}
        for event, origin in _origins(connection).items():
            gone.entries |= {(event, entry): who for (at, entry), who in where.items() if at == origin}
        _leave_out_done(connection, book, gone)
        return gone

    _erase(choose, "system")


def _erase(
    choose: Callable[[Connection, BoxBook], _Gone],
    by: str,
    *,
    request_id: str | None = None,
    seen: str | None = None,
) -> None:
    committing: list[Committing] = []
    with writer() as connection, connection.begin():
        gone = _Gone()

        def decide(book: BoxBook) -> tuple[BoxFact, ...]:
            nonlocal gone
            gone = choose(connection, book)
            return decisions.erase(book.box, sorted(gone.people))

        done = box_journal.record_within(connection, by, decide=decide, request_id=request_id, seen=seen)
        if not done.again and (gone.people or gone.entries):
            _collect_names(connection, gone)
            _remember(connection, gone)
            _take_names(connection, gone)
            committing = _move_revisions(connection, gone, by)
    box_journal.told(done)
    forgotten()
    for each in committing:
        journal.told(each)
    for event in {event for event, _ in gone.entries}:
        changes.changed(event)
    if gone.names:
        overwrite()


def forgotten() -> None:
    """Nothing of whoever was erased stays in memory."""
    known_people.forget()
    lookalikes.forget()


def _add_entries(connection: Connection, book: BoxBook, gone: _Gone) -> None:
    """Where they were, as the box found them or as somebody said."""
    given = book.box.people.given
    rows = connection.execute(select(EntryRow.__table__).where(EntryRow.person_id.in_(gone.people))).all()
    found = {(row.tournament_id, row.entry): row.person_id for row in rows}
    gone.entries |= {where: who for where, who in found.items() if given.get(where, who) in gone.people}
    gone.entries |= {where: who for where, who in given.items() if who in gone.people}


def _leave_out_done(connection: Connection, book: BoxBook, gone: _Gone) -> None:
    """Whoever has no name any more has nothing to lose."""
    named = set(connection.execute(select(PersonRow.id).where(PersonRow.id.in_(gone.people))).scalars())
    gone.people = {id for id in gone.people if id in named or id not in book.box.people.erased}
    still = {where for where, name in _called(connection, gone.entries).items() if not is_removed(name)}
    gone.entries = {where: who for where, who in gone.entries.items() if where in still}


def _called(connection: Connection, entries: Iterable[Where]) -> dict[Where, str]:
    """What is written down at these entries of players and staff."""
    asked = list(entries)
    players = select(PlayerRow.tournament_id, PlayerRow.id, PlayerRow.name)
    staff = select(TextRow.tournament_id, TextRow.id, TextRow.text).where(TextRow.kind == KIND)
    found: dict[Where, str] = {}
    for at in range(0, len(asked), 200):
        part = asked[at : at + 200]
        for query, keys in (
            (players, (PlayerRow.tournament_id, PlayerRow.id)),
            (staff, (TextRow.tournament_id, TextRow.id)),
        ):
            found |= {(row[0], row[1]): row[2] for row in connection.execute(query.where(tuple_(*keys).in_(part)))}
    return found


def _collect_names(connection: Connection, gone: _Gone) -> None:
    for row in connection.execute(select(PersonRow.__table__).where(PersonRow.id.in_(gone.people))):
        gone.names |= {row.name, *spelled(row.spellings)}
    called = _called(connection, gone.entries)
    gone.instead = _instead(connection, called)
    gone.names = {name for name in (*gone.names, *called.values()) if name and not is_removed(name)}


def _instead(connection: Connection, called: Mapping[Where, str]) -> dict[Where, str]:
    """Who had one name in an event still has one, and two who had two have two: names tell staff from players."""
    found: dict[Where, str] = {}
    for event in {event for event, _ in called}:
        here = {entry: name for (at, entry), name in called.items() if at == event}
        taken = set(_names_in(connection, event))
        free = (name for number in count(1) if (name := removed_name(number)) not in taken)
        by_name: dict[str, str] = {}
        for entry in sorted(here, key=lambda entry: (len(entry), entry)):
            name = here[entry]
            found[event, entry] = name if is_removed(name) else by_name.get(key(name)) or next(free)
            by_name[key(name)] = found[event, entry]
    return found


def _names_in(connection: Connection, event: EventId) -> Iterable[str]:
    staff = select(TextRow.text).where(TextRow.tournament_id == event, TextRow.kind == KIND)
    players = select(PlayerRow.name).where(PlayerRow.tournament_id == event)
    return connection.execute(players.union(staff)).scalars()


def _remember(connection: Connection, gone: _Gone) -> None:
    """Which entries of which events, by what an event keeps wherever it is carried; no name."""
    here = _origins(connection)
    known = {tuple(row) for row in connection.execute(select(ErasedRow.origin, ErasedRow.entry, ErasedRow.person_id))}
    new = {(here[event], entry, who) for (event, entry), who in gone.entries.items() if event in here}
    new |= {("", "", who) for who in gone.people}
    for origin, entry, who in sorted(new - known):
        connection.execute(insert(ErasedRow).values(origin=origin, entry=entry, person_id=who))


def _take_names(connection: Connection, gone: _Gone) -> None:
    for (event, entry), who in gone.entries.items():
        player = (PlayerRow.tournament_id == event, PlayerRow.id == entry)
        name = gone.instead.get((event, entry), REMOVED)
        nameless = {"name": name, "club": "", "codes": PlayerRow.codes + 1}
        connection.execute(update(PlayerRow).where(*player).values(**nameless))
        staff = (TextRow.tournament_id == event, TextRow.id == entry, TextRow.kind == KIND)
        connection.execute(update(TextRow).where(*staff).values(text=name))
        ours = (EntryRow.tournament_id == event, EntryRow.entry == entry)
        connection.execute(delete(EntryRow).where(*ours))
        if connection.execute(select(PlayerRow.id).where(*player).union(select(TextRow.id).where(*staff))).first():
            connection.execute(insert(EntryRow).values(tournament_id=event, entry=entry, person_id=who))
    connection.execute(delete(PersonRow).where(PersonRow.id.in_(gone.people)))
    _waiting_entries(connection, gone.names)
    events = {event for event, _ in gone.entries}
    scrub_events(connection, events, replacer(gone.names, REMOVED))
    long = {name for name in gone.names if len(name.split()) >= NAMES_AT_ONCE}
    scrub_everywhere(connection, replacer(long, REMOVED))
    _sign_ins(connection, gone.names)


def _waiting_entries(connection: Connection, names: Collection[str]) -> None:
    """Whoever entered by phone under just this name, accents or not, and waits or was refused; and where others named
    them.
    """
    wanted = set(map(sorting, names))
    asked = select(WaitingEntryRow.id, WaitingEntryRow.name, WaitingEntryRow.partner)
    for row in connection.execute(asked).all():
        ours = WaitingEntryRow.id == row.id
        if sorting(row.name) in wanted:
            connection.execute(delete(WaitingEntryRow).where(ours))
        elif sorting(row.partner) in wanted:
            connection.execute(update(WaitingEntryRow).where(ours).values(partner=""))


def _sign_ins(connection: Connection, names: Collection[str]) -> None:
    """Whoever signed in under just this name."""
    wanted = set(map(sorting, names))
    for row in connection.execute(select(SignInRow.id, SignInRow.name)).all():
        if sorting(row.name) in wanted:
            connection.execute(update(SignInRow).where(SignInRow.id == row.id).values(name=REMOVED))


def _move_revisions(connection: Connection, gone: _Gone, by: str) -> list[Committing]:
    """Every screen reads the names again. An event that cannot be read has no screen."""
    found = []
    for event in sorted({event for event, _ in gone.entries}):
        entries = {entry for at, entry in gone.entries if at == event}
        with suppress(Damaged, Unknown):
            found.append(
                journal.record_within(
                    connection,
                    event,
                    by,
                    decide=lambda book, entries=entries: change_names(book.tournament, entries),  # type: ignore[misc]
                )
            )
    return found


def _origins(connection: Connection) -> dict[EventId, str]:
    """What an event keeps wherever it is carried: when it was made, and the seed of its draws."""
    first = select(JournalRow.tournament_id, JournalRow.facts, JournalRow.at).where(JournalRow.seq == 1)
    found = {}
    for row in connection.execute(first).all():
        with suppress(ValueError, TypeError, LookupError, AttributeError):
            seed = json.loads(row.facts)[0]["seed"]
            found[row.tournament_id] = origins.origin(seed, row.at)
    return found


def overwrite() -> None:
    """Not only forgotten: no page of the file and of its log holds it any more."""
    if db.engine.dialect.name != "sqlite":
        with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM"))
        return
    raw = db.engine.raw_connection()
    try:
        for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            raw.cursor().execute(statement)
    finally:
        raw.close()
