"""The time of day as it is written down."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """To the millisecond: two acts of one second keep their order."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
