"""While people play, a stick holds the box as it was minutes ago: a box may die in the middle of a round."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from flask import Flask
from sqlalchemy import func, select

from server.box import backups, usb_stick
from server.core.config import Config
from server.core.db import db
from server.core.models import JournalRow
from server.core.unsaved import log_failure

LOOK_EVERY, COPY_EVERY = 10.0, 300.0
log = logging.getLogger(__name__)


class Copier:
    """Knows what it copied, where to, and when."""

    def __init__(self, config: Config, a_clock_runs: Callable[[], bool]) -> None:
        self._config, self._a_clock_runs = config, a_clock_runs
        self._acts, self._sticks, self._at = 0, list[Path](), 0.0

    def copy_if_due(self) -> None:
        """At once onto a stick that was just put in; then every few minutes, if there is anything new."""
        sticks, acts = usb_stick.sticks(), _acts()
        new = [stick for stick in sticks if stick not in self._sticks]
        due = time.monotonic() - self._at >= COPY_EVERY and (acts != self._acts or self._a_clock_runs())
        self._sticks = sticks
        if sticks and acts and (new or due):
            self._at = time.monotonic()  # also if it fails: the log needs it once, not every ten seconds
            backups.latest_to_sticks(self._config)
            self._acts = acts


def keep_copying(app: Flask, a_clock_runs: Callable[[], bool]) -> Event:
    """Copy whenever it is due, until the flag that is given back is set."""
    done = Event()
    if backups.can_back_up(app.config["CINDERBOX"]):
        Thread(target=_copy_on, args=(app, a_clock_runs, done), name="latest", daemon=True).start()
    return done


def _copy_on(app: Flask, a_clock_runs: Callable[[], bool], done: Event) -> None:
    copier = Copier(app.config["CINDERBOX"], a_clock_runs)
    while not done.wait(LOOK_EVERY):
        try:
            with app.app_context():
                copier.copy_if_due()
        except Exception as why:
            log_failure(log, "The latest copy for the stick failed.", why)


def _acts() -> int:
    with db.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(JournalRow)).scalar_one()
