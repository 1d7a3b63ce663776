"""Whether the box is well, part by part."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from sqlalchemy import text

from server.backups import backups
from server.config import Config
from server.db import db

LEAST_FREE = 100 * 1024 * 1024


def checks(config: Config) -> list[tuple[str, str]]:
    """Each part with what is wrong with it, or nothing."""
    return [(part, look(config)) for part, look in PARTS.items()]


def _database(_config: Config) -> str:
    with db.engine.connect() as connection:
        if connection.dialect.name != "sqlite":
            return ""
        answer = connection.execute(text("PRAGMA integrity_check")).scalar()
    return "" if answer == "ok" else f"damaged: {answer}. Restore the last backup."


def _disk(config: Config) -> str:
    free = shutil.disk_usage(config.data).free
    return "" if free >= LEAST_FREE else f"only {free // 1024 // 1024} MB free. Make room before the event."


def _writing(config: Config) -> str:
    canary = config.data / ".canary"
    try:
        canary.write_text("alive", encoding="ascii")
        canary.unlink()
    except OSError as why:
        return f"the data directory cannot be written: {why.strerror}."
    return ""


def _last_backup(config: Config) -> str:
    return "" if backups(config) else "none yet. One is made when a round is closed, or with `cinderbox backup`."


PARTS: dict[str, Callable[[Config], str]] = {
    "database": _database,
    "disk space": _disk,
    "writing": _writing,
    "last backup": _last_backup,
}
