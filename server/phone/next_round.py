"""When the next pairings should come: so that one page is right for a while.

By the time of day; while nobody knows that, the page gets the moment, and its script counts the minutes.
"""

from __future__ import annotations

from engine.clock import Moment
from engine.values import dataclass
from server.clock.forecast import next_pairings_ms
from server.core import time_of_day
from server.core.desk import desk
from server.core.timekeeping import moment

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class NextRound:
    """The sentence; `at` is the moment, where it tells minutes that have to be counted."""

    said: str
    at: Moment | None = None


def next_round(tournament_id: str) -> NextRound | None:
    """“Next pairings at about 15:40.”; nothing where nobody can know it, or none come."""
    left = next_pairings_ms(desk(tournament_id))
    return None if left is None else _said(left)


def _said(left: int) -> NextRound:
    """A time of day is rounded up to five minutes: nobody knows it better."""
    if not time_of_day.is_known():
        now = moment()
        said = f"Next pairings in about {time_of_day.plural_minutes(left)}."
        return NextRound(said, Moment(now.boot_id, now.ms + left))
    until = -(time_of_day.ms() + left) % (5 * MINUTE)
    return NextRound(f"Next pairings at about {time_of_day.at(left + until)}.")
