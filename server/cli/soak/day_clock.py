"""The clock of the day that is played: it runs as the machine's does, and jumps over time in which nothing happens."""

from __future__ import annotations

import time
from pathlib import Path

from server.core import soak_time
from server.core.soak_time import Ahead

MINUTE = 60_000
HOUR = 60 * MINUTE
FIRST_MS = 60_000  # a box is asked first when it has been on for a minute


class DayClock:
    """Milliseconds since the day began, whatever the box's own clocks say by then."""

    def __init__(self, file: Path) -> None:
        self.file, self.boot = file, 1
        self._began, self._jumped, self._boot_at, self._stepped = machine_ms(), 0, 0, 0
        self._write()

    def now(self) -> int:
        return machine_ms() - self._began + self._jumped

    def box_ms(self) -> int:
        """What the box's clock since its boot says now."""
        return self.now() - self._boot_at + FIRST_MS

    @property
    def boot_id(self) -> str:
        return f"soak-boot-{self.boot}"

    def move_to(self, ms: int) -> None:
        """It is this late now; if it is later already, nothing happens."""
        if (wait := ms - self.now()) > 0:
            self._jumped += wait
            self._write()

    def reboot(self) -> None:
        """The power was out: the next start is another boot, whose clock begins anew."""
        self.boot, self._boot_at = self.boot + 1, self.now()
        self._write()

    def step_date(self, ms: int) -> None:
        """Somebody, or the network, sets the box's date; its time since the boot goes on."""
        self._stepped += ms
        self._write()

    def _write(self) -> None:
        boot = self._jumped - self._began - self._boot_at + FIRST_MS
        soak_time.write(self.file, Ahead(boot, self._jumped + self._stepped))


def machine_ms() -> int:
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
