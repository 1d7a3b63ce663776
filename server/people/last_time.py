"""People from last time: the players of an earlier event, to tick who is here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from sqlalchemy import Connection, select

from engine import facts as f
from engine.box.words import who_is
from engine.decisions import roster
from engine.fold import apply_facts
from engine.names import key
from engine.progress import checking_in
from engine.refusals import Refused
from engine.values import dataclass
from engine.words import PlayerId, Tournament
from server.core.db import db
from server.core.desk import Desk, desk, record
from server.core.journal import Recorded
from server.core.known_people import directory, is_removed
from server.core.models import EntryRow, TournamentRow
from server.core.spelling import sorting
from server.core.stored_box import BoxDamaged
from server.core.stored_journal import Damaged
from server.people import entering_list
from server.people.pasting import Entry

MOST_EVENTS = 100


@dataclass(frozen=True, slots=True)
class EarlierEvent:
    id: str
    name: str
    day: str


@dataclass(frozen=True, slots=True)
class Earlier:
    """Somebody of an earlier event; `listed` if they are on the list here already."""

    player: PlayerId
    name: str
    club: str
    listed: bool


@dataclass(frozen=True, slots=True)
class LastTimePage:
    events: tuple[EarlierEvent, ...]
    chosen: EarlierEvent | None
    people: tuple[Earlier, ...]
    checking_in: bool

    @property
    def absent(self) -> int:
        return sum(not each.listed for each in self.people)


def last_time_page(here: Desk, chosen: str) -> LastTimePage:
    """The earlier events, and the people of the chosen one; of the newest, if none is."""
    events = _earlier_events(here.id)
    event = next((each for each in events if each.id == chosen), events[0] if events and not chosen else None)
    people = _people(here, event.id) if event else ()
    return LastTimePage(events, event, people, checking_in(here.t))


def enter(here: Desk, event: str, players: Collection[PlayerId]) -> Recorded:
    """Those who were ticked are on the list; before round 1 also checked in. One act."""
    found = [each for each in _people(here, event) if each.player in players and not each.listed]
    if not found:
        raise Refused("Nobody new is ticked. Tick who is here.")
    entries = [Entry(each.name, each.club) for each in found]
    ids: list[PlayerId] = []

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        ids[:] = entering_list.new_ids(entering_list.taken_ids(here.id) | set(t.players), len(entries))
        entered = roster.enter_listed(t, entering_list.details(ids, entries))
        after = apply_facts(t, entered)
        arrived = (fact for id in ids for fact in roster.check_in(after, id, present=True))
        return *entered, *(arrived if checking_in(t) else ())

    def beside(connection: Connection) -> None:
        entering_list.keeping(here.id, ids, entries)(connection)

    return record(here.id, decide, beside=beside)


def _earlier_events(tournament_id: str) -> tuple[EarlierEvent, ...]:
    """Every other event that still has names, the newest first; archived ones, too."""
    row = TournamentRow
    asked = (
        select(row.id, row.name, row.created_at)
        .where(row.id != tournament_id, row.demo.is_(False), row.nameless.is_(False))
        .order_by(row.created_at.desc())
        .limit(MOST_EVENTS)
    )
    with db.engine.connect() as connection:
        return tuple(EarlierEvent(found.id, found.name, found.created_at) for found in connection.execute(asked))


def _people(here: Desk, event: str) -> tuple[Earlier, ...]:
    if event not in {each.id for each in _earlier_events(here.id)}:
        raise Refused("That event is not on this box any more.")
    try:
        other = desk(event)
    except Damaged as why:
        raise Refused("That event is damaged and cannot be opened. Choose another.") from why
    spelled, known = _as_known(other), {_called(each.name, each.club) for each in _listed(here)}
    found = [
        Earlier(player, name, club, listed=_called(name, club) in known)
        for player, (name, club) in spelled.items()
        if not is_removed(name)
    ]
    return tuple(sorted(found, key=lambda each: (each.listed, sorting(each.name), sorting(each.club))))


def _listed(here: Desk) -> Sequence[Entry]:
    """Who is on the list, as written here and as the directory has them."""
    written = (here.people[player] for player in here.t.players)
    return [
        *(Entry(each.name, each.club) for each in written),
        *(Entry(name, club) for name, club in _as_known(here).values()),
    ]


def _as_known(event: Desk) -> dict[PlayerId, tuple[str, str]]:
    """Name and club of its players: as the directory has them today, else as they stand on the list."""
    found = {player: (event.people[player].name, event.people[player].club) for player in event.t.players}
    with suppress(BoxDamaged):
        known = directory()
        box = known.book.box
        asked = select(EntryRow.entry, EntryRow.person_id).where(EntryRow.tournament_id == event.id)
        with db.engine.connect() as connection:
            rows = connection.execute(asked).all()
        for row in rows:
            person = known.people.get(who_is(box, box.people.given.get((event.id, row.entry), row.person_id)))
            if row.entry in found and person is not None:
                found[row.entry] = (person.name, person.club)
    return found


def _called(name: str, club: str) -> tuple[str, str]:
    return key(name), key(club)
