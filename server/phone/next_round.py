"""When the next pairings should come, by the time of day: so that one page is right for a while."""

from __future__ import annotations

from engine import clock as clocks
from engine.whats_next import comes_next
from server.clock.forecast import forecast, round_over_ms
from server.core import time_of_day
from server.core.desk import desk
from server.core.timekeeping import moment

MINUTE = 60_000


def next_round(tournament_id: str) -> str:
    """“Next pairings at about 15:40.”; nothing where nobody can know it, or none come."""
    d = desk(tournament_id)
    expected = forecast(d)
    if not time_of_day.is_known() or expected is None or comes_next(d.t) != "pairings":
        return ""
    if expected.next_wall_ms is not None:
        return _said(expected.next_wall_ms)
    clock, now = d.t.clock, moment()
    if clock is None or clock.untimed or not clocks.is_running(clock, now):
        return ""
    left = clocks.remaining(clock, now)
    return _said(time_of_day.ms() + round_over_ms(d, left) + expected.between_ms) if left > 0 else ""


def _said(at_ms: int) -> str:
    """Rounded up to five minutes: nobody knows it better. What should have come already is not promised."""
    left = at_ms - time_of_day.ms()
    if left < 0:
        return ""
    return f"Next pairings at about {time_of_day.at(left + -at_ms % (5 * MINUTE))}."
