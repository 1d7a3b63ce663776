"""The pins of an emulated Pi as a lamp on them would see them: from the board's registers, from outside."""

import time
from dataclasses import dataclass
from threading import Event, Thread

SELECT, LEVEL = 0x3F200000, 0x3F200034
OUTPUT = 1
BUZZER, LIGHT = 17, 27
QUIET_S = 3.0  # longer than any silence within a pattern


def driven(pi, pin):
    """Whether this pin is an output that is high."""
    function = pi.register(SELECT + 4 * (pin // 10)) >> 3 * (pin % 10) & 7
    return function == OUTPUT and bool(pi.register(LEVEL) >> pin & 1)


@dataclass
class Beep:
    """When a pin went on and off, in seconds since the watch began."""

    on: float
    off: float | None = None

    @property
    def ms(self):
        return round((self.off - self.on) * 1000)


class Watch:
    """Looks at both pins all the time, until there were so many beeps and silence after them."""

    def __init__(self, pi, *, beeps, patience_s=900):
        self.pi, self.wanted, self.patience_s = pi, beeps, patience_s
        self.beeps, self.flashes = [], []
        self.began = Event()
        self.thread = Thread(target=self._look, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.thread.join()

    def _look(self):
        seen = {BUZZER: self.beeps, LIGHT: self.flashes}
        was = dict.fromkeys(seen, False)
        start = changed = time.monotonic()
        while time.monotonic() < start + self.patience_s:
            for pin, found in seen.items():
                now, at = driven(self.pi, pin), time.monotonic()
                if now != was[pin]:
                    changed, was[pin] = at, now
                    _note(found, now, at - start)
            if self.beeps:
                self.began.set()
            if len(self.beeps) >= self.wanted and not any(was.values()) and at > changed + QUIET_S:
                return
            time.sleep(0.004)


def _note(found, now, at):
    if now:
        found.append(Beep(at))
    else:
        found[-1].off = at
