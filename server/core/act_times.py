"""When everything in a journal happened. Every open desk asks for it again and again, so it is read once."""

from __future__ import annotations

from engine import stamps
from engine.once import once
from engine.stamps import Stamped
from server.core.books import Book


@once
def act_times(book: Book) -> Stamped:
    """Every fact that is in force, with its time of day in milliseconds."""
    return stamps.stamped(book.acts)
