"""When everything in a journal happened. Every open desk asks for it again and again, so it is read once."""

from __future__ import annotations

from engine import stamps
from engine.once import once
from engine.stamps import Stamped
from server.core import time_of_day
from server.core.books import Book


def act_times(book: Book) -> Stamped:
    """Every fact that is in force, with its time of day in milliseconds.

    What lies between two of them is right also if the time was set meanwhile.
    """
    found = _as_written(book)
    if not time_of_day.has_jumped():
        return found
    return [(time_of_day.had_it_been_known(at), fact) for at, fact in found]


@once
def _as_written(book: Book) -> Stamped:
    return stamps.stamped(book.acts)
