"""What was asked and how it was answered: how often, how fast, and what must never be."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from statistics import median
from threading import Lock

from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Weight:
    """What the box weighs at a moment: its memory, and what a request costs it."""

    memory_mb: float
    cpu_ms: float


@dataclass(slots=True)
class Tally:
    """Every answer of the day."""

    posts: int = 0
    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    _guard: Lock = field(default_factory=Lock)

    def note(self, method: str, path: str, status: int, seconds: float, *, excused: bool) -> None:
        """`excused` where it may say that it cannot be done now: the disk is full, or this event is damaged."""
        with self._guard:
            self.posts += method == "POST"
            self.seconds.append(seconds)
            self.statuses[status] += 1
            if status >= 500 and not (status == 503 and excused):
                self.broken.append(f"{method} {path} was answered with {status}")

    @property
    def asked(self) -> int:
        return len(self.seconds)

    def ms(self, first: float, last: float) -> float:
        """The median answer of this part of the day, in ms."""
        part = self.seconds[int(first * self.asked) : int(last * self.asked)]
        return 1000 * median(part) if part else 0.0
