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
    """When both pins went on and off, in seconds since the watch began."""

    on: float
    off: float | None = None

    @property
    def ms(self):
        return round((self.off - self.on) * 1000)


class Watch:
    """Looks at a pin all the time, until there were so many beeps and silence after them."""

    def __init__(self, pi, pin=BUZZER, *, beeps, patience_s=900):
        self.pi, self.pin, self.wanted, self.patience_s = pi, pin, beeps, patience_s
        self.beeps = []
        self.began = Event()
        self.thread = Thread(target=self._look, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.thread.join()

    def _look(self):
        start = time.monotonic()
        changed, was = start, False
        while time.monotonic() < start + self.patience_s:
            now, at = driven(self.pi, self.pin), time.monotonic()
            if now != was:
                changed, was = at, now
                self._note(now, at - start)
            if len(self.beeps) >= self.wanted and not now and at > changed + QUIET_S:
                return
            time.sleep(0.004)

    def _note(self, now, at):
        if now:
            self.beeps.append(Beep(at))
            self.began.set()
        else:
            self.beeps[-1].off = at
