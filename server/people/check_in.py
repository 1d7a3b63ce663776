"""Players check themselves in while the organizer lets them: in words, as it is typed, and closed when it is over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta

from engine.decisions.entering import check_in_left, close_check_in
from engine.progress import checking_in
from engine.refusals import Refused
from engine.words import Tournament
from server.core import journal, time_of_day
from server.core.events import listed
from server.core.forms import whole
from server.core.spelling import clean
from server.core.timekeeping import moment
from server.core.unsaved import if_possible

MINUTE, MOST_MINUTES = 60_000, 12 * 60
_TIME = re.compile(r"([01]?\d|2[0-3])[:.]?([0-5]\d)")


def is_open(t: Tournament) -> bool:
    return check_in_left(t, moment()) != 0


def is_over(t: Tournament) -> bool:
    """Whether the window was opened, and its time is up."""
    return t.check_in is not None and checking_in(t) and not is_open(t)


def carry_out() -> None:
    """Close every window whose time is up, so that all phones hear of it. One that cannot be saved stops no other."""
    for event in listed():
        with suppress(Refused), if_possible():
            if not event.archived and is_over(journal.read(event.id).tournament):
                journal.record(event.id, "system", decide=lambda t: close_check_in(t) if is_over(t) else ())


def words(t: Tournament) -> str:
    """“Check-in closes at 13:45.”; without the time of day how long it is still open. Nothing while it is closed."""
    left = check_in_left(t, moment())
    if left == 0:
        return ""
    if left is None:
        return "Check-in is open."
    if time_of_day.is_known():
        return f"Check-in closes at {time_of_day.at(left + MINUTE // 2)}."
    return f"Check-in closes in {time_of_day.plural_minutes(left)}."


def words_all_day(t: Tournament) -> str:
    """The same for a page that is kept: nothing that is wrong a minute later."""
    return words(t) if time_of_day.is_known() or not is_open(t) else "Check-in is open."


def read_length(form: Mapping[str, str]) -> int:
    """For how many milliseconds it shall be open: until a time of day, for some minutes, or (0) until it is closed."""
    at, minutes = clean(form.get("at", "")), clean(form.get("minutes", ""))
    if at and minutes:
        raise Refused("Give a time of day or a number of minutes, not both.")
    if minutes:
        found = whole(minutes, most=MOST_MINUTES)
        if not found:
            raise Refused(f"Check-in is open for 1 to {MOST_MINUTES} minutes; leave it empty to close it yourself.")
        return found * MINUTE
    return _until(at) if at else 0


def _until(at: str) -> int:
    found = _TIME.fullmatch(at)
    if found is None:
        raise Refused("Write the time of day like 13:45.")
    if not time_of_day.is_known():
        raise Refused("This box does not know what time it is. Give a number of minutes, or say it on “This box”.")
    now = time_of_day.now()
    then = now.replace(hour=int(found[1]), minute=int(found[2]), second=0, microsecond=0)
    left = (then if then > now else then + timedelta(days=1)) - now
    if left > timedelta(minutes=MOST_MINUTES):
        raise Refused(f"{at} is past already. Give a later time.")
    return round(left.total_seconds() * 1000)
