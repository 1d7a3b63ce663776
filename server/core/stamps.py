"""The time of day as it is written down."""

from __future__ import annotations

from datetime import UTC, datetime

from server.core import time_of_day

AGES_S = 1e9  # since a moment that nobody knows


def read(stamp: str) -> datetime | None:
    """The moment that was written down; None if the disk kept it badly."""
    try:
        return datetime.fromisoformat(stamp).astimezone()
    except (TypeError, ValueError, OverflowError):
        return None


def seconds_since(stamp: str) -> float:
    """Until now; ages, if nobody knows."""
    at = read(stamp)
    return AGES_S if at is None else (time_of_day.ms() - _ms(at)) / 1000


def ms_between(since: str, until: str) -> int | None:
    """How long something took, also if the time was set meanwhile; None if nobody knows."""
    began, ended = read(since), read(until)
    return None if began is None or ended is None else _ms(ended) - _ms(began)


def _ms(at: datetime) -> int:
    return time_of_day.had_it_been_known(round(at.timestamp() * 1000))


def now() -> str:
    """To the millisecond: two acts of one second keep their order."""
    return datetime.fromtimestamp(time_of_day.ms() / 1000, UTC).isoformat(timespec="milliseconds")
