"""One process owns the pins, and says how it is: the lock and the status file under /run."""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from engine.refusals import Refused
from kiosk.buzzer import files

LOCK, STATUS = "buzzer.lock", "buzzer.json"
TRIES, TRY_AGAIN_S = 15, 0.02


class Owned(Refused):
    """Another buzzer has the pins."""


def own(run: Path) -> IO[str]:
    """Become the one owner of the pins, for as long as the file stays open; kill -9 frees it too."""
    try:
        run.mkdir(parents=True, exist_ok=True)
        lock = (run / LOCK).open("a+", encoding="ascii")
    except OSError as why:
        raise Refused(
            f"{run} cannot be used: {why.strerror}. Make it writable, or name another with CINDERBOX_RUN."
        ) from why
    if not _locked(lock):
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise Owned(f"Another buzzer (process {holder}) owns the pins. Stop that one first.")
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


class Status:
    """What `cinderbox check` reads; written when it changes."""

    def __init__(self, run: Path) -> None:
        self._path = run / STATUS
        self._said: dict[str, Any] = {}

    def say(self, **facts: Any) -> None:
        """`sound` and `server` are sentences about what is wrong there, or empty; `refused` why it does not start."""
        if facts == self._said:
            return
        try:
            files.write(self._path, {"pid": os.getpid(), **facts})
        except OSError:
            return  # the memory of cues has told so already
        self._said = facts


def _locked(lock: IO[str]) -> bool:
    """The server looks whether the lock is held by taking it for an instant; that is no other buzzer."""
    for _ in range(TRIES):
        with suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        time.sleep(TRY_AGAIN_S)
    return False
