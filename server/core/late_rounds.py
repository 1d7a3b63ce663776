"""While a round runs late the plan of the day moves by itself: nothing is recorded, and yet every page is outdated."""

from __future__ import annotations

from contextlib import suppress

from engine import clock as clocks
from engine.refusals import Refused
from engine.words import Tournament
from server.core import changes, journal
from server.core.events import listed
from server.core.timekeeping import moment
from server.core.unsaved import if_possible

STEP_MS = 300_000  # the plan is told to five minutes
_told: dict[str, int] = {}


def step(t: Tournament) -> int:
    """Another number every five minutes, while what is on now has no end yet; 0 while a clock says when it ends."""
    now, current = moment(), t.current_round
    if current is None or t.state == "finished":
        return 0
    in_time = t.clock is not None and clocks.is_running(t.clock, now) and clocks.remaining(t.clock, now) > 0
    return 0 if current.phase == "published" and in_time else now.ms // STEP_MS


def carry_out() -> None:
    """Walls and phones are told to look again."""
    for event in listed():
        with suppress(Refused), if_possible():
            now = 0 if event.archived else step(journal.read(event.id).tournament)
            if _told.get(event.id, now) != now:
                changes.changed(event.id)
            _told[event.id] = now
