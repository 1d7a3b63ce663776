"""The hardware: what sounds, what shines, what is pressed. The only file that knows gpiozero."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kiosk.buzzer.config import BuzzerConfig

# Where a library comes from, as the system calls it.
PACKAGES = {"lgpio": " On Raspberry Pi OS it is the package python3-lgpio; Debian has none."}
NOT_ALLOWED = "can not open gpiochip"  # as lgpio says it
BUSY = "GPIO busy"
BOUNCE_S = 0.02  # contacts that are closed for less are still jumping


@dataclass(frozen=True, slots=True)
class PinPart:
    """One thing on one pin."""

    name: str
    pin: int
    device: Any
    on: Callable[[], None]
    off: Callable[[], None]


Made = tuple[Any, Callable[[], None], Callable[[], None]]


def wanted(config: BuzzerConfig) -> Iterator[tuple[str, int, Callable[[], Made]]]:
    """What sounds and shines: its name, its pin, and how it is opened."""
    kinds = {"active": _active, "passive": _passive}
    if config.kind in kinds:
        yield "buzzer", config.pin, lambda: kinds[config.kind](config)
    if config.light_pin is not None:
        yield "light", config.light_pin, lambda: _light(config)


def opened(name: str, pin: int, make: Callable[[], Made]) -> PinPart:
    """The part, once its pin is ours."""
    with _quietly():
        device, on, off = make()
    return PinPart(name, pin, device, on, off)


def button(pin: int, *, pressed: Callable[[], None]) -> Any:
    """A button between its pin and ground. One that is held down while it is opened was not pressed."""
    from gpiozero import Button

    with _quietly():
        device = Button(pin, pull_up=True, bounce_time=BOUNCE_S)
    device.when_pressed = pressed
    return device


@contextmanager
def _quietly() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gpiozero warns of each library it tries; what matters is said once
        yield


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


def why_not(name: str, pin: int, why: Exception) -> str:
    """Why a part could not be opened, as a sentence."""
    if isinstance(why, ModuleNotFoundError):
        return f"The {name} is off: the library {why.name} is not installed.{PACKAGES.get(why.name or '', '')}"
    if type(why).__name__ in ("BadPinFactory", "PinUnknownPi"):
        return f"The {name} is off: this machine has no GPIO pins, or they may not be used ({first_line(why)})."
    if NOT_ALLOWED in str(why):
        return (
            f"The {name} is off: the pins of this machine may not be opened. "
            "Its user has to be in the group that owns /dev/gpiochip0."
        )
    if BUSY in str(why):
        return f"The {name} is off: pin {pin} is in use by something else. It is tried again by itself."
    return f"The {name} is off: pin {pin} cannot be used ({first_line(why)}). Check its number in the settings."


def each_once(sentences: Iterable[str]) -> str:
    """In one line; two parts may have the same trouble."""
    return " ".join(dict.fromkeys(sentences))


def first_line(why: Exception) -> str:
    """What a library says, without the rest of its breath."""
    return (str(why).splitlines() or [type(why).__name__])[0].rstrip(".")
