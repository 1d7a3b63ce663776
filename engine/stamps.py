"""When things were recorded, in milliseconds of the time of day. Acts of a file that says no time are left out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from engine import facts as f
from engine.fold import Act, in_force

Stamped = list[tuple[int, f.Fact]]


def stamped(acts: Iterable[Act]) -> Stamped:
    """Every fact that is in force, with its time."""
    return [(_ms(act.at), fact) for act in in_force(acts) if act.at for fact in act.facts]


def last(found: Stamped, kind: type) -> int | None:
    """When this last happened; None if it never did."""
    return next((at for at, fact in reversed(found) if isinstance(fact, kind)), None)


def _ms(stamp: str) -> int:
    return round(datetime.fromisoformat(stamp).timestamp() * 1000)
