"""One machine counts the time: every clock says how long since that machine was switched on.

Processes of another machine on the same PostgreSQL would take its clocks for cut off by a power cut, and pause them
all. So whoever serves second, with another boot, is refused at the start. A clock that any of several machines could
count on would need their times since boot to agree, and no network can promise that.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2s

from flask import Flask
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import NullPool

from engine.refusals import Refused
from server.core.db import db
from server.core.timekeeping import moment

KEY = 1_718_903_127  # “cinderbox counts time” among whatever else locks in this database
PATIENCE_S, LOOK_S = 20.0, 0.5
OTHERS = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND classid::bigint = :key AND objid::bigint <> :mine
"""
# A machine that lost its power says no good-bye: PostgreSQL asks for it, and lets go after eleven seconds.
GONE_SOON = ("tcp_keepalives_idle = 5", "tcp_keepalives_interval = 2", "tcp_keepalives_count = 3")
REFUSED = (
    "Another machine serves this database, or did a moment ago. Clocks count the time since one machine was switched "
    "on, so all processes run on the same one: stop the other machine's first, then start again."
)


@contextmanager
def counting_alone(app: Flask, *, patience: float = PATIENCE_S) -> Iterator[None]:
    """While inside no process of another machine serves this database. Nothing to do where it is a file."""
    with app.app_context():
        url, shared = db.engine.url, db.engine.dialect.name == "postgresql"
        mine = int.from_bytes(blake2s(moment().boot_id.encode(), digest_size=4).digest(), "big") >> 1
    if not shared:
        yield
        return
    connection = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT").connect()
    try:
        for setting in GONE_SOON:
            connection.execute(text(f"SET {setting}"))
        _take(connection, mine, patience)
        yield
    finally:
        connection.close()


def _take(connection: Connection, mine: int, patience: float) -> None:
    until = time.monotonic() + patience
    while not _taken(connection, mine):
        if time.monotonic() >= until:
            raise Refused(REFUSED)
        time.sleep(LOOK_S)


def _taken(connection: Connection, mine: int) -> bool:
    """Looked and taken in one breath, or two machines that start together would both be refused."""
    connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": KEY})
    try:
        if connection.execute(text(OTHERS), {"key": KEY, "mine": mine}).scalar_one():
            return False
        connection.execute(text("SELECT pg_advisory_lock_shared(:key, :mine)"), {"key": KEY, "mine": mine})
        return True
    finally:
        connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": KEY})
