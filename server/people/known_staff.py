"""People of the directory who are offered when staff is named, and who was chosen there."""

from __future__ import annotations

from sqlalchemy import select

from engine.box.words import who_is
from engine.decisions import directory as decisions
from server.core import box_journal
from server.core.db import db
from server.core.known_people import Directory, Known, directory
from server.core.models import EntryRow, PlayerRow
from server.core.spelling import alphabetical, clean
from server.core.stored_box import BoxDamaged
from server.people.known_names import labels

EVERYBODY = 300  # of a larger directory only those are offered who were on a staff before


def offered() -> tuple[str, ...]:
    """What the field completes to, by name; nothing while the directory cannot be read."""
    try:
        known = directory()
    except BoxDamaged:
        return ()
    found = labels(known)
    before = set(known.people) if len(known.people) <= EVERYBODY else _on_a_staff(known)
    return tuple(sorted((text for text, person in found.items() if person in before), key=alphabetical))


def chosen(typed: str) -> Known | None:
    """The person who was offered under just these words, and has a club; without one the name alone finds them."""
    try:
        known = directory()
    except BoxDamaged:
        return None
    found = known.people.get(labels(known).get(clean(typed), ""))
    return found if found is not None and found.club else None


def belongs(event: str, entry: str, *, person: Known, by: str, request_id: str | None) -> None:
    """This one of the staff will be that person."""
    box_journal.record(
        by, decide=lambda box: decisions.give_entry(box, event, entry=entry, person=person.id), request_id=request_id
    )


def _on_a_staff(known: Directory) -> set[str]:
    """Whoever is in an event without being one of its players."""
    plays = (PlayerRow.tournament_id == EntryRow.tournament_id) & (PlayerRow.id == EntryRow.entry)
    asked = select(EntryRow.person_id).outerjoin(PlayerRow, plays).where(PlayerRow.id.is_(None)).distinct()
    with db.engine.connect() as connection:
        return {who_is(known.book.box, person) for person in connection.execute(asked).scalars()}
