"""The file that holds the events, looked at before anything opens it: there, whole, and of a version this one knows.

SQLite makes a new file where there is none, and an empty box would say that it is well.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

from engine.refusals import Refused
from engine.values import dataclass
from server.box.backups import backups
from server.core import unsaved
from server.core.config import Config
from server.core.database_app import known_revisions
from server.core.db import connected, readable
from server.core.version import software

Kind = Literal["missing", "damaged", "newer", "broken-off", "disk"]
NEEDED = ("alembic_version", "tournament", "journal", "pin")
# What the page “This box” reads, with its button to restore, and by which index: where it cannot, the box comes up red.
NEEDED_THERE = {"pin": "role", "sign_in": "token_hash", "box": "key"}


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a box cannot be opened: what happened in a few words, what can be done, and why a restore was not."""

    kind: Kind
    title: str
    text: str
    why: str = ""

    @property
    def passes(self) -> bool:
        """A disk takes something again by itself, or once somebody made room: there is nothing to restore."""
        return self.kind == "disk"

    def __str__(self) -> str:
        return f"{self.title}. {self.text}"


MISSING = Trouble(
    "missing",
    "The events of this box are gone",
    "Its database is missing or empty, but there are backups: start Cinderbox and restore the newest one on the page, "
    "or with `cinderbox restore`.",
)
DAMAGED = Trouble(
    "damaged",
    "The database of this box is damaged",
    "It cannot be opened any more: start Cinderbox and restore the newest backup on the page, or with `cinderbox "
    "restore`. The damaged file is kept.",
)
BROKEN_OFF = Trouble(
    "broken-off",
    "A restore was broken off",
    "Start Cinderbox, and it is finished; or restore a backup with `cinderbox restore`.",
)


def trouble_with(config: Config) -> Trouble | None:
    """What keeps this box from being opened; nothing if it can be, or if it is a new one."""
    if config.database_url:
        return None
    if marker(config).exists():
        return BROKEN_OFF
    file = config.data / "cinderbox.db"
    try:
        tables, revision = _looked_at(file) if file.exists() and file.stat().st_size else (set[str](), "")
    except sqlite3.DatabaseError as why:
        if unsaved.why_not(why) != unsaved.DAMAGED:
            raise
        return DAMAGED
    if not tables.issuperset(NEEDED):
        return MISSING if backups(config) else None
    return None if revision in known_revisions() else _newer(revision)


def require_openable(config: Config) -> None:
    """Refused with what is wrong and what to do."""
    if (trouble := trouble_with(config)) is not None:
        raise Refused(str(trouble))


def marker(config: Config) -> Path:
    """Names the backup that is being restored, from before the first byte to after the last."""
    return config.data / "restore-next"


def is_damaged(config: Config) -> bool:
    """Whether a page of the file cannot be read. It may still open, and most of it work."""
    file = config.data / "cinderbox.db"
    if config.database_url or not file.exists():
        return False
    try:
        with closing(connected(file)) as db:
            return bool(db.execute("PRAGMA integrity_check").fetchone()[0] != "ok")
    except sqlite3.DatabaseError as why:
        if unsaved.why_not(why) != unsaved.DAMAGED:
            raise
        return True


def _looked_at(file: Path) -> tuple[set[str], str]:
    with closing(connected(file)) as db:
        db.text_factory = readable
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in tables & NEEDED_THERE.keys():
            db.execute(f'SELECT * FROM "{table}"').fetchall()
            db.execute(f'SELECT "{NEEDED_THERE[table]}" FROM "{table}" ORDER BY 1').fetchall()
        if "alembic_version" not in tables:
            return set(), ""
        found = db.execute("SELECT version_num FROM alembic_version").fetchone()
        return (tables, found[0]) if found else (set(), "")


def _newer(revision: str) -> Trouble:
    return Trouble(
        "newer",
        "The events of this box were written by a newer version of Cinderbox",
        f"This is {software()}; their tables are of a later one ({revision}). Update Cinderbox again, or restore a "
        "backup from before the update. What is here is kept.",
    )
