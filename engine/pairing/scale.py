"""What a table between two levels is worth: a number in which the less important ones can never outweigh it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.values import dataclass

Levels = tuple[int, int]
TOP: Levels = (-1, -1)


@dataclass(frozen=True, slots=True)
class Scale:
    """What tables between two levels are worth, each more than all less important ones together.

    `hard`: more than all tables. `soft`: what a pair is worth for each unit that it costs less than the worst one.
    `below`: the level of those who go down. `last`: the least important kind of table here; None if that is all.
    """

    tables: dict[Levels, int]
    hard: int
    soft: int
    below: int
    last: Levels | None = None


def scale_of(
    sizes: Sequence[int], open_: Mapping[Levels, int], *, sink: bool, worst: int, above: Levels = TOP, bits: int = 0
) -> Scale:
    """`sizes` of the levels, `open_`: how many pairs are allowed between each two. Others weigh nothing.

    Only what is less important than `above`, and (unless 0) only so much of it as about so many bits can hold.
    """
    depth = len(sizes)
    most = {(i, j): sizes[i] // 2 if i == j else min(sizes[i], sizes[j], pairs) for (i, j), pairs in open_.items()}
    most |= {(i, depth): sizes[i] for i in range(depth if sink else 0)}
    kinds = sorted(kind for kind in most if kind > above)
    soft = sum(sizes) // 2 + 2
    first, last = soft * soft * worst + 1, None
    long = 0
    for at, kind in enumerate(kinds):
        long += (1 + max(2, most[kind])).bit_length()
        if bits and long > bits:
            kinds, last, soft, first = kinds[: at + 1], kind, 0, 1
            break
    tables: dict[Levels, int] = {}
    unit = first
    for kind in reversed(kinds):
        tables[kind] = unit
        unit += max(2, most[kind]) * unit
    return Scale(tables, unit, soft, depth, last)
