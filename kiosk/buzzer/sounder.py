"""The pins. The only file that knows gpiozero; without pins it stays silent, says why, and the rest goes on."""

from __future__ import annotations

import json
import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kiosk.buzzer.config import BuzzerConfig
from kiosk.buzzer.moments import boot_id, exact_ms

log = logging.getLogger("cinderbox.buzzer")

OPEN_AGAIN = 10  # looks, a second each at most: so often a pin that could not be opened is tried again
# Where a library comes from, as the system calls it.
PACKAGES = {"lgpio": " On Raspberry Pi OS it is the package python3-lgpio; Debian has none."}
NOT_ALLOWED = "can not open gpiochip"  # as lgpio says it
BUSY = "GPIO busy"


@dataclass(frozen=True, slots=True)
class PinPart:
    """One thing on one pin."""

    name: str
    pin: int
    device: Any
    on: Callable[[], None]
    off: Callable[[], None]


class Sounder:
    """Buzzer and light, switched together."""

    def __init__(self, config: BuzzerConfig) -> None:
        self.parts: list[PinPart] = []
        self._log = config.pin_log
        self._wrong: dict[tuple[str, str], str] = {}  # a sentence by part and what it was to do
        self._closed = list(_wanted(config))
        self._looks = 0
        self._open()

    @property
    def trouble(self) -> str:
        """What does not work at present, in sentences, or nothing."""
        return " ".join(dict.fromkeys(self._wrong.values()))

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
                part = _opened(name, pin, make)
            except Exception as why:  # each GPIO library raises what it likes, and none may stop the others
                self._fails((name, "open"), _why_not(name, pin, why))
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
            self._fails((part.name, what), f"The {part.name} on pin {part.pin} does not obey ({_first_line(why)}).")
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


Made = tuple[Any, Callable[[], None], Callable[[], None]]


def _wanted(config: BuzzerConfig) -> Iterator[tuple[str, int, Callable[[], Made]]]:
    kinds = {"active": _active, "passive": _passive}
    if config.kind in kinds:
        yield "buzzer", config.pin, lambda: kinds[config.kind](config)
    if config.light_pin is not None:
        yield "light", config.light_pin, lambda: _light(config)


def _opened(name: str, pin: int, make: Callable[[], Made]) -> PinPart:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gpiozero warns of each library it tries; what matters is said once
        device, on, off = make()
    return PinPart(name, pin, device, on, off)


def _active(config: BuzzerConfig) -> Made:
    from gpiozero import Buzzer

    device = Buzzer(config.pin, active_high=config.active_high)
    return device, device.on, device.off


def _passive(config: BuzzerConfig) -> Made:
    from gpiozero import TonalBuzzer
    from gpiozero.tones import Tone

    tone = Tone.from_frequency(config.tone)
    device = TonalBuzzer(config.pin, mid_tone=tone)
    return device, lambda: device.play(tone), device.stop


def _light(config: BuzzerConfig) -> Made:
    from gpiozero import LED

    device = LED(config.light_pin, active_high=config.light_active_high)
    return device, device.on, device.off


def _why_not(name: str, pin: int, why: Exception) -> str:
    if isinstance(why, ModuleNotFoundError):
        return f"The {name} is off: the library {why.name} is not installed.{PACKAGES.get(why.name or '', '')}"
    if type(why).__name__ in ("BadPinFactory", "PinUnknownPi"):
        return f"The {name} is off: this machine has no GPIO pins, or they may not be used ({_first_line(why)})."
    if NOT_ALLOWED in str(why):
        return (
            f"The {name} is off: the pins of this machine may not be opened. "
            "Its user has to be in the group that owns /dev/gpiochip0."
        )
    if BUSY in str(why):
        return f"The {name} is off: pin {pin} is in use by something else. It is tried again by itself."
    return f"The {name} is off: pin {pin} cannot be used ({_first_line(why)}). Check its number in the settings."


def _first_line(why: Exception) -> str:
    return (str(why).splitlines() or [type(why).__name__])[0].rstrip(".")


def _note(path: Path, part: PinPart, cue: str) -> None:
    """One line for each change, with the moment after it was made."""
    change = {"ms": round(exact_ms(), 3), "boot": boot_id(), "part": part.name, "pin": part.pin}
    line = json.dumps({**change, "on": bool(part.device.is_active), "cue": cue})
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
