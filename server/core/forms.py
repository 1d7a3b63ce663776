"""Numbers that people type into forms."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from engine.refusals import Refused
from engine.words import PlayerId


def number(text: str, *, otherwise: str) -> int:
    """A whole number as people type it."""
    if not text.isdecimal() or len(text) > 4:
        raise Refused(otherwise)
    return int(text)


def typed_order(form: MultiDict[str, str]) -> tuple[list[PlayerId], list[int]]:
    """Players who are tied, and the place that was typed for each; 0 for what is no number."""
    tied = form.getlist("player")
    typed = [form.get(f"place-{player}", "").strip() for player in tied]
    return tied, [int(place) if place.isdecimal() else 0 for place in typed]
