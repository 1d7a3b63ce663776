"""What outlives an event: the people and series of this box. Ids only; names stand in rows that can be erased."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date

from engine.series.entries import Entry
from engine.series.ledger import SentLine, Verdict
from engine.series.rules import Series, Tick
from engine.series.sent_form import FormPart
from engine.values import dataclass

PersonId = str
EventId = str
SeriesId = str
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
class SeriesOfBox:
    """A series with what somebody said about its events: `put` in or taken `out` by hand, and what was decided.

    `open`: everybody in the network may see its ranking.
    """

    terms: Series
    put: frozenset[EventId] = frozenset()
    out: frozenset[EventId] = frozenset()
    verdicts: Mapping[EventId, Verdict] = field(default_factory=dict)
    open: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What was said about an event, whatever series it is in: what is vouched for, and what was sent when.

    `sent`: when it was last sent, with these `lines` and `form`; `first_sent`: the first time, which has to be in time.
    """

    ticks: frozenset[Tick] = frozenset()
    sent: date | None = None
    lines: frozenset[SentLine] = frozenset()
    form: tuple[FormPart, ...] = ()
    first_sent: date | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """What the journal of the box comes to. `typed`: events that no box ran, as somebody typed their wrap-up."""

    people: People = People()
    series: Mapping[SeriesId, SeriesOfBox] = field(default_factory=dict)
    reports: Mapping[EventId, Report] = field(default_factory=dict)
    typed: Mapping[EventId, Entry] = field(default_factory=dict)


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
