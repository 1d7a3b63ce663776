"""The break between two rounds: the time of day at which it ends."""

from __future__ import annotations

from datetime import datetime

from engine import facts as f
from engine import stamps
from engine.clock import Moment
from engine.decisions.clock import break_left
from server.core import time_of_day
from server.core.act_times import act_times
from server.core.desk import Desk


def over_wall_ms(desk: Desk, now: Moment) -> int | None:
    """The time of day, in ms, at which the break ends; after a reboot by when it was announced."""
    pause = desk.t.pause
    if pause is None:
        return None
    left = break_left(pause, now)
    if left is not None:
        return time_of_day.ms() + left
    began = stamps.last(act_times(desk.book), f.BreakStarted)
    # Begun in the future: the box woke up on an earlier day, and nobody has said yet what time it is.
    return None if began is None or began > time_of_day.ms() else began + pause.ms


def over_at(desk: Desk, now: Moment) -> str:
    """The same on a clock, such as 14:30; empty if nobody knows."""
    over = over_wall_ms(desk, now)
    return "" if over is None or not time_of_day.is_known() else datetime.fromtimestamp(over / 1000).strftime("%H:%M")
