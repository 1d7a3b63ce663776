"""What systemd is told: ready, alive, stopping. A few lines in place of a library; without systemd they do nothing."""

from __future__ import annotations

import http.client
import logging
import os
import socket
from threading import Event, Thread

from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from server.core import unsaved
from server.core.db import db
from server.core.network import EVERYWHERE, LOOPBACK

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


def keep_telling(app: Flask, *, host: str, port: int) -> Event:
    """Say at half the watchdog's interval that the server is alive, while it is; until the event is set.

    A server that hangs stays silent, and systemd starts it again.
    """
    done = Event()
    if pause := watchdog_seconds() / 2:
        Thread(target=_tell_while_alive, args=(app, host, port, pause, done), name="watchdog", daemon=True).start()
    return done


def watchdog_seconds() -> float:
    """The interval systemd asks for; 0 if it does not watch this process."""
    meant_for = os.environ.get("WATCHDOG_PID", "")
    if not under_systemd() or meant_for not in ("", str(os.getpid())):
        return 0.0
    asked = os.environ.get("WATCHDOG_USEC", "")
    return int(asked) / 1_000_000 if asked.isdecimal() else 0.0


def _tell_while_alive(app: Flask, host: str, port: int, pause: float, done: Event) -> None:
    while True:
        if _page_answers(host, port, pause) and _database_answers(app):
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


def _page_answers(host: str, port: int, seconds: float) -> bool:
    """Through the front door like everybody else. An unwell answer is an answer: starting again would not cure it."""
    door = http.client.HTTPConnection(_loopback(host), port, timeout=seconds)
    try:
        door.request("GET", "/healthz")
        door.getresponse().read()
    except (OSError, http.client.HTTPException) as why:
        log.error("the server does not answer itself: %s", why)
        return False
    finally:
        door.close()
    return True


def _loopback(host: str) -> str:
    return LOOPBACK[0] if host in (EVERYWHERE, "0.0.0.0") else host


def _database_answers(app: Flask) -> bool:
    try:
        with app.app_context(), db.engine.connect() as connection:
            connection.execute(text("SELECT 1 FROM tournament LIMIT 1"))
    except SQLAlchemyError as why:
        log.error("the database does not answer: %s", why)
        return unsaved.why_not(why) == unsaved.DAMAGED  # starting again would not cure it, and other pages still answer
    return True
