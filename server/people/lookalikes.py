"""Who may be entered twice: names that differ by an accent, a letter or their order, or have another club.

Only ever a question. Nobody is asked about whom somebody told apart, or about two who were in the same event.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from itertools import combinations
from threading import Lock

from sqlalchemy import select

from engine.box.words import PersonId, are_told_apart, who_is
from engine.names import key
from server.core.db import db
from server.core.known_people import Directory, Known, directory
from server.core.models import EntryRow, PlayerRow
from server.core.spelling import sorting
from server.core.stored_box import BoxDamaged

SHORTEST = 6  # of a name in which one letter may differ
MOST_IN_A_HEAP = 12  # more people than that who are called alike are a common name, not a mistake
# What is written one way here and another way there.
ALIKE = (
    *(("ß", "ss"), ("ae", "a"), ("oe", "o"), ("ue", "u"), ("ph", "f"), ("th", "t"), ("ck", "k"), ("c", "k")),
    *(("y", "i"), ("j", "i"), ("dt", "t"), ("d", "t"), ("z", "s"), ("w", "v")),
)
_DOUBLED = re.compile(r"(.)\1+")
Pairs = tuple[tuple[Known, Known], ...]


class Heaps:
    """Everybody in a heap with each of their names less one letter: who shares a heap differs by one letter at most.

    After a change only those are put elsewhere who have changed.
    """

    def __init__(self) -> None:
        self._heaps: dict[str, set[PersonId]] = {}
        self._people: dict[PersonId, tuple[Known, frozenset[str]]] = {}

    def follow(self, known: Directory) -> None:
        gone = [id for id, (was, _) in self._people.items() if known.people.get(id) != was]
        for id in gone:
            for less in self._people.pop(id)[1]:
                self._heaps[less].discard(id)
        for id, person in known.people.items():
            if id not in self._people:
                found = frozenset(
                    less for name in (person.name, *person.others) for less in _less_a_letter(sound(name))
                )
                self._people[id] = (person, found)
                for less in found:
                    self._heaps.setdefault(less, set()).add(id)

    def with_(self, people: Collection[PersonId]) -> set[frozenset[PersonId]]:
        """Pairs of which one is among these."""
        return {
            frozenset((id, other))
            for id in people
            if id in self._people
            for less in self._people[id][1]
            if len(heap := self._heaps[less]) <= MOST_IN_A_HEAP
            for other in heap
            if other != id
        }

    def called(self, name: str) -> set[PersonId]:
        """Whose name differs from this one by one letter at most."""
        heaps = [self._heaps.get(less, set()) for less in _less_a_letter(sound(name))]
        return {id for heap in heaps if len(heap) <= MOST_IN_A_HEAP for id in heap}

    def all(self) -> set[frozenset[PersonId]]:
        heaps = (heap for heap in self._heaps.values() if 1 < len(heap) <= MOST_IN_A_HEAP)
        return {frozenset(pair) for heap in heaps for pair in combinations(heap, 2)}


_kept = [Heaps()]
_guard = Lock()


def pairs(known: Directory, about: Collection[PersonId] | None = None) -> Pairs:
    """Whom to ask about, by name: two who may be one. All of the box, or those with one of these people."""
    with _guard:
        _kept[0].follow(known)
        found = _kept[0].all() if about is None else _kept[0].with_(about)
    box = known.book.box
    apart = bool(box.people.apart)
    asked = [tuple(pair) for pair in found if not (apart and are_told_apart(box, *pair))]
    events = _events(known, {person for pair in asked for person in pair})
    open_ = [
        sorted((known.people[one], known.people[two]), key=lambda each: (each.words, each.id))
        for one, two in asked
        if not events.get(one, set()) & events.get(two, set())
    ]
    return tuple((one, two) for one, two in sorted(open_, key=lambda pair: (pair[0].words, pair[0].id, pair[1].id)))


def like(known: Directory, name: str, club: str) -> list[Known]:
    """Everybody whose name is this one or like it; of this very name first, then of this club."""
    with _guard:
        _kept[0].follow(known)
        found = [known.people[id] for id in _kept[0].called(name)]
    return sorted(
        found, key=lambda each: (key(each.name) != key(name), key(each.club) != key(club), each.words, each.id)
    )


def in_event(event: str) -> Pairs:
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
        found = tuple((one, two) if one.id in here else (two, one) for one, two in pairs(known, here))
        return _without_whoever_was_taken_off(known, found)
    return ()


def _without_whoever_was_taken_off(known: Directory, found: Pairs) -> Pairs:
    """Who is known from a list alone, and is on it no more, was at no earlier event."""
    same = (PlayerRow.tournament_id == EntryRow.tournament_id) & (PlayerRow.id == EntryRow.entry)
    asked = select(PlayerRow.name, PlayerRow.club).join(EntryRow, same).where(EntryRow.person_id == "")
    with db.engine.connect() as connection:
        gone = {(key(name), key(club)) for name, club in connection.execute(asked)} if found else set()
    if not gone:
        return found
    events = _events(known, {before.id for _, before in found})
    return tuple(
        (one, before)
        for one, before in found
        if before.id in events or (key(before.name), key(before.club)) not in gone
    )


def sound(name: str) -> str:
    """What two spellings of one name share more often than not: accents, doubled letters, the order of its parts."""
    bare = sorting(name)
    for written, spoken in ALIKE:
        bare = bare.replace(written, spoken)
    return " ".join(sorted(re.findall(r"\w+", _DOUBLED.sub(r"\1", bare))))


def forget() -> None:
    """After somebody was erased: nothing of them stays in memory."""
    with _guard:
        _kept[0] = Heaps()


def _less_a_letter(name: str) -> Iterable[str]:
    if name:
        yield name
    if len(name) >= SHORTEST:
        yield from (name[:at] + name[at + 1 :] for at in range(len(name)))


def _events(known: Directory, people: Collection[PersonId]) -> dict[PersonId, set[str]]:
    """In which events these people were; of few of them, without reading about all others."""
    box, found = known.book.box, dict[PersonId, set[str]]()
    if not people:
        return found
    asked = select(EntryRow.tournament_id, EntryRow.entry, EntryRow.person_id)
    if len(people) < 500 and not box.people.given:
        ids = {*people, *(gone for gone in box.people.merged if who_is(box, gone) in people)}
        asked = asked.where(EntryRow.person_id.in_(ids))
    with db.engine.connect() as connection:
        for event, entry, person in connection.execute(asked):
            who = who_is(box, box.people.given.get((event, entry), person) if box.people.given else person)
            if who in people:
                found.setdefault(who, set()).add(event)
    return found
