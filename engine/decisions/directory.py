"""The people of the box: added, merged, told apart, opened to phones, erased. Names are kept outside."""

from __future__ import annotations

from collections.abc import Collection

from engine.box import facts as b
from engine.box.people_fold import require_person
from engine.box.words import Box, EntryId, EventId, PersonId, are_told_apart, ids_of, who_is
from engine.refusals import Refused
from engine.sentences import listed, who

Facts = tuple[b.BoxFact, ...]


def add(box: Box, people: Collection[PersonId]) -> Facts:
    """New people; whoever is known already is not added again."""
    new = tuple(person for person in dict.fromkeys(people) if person not in box.people.known)
    return (b.PeopleAdded(new),) if new else ()


def change_details(box: Box, person: PersonId) -> Facts:
    require_person(box, person)
    return (b.PersonChanged(person),)


def merge(box: Box, into: PersonId, *, gone: PersonId, met_at: Collection[str] = ()) -> Facts:
    """Two entries in the directory are one person. `met_at`: events in which both played, which nobody does twice."""
    require_person(box, into)
    require_person(box, gone)
    if met_at:
        raise Refused(
            f"{who(gone)} and {who(into)} both played in {listed(sorted(met_at))}, so they are two people. If one of "
            "them is wrong there, say on their page who it was."
        )
    return (b.PeopleMerged(into, gone),)


def tell_apart(box: Box, one: PersonId, two: PersonId) -> Facts:
    """They are alike, and two people. Said twice, it is noted once."""
    one, two = who_is(box, one), who_is(box, two)
    return () if one != two and are_told_apart(box, one, two) else (b.PeopleToldApart(one, two),)


def give_entry(box: Box, event: EventId, *, entry: EntryId, person: PersonId) -> Facts:
    """This player of an event, or this one of its staff, is that person."""
    require_person(box, person)
    return (b.EntryGiven(event, entry, person),)


def show_page(box: Box, person: PersonId) -> Facts:
    """Phones may see this person's page."""
    require_person(box, person)
    return () if person in box.people.open else (b.PageOpened(person),)


def hide_page(box: Box, person: PersonId) -> Facts:
    require_person(box, person)
    return (b.PageClosed(person),) if person in box.people.open else ()


def erase(box: Box, people: Collection[PersonId]) -> Facts:
    """Everything they were ever called here goes; what is erased already stays so."""
    ids = dict.fromkeys(id for person in people for id in ids_of(box, who_is(box, person)))
    left = [id for id in ids if id not in box.people.erased]
    return *add(box, left), *(b.PersonErased(id) for id in left)
