"""The time of day on this box, and whether anybody may believe it.

A Raspberry Pi without a network and without a battery clock wakes up on some earlier day. Nothing that counts down
minds (a moment is since the boot), but no time of day may be shown then. It is known if the network sets it, if the
board has a clock with a battery, or if the organizer said for this boot what time it is. What they said is kept as the
distance to the time since the boot: no root is needed, and a date that jumps changes nothing.
"""

from __future__ import annotations

import ctypes
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal
from zoneinfo import available_timezones

from engine.refusals import Refused
from engine.sentences import plural
from server.core import box_values, soak_time
from server.core.config import Config
from server.core.timekeeping import moment

SAID, ZONE = "time-of-day", "zone"  # settings of the box
VARIABLE = "CINDERBOX_TIME_OF_DAY"  # “known” or “unknown”, whatever the machine says: for tests
# A clock on the board without a battery begins in 1970, or where its maker set it; none of them is later than this.
EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
UNSYNCHRONISED = 0x40
A_DAY = timedelta(days=1)
MACHINE = Path("/")
Source = Literal["network", "board", "organizer", ""]


@dataclass(slots=True)
class _Kept:
    """What was said in this boot: the time of day, less the time since the boot, both in milliseconds."""

    root: Path = MACHINE
    boot: str = ""
    ahead_ms: int = 0


_kept = _Kept()
_own_zone = os.environ.get("TZ")


def now() -> datetime:
    """Here and now, in the zone of the box."""
    return datetime.fromtimestamp(ms() / 1000, UTC).astimezone()


def ms() -> int:
    """Milliseconds since 1970, as far as this box knows."""
    if source() == "organizer":
        return _kept.ahead_ms + moment().ms
    return time.time_ns() // 1_000_000 + soak_time.ahead().wall_ms


def is_known() -> bool:
    return bool(source())


def source() -> Source:
    """Who sets it: the network and a battery clock win over what was said at the desk."""
    return source_of(_kept.root)


def source_of(root: Path) -> Source:
    """The same of the machine that tells of itself below this root."""
    asked = os.environ.get(VARIABLE) if root == MACHINE else ""
    if asked == "known":
        return "network"
    return _said() if asked else machine_source(root) or _said()


def _said() -> Source:
    return "organizer" if _kept.boot and _kept.boot == moment().boot_id else ""


def machine_source(root: Path) -> Literal["network", "board", ""]:
    """Who sets the machine's own clock, if anybody does."""
    if (root / "run/systemd/timesync/synchronized").exists() or (root == MACHINE and _kernel_says_so()):
        return "network"
    return "board" if any(_has_kept_time(clock) for clock in (root / "sys/class/rtc").glob("rtc*")) else ""


def at(from_now_ms: int) -> str:
    """The time of day in so many milliseconds, such as 14:05; empty while nobody knows it."""
    return f"{now() + timedelta(milliseconds=from_now_ms):%H:%M}" if is_known() else ""


def about(from_now_ms: int) -> str:
    """“about 14:05”, or, while nobody knows the time of day, “in about 35 min”."""
    return f"about {at(from_now_ms)}" if is_known() else f"in about {plural_minutes(from_now_ms)}"


def when(from_now_ms: int) -> str:
    """“at 14:05”, or, while nobody knows the time of day, “in 35 minutes”."""
    return f"at {at(from_now_ms)}" if is_known() else f"in {plural_minutes(from_now_ms)}"


def of(stamp: str) -> str:
    """When something was written down, such as 14:05; empty where nobody can believe it.

    Nobody knows the time of day now, or the clock that wrote it was wrong: it is of another day.
    """
    if not stamp or not is_known():
        return ""
    then = datetime.fromisoformat(stamp).astimezone()
    return f"{then:%H:%M}" if abs(now() - then) < A_DAY else ""


def plural_minutes(length_ms: int) -> str:
    """35 minutes, 2 h 10 min; never less than a minute."""
    minutes = max(1, round(length_ms / 60_000))
    return plural(minutes, "minute") if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"


def stamp() -> str:
    """Changes when what is shown as a time of day changes its meaning."""
    return f"{source()} {_kept.ahead_ms if _kept.boot else 0} {time.tzname[0]} {time.timezone}"


def set_now(ms_now: int) -> None:
    """The organizer says what time it is, for this boot."""
    here = moment()
    box_values.put_all({SAID: f"{here.boot_id} {ms_now - here.ms}"})
    _kept.boot, _kept.ahead_ms = here.boot_id, ms_now - here.ms


def zone() -> str:
    """The zone that was chosen at the desk; empty for the machine's own."""
    return box_values.get(ZONE)


def set_zone(name: str) -> None:
    """For good; empty for the machine's own."""
    if name and name not in available_timezones():
        raise Refused("There is no such time zone. Write it like Europe/Berlin.")
    box_values.put_all({ZONE: name})
    _live_in(name)


def load(config: Config) -> None:
    """What was said before the server was started again. Needs the application's context."""
    forget()
    _kept.root = config.root
    boot, _, ahead = box_values.get(SAID).partition(" ")
    if boot and ahead.lstrip("-").isdecimal():
        _kept.boot, _kept.ahead_ms = boot, int(ahead)
    if name := box_values.get(ZONE):
        _live_in(name)


def forget() -> None:
    """Only what is in memory."""
    _kept.root, _kept.boot, _kept.ahead_ms = MACHINE, "", 0
    _live_in("")


def _live_in(name: str) -> None:
    """Everything in this process that shows a time of day follows."""
    wanted = name or _own_zone
    if wanted == os.environ.get("TZ"):
        return
    if wanted is None:
        os.environ.pop("TZ", None)
    else:
        os.environ["TZ"] = wanted
    time.tzset()


def _has_kept_time(clock: Path) -> bool:
    try:
        said = (clock / "since_epoch").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return True  # it does not say; the kernel reads it at boot
    return not said.isdecimal() or int(said) >= EARLIEST.timestamp()


def _kernel_says_so() -> bool:
    """Somebody (timesyncd, chrony, a hypervisor) keeps the kernel's clock by the network."""
    with suppress(OSError, AttributeError):
        asked = ctypes.create_string_buffer(256)
        if ctypes.CDLL(None, use_errno=True).adjtimex(asked) < 0:
            return False
        word = ctypes.sizeof(ctypes.c_long)
        status = ctypes.c_int.from_buffer(asked, 5 * word).value
        return not status & UNSYNCHRONISED
    return False
