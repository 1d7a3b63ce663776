"""Whether another process wrote to the database: `cinderbox import`, a restore, a second server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import select, text

from server.db import db
from server.journal import LAST_ACT
from server.models import TournamentRow

_LISTED = (TournamentRow.id, TournamentRow.name, TournamentRow.archived)
_EVENTS = select(*_LISTED, TournamentRow.epoch, LAST_ACT).order_by(TournamentRow.id)


def watch() -> Callable[[], tuple[bool, bool]]:
    """A question for once a second: did anything change, and did the list of events? Needs the application's context.

    SQLite counts the commits of others, the clocks' heartbeats too; PostgreSQL is looked at every time.
    """
    connection = db.engine.connect()
    counts = connection.dialect.name == "sqlite"
    last: list[Any] = [None, []]

    def moved() -> tuple[bool, bool]:
        with connection.begin():
            count = connection.execute(text("PRAGMA data_version")).scalar() if counts else None
            if counts and count == last[0]:
                return False, False
            events = connection.execute(_EVENTS).all()
        before = last[1]
        last[:] = [count, events]
        return events != before, _listed(events) != _listed(before)

    moved()
    return moved


def _listed(events: Sequence[Any]) -> list[Any]:
    return [event[: len(_LISTED)] for event in events]
