"""Closed rounds whose results were corrected."""

from __future__ import annotations

from collections.abc import Sequence

from engine import facts as f
from engine.fold import Act, in_force
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Amended:
    """A round whose results were corrected after it was closed, and when last."""

    round: int
    at: str


def amended(acts: Sequence[Act]) -> tuple[Amended, ...]:
    """Closed rounds that were corrected, each with the time of the last correction."""
    last: dict[int, str] = {}
    for act in in_force(acts):
        last.update({fact.number: act.at for fact in act.facts if isinstance(fact, f.ResultCorrected)})
    return tuple(Amended(number, last[number]) for number in sorted(last))


def amended_until(acts: Sequence[Act], number: int) -> tuple[Amended, ...]:
    """Those that the standings after this round depend on."""
    return tuple(each for each in amended(acts) if each.round <= number)
