"""Rules for whoever switches the clock, at the desk, by a button or from another program: two taps, and minutes."""

from __future__ import annotations

from collections.abc import Callable

from engine import clock as clocks
from engine import facts as f
from engine.clock import Moment
from engine.refusals import Refused
from engine.words import Tournament

MINUTE = 60_000
TWO_TAPS_MS = 2_000
MOST_MINUTES = 600
JUST_SWITCHED = "The clock was switched only a moment ago, so nothing was done. {again} if you mean it."
DecideNow = Callable[[Tournament, Moment], tuple[f.Fact, ...]]


def once(decide: DecideNow) -> DecideNow:
    """Start and Pause stand in the same place, so the second of two slow taps must not take the first one back."""

    def decide_once(t: Tournament, now: Moment) -> tuple[f.Fact, ...]:
        facts = decide(t, now)
        return () if _just_switched(t, now) else facts

    return decide_once


def minutes_in_ms(typed: str) -> int:
    """Minutes as typed, with halves; a sentence for anything else."""
    try:
        minutes = float(typed.strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        raise Refused("Type minutes as a number, such as 5 or -2.") from None
    if not -MOST_MINUTES <= minutes <= MOST_MINUTES or not minutes:
        raise Refused("Give 1 to 600 minutes, or −1 to −600 to take time away.")
    return round(minutes * MINUTE)


def added_words(ms: int) -> str:
    """Added: 5 min for everyone."""
    return f"{'Added' if ms > 0 else 'Taken away'}: {abs(ms) / MINUTE:g} min for everyone."


def _just_switched(t: Tournament, now: Moment) -> bool:
    at = None if t.clock is None else clocks.switched_at(t.clock)
    return at is not None and at.boot_id == now.boot_id and now.ms - at.ms < TWO_TAPS_MS
