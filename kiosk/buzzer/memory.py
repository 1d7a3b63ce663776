"""Which cues were sounded, beep by beep, so that a buzzer killed in the middle goes on where it was cut off.

With each its moment: a cue that happened never moves. One that lies later now was sounded, or skipped, by a clock that
had changed without the buzzer knowing, so its real sound is still to come.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from engine.cues import HEARD_MS
from kiosk.buzzer import files
from kiosk.buzzer.cues import Sound

log = logging.getLogger("cinderbox.buzzer")

KEPT = 1_000


class Memory:
    """Written before each beep: a kill in between loses a beep at worst, and never makes one twice."""

    def __init__(self, path: Path, boot_id: str) -> None:
        self._path = path
        self._boot_id = boot_id
        self._started, self._done = _known(files.read(path), boot_id)
        self._told = False

    def done(self, sound: Sound) -> bool:
        """Sounded to its end, or skipped."""
        return sound.key in self._done and not _moved_on(sound, self._done[sound.key])

    def beeps(self, sound: Sound) -> int:
        """How many beeps of this cue were begun before."""
        beep, at_ms = self._started.get(sound.key, (0, sound.at_ms))
        return 0 if _moved_on(sound, at_ms) else beep

    def start(self, sound: Sound, beep: int) -> None:
        """About to make this beep, the first being 1."""
        self._started[sound.key] = beep, sound.at_ms
        self._write()

    def finish(self, sound: Sound) -> None:
        """Nothing of this cue is left to sound."""
        self._started.pop(sound.key, None)
        self._done[sound.key] = sound.at_ms
        for old in list(self._done)[:-KEPT]:
            del self._done[old]
        self._write()

    def _write(self) -> None:
        try:
            files.write(self._path, {"boot": self._boot_id, "started": self._started, "done": self._done})
        except OSError as why:
            if not self._told:
                log.warning("%s cannot be written: %s. Restarted, cues may sound twice.", self._path, why.strerror)
            self._told = True


def _moved_on(sound: Sound, at_ms: int) -> bool:
    """Whether it is due later now than when it was remembered."""
    return sound.at_ms > at_ms + HEARD_MS


def _known(raw: Any, boot_id: str) -> tuple[dict[str, tuple[int, int]], dict[str, int]]:
    """What this boot's file says; one from another boot, a damaged one, or one without moments, says nothing."""
    try:
        if raw["boot"] != boot_id:
            return {}, {}
        started = {str(key): (int(beep), int(at_ms)) for key, (beep, at_ms) in raw["started"].items()}
        return started, {str(key): int(at_ms) for key, at_ms in raw["done"].items()}
    except (KeyError, TypeError, ValueError, AttributeError):
        return {}, {}
