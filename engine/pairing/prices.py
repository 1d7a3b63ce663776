"""What every player is worth before the search begins, so near the end that little is left to search for.

Players of one kind (of one level, say) are worth the same. As if all of them could meet and a table could be halved, the
kinds are shared out among each other at the best price (as goods among places, by shortest ways). What a kind is worth
then pays for every edge; where players of one kind hardly differ it is what the best round pays.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import inf

Row = dict[int, int]


def prices(weights: Sequence[Row], kinds: Sequence[Hashable], *, spare: bool) -> list[int]:
    """A dual for each vertex: two of an edge are at least twice its weight. With `spare`, none is below zero."""
    number = {kind: at for at, kind in enumerate(sorted(set(kinds)))}  # type: ignore[type-var]
    kind = [number[one] for one in kinds]
    worth: list[Row] = [{} for _ in number]
    for u, row in enumerate(weights):
        mine = worth[kind[u]]
        for v, weight in row.items():
            if weight > mine.get(kind[v], -inf):
                mine[kind[v]] = weight
    if len(number) ** 3 > len(kind) ** 2 + LITTLE:
        price = [max([0, row.get(at, 0), *(2 * worth for to, worth in row.items() if to > at)]) for at, row in enumerate(worth)]
    else:
        price = _Shares([kind.count(at) for at in range(len(number))], worth, spare=spare).price()
    return [price[at] for at in kind]


LITTLE = 1000


class _Shares:
    """`give` of each kind is still to be shared out, `take` is what it still lacks; `shared[to][of]` is done."""

    def __init__(self, sizes: Sequence[int], worth: list[Row], *, spare: bool) -> None:
        n = len(sizes)
        self.worth = [{**row, n: 0} for row in worth] if spare else worth
        self.giver = [max(row.values(), default=0) for row in self.worth]
        self.taker = [0] * (n + 1)
        self.give, self.take = list(sizes), [*sizes, sum(sizes)]
        self.shared: list[Row] = [{} for _ in range(n + 1)]

    def price(self) -> list[int]:
        for of in range(len(self.give)):
            while self.give[of] and self._share(of):
                pass
        return [giver + taker for giver, taker in zip(self.giver, self.taker, strict=False)]

    def _share(self, first: int) -> bool:
        """Some more of this kind, by the cheapest way there is. False if nobody can take it."""
        reached, through = {first: 0}, {first: -1}
        waiting: Row = {}
        giver_of: Row = {}
        settled: Row = {}
        fresh, end = [first], -1
        while end < 0:
            for of in fresh:
                least = reached[of] + self.giver[of]
                for to, worth in self.worth[of].items():
                    if to not in settled and ((known := waiting.get(to)) is None or least + self.taker[to] - worth < known):
                        waiting[to], giver_of[to] = least + self.taker[to] - worth, of
            if not waiting:
                return False
            near = min(waiting, key=waiting.__getitem__)
            settled[near] = waiting.pop(near)
            if self.take[near]:
                end = near
            fresh = [of for of in self.shared[near] if of not in reached]
            for of in fresh:
                reached[of], through[of] = settled[near], near
        for of, at in reached.items():
            self.giver[of] -= settled[end] - at
        for to, at in settled.items():
            self.taker[to] += settled[end] - at
        way = []
        to = end
        while to >= 0:
            way.append((giver_of[to], to))
            to = through[giver_of[to]]
        most = min(self.give[first], self.take[end], *(self.shared[through[of]][of] for of, _ in way[:-1]))
        self.give[first] -= most
        self.take[end] -= most
        for of, to in way:
            self.shared[to][of] = self.shared[to].get(of, 0) + most
            if of != first:
                back = self.shared[through[of]]
                back[of] -= most
                if not back[of]:
                    del back[of]
        return True
