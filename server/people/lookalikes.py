"""Who may be entered twice: names that differ by an accent, a letter or their order, or have another club.

Only ever a question. Nobody is asked about whom somebody told apart, or about two who were in the same event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from threading import Lock

from sqlalchemy import select

from engine.box.words import PersonId, are_told_apart, who_is
from server.core.db import db
from server.core.models import EntryRow
from server.core.spelling import sorting
from server.core.stored_box import BoxDamaged
from server.people.known_people import Directory, Known, directory

SHORTEST = 6  # of a name in which one letter may differ
MOST_IN_A_HEAP = 12  # more people than that who are called alike are a common name, not a mistake
# What is written one way here and another way there.
ALIKE = (
    *(("ß", "ss"), ("ae", "a"), ("oe", "o"), ("ue", "u"), ("ph", "f"), ("th", "t"), ("ck", "k"), ("c", "k")),
    *(("y", "i"), ("j", "i"), ("dt", "t"), ("d", "t"), ("z", "s"), ("w", "v")),
)
_DOUBLED = re.compile(r"(.)\1+")


@dataclass(frozen=True, slots=True)
class Lookalikes:
    """For everybody, whoever is called alike."""

    known: Directory
    by_person: Mapping[PersonId, frozenset[PersonId]]


_kept: list[Lookalikes] = []
_guard = Lock()


def pairs(known: Directory, about: Iterable[PersonId] | None = None) -> tuple[tuple[Known, Known], ...]:
    """Whom to ask about, by name: two who may be one. All of the box, or those with one of these people."""
    alike = _lookalikes(known).by_person
    asked = alike if about is None else [person for person in about if person in alike]
    found = {frozenset((one, two)) for one in asked for two in alike[one]}
    events = _events(known, {person for pair in found for person in pair})
    box = known.book.box
    open_ = [
        sorted((known.people[one], known.people[two]), key=lambda each: (each.words, each.id))
        for one, two in map(sorted, found)
        if not events.get(one, set()) & events.get(two, set()) and not are_told_apart(box, one, two)
    ]
    return tuple((one, two) for one, two in sorted(open_, key=lambda pair: (pair[0].words, pair[0].id, pair[1].id)))


def in_event(event: str) -> tuple[tuple[Known, Known], ...]:
    """Whom the desk asks about while this event runs: somebody on its lists, first, and who they may have been before.

    No list fails because the directory is damaged.
    """
    with suppress(BoxDamaged):
        known = directory()
        box = known.book.box
        asked = select(EntryRow.entry, EntryRow.person_id).where(EntryRow.tournament_id == event)
        with db.engine.connect() as connection:
            rows = connection.execute(asked).all()
        here = {who_is(box, box.people.given.get((event, row.entry), row.person_id)) for row in rows}
        return tuple((one, two) if one.id in here else (two, one) for one, two in pairs(known, here))
    return ()


def sound(name: str) -> str:
    """What two spellings of one name share more often than not: accents, doubled letters, the order of its parts."""
    bare = sorting(name)
    for written, spoken in ALIKE:
        bare = bare.replace(written, spoken)
    parts = sorted(re.findall(r"\w+", _DOUBLED.sub(r"\1", bare)))
    return " ".join(parts)


def forget() -> None:
    """After somebody was erased: nothing of them stays in memory."""
    with _guard:
        _kept.clear()


def _lookalikes(known: Directory) -> Lookalikes:
    with _guard:
        if _kept and _kept[0].known is known:
            return _kept[0]
    found = Lookalikes(known, _alike(known))
    with _guard:
        _kept[:] = [found]
    return found


def _alike(known: Directory) -> dict[PersonId, frozenset[PersonId]]:
    """Everybody in a heap with each of their names less one letter: who shares a heap differs by one letter at most."""
    heaps: dict[str, set[PersonId]] = {}
    for person in known.people.values():
        for name in {sound(name) for name in (person.name, *person.others)}:
            for less in _less_a_letter(name):
                heaps.setdefault(less, set()).add(person.id)
    alike: dict[PersonId, set[PersonId]] = {}
    for heap in heaps.values():
        if 1 < len(heap) <= MOST_IN_A_HEAP:
            for one, two in combinations(heap, 2):
                alike.setdefault(one, set()).add(two)
                alike.setdefault(two, set()).add(one)
    return {person: frozenset(others) for person, others in alike.items()}


def _less_a_letter(name: str) -> set[str]:
    if len(name) < SHORTEST:
        return {name} if name else set()
    return {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}


def _events(known: Directory, people: set[PersonId]) -> dict[PersonId, set[str]]:
    """In which events these people were."""
    box, found = known.book.box, dict[PersonId, set[str]]()
    with db.engine.connect() as connection:
        rows = connection.execute(select(EntryRow.tournament_id, EntryRow.entry, EntryRow.person_id)).all()
    for row in rows:
        person = who_is(box, box.people.given.get((row.tournament_id, row.entry), row.person_id))
        if person in people:
            found.setdefault(person, set()).add(row.tournament_id)
    return found
