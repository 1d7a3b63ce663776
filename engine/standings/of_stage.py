"""What is worked out once for each stage of a tournament."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from engine.once import once
from engine.words import Stage, Tournament

R = TypeVar("R")


def once_for_stage(work: Callable[[Tournament, Stage], R]) -> Callable[[Tournament, Stage], R]:
    """The same for a stage of the tournament; of one that was made up to ask, nothing is kept."""

    @once
    def at(t: Tournament, place: int) -> R:
        return work(t, t.stages[place])

    @wraps(work)
    def kept(t: Tournament, stage: Stage) -> R:
        place = next((place for place, each in enumerate(t.stages) if each is stage), None)
        return work(t, stage) if place is None else at(t, place)

    return kept
