"""`cinderbox soak`: a whole day at a venue in minutes, with everything going wrong that can, and nothing lost."""

from __future__ import annotations

import signal
import sys
import time
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from server.cli.soak.day import Day
from server.cli.soak.day_clock import HOUR
from server.cli.soak.venue import Venue

STOPPED = 143


def soak(seed: int, *, days: int, hours: float, tablets: int, phones: int) -> int:
    """So many days, from this seed on; 1 if anything was wrong with one of them."""
    signal.signal(signal.SIGTERM, _stop)  # or the box would be left running
    wrong = 0
    for number in range(seed, seed + days):
        wrong += not _day(number, hours=hours, tablets=tablets, phones=phones)
    if days > 1:
        print(f"{days - wrong} of {days} days were well.")
    return 1 if wrong else 0


def _stop(*_: object) -> NoReturn:
    raise SystemExit(STOPPED)


def _day(seed: int, *, hours: float, tablets: int, phones: int) -> bool:
    began = time.monotonic()
    with TemporaryDirectory(prefix="cinderbox-soak-", ignore_cleanup_errors=True) as folder:
        venue, figures = Venue(seed, Path(folder)), ""
        try:
            day = Day(venue, hours=hours, tablets=tablets, phones=phones)
            day.play()
            figures = _figures(day)
        except Exception as why:
            venue.fail("".join(traceback.format_exception(why)[-2:]))
        finally:
            venue.over = True
            venue.box.stop()
    print(f"seed {seed}: {_outcome(venue, time.monotonic() - began)}{figures}", flush=True)
    for told in venue.failures:
        print(f"  {told}", file=sys.stderr)
    if venue.failures:
        how = f"--hours {hours:g} --tablets {tablets} --phones {phones}"
        print(f"  again: cinderbox soak --seed {seed} {how}", file=sys.stderr, flush=True)
    return not venue.failures


def _outcome(venue: Venue, seconds: float) -> str:
    well = "NOT WELL" if venue.failures else "well"
    return f"{well}, {venue.clock.now() / HOUR:.1f} hours in {seconds:.0f} s; {venue.tally.asked} requests"


def _figures(day: Day) -> str:
    venue, first, last = day.venue, day.weights[0], day.weights[-1]
    results = sum(len(record.results) + len(record.games) for record in day.records)
    went_wrong = ", ".join(f"{what} {times}" for what, times in sorted(venue.counts.items()))
    return (
        f", {results} results, {day.checks.rounds} standings counted again, {len(day.buzzer.heard)} cues, "
        f"{sum(stream.heard for stream in day.streams)} live messages, {venue.box.starts} starts; clock off by "
        f"{venue.clock_error_ms} ms, {venue.power_lost_ms} ms lost in power cuts; {first.memory_mb:.0f} to "
        f"{last.memory_mb:.0f} MB, {first.cpu_ms:.1f} to {last.cpu_ms:.1f} ms of a core a request, answers in "
        f"{venue.tally.ms(0, 0.2):.0f} to {venue.tally.ms(0.8, 1):.0f} ms; {went_wrong}"
    )
