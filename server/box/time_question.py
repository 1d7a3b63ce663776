"""What the organizer's device says of the time, and whether the desk has to ask which of the two is right."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from flask import session

from engine.refusals import Refused
from engine.values import dataclass
from server.core import auth, box_values, time_of_day
from server.core.timekeeping import moment

TOLD, HEARD = "time-told", "time-heard"  # in the session: in which boot, and what
ZONE_ASKED = "zone-asked"  # for the whole box
UNUSUAL = ("Etc/", "posix", "right", "SystemV/")
A_MINUTE, A_CENTURY = 60_000, 4_102_444_800_000


@dataclass(frozen=True, slots=True)
class TimeQuestion:
    """The box and a device differ: in the time itself, or only in the zone."""

    box: str
    device: str
    zone: str
    only_zone: bool


def wants_to_hear() -> bool:
    """Once for each sign-in of an organizer in this boot."""
    me = auth.current()
    return me is not None and me.role == "organizer" and session.get(TOLD) != moment().boot_id


def hear(ms: Any, zone: Any) -> bool:
    """What a device says its time and zone are; whether there is something to ask now."""
    if not isinstance(ms, int) or isinstance(ms, bool) or not 0 < ms < A_CENTURY:
        raise Refused("That is not a time of day.")
    here = moment()
    session[TOLD] = here.boot_id
    session.pop(HEARD, None)
    zone = zone if isinstance(zone, str) and zone in available_timezones() else ""
    wrong = not time_of_day.is_known() and abs(ms - time_of_day.ms()) > A_MINUTE
    if not wrong and not time_of_day.is_known():
        time_of_day.set_now(time_of_day.ms())  # two clocks agree
    elsewhere = bool(zone) and not box_values.get(ZONE_ASKED) and _minutes_ahead(zone, ms) != _minutes_here(ms)
    if wrong or elsewhere:
        session[HEARD] = [here.boot_id, ms - here.ms, zone if elsewhere else "", wrong]
    return wrong or elsewhere


def question() -> TimeQuestion | None:
    """What this organizer is asked, until they answer or somebody else has."""
    heard = session.get(HEARD)
    if not isinstance(heard, list) or heard[0] != moment().boot_id:
        return None
    _, ahead, zone, wrong = heard
    wrong = wrong and not time_of_day.is_known()
    zone = "" if box_values.get(ZONE_ASKED) else zone
    if not wrong and not zone:
        return None
    there = datetime.fromtimestamp((ahead + moment().ms) / 1000, UTC)
    shown = there.astimezone(ZoneInfo(zone) if zone else None)
    form = "%H:%M" if not wrong else "%H:%M on %Y-%m-%d"
    return TimeQuestion(time_of_day.now().strftime(form), shown.strftime(form), zone, not wrong)


def answer(*, use_device: bool) -> None:
    """The device is right, or the box is; for this boot, and for the zone for good."""
    asked, heard = question(), session.pop(HEARD, None)
    if asked is None or heard is None:
        raise Refused("Somebody has answered this meanwhile.")
    if not asked.only_zone:
        time_of_day.set_now(heard[1] + moment().ms if use_device else time_of_day.ms())
    if asked.zone:
        box_values.put_all({ZONE_ASKED: "1"})
        if use_device:
            time_of_day.set_zone(asked.zone)


def set_by_hand(day: str, at: str, zone: str) -> None:
    """What is typed on the page of the box. An empty day or time leaves the time as it is."""
    if zone != time_of_day.zone():
        time_of_day.set_zone(zone)
        box_values.put_all({ZONE_ASKED: "1"})
    if not day and not at:
        return
    if time_of_day.source() in ("network", "board"):
        raise Refused("The network or a clock with a battery sets the time of this box; only the zone can be changed.")
    try:
        said = datetime.fromisoformat(f"{day}T{at}").astimezone()
    except (ValueError, OverflowError) as why:
        raise Refused("Write the day like 2026-05-04 and the time like 13:45.") from why
    ms = round(said.timestamp() * 1000)
    if not 0 < ms < A_CENTURY:
        raise Refused("Write the day like 2026-05-04 and the time like 13:45.")
    time_of_day.set_now(ms)
    session.pop(HEARD, None)


def zones() -> tuple[str, ...]:
    """To choose from: those that are named after places."""
    return tuple(
        sorted(
            name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix", "right"))
        )
    )


def _minutes_here(ms: int) -> int:
    offset = datetime.fromtimestamp(ms / 1000, UTC).astimezone().utcoffset()
    assert offset is not None
    return int(offset.total_seconds() // 60)


def _minutes_ahead(zone: str, ms: int) -> int:
    offset = datetime.fromtimestamp(ms / 1000, ZoneInfo(zone)).utcoffset()
    assert offset is not None
    return int(offset.total_seconds() // 60)
