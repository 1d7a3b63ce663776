"""Deleting an event; a backup of just before still holds it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, delete, select

from engine.refusals import Refused
from server.box.backups import Backup, before_a_change, can_back_up, kept, onto_sticks
from server.core import changes, journal, unsaved
from server.core.config import Config
from server.core.db import writer
from server.core.models import TournamentRow


def delete_event(config: Config, tid: str) -> Backup | None:
    """The event and everything that hangs on it is gone from this box; the backup of just before still holds it."""
    if not can_back_up(config):
        with _locked(tid) as connection:
            _delete(connection, tid)
        _gone(tid)
        return None
    try:
        with before_a_change(config, _locked(tid)) as (connection, made):
            _delete(connection, tid)
    except (Refused, OSError, sqlite3.Error) as why:
        told = unsaved.why_not(why) or why
        raise Refused(f"Nothing was deleted, because no backup could be made first. {told}") from why
    _gone(tid)
    onto_sticks(config, made)
    return kept(config, made.name)


@contextmanager
def _locked(tid: str) -> Iterator[Connection]:
    """Nobody writes to this event: the copy lacks nothing of it."""
    with writer() as connection, connection.begin():
        connection.execute(select(TournamentRow.id).where(TournamentRow.id == tid).with_for_update())
        yield connection


def _delete(connection: Connection, tid: str) -> None:
    connection.execute(delete(TournamentRow).where(TournamentRow.id == tid))


def _gone(tid: str) -> None:
    journal.forget(tid)
    changes.changed(None)
