"""While people play, a stick holds the box as it was minutes ago: a box may die in the middle of a round."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from threading import Event, Thread

from flask import Flask
from sqlalchemy import func, select

from engine.clock import is_running
from server.box import backups, usb_stick
from server.clock.clock_feed import event_clocks
from server.core.config import Config
from server.core.db import db
from server.core.models import JournalRow
from server.core.timekeeping import moment

LOOK_EVERY, COPY_EVERY = 10.0, 300.0
log = logging.getLogger(__name__)


class Copier:
    """Knows what it copied, where to, and when."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._acts, self._sticks, self._at = 0, list[Path](), 0.0

    def copy_if_due(self) -> None:
        """At once onto a stick that was just put in; then every few minutes, if there is anything new."""
        sticks, acts = usb_stick.sticks(), _acts()
        new = [stick for stick in sticks if stick not in self._sticks]
        due = time.monotonic() - self._at >= COPY_EVERY and (acts != self._acts or _a_clock_runs())
        self._sticks = sticks
        if sticks and acts and (new or due):
            self._at = time.monotonic()  # also if it fails: the log needs it once, not every ten seconds
            backups.latest_to_sticks(self._config)
            self._acts = acts


def keep_copying(app: Flask) -> Event:
    """Copy whenever it is due, until the flag that is given back is set."""
    done = Event()
    if not app.config["CINDERBOX"].database_url:
        Thread(target=_copy_on, args=(app, done), name="latest", daemon=True).start()
    return done


def _copy_on(app: Flask, done: Event) -> None:
    copier = Copier(app.config["CINDERBOX"])
    while not done.wait(LOOK_EVERY):
        try:
            with app.app_context():
                copier.copy_if_due()
        except Exception:
            log.exception("the latest copy for the stick failed")


def _acts() -> int:
    with db.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(JournalRow)).scalar_one()


def _a_clock_runs() -> bool:
    now = moment()
    return any(each.playing and is_running(each.clock, now) for each in event_clocks())
