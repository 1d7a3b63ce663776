"""Which data directory was served last, so that a start in another folder can say where the events are.

Kept with the user's other notes of programs. Without a home, or on one that cannot be written, nothing is remembered.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from server.core.config import Config


def events_elsewhere(config: Config) -> Path | None:
    """The data directory of last time, if it has events and this one has none; otherwise this one is remembered.

    Where CINDERBOX_DATA says which one it is, as on the appliance, nobody can be in the wrong folder.
    """
    if os.environ.get("CINDERBOX_DATA") or config.database_url:
        return None
    with suppress(OSError, RuntimeError, ValueError):  # no home; notes that are none
        known = Path(os.fsdecode(_note().read_bytes()))
        if known != config.data and _has_events(known) and not _has_events(config.data):
            return known
    _remember(config.data)
    return None


def _note() -> Path:
    told = Path(os.environ.get("XDG_STATE_HOME", ""))
    return (told if told.is_absolute() else Path.home() / ".local/state") / "cinderbox" / "data-directory"


def _remember(data: Path) -> None:
    with suppress(OSError, RuntimeError):
        _note().parent.mkdir(parents=True, exist_ok=True)
        _note().write_bytes(os.fsencode(data))


def _has_events(data: Path) -> bool:
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{(data / 'cinderbox.db').as_uri()}?mode=ro", uri=True)) as db,
    ):
        return db.execute("SELECT 1 FROM tournament LIMIT 1").fetchone() is not None
    return False
