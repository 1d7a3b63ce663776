"""Now, as the server counts it: both read the same kernel's clock, so nothing has to be sent back and forth."""

from __future__ import annotations

import os
import time
from functools import cache
from pathlib import Path

from engine.clock import Moment


def now() -> Moment:
    """Since this machine was switched on."""
    return Moment(boot_id(), int(exact_ms()))


def exact_ms() -> float:
    """The same with its fraction, for measuring."""
    shift = int(os.environ.get("CINDERBOX_BOOT_OFFSET_MS") or 0)
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) / 1_000_000 + shift


def boot_id() -> str:
    """Which switching-on this is; tests set another one, on the server too."""
    return os.environ.get("CINDERBOX_BOOT_ID") or _kernels()


@cache
def _kernels() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
