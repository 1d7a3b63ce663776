"""The directory: everybody, found by any part of a name, and who may be there twice."""

from __future__ import annotations

from collections.abc import Collection

from flask import url_for
from sqlalchemy import select

from engine.box.words import PersonId, who_is
from engine.values import dataclass
from server.core.db import db
from server.core.known_people import Directory, Known
from server.core.models import EntryRow, JournalRow
from server.core.spelling import alphabetical, sorting
from server.people import lookalikes

A_PAGE, MOST_ASKED, MOST_FOUND = 100, 5, 20


@dataclass(frozen=True, slots=True)
class PersonLine:
    """One person in the list; `last` is when their last event began."""

    person: Known
    events: int
    last: str


@dataclass(frozen=True, slots=True)
class DirectoryPage:
    """`alike` are the first few of whom to ask about, `asked` how many there are."""

    q: str
    lines: tuple[PersonLine, ...]
    found: int
    everybody: int
    newer: str
    older: str
    alike: tuple[tuple[Known, Known], ...]
    asked: int


def directory_page(known: Directory, *, q: str, at: int) -> DirectoryPage:
    """A page of the list: everybody by name, or whoever has all of these words in a name, club or number."""
    found = found_people(known, q)
    at = max(0, min(at, max(len(found) - 1, 0)) // A_PAGE * A_PAGE)
    page = found[at : at + A_PAGE]
    counted = _counted(known, {person.id for person in page})
    pairs = lookalikes.pairs(known) if not q else ()
    return DirectoryPage(
        q=q,
        lines=tuple(PersonLine(person, *counted.get(person.id, (0, ""))) for person in page),
        found=len(found),
        everybody=len(known.people),
        newer=_address(q, at - A_PAGE) if at else "",
        older=_address(q, at + A_PAGE) if at + A_PAGE < len(found) else "",
        alike=pairs[:MOST_ASKED],
        asked=len(pairs),
    )


def found_people(known: Directory, q: str) -> list[Known]:
    """By name; accents and case do not count, and every word has to be there."""
    words = sorting(q).split()
    found = [person for person in known.people.values() if all(word in person.words for word in words)]
    return sorted(found, key=lambda person: (*alphabetical(person.name), person.id))


def others_than(known: Directory, person: Known, q: str) -> list[Known]:
    """Who else they may be: whoever is looked for, and before anything is typed whoever is called alike."""
    found = found_people(known, q or person.name)
    alike = {each.id: each for each in (*([] if q else lookalikes.like(known, person.name, person.club)), *found)}
    return [each for each in alike.values() if each.id != person.id][:MOST_FOUND]


def _counted(known: Directory, people: Collection[PersonId]) -> dict[PersonId, tuple[int, str]]:
    """In how many events they were, and when the last one began: its copies began when it did."""
    box = known.book.box
    ids = {*people, *(gone for gone in box.people.merged if who_is(box, gone) in people)}
    events: dict[PersonId, set[str]] = {}
    given = {where for where, person in box.people.given.items() if who_is(box, person) in people}
    first = (JournalRow.tournament_id == EntryRow.tournament_id) & (JournalRow.seq == 1)
    asked = select(EntryRow.tournament_id, EntryRow.entry, EntryRow.person_id, JournalRow.at).join(JournalRow, first)
    ours = EntryRow.person_id.in_(ids) | EntryRow.tournament_id.in_({event for event, _ in given})
    with db.engine.connect() as connection:
        for row in connection.execute(asked.where(ours)):
            person = who_is(box, box.people.given.get((row.tournament_id, row.entry), row.person_id))
            events.setdefault(person, set()).add(row.at)
    return {person: (len(found), max(found)) for person, found in events.items()}


def _address(q: str, at: int) -> str:
    return url_for("directory.show", q=q or None, at=at or None)
