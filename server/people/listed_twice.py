"""Who is on the list of an event twice: entered under two names, and merged in the directory since."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from engine.box.words import PersonId, who_is
from engine.words import PlayerId
from server.core import box_journal
from server.core.db import db
from server.core.desk import Desk
from server.core.models import EntryRow
from server.core.stored_box import BoxDamaged


def listed_twice(desk: Desk) -> tuple[tuple[PlayerId, ...], ...]:
    """The players who are one person, in the order of the list. No list fails because the directory is damaged."""
    found: dict[PersonId, list[PlayerId]] = {}
    with suppress(BoxDamaged):
        box = box_journal.read().box
        asked = select(EntryRow.entry, EntryRow.person_id).where(EntryRow.tournament_id == desk.id)
        with db.engine.connect() as connection:
            people = {row.entry: row.person_id for row in connection.execute(asked)}
        for player in desk.t.players.values():
            person = box.people.given.get((desk.id, player.id), people.get(player.id, ""))
            if player.active and person:
                found.setdefault(who_is(box, person), []).append(player.id)
    return tuple(tuple(players) for players in found.values() if len(players) > 1)
