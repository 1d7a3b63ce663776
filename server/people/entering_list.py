"""People who enter an event from a list: their ids, and what the list says of them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from engine.decisions.roster import Details
from engine.words import PlayerId
from server.core.db import db
from server.core.models import PlayerRow
from server.core.writing import Beside
from server.people.pasting import Entry


def new_ids(taken: Sequence[PlayerId] | set[PlayerId], count: int) -> list[PlayerId]:
    """p1, p2, … after the highest there ever was: an id is never given to somebody else."""
    last = max((int(id[1:]) for id in taken if id[:1] == "p" and id[1:].isdecimal()), default=0)
    return [f"p{last + i}" for i in range(1, count + 1)]


def taken_ids(tid: str) -> set[PlayerId]:
    """Every id this event has used, also of people taken off again."""
    with db.engine.connect() as connection:
        return set(connection.execute(select(PlayerRow.id).where(PlayerRow.tournament_id == tid)).scalars())


def details(ids: Sequence[PlayerId], entries: Sequence[Entry]) -> dict[PlayerId, Details]:
    """What the list says of these people, as far as the journal keeps it."""
    return {id: entry.details for id, entry in zip(ids, entries, strict=True)}


def keeping(tid: str, ids: Sequence[PlayerId], entries: Sequence[Entry]) -> Beside:
    """Writes down what is known of these people beside the journal."""
    rows = [
        {"tournament_id": tid, "id": id, "name": entry.name, "club": entry.club, "paid": entry.paid}
        for id, entry in zip(ids, entries, strict=True)
    ]

    def beside(connection: Connection) -> None:
        if rows:
            connection.execute(insert(PlayerRow), rows)

    return beside
