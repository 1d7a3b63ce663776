"""The directory as it stands: who is known, what they are and were called, kept in memory by the box's revision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any

from sqlalchemy import Connection, select

from engine.box.words import PersonId, who_is
from engine.names import key
from engine.values import dataclass
from server.core import box_journal
from server.core.box_journal import BoxBook
from server.core.db import db
from server.core.models import PersonRow
from server.core.spelling import sorting, with_club

REMOVED = "Removed player"
_NUMBERED = re.compile(rf"{REMOVED} [1-9][0-9]*")


@dataclass(frozen=True, slots=True)
class Known:
    """One person: as they are called today, how else they were, and what a search looks at."""

    id: PersonId
    name: str
    club: str
    number: str
    note: str
    spellings: tuple[str, ...]
    others: tuple[str, ...]  # spellings, and the names of whoever was merged into them
    words: str


@dataclass(frozen=True, slots=True)
class Directory:
    """Everybody of today. `names` has those who were merged, too, and says of the erased that they are.

    Of two people who share a name it says the club, too.
    """

    book: BoxBook
    people: Mapping[PersonId, Known]
    names: Mapping[PersonId, str]
    sure: Mapping[tuple[str, str], frozenset[PersonId]]

    def called(self, name: str, club: str) -> frozenset[PersonId]:
        """Whoever has just this name and this club."""
        return self.sure.get((key(name), key(club)), frozenset())


_kept: list[Directory] = []
_guard = Lock()


def directory() -> Directory:
    """The directory as it stands. Refused if its journal is damaged."""
    with db.engine.connect() as connection:
        return directory_at(connection, box_journal.book_of(connection))


def directory_at(connection: Connection, book: BoxBook) -> Directory:
    """The directory at this revision of the box."""
    with _guard:
        if _kept and (_kept[0].book.revision, _kept[0].book.head) == (book.revision, book.head):
            return _kept[0]
    found = _load(connection, book)
    with _guard:
        _kept[:] = [found]
    return found


def forget() -> None:
    """After rows were replaced."""
    with _guard:
        _kept.clear()


def spelled(kept: str) -> tuple[str, ...]:
    """Other spellings as they are kept, one a line."""
    return tuple(line for line in (kept or "").split("\n") if line)


def is_removed(name: str) -> bool:
    """Is this what stands in place of a name that was erased?"""
    return name == REMOVED or _NUMBERED.fullmatch(name) is not None


def removed_name(number: int) -> str:
    """What stands in place of the first, second, … name that was erased in an event."""
    return REMOVED if number == 1 else f"{REMOVED} {number}"


def told_apart(people: Iterable[Known]) -> dict[PersonId, str]:
    """What to call these people where nobody else is: who shares a name with another has the club behind it."""
    here = tuple(people)
    shared = Counter(key(person.name) for person in here)
    return {person.id: _called(person.name, person.club, shared) for person in here}


def _load(connection: Connection, book: BoxBook) -> Directory:
    people = book.box.people
    rows = {row.id: row for row in connection.execute(select(PersonRow.__table__))}
    groups: dict[PersonId, list[PersonId]] = {id: [] for id in people.known if id not in people.merged}
    for gone in sorted(people.merged):
        groups[who_is(book.box, gone)].append(gone)
    found = {
        id: _known([rows[each] for each in (id, *merged) if each in rows], id)
        for id, merged in groups.items()
        if id not in people.erased
    }
    sure: dict[tuple[str, str], set[PersonId]] = {}
    for id in found:
        ours = [rows[each] for each in (id, *groups[id]) if each in rows]
        for name in {key(name or "") for row in ours for name in (row.name, *spelled(row.spellings))}:
            for club in {key(row.club or "") for row in ours}:
                sure.setdefault((name, club), set()).add(id)
    ever = Counter(
        key(rows[id].name or "") for id in people.known if id in rows
    )  # whoever was merged is told apart, too
    names = {
        id: _called(rows[id].name or "", rows[id].club or "", ever) if id in rows else REMOVED for id in people.known
    }
    names |= told_apart(found.values())
    return Directory(book, found, names, {called: frozenset(ids) for called, ids in sure.items()})


def _called(name: str, club: str, shared: Counter[str]) -> str:
    return with_club(name, club) if shared[key(name)] > 1 else name


def _known(rows: list[Any], id: PersonId) -> Known:
    """Whose row the disk lost is called by the id."""
    if not rows:
        return Known(id, id, "", "", "", (), (), sorting(id))
    first = rows[0]
    spellings = spelled(first.spellings)
    others = (*spellings, *(name for row in rows[1:] for name in (row.name, *spelled(row.spellings))))
    others = tuple(dict.fromkeys(name for name in others if name and name != first.name))
    clubs = dict.fromkeys(row.club or "" for row in rows)
    name, club, number, note = (kept or "" for kept in (first.name, first.club, first.number, first.note))
    words = " ".join((name, *others, *clubs, number))
    return Known(id, name, club, number, note, spellings, others, sorting(words))
