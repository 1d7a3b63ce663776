"""What systemd is told: ready, alive, stopping. A few lines in place of a library; without systemd they do nothing."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from threading import Event, Thread

from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from server.core import unsaved
from server.core.db import db

log = logging.getLogger(__name__)


def under_systemd() -> bool:
    """Whether a service manager listens."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def ready() -> None:
    """The door is open."""
    _tell("READY=1")


def stopping() -> None:
    """Nobody new is let in; what is under way is being finished."""
    _tell("STOPPING=1")


def keep_telling(app: Flask | None, answers: Callable[[float], bool]) -> Event:
    """Say at half the watchdog's interval that the server is alive, while it is; until the event is set.

    `answers` asks for a page, by a way of its own: a crowd at the door is no reason to start again. A server that hangs
    stays silent, and systemd starts it again. Without an application there is no database to ask.
    """
    done = Event()
    if pause := watchdog_seconds() / 2:
        Thread(target=_tell_while_alive, args=(app, answers, pause, done), name="watchdog", daemon=True).start()
    return done


def watchdog_seconds() -> float:
    """The interval systemd asks for; 0 if it does not watch this process."""
    meant_for = os.environ.get("WATCHDOG_PID", "")
    if not under_systemd() or meant_for not in ("", str(os.getpid())):
        return 0.0
    asked = os.environ.get("WATCHDOG_USEC", "")
    return int(asked) / 1_000_000 if asked.isdecimal() else 0.0


def _tell_while_alive(app: Flask | None, answers: Callable[[float], bool], pause: float, done: Event) -> None:
    while True:
        if answers(pause) and (app is None or _database_answers(app)):
            _tell("WATCHDOG=1")
        if done.wait(pause):
            return


def _tell(state: str) -> None:
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # the abstract namespace
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.sendto(state.encode(), address)
    except OSError as why:
        log.warning("systemd could not be told %s: %s", state, why)


def _database_answers(app: Flask) -> bool:
    try:
        with app.app_context(), db.engine.connect() as connection:
            connection.execute(text("SELECT 1 FROM tournament LIMIT 1"))
    except SQLAlchemyError as why:
        log.error("the database does not answer: %s", why)
        return unsaved.why_not(why) == unsaved.DAMAGED  # starting again would not cure it, and other pages still answer
    return True
