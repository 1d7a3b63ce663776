"""Where somebody goes on after an act about a table: back to it, if they came from the floor or stand there."""

from __future__ import annotations

from flask import request, url_for

from engine.words import PlayerId
from server.core import auth, journal
from server.floor import visits


def to_table(tid: str, table: int, *, otherwise: str) -> str:
    """The table on the floor, with the stopwatch running; where the desk did it, the desk's page."""
    current = journal.read(tid).tournament.current_round
    playing = current is not None and current.phase == "published" and current.match_at(table) is not None
    return url_for("floor.table", tid=tid, table=table) if playing and _from_there(tid, table) else otherwise


def to_table_of(tid: str, player: PlayerId, *, otherwise: str) -> str:
    """The same for an act about somebody who sits there."""
    current = journal.read(tid).tournament.current_round
    tables = (match.table for match in (current.matches if current else ()) if player in match.players)
    return to_table(tid, next(tables, 0), otherwise=otherwise)


def _from_there(tid: str, table: int) -> bool:
    t = journal.read(tid).tournament
    return request.values.get("back") == "floor" or visits.table_of(tid, t, by=auth.actor()) == table
