"""The time of day as it is written down."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from server.core import soak_time


def now() -> str:
    """To the millisecond: two acts of one second keep their order."""
    now = datetime.now(UTC) + timedelta(milliseconds=soak_time.ahead().wall_ms)
    return now.isoformat(timespec="milliseconds")
