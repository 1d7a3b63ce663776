"""What happens by itself when its time has come: looked at every few seconds, whoever is signed in."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from flask import Flask

from server.core.unsaved import log_failure

LOOK_EVERY = 5.0
log = logging.getLogger(__name__)
# Each carries out what is due of its room.
DUE: list[Callable[[], None]] = []


def keep_looking(app: Flask) -> Event:
    """Carry out what is due as its time passes, until the flag that is given back is set."""
    done = Event()
    Thread(target=_look_on, args=(app, done), name="deadlines", daemon=True).start()
    return done


def _look_on(app: Flask, done: Event) -> None:
    while not done.wait(LOOK_EVERY):
        try:
            with app.app_context():
                for carry_out in DUE:
                    carry_out()
        except Exception as why:
            log_failure(log, "Looking at the deadlines of lists and check-in failed.", why)
