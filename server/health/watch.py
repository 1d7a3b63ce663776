"""Looks at what cannot wait every few seconds; desk and walls hear of it when it changes, and when it is over."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from threading import Event, Thread

from flask import Flask

from server.box import disk
from server.box.disk import for_the_walls
from server.core import changes, unsaved
from server.core.config import Config
from server.core.events import listed
from server.health import journals, stored_copies
from server.health.findings import urgent
from server.live.stream_messages import HEALTH

LOOK_EVERY, KEPT = 2.0, 5.0
READ_ALL_EVERY = 600.0  # all of the database, page by page
log = logging.getLogger(__name__)
_found: dict[Path, tuple[float, str]] = {}


def unwell(config: Config) -> str:
    """What the desk has to know, as it was a moment ago; what could not be saved or read is known at once."""
    at, told = _found.get(config.data, (0.0, ""))
    if time.monotonic() - at > KEPT:
        told = look(config)
    return unsaved.last(config.data) or unsaved.damaged(config.data) or journals.damaged(config) or told


def look(config: Config) -> str:
    """What cannot wait, now."""
    told = urgent(config)
    _found[config.data] = (time.monotonic(), told)
    return journals.damaged(config) or told


def keep_watching(app: Flask) -> Event:
    """Look until the flag that is given back is set; once a write has failed, try whether it works again."""
    done = Event()
    Thread(target=_watch, args=(app, done), name="health", daemon=True).start()
    return done


def _watch(app: Flask, done: Event) -> None:
    config: Config = app.config["CINDERBOX"]
    known, read_all = "", -READ_ALL_EVERY
    while not done.wait(LOOK_EVERY):
        try:
            with app.app_context():
                if time.monotonic() - read_all >= READ_ALL_EVERY:
                    read_all = time.monotonic()
                    stored_copies.database(config)
                journals.look_on(config)
                if unsaved.last(config.data):
                    disk.try_again(config)
                if (now := look(config)) != known:
                    log.warning("%s", now or "The box is well again.")
                    _announce()
            known = now
        except Exception as why:
            unsaved.log_failure(log, "Looking at the health of the box failed.", why)


def _announce() -> None:
    for id in (None, *(event.id for event in listed())):
        changes.changed(id)


HEALTH["disk"] = for_the_walls
