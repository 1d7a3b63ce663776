"""What can happen to the people and series of a box. Facts hold ids; names stand in rows that can be erased."""

from __future__ import annotations

from datetime import date

from engine.box.words import EntryId, EventId, PersonId, SeriesId
from engine.facts import Undone as Undone
from engine.series.entries import Entry
from engine.series.ledger import SentLine, Verdict
from engine.series.rules import Series, Tick
from engine.series.sent_form import FormPart
from engine.values import dataclass


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


# Series


@dataclass(frozen=True, slots=True)
class SeriesMade:
    """Its name lives outside the journal."""

    series: SeriesId
    terms: Series


@dataclass(frozen=True, slots=True)
class SeriesTermsSet:
    """Other rules, another rulebook or period; its events stay."""

    series: SeriesId
    terms: Series


@dataclass(frozen=True, slots=True)
class SeriesRenamed:
    """The name itself lives outside the journal; this only moves the revision."""

    series: SeriesId


@dataclass(frozen=True, slots=True)
class SeriesRemoved:
    series: SeriesId


@dataclass(frozen=True, slots=True)
class SeriesOpened:
    """Phones, walls and programs may see its ranking."""

    series: SeriesId


@dataclass(frozen=True, slots=True)
class SeriesClosed:
    series: SeriesId


@dataclass(frozen=True, slots=True)
class EventPutInSeries:
    series: SeriesId
    event: EventId


@dataclass(frozen=True, slots=True)
class EventTakenOut:
    series: SeriesId
    event: EventId


@dataclass(frozen=True, slots=True)
class EventDecided:
    """Somebody decided whether an event counts in a series, whatever the days say; None: nobody decides any more."""

    series: SeriesId
    event: EventId
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class EventVouchedFor:
    """What somebody vouches for, all of it: nothing else is ticked."""

    event: EventId
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class ReportSent:
    """When, with everybody's points and what else its forms say, so that a later correction is known for one."""

    event: EventId
    on: date
    lines: tuple[SentLine, ...]
    form: tuple[FormPart, ...] = ()


@dataclass(frozen=True, slots=True)
class WrapUpTyped:
    """An event that no box ran, with people of the directory; typed again, the last one counts."""

    event: EventId
    entry: Entry


SeriesFact = (
    SeriesMade
    | SeriesTermsSet
    | SeriesRenamed
    | SeriesRemoved
    | SeriesOpened
    | SeriesClosed
    | EventPutInSeries
    | EventTakenOut
    | EventDecided
    | EventVouchedFor
    | ReportSent
    | WrapUpTyped
)
PeopleFact = (
    PeopleAdded | PersonChanged | PeopleMerged | PeopleToldApart | EntryGiven | PageOpened | PageClosed | PersonErased
)
# A subject that joins the journal of the box adds its facts here, how they apply to `fold.APPLY`, and what the history
# says of them to `history.SAY`.
BoxFact = PeopleFact | SeriesFact | Undone
