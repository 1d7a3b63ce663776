"""The venue on its day: the box, the time, who does something when, and what was noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from pathlib import Path

from server.cli.soak.box_process import BoxProcess
from server.cli.soak.day_clock import HOUR, DayClock
from server.cli.soak.tally import Tally

Going = Iterator[int]
"""Somebody who does something, and says at which moment of the day they go on."""


class Venue:
    """What everybody there shares."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed, self.over, self.damaged = seed, False, ""
        self.tally, self.failures, self.counts = Tally(), list[str](), Counter[str]()
        self.clock = DayClock(folder / "soak-time")
        self.box = BoxProcess(folder / "data", self.clock)
        self.clock_error_ms = self.power_lost_ms = 0
        self.cut_off_at = self.heartbeat_gap_ms = 0
        self._due: list[tuple[int, int, Going]] = []
        self._order = 0

    def spawn(self, at: int, going: Going) -> None:
        """Somebody begins at this moment of the day."""
        self._order += 1
        heappush(self._due, (at, self._order, going))

    def later(self, at: int, act: Callable[[], None]) -> None:
        def once() -> Going:
            act()
            yield from ()

        self.spawn(at, once())

    def next_up(self) -> tuple[int, Going]:
        """Who is next, and when."""
        at, _, going = heappop(self._due)
        return at, going

    def count(self, what: str) -> None:
        self.counts[what] += 1

    def fail(self, why: str) -> None:
        self.failures.append(f"{self.clock.now() / HOUR:.2f} h: {why}")

    def is_damaged(self, path: str) -> bool:
        """Is this about the event that has a damaged row just now?"""
        return bool(self.damaged) and f"/{self.damaged}/" in path

    def make_room(self) -> None:
        """Somebody was told that the disk is full, and clears it."""
        if self.box.full:
            self.count("told that the disk is full")
        self.box.make_room()
