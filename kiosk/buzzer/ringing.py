"""Sounding what is due: each cue once, one after the other, also after a restart."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock
from typing import Protocol

from engine.clock import Moment
from engine.cues import LATE_MS
from kiosk.buzzer.answer import Feed
from kiosk.buzzer.config import BuzzerConfig
from kiosk.buzzer.cues import Sound, next_at, sounds_until
from kiosk.buzzer.memory import Memory

log = logging.getLogger("cinderbox.buzzer")

BETWEEN_MS = 600
LOOK_AGAIN_S = 1.0


class Noise(Protocol):
    """What makes the sound."""

    def on(self, cue: str = "") -> None: ...

    def off(self, cue: str = "") -> None: ...


class Ringer:
    """Keeps to one cue at a time; `rest` waits so many seconds, `turn` is held while a cue sounds."""

    def __init__(
        self,
        config: BuzzerConfig,
        memory: Memory,
        *,
        noise: Noise,
        now: Callable[[], Moment],
        rest: Callable[[float], object],
        turn: Lock | None = None,
    ) -> None:
        self.last = ""
        self._turn = turn or Lock()
        self._config = config
        self._memory = memory
        self._noise = noise
        self._now = now
        self._rest = rest
        self._quiet_since: int | None = None
        self._looked = now()

    def ring(self, newest: Callable[[], Feed | None]) -> None:
        """Everything that is due, in order; cues that overlap wait for each other.

        What waited is looked at again before it sounds: the clock may have been paused or given time meanwhile. A cue
        that has begun is sounded to its end.
        """
        while (sound := self._first(newest())) is not None:
            if (breath_s := self._breath_s()) > 0:
                self._rest(breath_s)
            else:
                self._sound(sound)

    def rest_s(self, feed: Feed | None) -> float:
        """How long to sleep until the next cue; never so long that a change is overslept."""
        # After the last look and not after now, or a cue in between would be overslept.
        at = None if feed is None else next_at(feed, self._looked, tables=self._config.tables)
        return LOOK_AGAIN_S if at is None else max(0.0, min(LOOK_AGAIN_S, (at - self._now().ms) / 1000))

    def _first(self, feed: Feed | None) -> Sound | None:
        """The oldest sound that is due and was not made."""
        now = self._looked = self._now()
        due = [] if feed is None else sounds_until(feed, now, tables=self._config.tables)
        left = (sound for sound in due if not self._memory.done(sound))
        return next((sound for sound in left if self._in_time(sound, now.ms - sound.at_ms)), None)

    def _in_time(self, sound: Sound, late_ms: int) -> bool:
        """Half a minute late at most, the same for all cues; older ones are told and forgotten."""
        if late_ms <= LATE_MS:
            return True
        log.warning("Skipped, %d seconds too late: %s.", late_ms // 1000, sound.told)
        self._memory.finish(sound)
        return False

    def _breath_s(self) -> float:
        """What is left of the pause after the last cue; without one the room would hear one long one."""
        return 0.0 if self._quiet_since is None else (self._quiet_since + BETWEEN_MS - self._now().ms) / 1000

    def _sound(self, sound: Sound) -> None:
        """Beep by beep, from where an earlier process was cut off."""
        pattern = self._config.patterns[sound.kind]
        beeps = list(zip(pattern[::2], (*pattern[1::2], 0), strict=False))
        begun = self._memory.beeps(sound)
        log.info("%s, %d ms late: %s.", "Going on" if begun else "Sounding", self._now().ms - sound.at_ms, sound.told)
        with self._turn:
            for number, (on_ms, off_ms) in enumerate(beeps[begun:], start=begun + 1):
                self._beep(sound, number, on_ms=on_ms)
                if off_ms:
                    self._rest(off_ms / 1000)
        self._memory.finish(sound)
        self._quiet_since = self._now().ms
        self.last = sound.told

    def _beep(self, sound: Sound, number: int, *, on_ms: int) -> None:
        self._memory.start(sound, number)
        self._noise.on(sound.key)
        try:
            self._rest(on_ms / 1000)
        finally:
            self._noise.off(sound.key)
