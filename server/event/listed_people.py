"""Who the players and staff of an exported event are in the directory of this box; ids, and no more names."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from engine.box.words import who_is
from engine.refusals import Refused
from server.core import box_journal
from server.core.models import EntryRow
from server.core.stored_box import BoxDamaged

LONGEST_ID = 60


def people_of(connection: Connection, tournament_id: str) -> dict[str, str]:
    """A box that knows these ids knows the people."""
    ours = select(EntryRow.entry, EntryRow.person_id).where(EntryRow.tournament_id == tournament_id)
    rows = connection.execute(ours).all()
    try:
        box = box_journal.book_of(connection).box
    except BoxDamaged:
        return {row.entry: row.person_id for row in rows if row.person_id}
    given = box.people.given
    found = {row.entry: who_is(box, given.get((tournament_id, row.entry), row.person_id)) for row in rows}
    return {entry: person for entry, person in found.items() if person}


def read_people(raw: Any) -> dict[str, str]:
    """As a file has them; files of before have none."""
    if not isinstance(raw, dict) or not all(isinstance(id, str) and 0 < len(id) <= LONGEST_ID for id in raw.values()):
        raise Refused("The file is damaged: who the players are cannot be read.")
    return raw


def keep_people(connection: Connection, tournament_id: str, people: dict[str, str], *, entries: set[str]) -> None:
    """Of whoever is on the lists of the event."""
    for entry, person in people.items():
        if entry in entries:
            connection.execute(insert(EntryRow).values(tournament_id=tournament_id, entry=entry, person_id=person))
