"""The time of day on this box, and whether anybody may believe it.

A Raspberry Pi without a network and without a battery clock wakes up on some earlier day. Nothing that counts down
minds (a moment is since the boot), but no time of day may be shown then. It is known if the network sets it, if the
board has a clock with a battery, or if the organizer said for this boot what time it is. What they said is kept as the
distance to the time since the boot: no root is needed, and a date that jumps changes nothing.
"""

from __future__ import annotations

import ctypes
import os
import re
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal
from zoneinfo import available_timezones

from engine.clock import Moment
from engine.refusals import Refused
from engine.sentences import plural
from engine.values import dataclass, replace
from server.core import box_values, soak_time
from server.core.config import Config
from server.core.timekeeping import moment

SAID, ZONE = "time-of-day", "zone"  # settings of the box
READINGS = "time-readings"  # a file: what the time was taken for in this boot, for the server that is started again
VARIABLE = "CINDERBOX_TIME_OF_DAY"  # “known” or “unknown”, whatever the machine says: for tests
# A clock on the board without a battery begins in 1970, or where its maker set it; none of them is later than this.
EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
UNSYNCHRONISED = 0x40
MOST_JUMPS = 20
A_DAY = timedelta(days=1)
A_JUMP = 60_000  # ms: a clock that is kept by somebody is never put right by so much at once
MACHINE = Path("/")
Source = Literal["network", "board", "organizer", ""]


@dataclass(frozen=True, slots=True)
class _Reading:
    """What time it was said to be at a moment of a boot: the time of day, less the time since the boot, in ms."""

    at: Moment
    ahead_ms: int


@dataclass(slots=True)
class _Kept:
    """What the organizer said in this boot; and the last reading of all, with those before the time jumped."""

    root: Path = MACHINE
    boot: str = ""
    ahead_ms: int = 0
    last: _Reading | None = None
    jumped: tuple[_Reading, ...] = ()
    file: Path | None = None


_kept = _Kept()
_own_zone = os.environ.get("TZ")


def now() -> datetime:
    """Here and now, in the zone of the box."""
    return datetime.fromtimestamp(ms() / 1000, UTC).astimezone()


def ms() -> int:
    """Milliseconds since 1970, as far as this box knows."""
    here = moment()
    if source() == "organizer":
        now_ms = _kept.ahead_ms + here.ms
    else:
        now_ms = time.time_ns() // 1_000_000 + soak_time.ahead().wall_ms
    _notice(_Reading(here, now_ms - here.ms))
    return now_ms


def had_it_been_known(ms_then: int) -> int:
    """When something of this boot was written down, by the clock of now: what was written before the time was set, too.

    Between two such moments lies how long it took.
    """
    last, since = _kept.last, 0
    if last is None or not _kept.jumped or _kept.jumped[-1].at.ms < ms_then - last.ahead_ms <= last.at.ms:
        return ms_then
    for before in _kept.jumped:
        if since <= ms_then - before.ahead_ms <= before.at.ms:
            return ms_then - before.ahead_ms + last.ahead_ms
        since = before.at.ms
    return ms_then


def has_jumped() -> bool:
    """Was it set while the box was on?"""
    return bool(_kept.jumped)


def _notice(now: _Reading) -> None:
    last, _kept.last = _kept.last, now
    if last is None or last.at.boot_id != now.at.boot_id:
        _kept.jumped = ()
    elif abs(now.ahead_ms - last.ahead_ms) > A_JUMP:
        _kept.jumped = (*_kept.jumped, last)[-MOST_JUMPS:]
    else:
        return
    if _kept.file is not None:
        rows = (f"{each.at.ms} {each.ahead_ms}" for each in (*_kept.jumped, now))
        with suppress(OSError):
            _kept.file.write_text(" ".join((now.at.boot_id, *rows)), encoding="utf-8")


def _read_again(file: Path) -> None:
    """Of this boot, until now: nobody knows when it jumped while there was no server, but nothing was written then."""
    here, _kept.file = moment(), file
    with suppress(OSError, ValueError):
        boot, *said = file.read_text(encoding="utf-8").split(" ")
        numbers = _numbers(said)
        if boot == here.boot_id and numbers:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            *jumped, last = (_Reading(Moment(boot, at), ahead) for at, ahead in pairs)
            _kept.jumped, _kept.last = tuple(jumped), replace(last, at=here)


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
    try:
        then = datetime.fromisoformat(stamp).astimezone()
    except (ValueError, OverflowError):  # the disk kept it badly
        return ""
    return f"{then:%H:%M}" if abs(now() - then) < A_DAY else ""


def plural_minutes(length_ms: int) -> str:
    """35 minutes, 2 h 10 min; never less than a minute."""
    minutes = max(1, round(length_ms / 60_000))
    return plural(minutes, "minute") if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"


def stamp() -> str:
    """Changes when what is shown as a time of day changes its meaning."""
    return f"{source()} {_kept.ahead_ms if _kept.boot else 0} {time.tzname[0]} {time.timezone}"


def set_now(ms_now: int) -> None:
    """The organizer says what time it is, for this boot; what it was taken for until then is kept beside it."""
    here, until_now = moment(), ms()
    box_values.put_all({SAID: f"{here.boot_id} {ms_now - here.ms} {here.ms} {until_now - here.ms}"})
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
    boot, *said = box_values.get(SAID).split(" ")
    if boot and (numbers := _numbers(said)):
        _kept.boot, _kept.ahead_ms = boot, numbers[0]
        if len(numbers) == 3:
            at = Moment(boot, numbers[1])
            _kept.jumped, _kept.last = (_Reading(at, numbers[2]),), _Reading(at, _kept.ahead_ms)
    _read_again(config.data / READINGS)
    if name := box_values.get(ZONE):
        _live_in(name)


def _numbers(said: list[str]) -> list[int]:
    """What the disk kept; nothing of it, if one is none."""
    found = [int(number) for number in said if re.fullmatch(r"-?[0-9]{1,13}", number)]
    return found if len(found) == len(said) else []


def forget() -> None:
    """Only what is in memory."""
    _kept.root, _kept.boot, _kept.ahead_ms = MACHINE, "", 0
    _kept.last, _kept.jumped, _kept.file = None, (), None
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
