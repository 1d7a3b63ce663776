"""The time of day as it is written down."""

from __future__ import annotations

from datetime import UTC, datetime

from server.core import time_of_day


def now() -> str:
    """To the millisecond: two acts of one second keep their order."""
    return datetime.fromtimestamp(time_of_day.ms() / 1000, UTC).isoformat(timespec="milliseconds")
