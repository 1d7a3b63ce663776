"""What can happen to the people of a box. Facts hold ids; names, clubs and notes live in rows that can be erased."""

from __future__ import annotations

from dataclasses import dataclass

from engine.box.words import EntryId, EventId, PersonId
from engine.facts import Undone as Undone


@dataclass(frozen=True, slots=True)
class PeopleAdded:
    """New in the directory, all of one list at once."""

    people: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True)
class PersonChanged:
    """What is written down of them lives outside the journal; this only moves the revision."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class PeopleMerged:
    """Entered twice: `gone` goes on as `into`. No row moves, so that undoing it loses nothing."""

    into: PersonId
    gone: PersonId


@dataclass(frozen=True, slots=True)
class PeopleToldApart:
    """Alike, and two people all the same: nobody is asked about them again."""

    one: PersonId
    two: PersonId


@dataclass(frozen=True, slots=True)
class EntryGiven:
    """This player of an event, or this one of its staff, is that person: somebody said so."""

    event: EventId
    entry: EntryId
    person: PersonId


@dataclass(frozen=True, slots=True)
class PageOpened:
    """Phones may see this person's page."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class PageClosed:
    person: PersonId


@dataclass(frozen=True, slots=True)
class PersonErased:
    """What was known of them is gone for good; the id stays, so that it can be applied to older copies again."""

    person: PersonId


PeopleFact = (
    PeopleAdded | PersonChanged | PeopleMerged | PeopleToldApart | EntryGiven | PageOpened | PageClosed | PersonErased
)
# A subject that joins the journal of the box adds its facts here, how they apply to `fold.APPLY`, and what the history
# says of them to `history.SAY`.
BoxFact = PeopleFact | Undone
