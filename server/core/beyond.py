"""What an act would change outside of its event, shown before it is made: told by the room of series."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine import facts as f
from engine.values import dataclass
from engine.words import Tournament


@dataclass(frozen=True, slots=True)
class SeriesChange:
    """One series: who would stand elsewhere, in sentences whose marks `names` fills, and how many more."""

    name: str
    lines: tuple[str, ...]
    more: int
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Beyond:
    """Every series in which somebody would stand elsewhere, and what is to be said of a report that was sent."""

    series: tuple[SeriesChange, ...] = ()
    report: str = ""


# If an event were this one by these facts.
BEYOND: list[Callable[[str, Tournament, tuple[f.Fact, ...]], Beyond]] = []


def beyond(event: str, after: Tournament, facts: tuple[f.Fact, ...]) -> tuple[Beyond, ...]:
    """What would be otherwise outside of this event."""
    return tuple(tell(event, after, facts) for tell in BEYOND)
