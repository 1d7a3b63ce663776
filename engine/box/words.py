"""What outlives an event: the people of this box. Ids only; what they are called stands in rows that can be erased."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

PersonId = str
EventId = str
EntryId = str  # a player of an event, or a member of its staff


@dataclass(frozen=True, slots=True)
class People:
    """Who is in the directory.

    `merged` says under whom somebody who was entered twice goes on. `given` is what somebody decided about an entry
    of an event; whom the box found by itself stands in rows beside the event. `open` are those whose page phones see.
    """

    known: frozenset[PersonId] = frozenset()
    merged: Mapping[PersonId, PersonId] = field(default_factory=dict)
    apart: frozenset[frozenset[PersonId]] = frozenset()
    given: Mapping[tuple[EventId, EntryId], PersonId] = field(default_factory=dict)
    open: frozenset[PersonId] = frozenset()
    erased: frozenset[PersonId] = frozenset()


@dataclass(frozen=True, slots=True)
class Box:
    """What the journal of the box comes to."""

    people: People = People()


def who_is(box: Box, person: PersonId) -> PersonId:
    """Who this person is today: themselves, or the one they were merged into."""
    merged = box.people.merged
    while person in merged:
        person = merged[person]
    return person


def ids_of(box: Box, person: PersonId) -> tuple[PersonId, ...]:
    """Every id this person ever had, their own first; whoever was merged into them has not lost theirs."""
    return person, *sorted(gone for gone in box.people.merged if who_is(box, gone) == person)


def are_told_apart(box: Box, one: PersonId, two: PersonId) -> bool:
    """Did somebody say that these are two people? Also of whom either was merged from."""
    ours, theirs = set(ids_of(box, one)), set(ids_of(box, two))
    return any(pair & ours and pair & theirs for pair in box.people.apart)
