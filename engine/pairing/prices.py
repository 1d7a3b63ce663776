"""What every player is worth before the search begins, so near the end that little is left to search for.

Players of one kind (of one level, say) are worth the same at first. These prices are found as if all of two kinds could
meet and tables could be halved: what each kind has to give is shared out, always by the cheapest way there still is,
which may pass on what was given before. Both of a pair then pay for it; where those of one kind hardly differ, it is
what the best round pays.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.pairing.blossom import Weights

Kind = tuple[int, ...]
LITTLE = 1000


def prices(weights: Weights, kinds: Sequence[Kind], *, spare: bool) -> list[int]:
    """A dual for every vertex: both of an edge pay twice its weight. With `spare` nobody must be paired.

    Where there are too many kinds for that, the better one pays for both.
    """
    number = {kind: at for at, kind in enumerate(sorted(set(kinds)))}
    kind_of = [number[kind] for kind in kinds]
    worth = _worth(weights, kind_of, len(number))
    if len(number) ** 3 > len(kinds) ** 2 + LITTLE:
        price = [max([0, row.get(at, 0), *(2 * row[to] for to in row if to > at)]) for at, row in enumerate(worth)]
    else:
        price = Sharing([kind_of.count(at) for at in range(len(number))], worth, spare=spare).prices()
    return [price[kind] for kind in kind_of]


def _worth(weights: Weights, kind_of: Sequence[int], kinds: int) -> list[dict[int, int]]:
    """The most that a pair of two kinds is worth, where there is any."""
    most = [[-1] * kinds for _ in range(kinds)]
    for kind, row in zip(kind_of, weights, strict=True):
        mine = most[kind]
        for v, weight in row.items():
            if weight > mine[kind_of[v]]:
                mine[kind_of[v]] = weight
    return [{to: weight for to, weight in enumerate(row) if weight >= 0} for row in most]


class Sharing:
    """`give` is what each kind has left to give, `room` what it can still take; `taken[to]` is from whom it took what.

    `asks` of who gives and `bids` of who takes together are never below what the two are worth.
    """

    def __init__(self, sizes: Sequence[int], worth: Sequence[dict[int, int]], *, spare: bool) -> None:
        nobody = len(sizes)
        self.worth = [{**row, nobody: 0} for row in worth] if spare else worth
        self.asks = [max(row.values(), default=0) for row in self.worth]
        self.bids = [0] * (nobody + 1)
        self.give, self.room = list(sizes), [*sizes, sum(sizes)]
        self.taken: list[dict[int, int]] = [{} for _ in range(nobody + 1)]

    def prices(self) -> list[int]:
        for one in range(len(self.give)):
            while self.give[one] and self._share(one):
                pass
        return [ask + bid for ask, bid in zip(self.asks, self.bids, strict=False)]

    def _share(self, first: int) -> bool:
        """Give some more of this kind away. False if nobody can take it."""
        cost, back = {first: 0}, {first: -1}  # of reaching a giver, and through which taker
        paid: dict[int, int] = {}  # of reaching a taker
        open_: dict[int, tuple[int, int]] = {}  # the same where it is not sure yet, and by which giver
        by: dict[int, int] = {}
        fresh = [first]
        while True:
            for one in fresh:
                ask = cost[one] + self.asks[one]
                for to, worth in self.worth[one].items():
                    if to not in paid and (to not in open_ or ask + self.bids[to] - worth < open_[to][0]):
                        open_[to] = ask + self.bids[to] - worth, one
            if not open_:
                return False
            last = min(open_, key=open_.__getitem__)
            paid[last], by[last] = open_.pop(last)
            if self.room[last]:
                break
            fresh = [one for one in self.taken[last] if one not in cost]
            for one in fresh:
                cost[one], back[one] = paid[last], last
        for one, spent in cost.items():
            self.asks[one] -= paid[last] - spent
        for to, spent in paid.items():
            self.bids[to] += paid[last] - spent
        self._pass_on(first, last, by, back)
        return True

    def _pass_on(self, first: int, last: int, by: dict[int, int], back: dict[int, int]) -> None:
        """From the first giver to the last taker along the way that was found."""
        way, to = [], last
        while to >= 0:
            way.append((by[to], to))
            to = back[by[to]]
        much = min([self.give[first], self.room[last], *(self.taken[back[one]][one] for one, _ in way[:-1])])
        self.give[first] -= much
        self.room[last] -= much
        for one, to in way:
            self.taken[to][one] = self.taken[to].get(one, 0) + much
            if one != first:
                before = self.taken[back[one]]
                before[one] -= much
                if not before[one]:
                    del before[one]
