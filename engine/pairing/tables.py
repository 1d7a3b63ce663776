"""Which table a match is played at: the best score at table 1, and those who must stay at one table stay there."""

from __future__ import annotations

from collections.abc import Sequence


def table_numbers(fixed: Sequence[int | None], *, first: int = 1) -> list[int]:
    """A number for each match in order. A match with a fixed table has that one; if two want it, the first gets it."""
    taken: set[int] = set()
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
