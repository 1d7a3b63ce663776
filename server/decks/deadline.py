"""When lists close by themselves: a time of day on this box, kept with the settings.

Within seconds everybody's list is locked, and so is the place of one that is missing: the organizer can unlock each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from engine.decisions import deck_lists
from engine.refusals import Refused
from engine.words import Tournament
from server.core import journal, time_of_day
from server.core.events import listed
from server.core.unsaved import if_possible

MOST_MINUTES = 24 * 60
_MINUTES = re.compile(r"\d{1,4}")
_TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")


def read(form: Mapping[str, str]) -> str:
    """The deadline that was typed, as a time of day or in so many minutes; empty for none."""
    at, minutes = form.get("at", "").strip(), form.get("minutes", "").strip()
    if at and minutes:
        raise Refused("Give a time of day or a number of minutes, not both.")
    if (at or minutes) and not time_of_day.is_known():
        raise Refused("This box does not know what time it is. Say it on the page “This box” first.")
    if minutes:
        if not _MINUTES.fullmatch(minutes) or not 1 <= int(minutes) <= MOST_MINUTES:
            raise Refused(f"Lists close in 1 to {MOST_MINUTES} minutes.")
        return _stamp(now() + timedelta(minutes=int(minutes)))
    if not at:
        return ""
    found = _TIME.fullmatch(at)
    if found is None:
        raise Refused("Write the time of day like 9:30.")
    today = now().replace(hour=int(found[1]), minute=int(found[2]), second=0, microsecond=0)
    return _stamp(today if today > now() else today + timedelta(days=1))


def shown(t: Tournament) -> str:
    """The deadline in words, as long as it counts: round 1 closes lists by itself."""
    due = deck_lists.deadline(t)
    return told(due) if due else ""


def why_late(t: Tournament) -> str:
    """Why a player's own list can no longer be changed, from the second on; nothing before the deadline."""
    return f"Lists closed at {shown(t)}. Ask at the desk." if are_due(t) else ""


def are_due(t: Tournament) -> bool:
    """Has the deadline passed? Nobody is locked out by a date that nobody believes."""
    return time_of_day.is_known() and deck_lists.lists_are_due(t, now())


def carry_out() -> None:
    """Lock the lists of every event whose deadline has passed. One that cannot be read or saved stops no other."""
    for event in listed():
        with suppress(Refused), if_possible():
            if not event.archived and are_due(journal.read(event.id).tournament):
                # Two acts: whoever takes the locking back is left with no deadline that would lock again.
                journal.record(event.id, "system", decide=lambda t: deck_lists.close_lists(t, now()))
                journal.record(event.id, "system", decide=lambda t: deck_lists.end_deadline(t, now()))


def told(due: str) -> str:
    """The deadline in words: “10:30”, “10:30 tomorrow”, “10:30 on 2026-05-04”."""
    at, today = datetime.fromisoformat(due).astimezone(now().tzinfo), now().date()
    days = {today: "", today + timedelta(days=1): " tomorrow"}
    return f"{at:%H:%M}" + days.get(at.date(), f" on {at:%Y-%m-%d}")


def now() -> datetime:
    """The time of day on this box."""
    return time_of_day.now()


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")
