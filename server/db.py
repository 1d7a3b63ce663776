"""The database: one SQLite file that survives a pulled plug, and writers that queue instead of failing."""

from __future__ import annotations

import sqlite3
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    """What every table shares."""


db = SQLAlchemy(model_class=Base)


def writer() -> Connection:
    """A connection of its own whose transaction takes the write lock at once; the session would deadlock."""
    return db.engine.connect().execution_options(writer=True)


@event.listens_for(Engine, "connect")
def _set_pragmas(connection: Any, _record: Any) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    connection.isolation_level = None  # we say BEGIN ourselves, see below
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000"):
        connection.execute(f"PRAGMA {pragma}")


@event.listens_for(Engine, "begin")
def _begin(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        immediate = connection.get_execution_options().get("writer")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
