"""The page of a person as phones see it: only where the organizer opened it, and without number and note."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from engine.refusals import Refused, Unknown
from engine.values import replace
from server.core.db import db
from server.core.known_people import directory
from server.core.models import EntryRow
from server.core.stored_box import BoxDamaged
from server.directory.entries import whose
from server.directory.person_page import PersonPage, person_page

CLOSED = "There is no such page. A person’s page is only shown if the organizer opened it."


def open_page(person: str) -> PersonPage:
    """Unknown if it is not open, whether there is such a person or not."""
    try:
        known = directory()
    except BoxDamaged as why:
        raise Unknown(CLOSED) from why
    if person not in known.book.box.people.open or person not in known.people:
        raise Unknown(CLOSED)
    page = person_page(known, person)
    bare = replace(page.person, number="", note="", spellings=(), others=(), words="")
    seen = tuple(each for each in page.series if each.open)
    return replace(page, person=bare, alike=(), series=seen)


def open_person(tournament_id: str, player: str) -> str:
    """The person that this player is, if their page is open."""
    ours = (EntryRow.tournament_id == tournament_id, EntryRow.entry == player)
    with suppress(Refused):
        known = directory()
        if known.book.box.people.open:
            with db.engine.connect() as connection:
                found = connection.execute(select(EntryRow.person_id).where(*ours)).scalar()
            person = whose(known, tournament_id, entry=player, found=found or "")
            return person if person in known.book.box.people.open else ""
    return ""
