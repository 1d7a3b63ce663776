"""On which days an event was played, by its own journal: whenever it is asked, the answer is the same."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from engine import facts as f
from engine.fold import Act, in_force


def days_played(acts: Sequence[Act]) -> tuple[date, date]:
    """The day of the first round and that of the end; of the last act, as long as it is not over."""
    standing = in_force(acts)
    last = _ended(acts, standing) or _day(acts[-1].at)
    return min(day_of(standing, f.RoundPublished) or _day(acts[0].at), last), last


def day_of(acts: Sequence[Act], kind: type) -> date | None:
    """When the first such fact was recorded, if any was."""
    at = next((act.at for act in acts if act.at and _holds(act, kind)), "")
    return _day(at) if at else None


def _ended(acts: Sequence[Act], standing: Sequence[Act]) -> date | None:
    """When it was first over after its last round: finished again after a correction, it ended when it did."""
    if day_of(standing, f.TournamentFinished) is None:
        return None
    closed = max((act.seq for act in standing if _holds(act, f.RoundClosed)), default=0)
    return day_of([act for act in acts if act.seq > closed], f.TournamentFinished)


def _holds(act: Act, kind: type) -> bool:
    return any(isinstance(fact, kind) for fact in act.facts)


def _day(stamp: str) -> date:
    return datetime.fromisoformat(stamp).astimezone().date()
