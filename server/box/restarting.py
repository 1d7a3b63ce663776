"""A server that starts itself again, in the same process as systemd knows it: to put another database in place."""

from __future__ import annotations

import os
import signal
import sys
from threading import Timer
from typing import NoReturn

from engine.refusals import Refused

MOMENT_S = 1.5
_state = {"possible": False, "asked": False}


def be_ready() -> None:
    """This process is a server: it may be told to stop and start again."""
    _state["possible"] = True


def require_possible() -> None:
    """Refused in a program that is no server."""
    if not _state["possible"]:
        raise Refused("Only a running server can do that. Stop Cinderbox, and use `cinderbox restore`.")


def ask() -> None:
    """Start again in a moment, when the page that says so is on the screen with everything it needs."""
    require_possible()
    _state["asked"] = True
    Timer(MOMENT_S, os.kill, (os.getpid(), signal.SIGTERM)).start()


def is_asked() -> bool:
    return _state["asked"]


def again() -> NoReturn:
    """The same command from its beginning."""
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
