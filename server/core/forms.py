"""Numbers that people type into forms."""

from __future__ import annotations

from engine.refusals import Refused


def number(text: str, *, otherwise: str) -> int:
    """A whole number as people type it."""
    if not text.isdecimal() or len(text) > 4:
        raise Refused(otherwise)
    return int(text)
