"""Whether another process wrote to the database: `cinderbox import`, a restore, a second server."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select, text

from server.db import db
from server.models import TournamentRow


def watch() -> Callable[[], tuple[bool, bool]]:
    """A question for once a second: did anything change, and did the list of events? Needs the application's context.

    SQLite counts the commits of others; PostgreSQL is looked at every time.
    """
    connection = db.engine.connect()
    counts = connection.dialect.name == "sqlite"
    last: list[object] = [None, []]

    def moved() -> tuple[bool, bool]:
        with connection.begin():
            count = connection.execute(text("PRAGMA data_version")).scalar() if counts else None
            if counts and count == last[0]:
                return False, False
            rows = select(TournamentRow.id, TournamentRow.name, TournamentRow.archived).order_by(TournamentRow.id)
            events = connection.execute(rows).all()
        other = events != last[1]
        last[:] = [count, events]
        return True, other

    moved()
    return moved
