"""Buzzer and light. Without pins it stays silent, says why, and the rest goes on."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from pathlib import Path
from typing import Literal

from kiosk.buzzer.config import BuzzerConfig
from kiosk.buzzer.moments import boot_id, exact_ms
from kiosk.buzzer.pins import PinPart, each_once, first_line, opened, wanted, why_not

log = logging.getLogger("cinderbox.buzzer")

OPEN_AGAIN = 10  # looks, a second each at most: so often a pin that could not be opened is tried again


class Sounder:
    """Buzzer and light, switched together."""

    def __init__(self, config: BuzzerConfig) -> None:
        self.parts: list[PinPart] = []
        self._log = config.pin_log
        self._wrong: dict[tuple[str, str], str] = {}  # a sentence by part and what it was to do
        self._closed = list(wanted(config))
        self._looks = 0
        self._open()

    @property
    def trouble(self) -> str:
        """What does not work at present, in sentences, or nothing."""
        return each_once(self._wrong.values())

    def on(self, cue: str = "") -> None:
        """Make a noise."""
        for part in self.parts:
            self._switch(part, "on", cue=cue)

    def off(self, cue: str = "") -> None:
        """Be quiet."""
        for part in self.parts:
            self._switch(part, "off", cue=cue)

    def settle(self) -> None:
        """Between cues: what could not be switched off is tried again, and now and then what could not be opened."""
        for part in self.parts:
            if (part.name, "off") in self._wrong:
                self._switch(part, "off", cue="")
        self._looks += 1
        if self._closed and self._looks % OPEN_AGAIN == 0:
            self._open()

    def close(self) -> None:
        """Quiet, and the pins free for others."""
        self.off()
        for part in self.parts:
            with suppress(Exception):  # as above
                part.device.close()
        self.parts, self._closed = [], []

    def _open(self) -> None:
        closed, self._closed = self._closed, []
        for name, pin, make in closed:
            try:
                part = opened(name, pin, make)
            except Exception as why:  # each GPIO library raises what it likes, and none may stop the others
                self._fails((name, "open"), why_not(name, pin, why))
                self._closed.append((name, pin, make))
            else:
                self.parts.append(part)
                self._works(part, "open")

    def _switch(self, part: PinPart, what: Literal["on", "off"], *, cue: str) -> None:
        turn = part.on if what == "on" else part.off
        try:
            turn()
            if self._log is not None:
                _note(self._log, part, cue)
        except Exception as why:  # as above
            self._fails((part.name, what), f"The {part.name} on pin {part.pin} does not obey ({first_line(why)}).")
        else:
            self._works(part, what)

    def _fails(self, what: tuple[str, str], sentence: str) -> None:
        if sentence not in self._wrong.values():
            log.error("%s", sentence)
        self._wrong[what] = sentence

    def _works(self, part: PinPart, what: str) -> None:
        if self._wrong.pop((part.name, what), None):
            done = "opened" if what == "open" else f"switched {what} again"
            log.info("The %s on pin %d could be %s.", part.name, part.pin, done)


def _note(path: Path, part: PinPart, cue: str) -> None:
    """One line for each change, with the moment after it was made."""
    change = {"ms": round(exact_ms(), 3), "boot": boot_id(), "part": part.name, "pin": part.pin}
    line = json.dumps({**change, "on": bool(part.device.is_active), "cue": cue})
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
