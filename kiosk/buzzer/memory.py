"""Which cues were sounded, beep by beep, so that a buzzer killed in the middle goes on where it was cut off."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from kiosk.buzzer import files

log = logging.getLogger("cinderbox.buzzer")

KEPT = 1_000


class Memory:
    """Written before each beep: a kill in between loses a beep at worst, and never makes one twice."""

    def __init__(self, path: Path, boot_id: str) -> None:
        self._path = path
        self._boot_id = boot_id
        self._started, self._done = _known(files.read(path), boot_id)
        self._told = False

    def done(self, key: str) -> bool:
        """Sounded to its end, or skipped."""
        return key in self._done

    def beeps(self, key: str) -> int:
        """How many beeps of this cue were begun before."""
        return self._started.get(key, 0)

    def start(self, key: str, beep: int) -> None:
        """About to make this beep, the first being 1."""
        self._started[key] = beep
        self._write()

    def finish(self, key: str) -> None:
        """Nothing of this cue is left to sound."""
        self._started.pop(key, None)
        self._done[key] = None
        for old in list(self._done)[:-KEPT]:
            del self._done[old]
        self._write()

    def _write(self) -> None:
        try:
            files.write(self._path, {"boot": self._boot_id, "started": self._started, "done": list(self._done)})
        except OSError as why:
            if not self._told:
                log.warning("%s cannot be written: %s. Restarted, cues may sound twice.", self._path, why.strerror)
            self._told = True


def _known(raw: Any, boot_id: str) -> tuple[dict[str, int], dict[str, None]]:
    """What this boot's file says; one from another boot, or a damaged one, says nothing."""
    try:
        if raw["boot"] != boot_id:
            return {}, {}
        return {str(key): int(beep) for key, beep in raw["started"].items()}, dict.fromkeys(map(str, raw["done"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        return {}, {}
