"""Whether a box can be opened: what its database says, and a disk that takes nothing, which passes."""

from __future__ import annotations

import logging
from threading import Event, Thread

from server.box import disk, restarting
from server.box.database_file import Trouble, trouble_with
from server.core import unsaved
from server.core.config import Config

LOOK_EVERY = 3.0
log = logging.getLogger(__name__)


def closed_by(config: Config) -> Trouble | None:
    """What keeps this box from being opened. What is lost is told first: also where there is no room."""
    if config.database_url:
        return None
    told = disk.writing(config)
    held_up = Trouble("disk", *told.split(". ", 1)) if told in unsaved.OF_THE_DISK else None
    try:
        return trouble_with(config) or held_up
    except unsaved.FAILURES:
        if held_up is None:
            raise
        return held_up


def open_once_there_is_room(config: Config) -> Event:
    """Start again as soon as the disk can be written, until the flag that is given back is set."""
    done = Event()
    Thread(target=_look_on, args=(config, done), name="room", daemon=True).start()
    return done


def _look_on(config: Config, done: Event) -> None:
    while not done.wait(LOOK_EVERY):
        if disk.writing(config) not in unsaved.OF_THE_DISK:
            log.warning("the disk can be written again")
            restarting.ask()
            return
