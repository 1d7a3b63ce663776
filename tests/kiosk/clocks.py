"""Clocks of a small event as the buzzer gets them, and time that passes only when a test says so."""

from dataclasses import dataclass, field

from engine.clock import Moment, started, timed_clock
from engine.clock_codec import EventClock
from kiosk.buzzer.answer import Feed

BOOT = "boot-1"
MINUTE = 60_000
START = 100_000


def at(ms):
    return Moment(BOOT, ms)


def running(length=60 * MINUTE, *, begun=START, warning=10 * MINUTE):
    """A clock that was started."""
    return started(timed_clock(length, warning_ms=warning), 7, at=at(begun), remaining_ms=length)


def event(clock, *, id="cup", playing=True, out=()):
    return EventClock(id, id.capitalize(), clock, playing, out)


def feed(*clocks, test=None):
    """Events cup, cup2 … with these clocks."""
    ids = ("cup", *(f"cup{n}" for n in range(2, 9)))
    return Feed(BOOT, tuple(event(clock, id=id) for clock, id in zip(clocks, ids, strict=False)), test)


@dataclass
class Room:
    """Hears the noise, and lets time pass while somebody rests. It can be made to kill the buzzer in the middle."""

    ms: int = START
    heard: list[tuple[int, int]] = field(default_factory=list)  # from when, for how long
    killed_at: int | None = None
    _since: int = 0

    def now(self):
        return at(self.ms)

    def rest(self, seconds):
        until = self.ms + round(seconds * 1000)
        if self.killed_at is not None and until > self.killed_at:
            self.ms, self.killed_at = self.killed_at, None
            raise Killed
        self.ms = until

    def on(self, cue=""):
        self._since = self.ms

    def off(self, cue=""):
        self.heard.append((self._since, self.ms - self._since))


class Killed(BaseException):
    """kill -9: nothing but the files under /run is left."""
