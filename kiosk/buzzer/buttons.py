"""Buttons on pins: start and pause, call time, switch the box off. Each answers with a short sound and the light.

A press is put aside by gpiozero's thread and carried out by one of ours, one after the other, so that a server that
hangs holds up neither the pins nor the cues. Contacts that jump are one press. Off needs three seconds: it ticks
meanwhile, then sounds long; let go earlier, nothing happens.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any

from engine.clock import Moment
from kiosk.buzzer.config import BuzzerConfig
from kiosk.buzzer.control import Control, Press
from kiosk.buzzer.pins import button, each_once, why_not
from kiosk.buzzer.ringing import Noise

log = logging.getLogger("cinderbox.buzzer")

NAMES = {"start_button": "start", "time_button": "time", "off_button": "off"}
COMMANDS = {"start": "switch", "time": "time"}
JUMPS_MS = 300
HOLD_MS, TICK_EVERY_MS = 3_000, 500
TICK_S, LONG_S, GAP_S = 0.06, 1.0, 0.12
REFUSED_TICKS = 3
OPEN_AGAIN = 10  # looks, as for what sounds


class Buttons:
    """Every button that is set; `trouble` says which do not work. `turn` is held by whoever makes a sound."""

    def __init__(
        self, config: BuzzerConfig, control: Control, *, noise: Noise, turn: Lock, now: Callable[[], Moment]
    ) -> None:
        self._control = control
        self._noise = noise
        self._turn = turn
        self._now = now
        self._pressed: Queue[Press] = Queue()
        self._down_at: dict[str, int] = {}
        self._devices: dict[str, Any] = {}
        self._why_closed: dict[str, str] = {}
        self._looks = 0
        pins = {NAMES[name]: getattr(config, name) for name in NAMES}
        self._closed = {name: pin for name, pin in pins.items() if pin is not None}
        self._open()

    @property
    def trouble(self) -> str:
        return each_once(self._why_closed.values())

    def serve(self) -> None:
        """Carry out what is pressed, from a thread of its own."""
        if self._devices or self._closed:
            Thread(target=self._carry_out, name="buttons", daemon=True).start()

    def settle(self) -> None:
        """Now and then, what could not be opened is tried again."""
        self._looks += 1
        if self._closed and self._looks % OPEN_AGAIN == 0:
            self._open()

    def close(self) -> None:
        for device in self._devices.values():
            with suppress(Exception):  # each GPIO library raises what it likes
                device.close()
        self._devices, self._closed = {}, {}

    def press(self, name: str) -> None:
        """It went down."""
        now, before = self._now(), self._down_at.get(name)
        if before is None or now.ms - before >= JUMPS_MS:
            self._down_at[name] = now.ms
            self._pressed.put(Press(name, now))

    def _open(self) -> None:
        for name, pin in list(self._closed.items()):
            try:
                self._devices[name] = button(pin, pressed=lambda name=name: self.press(name))  # type: ignore[misc]
            except Exception as why:  # as above
                sentence = why_not(f"{name} button", pin, why)
                if self._why_closed.get(name) != sentence:
                    log.error("%s", sentence)
                self._why_closed[name] = sentence
            else:
                del self._closed[name]
                self._why_closed.pop(name, None)

    def _carry_out(self) -> None:
        while True:
            press = self._pressed.get()
            try:
                self._answer(press)
            except Exception:
                log.exception("The %s button failed", press.button)

    def _answer(self, press: Press) -> None:
        if press.button == "off":
            self._off(press)
        elif self._control.send(COMMANDS[press.button], press):
            self._ticks(1)
        else:
            self._ticks(REFUSED_TICKS)

    def _off(self, press: Press) -> None:
        if not self._is_held(press):
            return
        if self._control.switch_off(press):
            self._sound(LONG_S)
        else:
            self._ticks(REFUSED_TICKS)
        with suppress(Empty):  # whatever was pressed meanwhile came too late
            while True:
                self._pressed.get_nowait()

    def _is_held(self, press: Press) -> bool:
        """Down for three seconds, with a tick every half; one that was let go, however shortly, was not held."""
        next_tick = press.at.ms
        while self._devices["off"].is_pressed and self._down_at["off"] == press.at.ms:
            now = self._now().ms
            if now - press.at.ms >= HOLD_MS:
                return True
            if now >= next_tick:
                self._sound(TICK_S)
                next_tick += TICK_EVERY_MS
            time.sleep(0.02)
        return False

    def _ticks(self, times: int) -> None:
        for _ in range(times):
            self._sound(TICK_S)
            time.sleep(GAP_S)

    def _sound(self, seconds: float) -> None:
        """Unless a cue sounds just now: that is what the room has to hear."""
        if not self._turn.acquire(blocking=False):
            time.sleep(seconds)
            return
        try:
            self._noise.on("button")
            time.sleep(seconds)
        finally:
            self._noise.off("button")
            self._turn.release()
