"""The break between two rounds: how much of it is left, and the time of day at which it ends."""

from __future__ import annotations

import time

from engine import facts as f
from engine.clock import Moment
from engine.words import Break
from server.desk import Desk
from server.pages import stamps


def left_ms(pause: Break, now: Moment) -> int | None:
    """What is left of the break; None if the box was switched off since it began."""
    return pause.at.ms + pause.ms - now.ms if pause.at.boot_id == now.boot_id else None


def over_wall_ms(desk: Desk, now: Moment) -> int | None:
    """The time of day, in ms, at which the break ends; after a reboot by when it was announced."""
    pause = desk.t.pause
    if pause is None:
        return None
    left = left_ms(pause, now)
    if left is not None:
        return round(time.time() * 1000) + left
    began = stamps.last(stamps.stamped(desk.book.acts), f.BreakStarted)
    return None if began is None else began + pause.ms
