"""Players and staff of events are found in the directory: by the same name and the same club, or they are new there.

Nobody is guessed: whoever is only alike becomes somebody new, and the desk asks (`lookalikes.py`). It happens after an
event's own act is committed, so that neither waits for the other, and once more at every start for what was missed.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field

from sqlalchemy import Connection, delete, func, insert, select, union_all, update
from sqlalchemy.exc import DatabaseError

from engine import facts as f
from engine.box.facts import BoxFact
from engine.box.words import EntryId, PersonId, who_is
from engine.codec import from_json
from engine.decisions import directory as decisions
from engine.fold import Act, in_force
from engine.names import key
from engine.refusals import Refused
from engine.values import dataclass
from server.core import box_journal, journal
from server.core.box_journal import BoxBook
from server.core.chain import StoredAct
from server.core.db import db, writer
from server.core.known_people import Directory, directory_at, is_removed
from server.core.models import EntryRow, PersonRow, PlayerRow, TextRow, TournamentRow
from server.core.stored_journal import stored_acts
from server.people.staff import KIND

# What changes who is on a list, or what they are called.
ROSTER = (f.PlayerEntered, f.PlayerRemoved, f.PlayerRenamed, f.StaffNamed, f.StaffRemoved)
NAMES = frozenset(kind.__name__ for kind in (*ROSTER, f.Undone))
NOBODY = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody on a list of an event; `plays` is the player's entry, also of staff who play."""

    entry: EntryId
    name: str
    club: str = ""
    plays: EntryId | None = None


@dataclass(slots=True)
class _Links:
    """What is to be written: for each entry of an event its person, and who is new or called otherwise."""

    rows: dict[tuple[str, EntryId], PersonId] = field(default_factory=dict)
    new: dict[PersonId, Listed] = field(default_factory=dict)
    called: dict[tuple[str, str], set[PersonId]] = field(default_factory=dict)  # those who are new, by name and club
    renamed: dict[PersonId, Listed] = field(default_factory=dict)
    merged: dict[PersonId, PersonId] = field(default_factory=dict)


def follow(tournament_id: str, facts: tuple[f.Fact, ...]) -> None:
    """After every act of an event: whoever came onto its lists is found in the directory."""
    if any(isinstance(fact, ROSTER) for fact in (*facts, *_taken_back(tournament_id, facts))):
        renamed = {fact.player for fact in facts if isinstance(fact, f.PlayerRenamed)}
        link([tournament_id], renamed=renamed)


def _taken_back(tournament_id: str, facts: tuple[f.Fact, ...]) -> tuple[f.Fact, ...]:
    """What was taken back, or done again."""
    undone = [fact.seq for fact in facts if isinstance(fact, f.Undone)]
    if not undone:
        return ()
    acts = {act.seq: act.facts for act in journal.read(tournament_id).acts}
    found = tuple(fact for seq in undone for fact in acts.get(seq, ()))
    return (*found, *_taken_back(tournament_id, found))


def link_whoever_is_missing() -> None:
    """Events of before there was a directory, of a backup or of a file; nothing to do at most starts.

    A file brings the ids that another box has given, and this one may not know them.
    """
    known = box_journal.read().box.people.known
    with db.engine.connect() as connection:
        listed = union_all(
            select(PlayerRow.tournament_id, PlayerRow.id.label("entry")),
            select(TextRow.tournament_id, TextRow.id.label("entry")).where(TextRow.kind == KIND),
        ).subquery()
        here = (EntryRow.tournament_id == listed.c.tournament_id) & (EntryRow.entry == listed.c.entry)
        missing = select(listed.c.tournament_id).outerjoin(EntryRow, here).where(EntryRow.entry.is_(None)).distinct()
        incomplete = set(connection.execute(missing).scalars())
        linked = select(EntryRow.person_id).where(EntryRow.person_id != NOBODY).distinct()
        if strangers := set(connection.execute(linked).scalars()) - known:
            found = select(EntryRow.tournament_id, EntryRow.person_id)
            incomplete |= {row.tournament_id for row in connection.execute(found) if row.person_id in strangers}
        ours = TournamentRow.demo.is_(False) & TournamentRow.nameless.is_(False)
        events = connection.execute(select(TournamentRow.id).where(ours).order_by(TournamentRow.created_at)).scalars()
        waiting = [event for event in events if event in incomplete]
    if waiting:
        link(waiting)


def link(events: Iterable[str], *, renamed: Collection[EntryId] = ()) -> None:
    """Everybody on the lists of these events, in one act of the box."""
    rosters = {event: roster for event in events if (roster := _roster(event)) is not None}
    known = box_journal.read().box.people.known
    if not renamed and all(_is_settled(event, roster, known) for event, roster in rosters.items()):
        return
    with writer() as connection, connection.begin():
        links = _Links()

        def decide(book: BoxBook) -> tuple[BoxFact, ...]:
            known = directory_at(connection, book)
            for event, roster in rosters.items():
                _find(connection, known, links, event=event, roster=roster, renamed=renamed)
            return _facts(book, links)

        done = box_journal.record_within(
            connection, "system", decide=decide, beside=lambda connection: _write(connection, links)
        )
    box_journal.told(done)


def _roster(event: str) -> dict[EntryId, Listed | None] | None:
    """Everybody who is or was on a list of this event; nobody for who was taken off. Demos are made up."""
    with db.engine.connect() as connection:
        here = connection.execute(
            select(TournamentRow.demo, TournamentRow.nameless).where(TournamentRow.id == event)
        ).first()
        players = connection.execute(select(PlayerRow.__table__).where(PlayerRow.tournament_id == event)).all()
        staff = connection.execute(
            select(TextRow.id, TextRow.text).where(TextRow.tournament_id == event, TextRow.kind == KIND)
        ).all()
    if here is None or here.demo or here.nameless:
        return None
    on = _on_the_lists(event)
    if on is None:
        return None  # once it can be read again
    found: dict[EntryId, Listed | None] = {
        row.id: Listed(row.id, row.name, row.club, row.id) if row.id in on else None for row in players
    }
    playing: dict[str, EntryId] = {}
    for row in players:
        if row.id in on:
            playing.setdefault(key(row.name), row.id)
    for row in staff:
        found[row.id] = Listed(row.id, row.text, plays=playing.get(key(row.text))) if row.id in on else None
    return found


def _on_the_lists(event: str) -> set[EntryId] | None:
    """Players and staff as they stand, from those acts alone that change the lists: hundreds of events are read so.

    Nothing if the event cannot be read.
    """
    on: set[EntryId] = set()
    with db.engine.connect() as connection:
        try:
            rows = stored_acts(connection, event)
            acts = [Act(row.seq, _of_the_lists(row), row.by, row.at) for row in rows]
        except (Refused, DatabaseError, ValueError, TypeError, AttributeError):
            return None
    for fact in (fact for act in in_force(acts) for fact in act.facts):
        if isinstance(fact, f.PlayerEntered):
            on.add(fact.player)
        elif isinstance(fact, f.StaffNamed):
            on.add(fact.id)
        elif isinstance(fact, f.PlayerRemoved | f.StaffRemoved):
            on.discard(fact.player if isinstance(fact, f.PlayerRemoved) else fact.id)
    return on


def _of_the_lists(row: StoredAct) -> tuple[f.Fact, ...]:
    if not any(name in row.facts for name in NAMES):
        return ()
    facts = json.loads(row.facts)
    return tuple(from_json(raw, version=row.version) for raw in facts if raw["fact"] in NAMES)


def _is_settled(event: str, roster: Mapping[EntryId, Listed | None], known: Collection[PersonId]) -> bool:
    """Is everybody on the lists somebody whom this box knows, and nobody else?"""
    with db.engine.connect() as connection:
        rows = connection.execute(select(EntryRow.entry, EntryRow.person_id).where(EntryRow.tournament_id == event))
        found = {row.entry: row.person_id for row in rows}
    return all(
        entry in found and (found[entry] in known if listed else not found[entry]) for entry, listed in roster.items()
    )


def _find(
    connection: Connection,
    known: Directory,
    links: _Links,
    *,
    event: str,
    roster: Mapping[EntryId, Listed | None],
    renamed: Collection[EntryId],
) -> None:
    """Who everybody on this list is. A person plays once in an event, so whoever is found is not found again."""
    rows = connection.execute(select(EntryRow.entry, EntryRow.person_id).where(EntryRow.tournament_id == event))
    kept = {row.entry: row.person_id for row in rows}
    box = known.book.box
    people: dict[EntryId, PersonId] = {
        entry: person
        for entry, listed in roster.items()
        if listed and (person := box.people.given.get((event, entry), kept.get(entry, NOBODY))) in box.people.known
    }
    taken = {who_is(box, person) for entry, person in people.items() if (at := roster[entry]) and at.plays == entry}
    for listed in sorted((each for each in roster.values() if each), key=lambda each: each.plays != each.entry):
        if listed.entry in people:
            if listed.entry in renamed:
                _rename(connection, known, links, listed=listed, person=people[listed.entry], taken=taken)
            continue
        plays = listed.plays is not None and listed.plays != listed.entry
        found = people.get(listed.plays or "") if plays else _sure(known, links, listed, taken)
        if found is None:
            found = kept.get(listed.entry) or f"h{secrets.token_hex(8)}"
            links.new[found] = listed
            links.called.setdefault((key(listed.name), key(listed.club)), set()).add(found)
        people[listed.entry] = found
        if not plays:
            taken.add(who_is(box, found))
    wanted = {entry: people.get(entry, NOBODY) for entry in roster}
    given = {entry for entry in roster if (event, entry) in box.people.given and entry in kept}
    links.rows |= {
        (event, entry): person for entry, person in wanted.items() if entry not in given and kept.get(entry) != person
    }


def _sure(known: Directory, links: _Links, listed: Listed, taken: Collection[PersonId]) -> PersonId | None:
    """The one person with this name and this club, also among those who are just being added; nobody if it is two."""
    if is_removed(listed.name):
        return NOBODY
    new = links.called.get((key(listed.name), key(listed.club)), set())
    found = known.called(listed.name, listed.club) | new
    return next(iter(found)) if len(found) == 1 and not found & set(taken) else None


def _rename(
    connection: Connection,
    known: Directory,
    links: _Links,
    *,
    listed: Listed,
    person: PersonId,
    taken: Collection[PersonId],
) -> None:
    """Somebody who is known from this one list alone goes by the new name, or is somebody who was known before."""
    found = known.people.get(person)
    if found is None or found.others or found.number or found.note:
        return
    if (found.name, found.club) == (listed.name, listed.club) or is_removed(listed.name):
        return
    entries = select(func.count()).select_from(EntryRow).where(EntryRow.person_id == person)
    if connection.execute(entries).scalar_one() != 1:
        return
    other = _sure(known, links, listed, {*taken} - {person})
    if other and other != person:
        links.merged[person] = other
    else:
        links.renamed[person] = listed


def _facts(book: BoxBook, links: _Links) -> tuple[BoxFact, ...]:
    facts = [*decisions.add(book.box, list(links.new))]
    for person in links.renamed:
        facts += decisions.change_details(book.box, person)
    for gone, into in links.merged.items():
        facts += decisions.merge(book.box, into, gone=gone)
    return tuple(facts)


def _write(connection: Connection, links: _Links) -> None:
    for id, listed in links.new.items():
        connection.execute(delete(PersonRow).where(PersonRow.id == id))
        row = {"id": id, "name": listed.name, "club": listed.club, "number": "", "note": "", "spellings": ""}
        connection.execute(insert(PersonRow).values(**row))
    for id, listed in links.renamed.items():
        connection.execute(update(PersonRow).where(PersonRow.id == id).values(name=listed.name, club=listed.club))
    for (event, entry), person in links.rows.items():
        ours = (EntryRow.tournament_id == event, EntryRow.entry == entry)
        connection.execute(delete(EntryRow).where(*ours))
        connection.execute(insert(EntryRow).values(tournament_id=event, entry=entry, person_id=person))
