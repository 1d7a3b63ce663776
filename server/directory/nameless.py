"""Old events lose their names after a time the organizer sets. Results stay; off until somebody switches it on."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from itertools import count

from sqlalchemy import Connection, delete, func, select, update

from engine import facts as f
from engine.box.facts import BoxFact
from engine.decisions import directory as decisions
from engine.decisions.names import change_names
from engine.names import key
from engine.refusals import Refused
from engine.values import dataclass
from server.box import box_settings
from server.core import box_journal, changes, journal, stamps
from server.core.books import Book
from server.core.box_journal import BoxBook
from server.core.db import db, writer
from server.core.forms import whole
from server.core.models import (
    DeckRow,
    EntryRow,
    JournalRow,
    PersonRow,
    PlayerRow,
    TextRow,
    TournamentRow,
    WaitingEntryRow,
)
from server.core.stored_journal import Damaged
from server.directory.erasing import forgotten, overwrite
from server.directory.scrubbing import replacer, scrub_events
from server.people.staff import KIND

SETTING, LONGEST_MONTHS, DAYS_A_MONTH = "nameless-months", 120, 30.44
NAMELESS_STAFF, TAKEN_AWAY = "Staff", "(taken away with the names)"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Aging:
    """An event with its names, and the day on which they go."""

    event: str
    name: str
    day: str
    due: bool


def months() -> int:
    """After how many months without an act an event loses its names; 0 is never."""
    kept = box_settings.get(SETTING)
    return int(kept) if kept.isdecimal() else 0


def read_months(text: str) -> int:
    """As the organizer typed it; nothing is never."""
    bare = text.strip()
    found = whole(bare, most=LONGEST_MONTHS) if bare else 0
    if found is None:
        raise Refused(f"A number of months from 1 to {LONGEST_MONTHS}, or nothing for never.")
    return found


def set_months(after: int) -> None:
    box_settings.put(**{SETTING: str(after or "")})


def follow(_tournament_id: str, facts: tuple[f.Fact, ...]) -> None:
    """When a new event is made, the old ones are looked at."""
    if any(isinstance(fact, f.TournamentCreated) for fact in facts):
        make_old_events_nameless()


def make_old_events_nameless() -> None:
    """Every event that is due; nothing if it is switched off."""
    for each in aging(months()):
        if each.due:
            make_nameless(each.event)


def aging(after: int) -> tuple[Aging, ...]:
    """The events that still have names, and when each loses them: so many months after its last act."""
    if not after:
        return ()
    asked = (
        select(TournamentRow.id, TournamentRow.name, func.max(JournalRow.at).label("last"))
        .join(JournalRow, JournalRow.tournament_id == TournamentRow.id)
        .where(TournamentRow.nameless.is_(False), TournamentRow.demo.is_(False))
        .group_by(TournamentRow.id, TournamentRow.name)
    )
    with db.engine.connect() as connection:
        rows = connection.execute(asked).all()
    now = datetime.fromisoformat(stamps.now())
    found = []
    for row in rows:
        goes = _read(row.last, now) + timedelta(days=after * DAYS_A_MONTH)
        found.append(Aging(row.id, row.name, goes.isoformat(timespec="milliseconds"), goes <= now))
    return tuple(sorted(found, key=lambda each: each.day))


def make_nameless(event: str) -> None:
    """Players go by their numbers, staff by nothing; whoever was only here is erased from the directory."""
    by, committing = "system", None
    with writer() as connection, connection.begin():
        names = _names(connection, event)

        def decide(book: BoxBook) -> tuple[BoxFact, ...]:
            only = _only_here(connection, book, event)
            connection.execute(delete(PersonRow).where(PersonRow.id.in_(only)))
            return decisions.erase(book.box, sorted(only))

        done = box_journal.record_within(connection, by, decide=decide)
        _take_away(connection, event, names)
        try:
            committing = journal.record_within(
                connection,
                event,
                by,
                decide=lambda book: change_names(book.tournament, [*book.tournament.players, *_staff(book)]),
            )
        except Damaged:
            log.warning("an event that is damaged lost its names")
    box_journal.told(done)
    forgotten()
    if committing is not None:
        journal.told(committing)
    changes.changed(event)
    overwrite()


def _staff(book: Book) -> list[str]:
    return [member.id for member in book.tournament.staff]


def _only_here(connection: Connection, book: BoxBook, event: str) -> set[str]:
    """Whoever is known from this event alone, and of whom nothing was written down."""
    here = select(EntryRow.person_id).where(EntryRow.tournament_id == event, EntryRow.person_id != "")
    elsewhere = select(EntryRow.person_id).where(EntryRow.tournament_id != event)
    people = set(connection.execute(here.except_(elsewhere)).scalars())
    box = book.box
    merged = {*box.people.merged, *box.people.merged.values(), *box.people.given.values()}
    typed = {line.person for entry in box.typed.values() for line in entry.lines}
    noted = set(
        connection.execute(select(PersonRow.id).where((PersonRow.note != "") | (PersonRow.number != ""))).scalars()
    )
    return people - merged - typed - noted


def _names(connection: Connection, event: str) -> set[str]:
    players = connection.execute(select(PlayerRow.name).where(PlayerRow.tournament_id == event)).scalars()
    staff = select(TextRow.text).where(TextRow.tournament_id == event, TextRow.kind == KIND)
    return {*players, *connection.execute(staff).scalars()}


def _take_away(connection: Connection, event: str, names: set[str]) -> None:
    texts = TextRow.tournament_id == event
    _number(connection, event)
    connection.execute(update(TextRow).where(texts, TextRow.kind != KIND).values(text=TAKEN_AWAY))
    scrub_events(connection, [event], replacer(names, NAMELESS_STAFF))
    connection.execute(update(DeckRow).where(DeckRow.tournament_id == event).values(by="public"))
    connection.execute(delete(EntryRow).where(EntryRow.tournament_id == event))
    connection.execute(delete(WaitingEntryRow).where(WaitingEntryRow.tournament_id == event))
    connection.execute(update(TournamentRow).where(TournamentRow.id == event).values(nameless=True))


def _number(connection: Connection, event: str) -> None:
    """Numbers in place of names. Staff who play have the player's: they are told from others by their names."""
    numbered: dict[str, str] = {}
    players = connection.execute(select(PlayerRow.id, PlayerRow.name).where(PlayerRow.tournament_id == event)).all()
    for id, name in players:
        number = numbered[key(name)] = f"Player {(id or '?').removeprefix('p')}"
        nameless = {"name": number, "club": "", "codes": PlayerRow.codes + 1}
        ours = (PlayerRow.tournament_id == event, PlayerRow.id == id)
        connection.execute(update(PlayerRow).where(*ours).values(**nameless))
    ours_too = (TextRow.tournament_id == event, TextRow.kind == KIND)
    staff = connection.execute(select(TextRow.id, TextRow.text).where(*ours_too).order_by(TextRow.at, TextRow.id)).all()
    free = (f"{NAMELESS_STAFF} {number}" for number in count(1))
    for id, name in staff:
        if key(name) not in numbered:
            numbered[key(name)] = next(free)
        connection.execute(update(TextRow).where(*ours_too, TextRow.id == id).values(text=numbered[key(name)]))


def _read(stamp: str, now: datetime) -> datetime:
    try:
        return datetime.fromisoformat(stamp)
    except ValueError:
        return now  # a damaged act: as if it were of today
