"""Deleting an event; a backup of just before still holds it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import delete, select

from engine.refusals import Refused
from server.box.backups import Backup, can_back_up, copy_here, kept, onto_sticks
from server.core import changes, journal, unsaved
from server.core.config import Config
from server.core.db import writer
from server.core.models import TournamentRow


def delete_event(config: Config, tid: str) -> Backup | None:
    """The event and everything that hangs on it is gone from this box; the backup of just before still holds it."""
    ours = TournamentRow.id == tid
    with writer() as connection, connection.begin():
        connection.execute(select(TournamentRow.id).where(ours).with_for_update())  # the copy lacks nothing of it
        made = _copied(config) if can_back_up(config) else None
        connection.execute(delete(TournamentRow).where(ours))
    journal.forget(tid)
    changes.changed(None)
    if made is None:
        return None
    onto_sticks(config, made)
    return kept(config, made.name)


def _copied(config: Config) -> Path:
    try:
        return copy_here(config)
    except (Refused, OSError, sqlite3.Error) as why:
        told = unsaved.why_not(why) or why
        raise Refused(f"Nothing was deleted, because no backup could be made first. {told}") from why
