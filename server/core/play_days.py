"""On which days an event was played, by its own journal: whenever it is asked, the answer is the same."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from engine import facts as f
from engine.fold import Act, in_force


def days_played(acts: Sequence[Act]) -> tuple[date, date]:
    """The day of the first round and that of the end; of the last act, as long as it is not over."""
    standing = in_force(acts)
    last = day_of(standing, f.TournamentFinished) or _day(acts[-1].at)
    return min(day_of(standing, f.RoundPublished) or _day(acts[0].at), last), last


def day_of(acts: Sequence[Act], kind: type) -> date | None:
    """When the first such fact was recorded, if any was."""
    at = next((act.at for act in acts if act.at and any(isinstance(fact, kind) for fact in act.facts)), "")
    return _day(at) if at else None


def _day(stamp: str) -> date:
    return datetime.fromisoformat(stamp).astimezone().date()
