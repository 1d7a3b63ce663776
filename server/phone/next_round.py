"""When the next pairings should come, by the time of day: so that one page is right for a while."""

from __future__ import annotations

import time
from datetime import datetime

from engine import clock as clocks
from engine.whats_next import comes_next
from server.clock.forecast import forecast, round_over_ms
from server.core.desk import desk
from server.core.timekeeping import moment

MINUTE = 60_000


def next_round(tournament_id: str) -> str:
    """“Next pairings at about 15:40.”; nothing where nobody can know, or none come."""
    d = desk(tournament_id)
    expected = forecast(d)
    if expected is None or comes_next(d.t) != "pairings":
        return ""
    if expected.next_wall_ms is not None:
        return _said(expected.next_wall_ms)
    clock, now = d.t.clock, moment()
    if clock is None or clock.untimed or not clocks.is_running(clock, now):
        return ""
    left = clocks.remaining(clock, now)
    return _said(round(time.time() * 1000) + round_over_ms(d, left) + expected.between_ms) if left > 0 else ""


def _said(at_ms: int) -> str:
    """Rounded up to five minutes: nobody knows it better. What should have come already is not promised."""
    if at_ms < time.time() * 1000:
        return ""
    at = datetime.fromtimestamp(-(-at_ms // (5 * MINUTE)) * 5 * 60).astimezone()
    return f"Next pairings at about {at:%H:%M}."
