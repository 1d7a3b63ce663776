"""Deleting an event; a backup of just before still holds it."""

from __future__ import annotations

import sqlite3

from sqlalchemy import delete

from engine.refusals import Refused
from server.box.backups import Backup, backup, can_back_up, kept
from server.core import changes, journal
from server.core.config import Config
from server.core.db import writer
from server.core.models import TournamentRow


def delete_event(config: Config, tid: str) -> Backup | None:
    """The event and everything that hangs on it is gone from this box; the backup of just before still holds it."""
    before = _backed_up(config) if can_back_up(config) else None
    with writer() as connection, connection.begin():
        connection.execute(delete(TournamentRow).where(TournamentRow.id == tid))
    journal.forget(tid)
    changes.changed(None)
    return before


def _backed_up(config: Config) -> Backup:
    try:
        return kept(config, backup(config).name)
    except (Refused, OSError, sqlite3.Error) as why:
        raise Refused(f"Nothing was deleted, because no backup could be made first: {why}") from why
