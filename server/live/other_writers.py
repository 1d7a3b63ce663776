"""Whether another process wrote to the database: `cinderbox import`, a restore, a second server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select, text

from server.core.db import db
from server.core.journal import STATE
from server.core.models import TournamentRow

_LISTED = (TournamentRow.id, TournamentRow.name, TournamentRow.archived)
_EVENTS = select(*_LISTED, *STATE).order_by(TournamentRow.id)


class DatabaseWatch:
    """Looks once a second, on a connection of its own until it is closed.

    SQLite counts the commits of others, the clocks' heartbeats too; PostgreSQL is looked at every time.
    """

    def __init__(self) -> None:
        self._connection: Connection | None = None
        self._count: int | None = None
        self._events: Sequence[Any] = []

    def moved(self) -> tuple[bool, bool]:
        """Did anything change since the last look, and did the list of events? Needs the application's context."""
        connection = self._connection = self._connection or db.engine.connect()
        counts = connection.dialect.name == "sqlite"
        with connection.begin():
            count = connection.execute(text("PRAGMA data_version")).scalar() if counts else None
            if counts and count == self._count:
                return False, False
            events = connection.execute(_EVENTS).all()
        before, self._events, self._count = self._events, events, count
        return events != before, _listed(events) != _listed(before)

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _listed(events: Sequence[Any]) -> list[Any]:
    return [event[: len(_LISTED)] for event in events]
