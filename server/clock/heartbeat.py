"""The heartbeat of running clocks, and the pause after the power was out.

A clock needs no counting, so a restarted server has nothing to catch up with. Only a power cut stops time: then the
heartbeat, written every second while a clock runs, says when.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from threading import Event, Thread

from flask import Flask, current_app
from sqlalchemy import Connection, create_engine, insert, select, text, update
from sqlalchemy.pool import NullPool

from engine import clock as clocks
from engine.clock import Moment
from engine.clock_codec import EventClock
from engine.decisions.clock import note_power_cut
from engine.refusals import Refused
from server.clock.clock_feed import event_clocks
from server.core import beat_file, journal, unsaved
from server.core.config import Config
from server.core.db import db, writer
from server.core.models import HeartbeatRow
from server.core.timekeeping import heartbeats, moment

BEAT_S = 1.0


# Clocks that were cut off when their round was closed already, by event: there is nothing to note until that changes.
_let_be: dict[str, EventClock] = {}


log = logging.getLogger(__name__)


def keep_time(app: Flask) -> Event:
    """Note what the power cut off, now and whenever a restored event brings such a clock; then the heartbeat.

    It beats until the flag that is given back is set.
    """
    first = Heart()
    with app.app_context():
        _beat(first)
    first.rest()
    stop = Event()
    Thread(target=_beat_on, args=(app, stop), name="timekeeping", daemon=True).start()
    return stop


class Heart:
    """One block of a file each second, and only while a clock runs; the database learns once that a clock runs.

    With PostgreSQL, which several boxes may share, the database learns it each second.
    """

    def __init__(self) -> None:
        self.well = True
        self._connection: Connection | None = None

    def beat(self, running: Sequence[EventClock], now: Moment) -> None:
        """These clocks are running now."""
        if db.engine.dialect.name != "sqlite":
            self._to_database(running, now, before=None)
            return
        data, known = _data(), _known_in(now.boot_id)
        before = beat_file.read(data)
        new = [each for each in running if each.id not in known]
        if new or (before is not None and before.boot_id != now.boot_id):
            self._to_database(new, now, before=before)
        beat_file.write(data, now)

    def _to_database(self, running: Sequence[EventClock], now: Moment, *, before: Moment | None) -> None:
        """On a connection of its own, so that nobody else's commits get any weaker.

        Its commits do not wait for the disk, because other writers would wait with it. The disk is made to hold them
        afterwards, when the lock is free again.
        """
        self._connection = self._connection or _own_connection()
        with self._connection.begin():
            if before is not None:
                self._connection.execute(text(beat_file.CARRY), beat_file.carried(before))
            _write(self._connection, running, now)
        _to_the_disk(self._connection)

    def rest(self) -> None:
        """Let go of the connection, such as one that does not work any more."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with unsaved.if_possible():  # of a disk that is gone
                connection.close()


def _beat_on(app: Flask, stop: Event) -> None:
    heart = Heart()
    with app.app_context():
        while not stop.wait(BEAT_S):
            _beat(heart)
        heart.rest()


def _beat(heart: Heart) -> None:
    """One beat. A full disk or a busy database is told once: the clocks run on, and the next beat may succeed."""
    now = moment()
    try:
        found = event_clocks()
        note_power_cuts(found, now)
        if running := [each for each in found if each.playing and clocks.is_running(each.clock, now)]:
            heart.beat(running, now)
        heart.well = True
    except Exception as error:
        if heart.well:
            _tell(error)
        heart.well = False
        heart.rest()


def _tell(error: Exception) -> None:
    if unsaved.why_not(error) == unsaved.BUSY:
        log.warning("Somebody wrote for so long that a heartbeat of the clocks was left out.")
    else:
        lost = "The heartbeat of the clocks cannot be written. A power cut now would cost time."
        unsaved.log_failure(log, lost, error)


def note_power_cuts(found: Iterable[EventClock], now: Moment) -> None:
    """Pause the clock of every round that was played when the power went, where its last heartbeat left it."""
    # The very same clock: one of an event that changed since is another, even if it shows the same.
    looked_at = (each for each in found if _let_be.get(each.id) is not each)
    cut = [each for each in looked_at if clocks.after_power_cut(each.clock, now, heartbeat=None)]
    beats = heartbeats() if cut else {}
    for each in cut:
        decide = partial(note_power_cut, now=now, heartbeat=beats.get(each.id))
        try:
            done = journal.record(each.id, "system", decide=decide)
        except Refused as why:  # of this event alone: the others go on beating
            log.warning("The clock of %s cannot be paused after the power was out: %s", each.name, why)
            continue
        if done.facts:
            log.warning("The power was out while the clock of %s ran. It is paused and can be resumed.", each.name)
        else:
            _let_be[each.id] = each


def carry() -> None:
    """What the file says into the database, for whoever opens it next: perhaps a version that knows no file."""
    if db.engine.dialect.name == "sqlite" and (last := beat_file.read(_data())):
        with writer() as connection, connection.begin():
            connection.execute(text(beat_file.CARRY), beat_file.carried(last))


def _data() -> Path:
    config: Config = current_app.config["CINDERBOX"]
    return config.data


def _known_in(boot_id: str) -> set[str]:
    """Whose clock is known to run in this boot; asked each time, because a restore may put other rows there."""
    with db.engine.connect() as connection:
        return set(
            connection.execute(select(HeartbeatRow.tournament_id).where(HeartbeatRow.boot_id == boot_id)).scalars()
        )


def _own_connection() -> Connection:
    connection = create_engine(db.engine.url, poolclass=NullPool).connect().execution_options(writer=True)
    driver = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection):
        driver.execute("PRAGMA synchronous=NORMAL")
        driver.execute("PRAGMA busy_timeout=500")  # a beat that would come late is not worth waiting for
    return connection


def _write(connection: Connection, running: Sequence[EventClock], now: Moment) -> None:
    for each in running:
        mine = update(HeartbeatRow).where(HeartbeatRow.tournament_id == each.id)
        if not connection.execute(mine.values(boot_id=now.boot_id, ms=now.ms)).rowcount:
            connection.execute(insert(HeartbeatRow).values(tournament_id=each.id, boot_id=now.boot_id, ms=now.ms))


def _to_the_disk(connection: Connection) -> None:
    file = connection.engine.url.database
    if connection.dialect.name != "sqlite" or not file:
        return
    try:
        log_file = os.open(f"{file}-wal", os.O_RDONLY)
    except FileNotFoundError:  # somebody has just taken it into the database, which is on the disk then
        return
    try:
        os.fdatasync(log_file)
    finally:
        os.close(log_file)
