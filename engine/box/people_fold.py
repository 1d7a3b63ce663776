"""How facts about people change the box. One small function per fact; it refuses a fact that does not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.box import facts as b
from engine.box.words import Box, People, PersonId, who_is
from engine.refusals import Refused, Unknown
from engine.sentences import who
from engine.values import replace


def require_person(box: Box, person: PersonId) -> None:
    """Refused unless this is somebody of today: known, not merged into somebody else, and not erased."""
    if person not in box.people.known:
        raise Unknown("There is no such person in the directory.")
    if person in box.people.erased:
        raise Refused("This person was erased; there is nothing left to change.")
    if person in box.people.merged:
        raise Refused(f"{who(person)} was merged into {who(who_is(box, person))}. Look there.")


def _added(box: Box, fact: b.PeopleAdded) -> Box:
    new = frozenset(fact.people)
    if not new or len(new) < len(fact.people) or new & box.people.known:
        raise Refused("Somebody is added to the directory once.")
    return _with(box, known=box.people.known | new)


def _changed(box: Box, fact: b.PersonChanged) -> Box:
    require_person(box, fact.person)
    return box


def _merged(box: Box, fact: b.PeopleMerged) -> Box:
    require_person(box, fact.into)
    require_person(box, fact.gone)
    if fact.into == fact.gone:
        raise Refused("These are already one person.")
    return _with(box, merged={**box.people.merged, fact.gone: fact.into}, open=box.people.open - {fact.gone})


def _told_apart(box: Box, fact: b.PeopleToldApart) -> Box:
    require_person(box, fact.one)
    require_person(box, fact.two)
    if fact.one == fact.two:
        raise Refused("Choose two different people.")
    return _with(box, apart=box.people.apart | {frozenset((fact.one, fact.two))})


def _given(box: Box, fact: b.EntryGiven) -> Box:
    require_person(box, fact.person)
    return _with(box, given={**box.people.given, (fact.event, fact.entry): fact.person})


def _opened(box: Box, fact: b.PageOpened) -> Box:
    require_person(box, fact.person)
    return _with(box, open=box.people.open | {fact.person})


def _closed(box: Box, fact: b.PageClosed) -> Box:
    require_person(box, fact.person)
    return _with(box, open=box.people.open - {fact.person})


def _erased(box: Box, fact: b.PersonErased) -> Box:
    """Also of somebody who was merged: every id they had."""
    if fact.person not in box.people.known:
        raise Unknown("There is no such person in the directory.")
    gone = {fact.person}
    return _with(box, erased=box.people.erased | gone, open=box.people.open - gone)


def _with(box: Box, **changes: Any) -> Box:
    people: People = replace(box.people, **changes)
    return replace(box, people=people)


PEOPLE: dict[type, Callable[[Box, Any], Box]] = {
    b.PeopleAdded: _added,
    b.PersonChanged: _changed,
    b.PeopleMerged: _merged,
    b.PeopleToldApart: _told_apart,
    b.EntryGiven: _given,
    b.PageOpened: _opened,
    b.PageClosed: _closed,
    b.PersonErased: _erased,
}
