"""Why something could not be saved: a full disk, a read-only one, a broken one, or a database that is busy or away.

Every failed write is noted here, whoever made it; it stays known until a write works again.
"""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, ExceptionContext, event
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.exc import TimeoutError as TooManyAtOnce

from engine.refusals import Refused

_SAFE = "Nothing new can be saved; what was saved before is safe."
FULL = f"The disk of this box is full. {_SAFE} Make room, and it goes on by itself."
READ_ONLY = f"The disk of this box is read-only. {_SAFE} Its card may be worn out: move to another box."
FAILING = f"The disk of this box takes nothing more: it is full or broken. {_SAFE} Make room, or move to another box."
BUSY = "The box is busy, and this was not saved. Go back and send it once more."
DAMAGED = (
    "The database of this box is damaged. Restore the last backup under “This box”; if that page does not come, switch "
    "the box off and on."
)
DAMAGED_THERE = (
    "The PostgreSQL database is damaged. Put the last backup into an empty database with pg_restore, and start "
    "Cinderbox with that one."
)
AWAY = "The database does not answer, and nothing was saved. Go back and try again in a moment."

# The last is SQLAlchemy's: every connection is in use, for longer than anybody waits.
FAILURES = (sqlite3.DatabaseError, DatabaseError, OSError, TooManyAtOnce)
_BY_SQLITE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: FAILING,
    sqlite3.SQLITE_CANTOPEN: FAILING,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_PROTOCOL: BUSY,  # many opened the log at once, for longer than SQLite is patient
    sqlite3.SQLITE_NOMEM: BUSY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
_BY_POSTGRES = {
    "53100": FULL,
    "25006": READ_ONLY,
    "58030": FAILING,
    "XX001": DAMAGED_THERE,
    "XX002": DAMAGED_THERE,
}
_BY_ERRNO = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EROFS: READ_ONLY,
    errno.EIO: FAILING,
    **dict.fromkeys((errno.EMFILE, errno.ENFILE, errno.ENOMEM), BUSY),
}
OF_THE_DISK = (FULL, READ_ONLY, FAILING)
_failed: dict[Path, str] = {}
_damaged: set[Path] = set()


def why_not(error: BaseException | None) -> str | None:
    """The sentence for whoever wanted to save something; None if this error is about something else."""
    cause = getattr(error, "orig", error)
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", None)
        return None if code is None else _BY_SQLITE.get(code & 0xFF)
    if isinstance(cause, OSError):
        return _BY_ERRNO.get(cause.errno or 0)
    if isinstance(cause, TooManyAtOnce):
        return BUSY
    said = _BY_POSTGRES.get(getattr(cause, "sqlstate", None) or "")
    return said or (AWAY if isinstance(error, OperationalError) else None)


def last(data: Path) -> str:
    """Why the last write to this data directory failed; nothing if it did not, or one has worked since."""
    return _failed.get(data, "")


def damaged(data: Path) -> str:
    """That the database of this data directory is damaged, once anybody stumbled over it; until it reads well."""
    return DAMAGED if data in _damaged else ""


def note_damage(data: Path) -> None:
    """Somebody looked, and it is damaged."""
    _damaged.add(data)


def forget_damage(data: Path) -> None:
    """Somebody read all of it, and it is sound."""
    _damaged.discard(data)


def forget(data: Path) -> None:
    """Writing works again."""
    _failed.pop(data, None)


@contextmanager
def if_possible() -> Iterator[None]:
    """For what is noted by the way: if it cannot be, nobody's question fails because of it."""
    try:
        yield
    except FAILURES as why:
        if why_not(why) is None:
            raise


@contextmanager
def as_refusal() -> Iterator[None]:
    """For commands: the sentence and no more."""
    try:
        yield
    except FAILURES as why:
        sentence = why_not(why)
        if sentence is None:
            raise
        raise Refused(sentence) from why


def log_failure(log: logging.Logger, what: str, error: Exception) -> None:
    """For work in the background: a known cause is a line in the log, and only an unknown one leaves a traceback."""
    why = why_not(error)
    log.error("%s", f"{what} {why or ''}".rstrip(), exc_info=None if why else error)


@event.listens_for(Engine, "handle_error")
def _note(failure: ExceptionContext) -> None:
    sentence = why_not(failure.original_exception)
    file = failure.engine.url.database if failure.engine is not None else None
    if sentence in OF_THE_DISK and file:
        _failed[Path(file).parent] = sentence
    if sentence == DAMAGED and file:
        note_damage(Path(file).parent)
