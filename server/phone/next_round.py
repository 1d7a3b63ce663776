"""When the next pairings should come: so that one page is right for a while.

By the time of day; while nobody knows that, the page gets the moment, and its script counts the minutes.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import clock as clocks
from engine.clock import Moment
from engine.whats_next import comes_next
from server.clock.forecast import forecast, round_over_ms
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
    d = desk(tournament_id)
    expected = forecast(d)
    if expected is None or comes_next(d.t) != "pairings":
        return None
    if expected.next_wall_ms is not None:
        return _said(expected.next_wall_ms - time_of_day.ms())
    clock, now = d.t.clock, moment()
    if clock is None or clock.untimed or not clocks.is_running(clock, now):
        return None
    left = clocks.remaining(clock, now)
    return _said(round_over_ms(d, left) + expected.between_ms) if left > 0 else None


def _said(left: int) -> NextRound | None:
    """A time of day is rounded up to five minutes: nobody knows it better. What is late already is not promised."""
    if left < 0:
        return None
    if not time_of_day.is_known():
        now = moment()
        said = f"Next pairings in about {time_of_day.plural_minutes(left)}."
        return NextRound(said, Moment(now.boot_id, now.ms + left))
    until = -(time_of_day.ms() + left) % (5 * MINUTE)
    return NextRound(f"Next pairings at about {time_of_day.at(left + until)}.")
