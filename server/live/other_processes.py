"""Several processes on one PostgreSQL: what one of them changed, the others hear at once (LISTEN and NOTIFY).

Each says which event and table changed and nothing more; the others read it themselves. Whoever writes without
serving (`cinderbox import`), and what was said while a connection was lost, is found by looking once a second.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import select
from collections import deque
from contextlib import suppress
from threading import Event, Thread, get_ident
from typing import Any

from flask import Flask
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from server.core import changes
from server.core.db import db

CHANNEL = "cinderbox_changed"
AGAIN_S = 1.0  # after the connection was lost
log = logging.getLogger(__name__)
Change = tuple[str | None, int | None]


class Exchange:
    """Tells the other processes what changed here, and here what changed there. Lives in a thread of its own."""

    def __init__(self, app: Flask) -> None:
        self._app, self._me = app, secrets.token_hex(8)
        self._ours: deque[Change] = deque()
        self._theirs: deque[Change] = deque()
        self._wake = os.pipe()
        self._done, self.listening = Event(), Event()
        self._thread = Thread(target=self._run, name="other-processes", daemon=True)
        self._stop_listening = changes.listen(self._note)
        self._thread.start()

    def stop(self) -> None:
        self._stop_listening()
        self._done.set()
        os.write(self._wake[1], b".")
        self._thread.join(timeout=5)
        for end in self._wake:
            os.close(end)

    def _note(self, tournament_id: str | None, table: int | None) -> None:
        if get_ident() != self._thread.ident:  # what was heard from another process is not said again
            self._ours.append((tournament_id, table))
            os.write(self._wake[1], b".")

    def _run(self) -> None:
        well = True
        while not self._done.is_set():
            try:
                with self._app.app_context():
                    self._exchange()
                well = True
            except Exception as why:  # whatever the database said: the look once a second goes on meanwhile
                if well:
                    log.warning("Other processes are asked once a second, and not heard at once: %s", why)
                well = False
                self.listening.clear()
                self._done.wait(AGAIN_S)

    def _exchange(self) -> None:
        connection = _own_connection()
        try:
            connection.add_notify_handler(self._hear)
            connection.execute(f"LISTEN {CHANNEL}")
            self.listening.set()
            while not self._done.is_set():
                ready, _, _ = select.select([connection.fileno(), self._wake[0]], [], [])
                if self._wake[0] in ready:
                    os.read(self._wake[0], 4096)
                self._say(connection)
                while self._theirs:
                    changes.changed(*self._theirs.popleft())
        finally:
            with suppress(Exception):
                connection.close()

    def _say(self, connection: Any) -> None:
        """Everything once; asking for nothing, too, lets the connection read what has come."""
        ours: dict[Change, None] = {}
        while self._ours:
            ours[self._ours.popleft()] = None
        for each in ours:
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps([self._me, *each])))
        if not ours:
            connection.execute("SELECT 1")

    def _hear(self, said: Any) -> None:
        with suppress(ValueError):
            who, tournament_id, table = json.loads(said.payload)
            if who != self._me:
                self._theirs.append((tournament_id, table))


def exchange(app: Flask) -> Exchange | None:
    """For as long as the streams run, where several processes may serve."""
    with app.app_context():
        return Exchange(app) if db.engine.dialect.name == "postgresql" else None


def _own_connection() -> Any:
    """psycopg's own, which is only there where the box runs on PostgreSQL."""
    proxy = create_engine(db.engine.url, poolclass=NullPool).raw_connection()
    connection = proxy.driver_connection
    proxy.detach()  # ours to close, and no pool's
    assert connection is not None
    connection.autocommit = True
    return connection
