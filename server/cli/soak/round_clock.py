"""What the clock of a round must show, counted by whoever started it, to be held against what the box says."""

from __future__ import annotations

from engine.values import dataclass
from server.cli.soak.web_client import Answer


@dataclass(slots=True)
class RoundClock:
    """`left_ms` were left at some moment between `since` and `until` of the day; it may stand still."""

    length_ms: int
    warning_ms: int
    left_ms: int = 0
    since: int = 0
    until: int = 0
    runs: bool = False
    disturbed: bool = False  # paused or changed: what was due when is no longer simple

    def started(self, answer: Answer, *, left_ms: int) -> None:
        """Between asking and being answered."""
        self.left_ms, self.since, self.until, self.runs = left_ms, answer.asked, answer.answered, True

    def added(self, ms: int) -> None:
        self.left_ms += ms
        self.disturbed = True

    def stopped(self) -> None:
        self.runs, self.disturbed = False, True

    def least(self, answer: Answer) -> int:
        """The least that can be left when this was answered."""
        return self.left_ms - (answer.answered - self.since)

    def most(self, answer: Answer) -> int:
        return self.left_ms - (answer.asked - self.until)

    def error(self, answer: Answer, shown_ms: int) -> int:
        """By how much the box is further off than anybody can know it to be right."""
        return max(0, self.least(answer) - shown_ms, shown_ms - self.most(answer))

    def left_at(self, day_ms: int) -> int:
        """About what is left at this moment of the day."""
        return self.left_ms - (day_ms - self.until)
