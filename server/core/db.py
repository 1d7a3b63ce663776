"""The database: one SQLite file that survives a pulled plug, and writers that queue instead of failing.

Or PostgreSQL, for several server processes: there each writer of a journal locks the row of its tournament.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import BigInteger, ColumnElement, Connection, Engine, Integer, String, TypeDecorator, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import DeclarativeBase, registry

from engine.refusals import Refused


class Exact(TypeDecorator[str]):
    """Text that every database takes: PostgreSQL cannot keep or even look for a zero character. Read as stored."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        return value.replace("\0", "") if value else value


class Words(Exact):
    """Read as text, whatever the disk made of it: one flipped bit turns a name into bytes, which no page expects."""

    cache_ok = True

    def process_result_value(self, value: Any, dialect: Any) -> str | None:
        if value is None or type(value) is str:
            return value
        return readable(value) if isinstance(value, bytes) else str(value)


class Whole(TypeDecorator[int]):
    """Read as a whole number, whatever the disk made of it: a table that is a word would take a page along."""

    impl = BigInteger
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Any) -> int | None:
        return value if value is None or type(value) is int else 0


def holds_numbers(column: ColumnElement[Any]) -> bool:
    """Whether this column holds whole numbers."""
    return isinstance(column.type, Whole | Integer)


class Base(DeclarativeBase):
    """What every table shares."""

    # A box that runs for a month counts more milliseconds than 32 bits hold.
    registry = registry(type_annotation_map={str: Words, int: Whole})


db = SQLAlchemy(model_class=Base)
PATIENCE_S = 60  # then something hangs, and SQLite says so
_turn = Lock()


@contextmanager
def writer() -> Iterator[Connection]:
    """A connection of its own whose transaction takes SQLite's write lock at once; the session would deadlock."""
    with turn() if db.engine.dialect.name == "sqlite" else nullcontext(), db.engine.connect() as connection:
        yield connection.execution_options(writer=True)


@contextmanager
def turn() -> Iterator[None]:
    """SQLite does not queue: it tries again until its patience is over, and on a slow machine one of many may never
    have its turn. So the threads of this process wait for each other here, and SQLite only for other processes.
    """
    mine = _turn.acquire(timeout=PATIENCE_S)
    try:
        yield
    finally:
        if mine:
            _turn.release()


def require_answer() -> None:
    """Refused if the database does not answer, with what it says."""
    try:
        db.engine.connect().close()
    except OperationalError as why:
        if db.engine.dialect.name == "sqlite":
            raise
        told = str(why.orig).strip().rstrip(".")
        raise Refused(f"The database does not answer: {told}. Is it running, and is DATABASE_URL right?") from why


def connected(file: Path) -> sqlite3.Connection:
    """A connection of its own to a file that is there: SQLite would make a new one where there is none."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=30)


def readable(raw: bytes) -> str:
    """Text from the disk. Half a character that damage left is shown as such: it must not take a whole page along."""
    return raw.decode("utf-8", "replace")


@event.listens_for(Engine, "connect")
def _set_pragmas(connection: Any, _record: Any) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    connection.isolation_level = None  # we say BEGIN ourselves, see below
    connection.text_factory = readable
    # Secure delete: what was erased is overwritten, and not only forgotten.
    settings = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000", "secure_delete=ON")
    for pragma in settings:
        connection.execute(f"PRAGMA {pragma}")


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        immediate = connection.get_execution_options().get("writer")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
