"""Which table a match is played at: the best score at table 1, and those who must stay at one table stay there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.words import Settings


def tables_of(settings: Settings, fixed: Sequence[int | None]) -> list[int]:
    """The same with the tables that the event has in the hall."""
    return table_numbers(fixed, first=settings.first_table or 1, closed=settings.closed_tables)


def table_numbers(fixed: Sequence[int | None], *, first: int = 1, closed: Collection[int] = ()) -> list[int]:
    """A number for each match in order. A match with a fixed table has that one; if two want it, the first gets it.

    Nobody is seated at a closed one, not even who always sits there.
    """
    taken: set[int] = set(closed)
    numbers: list[int | None] = []
    for table in fixed:
        numbers.append(table if table is not None and table not in taken else None)
        taken.update(() if numbers[-1] is None else (numbers[-1],))
    free = first
    given: list[int] = []
    for number in numbers:
        if number is None:
            while free in taken:
                free += 1
            number, free = free, free + 1
        given.append(number)
    return given


def fixed_table(tables: Sequence[int | None]) -> int | None:
    """The table of a match: that of the first player who has a fixed one."""
    return next((table for table in tables if table is not None), None)
