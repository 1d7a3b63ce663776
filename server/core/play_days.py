"""On which days an event was played, by its own journal: whenever it is asked, the answer is the same."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from engine import facts as f
from engine.fold import Act, in_force


def days_played(acts: Sequence[Act]) -> tuple[date, date]:
    """The day of the first round and that of the end; of the last act, as long as it is not over."""
    last = _day(ended_at(acts) or acts[-1].at)
    return min(day_of(in_force(acts), f.RoundPublished) or _day(acts[0].at), last), last


def ended_at(acts: Sequence[Act]) -> str:
    """When it was first over after its last round: finished again after a correction, it ended when it did."""
    standing = in_force(acts)
    if not _first(standing, f.TournamentFinished):
        return ""
    closed = max((act.seq for act in standing if _holds(act, f.RoundClosed)), default=0)
    return _first([act for act in acts if act.seq > closed], f.TournamentFinished)


def day_of(acts: Sequence[Act], kind: type) -> date | None:
    """On which day the first such fact was recorded, if any was."""
    at = _first(acts, kind)
    return _day(at) if at else None


def _first(acts: Sequence[Act], kind: type) -> str:
    return next((act.at for act in acts if act.at and _holds(act, kind)), "")


def _holds(act: Act, kind: type) -> bool:
    return any(isinstance(fact, kind) for fact in act.facts)


def _day(stamp: str) -> date:
    return datetime.fromisoformat(stamp).astimezone().date()
