"""Numbers that people type into forms."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from engine.refusals import Refused
from engine.words import PlayerId

MOST_TABLE = 9999  # the highest number of a table


def whole(text: str, *, most: int) -> int | None:
    """The number, if the text is one up to `most`; however long it is, nobody has to read more digits than that."""
    digits = text.lstrip("0") or "0"
    if not text.isdecimal() or len(digits) > len(str(most)):
        return None
    return found if (found := int(digits)) <= most else None


def number(text: str, *, otherwise: str) -> int:
    """A whole number as people type it."""
    if not text.isdecimal() or len(text) > 4:
        raise Refused(otherwise)
    return int(text)


def typed_order(form: MultiDict[str, str]) -> tuple[list[PlayerId], list[int]]:
    """Players who are tied, and the place that was typed for each; 0 for what is no number."""
    tied = form.getlist("player")
    typed = [form.get(f"place-{player}", "").strip() for player in tied]
    return tied, [whole(place, most=len(tied)) or 0 for place in typed]
