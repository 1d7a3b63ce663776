"""The best pairing of neighbouring groups, exactly, where a free draw did not succeed.

Levels are score groups, best first. The order of importance is c(1,1), c(1,2) … c(1,k), c(2,2) … c(k,k), the number of
tables between two levels; then what the pairs cost (mirrors, then pairs wished apart); then at random. With a `sink`,
players may go unpaired here: they join the group below, which counts as one more level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.pairing.blossom import Blossoms, Stuck, perfect_matching
from engine.pairing.draw import Pair
from engine.pairing.field import Field, strangers
from engine.pairing.prices import prices
from engine.pairing.rematches import Fewest, fewest_rematches
from engine.pairing.scale import TOP, Levels, Scale, scale_of
from engine.values import dataclass
from engine.words import PlayerId

FEW = 12
Option = tuple[int, int, int]
LONG, DENSE = 4000, 2


@dataclass(frozen=True, slots=True)
class Best:
    """An optimal pairing: its pairs, who goes down, and what it costs in pairs that could not be avoided."""

    pairs: list[Pair]
    sunk: list[PlayerId]
    cost: int


@dataclass(frozen=True, slots=True)
class Dead:
    """No pairing without a rematch: more `islands` (odd sets) than `bridges`, and islands reach only bridges."""

    islands: tuple[tuple[PlayerId, ...], ...]
    bridges: tuple[PlayerId, ...]


def best_pairing(
    levels: Sequence[Sequence[PlayerId]], *, field: Field, rng: Random, sink: bool, rematches: bool = False
) -> Best | Dead:
    """The optimum. `Dead` if no complete pairing exists; with `rematches`, the fewest of them."""
    players = [p for level in levels for p in level]
    if not players:
        return Best([], [], 0)
    level = {p: i for i, group in enumerate(levels) for p in group}
    sizes = [len(group) for group in levels]
    if len(players) <= FEW and not rematches:
        found = _count_and_draw(players, level, sizes, field, rng, sink)
        if found is not None:
            return found
    if not sink and not rematches and (dead := no_round(players, field)):
        return dead
    rng.shuffle(players)
    fewest = fewest_rematches(players, field) if rematches else None
    return _by_matching(players, level, sizes, field, rng, sink, fewest)


def no_round(players: Sequence[PlayerId], field: Field) -> Dead | None:
    """Why nobody can be paired without a rematch: seen quickly, for it does not matter at which tables."""
    n = len(players)
    if 2 * (n - 1 - max(len(field.met[p]) for p in players)) >= n:  # Dirac
        return None
    near = [dict.fromkeys(others, 0) for others in strangers(players, field)]
    found = perfect_matching(near, [0] * n, sorted(range(n), key=lambda u: len(near[u])))
    return dead_end(found, players) if isinstance(found, Stuck) else None


def _by_matching(
    players: list[PlayerId],
    level: dict[PlayerId, int],
    sizes: Sequence[int],
    field: Field,
    rng: Random,
    sink: bool,
    fewest: Fewest | None,
) -> Best:
    """Matching with lexicographic weights. The last bit is random, so that every optimum can come up.

    Where one pair in `DENSE` is allowed and weights would be longer than `LONG` bits, the most important tables are
    decided alone; then the next ones, with the pairs that the best of these rounds have.
    """
    barred, counted = (fewest.barred, fewest.counted) if fewest else (field.met, False)
    pairs = [
        {v: int(counted and b not in field.met[a]) for v, b in enumerate(players[:u]) if b not in barred[a]}
        for u, a in enumerate(players)
    ]
    at = [level[p] for p in players]
    kinds = _kinds(players, at, field, fewest)
    bits = LONG if 2 * DENSE * sum(map(len, pairs)) > len(players) ** 2 else 0
    above: Levels | None = TOP
    while above:
        open_ = Counter((at[u], at[v]) if at[u] < at[v] else (at[v], at[u]) for u, row in enumerate(pairs) for v in row)
        scale = scale_of(sizes, open_, sink=sink, worst=field.worst, above=above, bits=bits)
        weights = _weights(players, pairs, at, scale, field, rng)
        solver = Blossoms(weights, prices(weights, kinds, spare=sink))
        solver.match_all(may_expose=sink)
        if above := scale.last:
            pairs = solver.kept(may_expose=sink)
    tables = [(players[u], players[v]) for u, v in enumerate(solver.mate) if u < v]
    out = [players[u] for u, v in enumerate(solver.mate) if v < 0]
    if not fewest:
        _mix(tables, out, level, field, rng)
    return Best(tables, out, sum(field.cost(a, b) for a, b in tables))


def _weights(
    players: Sequence[PlayerId],
    pairs: Sequence[dict[int, int]],
    at: Sequence[int],
    scale: Scale,
    field: Field,
    rng: Random,
) -> list[dict[int, int]]:
    """What each of these pairs is worth. Beside it stands how much of what is more important than this scale."""
    tables, hard, soft = scale.tables, scale.hard, scale.soft
    sunk = [tables.get((here, scale.below), 0) for here in at]
    weights: list[dict[int, int]] = [{} for _ in players]
    bits, cost, worst = rng.getrandbits, field.cost, field.worst
    for u, a in enumerate(players):
        here, mine, down = at[u], weights[u], sunk[u]
        for v, more in pairs[u].items():
            there = at[v]
            weight = tables.get((here, there) if here <= there else (there, here), 0) - down - sunk[v]
            if soft:
                weight += (worst - cost(a, players[v])) * soft + bits(1)
            mine[v] = weights[v][u] = weight + more * hard if more else weight
    return weights


def _kinds(
    players: Sequence[PlayerId], at: Sequence[int], field: Field, fewest: Fewest | None
) -> list[tuple[int, ...]]:
    """Who is worth the same at first: those of a level, but for the members of a faction that most of it bring."""
    brings = [(here, field.faction.get(p)) for here, p in zip(at, players, strict=True)]
    size, members = Counter(at), Counter(brings)
    crowds = {(here, faction) for (here, faction), count in members.items() if faction and 2 * count > size[here]}
    return [
        (one[0], int(one in crowds), fewest.kind[p] if fewest else 0) for p, one in zip(players, brings, strict=True)
    ]


def dead_end(stuck: Stuck, players: Sequence[PlayerId]) -> Dead:
    """The same proof, with the players' ids."""
    return Dead(
        islands=tuple(tuple(players[v] for v in island) for island in stuck.islands),
        bridges=tuple(players[v] for v in stuck.bridges),
    )


def _mix(pairs: list[Pair], sunk: list[PlayerId], level: dict[PlayerId, int], field: Field, rng: Random) -> None:
    """Exchange partners at random wherever that leaves an equally good pairing, so that none is favoured."""
    for _ in range(20):
        for i in range(len(pairs)):
            j = int(rng.random() * (len(pairs) + len(sunk)))
            a, b = pairs[i] if rng.random() < 0.5 else pairs[i][::-1]
            if j >= len(pairs):
                j -= len(pairs)
                c = sunk[j]
                if level[c] == level[b] and c not in field.met[a] and field.cost(a, b) == field.cost(a, c):
                    pairs[i], sunk[j] = (a, c), b
                continue
            c, d = pairs[j]
            if i != j and _equal_swap(a, b, c, d, level, field):
                pairs[i], pairs[j] = (a, c), (b, d)


def _equal_swap(a: PlayerId, b: PlayerId, c: PlayerId, d: PlayerId, level: dict[PlayerId, int], field: Field) -> bool:
    """Are a–c, b–d allowed, and worth exactly as much as a–b, c–d?"""
    la, lb, lc, ld = level[a], level[b], level[c], level[d]
    if not (lb == lc or la == ld) or c in field.met[a] or d in field.met[b]:
        return False
    if not field.has_soft:
        return True
    return field.cost(a, b) + field.cost(c, d) == field.cost(a, c) + field.cost(b, d)


def _count_and_draw(
    players: list[PlayerId], level: dict[PlayerId, int], sizes: Sequence[int], field: Field, rng: Random, sink: bool
) -> Best | None:
    """For a few players: count the optimal pairings and draw one of them, each as likely. None if there is none."""
    open_ = Counter(
        (level[a], level[b]) for u, a in enumerate(players) for b in players[u + 1 :] if b not in field.met[a]
    )
    options = _options(players, level, scale_of(sizes, open_, sink=sink, worst=field.worst), field, sink)
    known: dict[int, tuple[int, int]] = {0: (0, 1)}
    left = (1 << len(players)) - 1
    if not _worth(left, options, known)[1]:
        return None
    pairs: list[Pair] = []
    sunk: list[PlayerId] = []
    while left:
        u = (left & -left).bit_length() - 1
        v, left = _drawn(left, options, known, rng)
        if v < 0:
            sunk.append(players[u])
        else:
            pairs.append((players[u], players[v]))
    return Best(pairs, sunk, sum(field.cost(a, b) for a, b in pairs))


def _options(
    players: list[PlayerId], level: dict[PlayerId, int], scale: Scale, field: Field, sink: bool
) -> list[list[Option]]:
    """For each player: whom of the later ones they may meet (or nobody here, -1), as a bit, and what that is worth."""
    options: list[list[Option]] = []
    for u, a in enumerate(players):
        row = [
            (1 << v, v, scale.tables[level[a], level[b]] + (field.worst - field.cost(a, b)) * scale.soft)
            for v, b in enumerate(players[u + 1 :], start=u + 1)
            if b not in field.met[a]
        ]
        options.append([*row, (0, -1, scale.tables[level[a], scale.below])] if sink else row)
    return options


def _worth(open_: int, options: list[list[Option]], known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """The most these players can be worth, and in how many ways (0: not at all)."""
    if open_ in known:
        return known[open_]
    u, rest = (open_ & -open_).bit_length() - 1, open_ & (open_ - 1)
    top, ways = -1, 0
    for bit, _, worth in options[u]:
        if bit & open_ or not bit:
            more, count = _worth(rest & ~bit, options, known)
            if count and worth + more > top:
                top, ways = worth + more, count
            elif count and worth + more == top:
                ways += count
    known[open_] = (top, ways)
    return top, ways


def _drawn(open_: int, options: list[list[Option]], known: dict[int, tuple[int, int]], rng: Random) -> tuple[int, int]:
    """The first open player's partner in one of the best pairings, and who is open after that."""
    u, rest = (open_ & -open_).bit_length() - 1, open_ & (open_ - 1)
    top, ways = _worth(open_, options, known)
    pick = rng.randrange(ways)
    for bit, v, worth in options[u]:
        if bit & open_ or not bit:
            more, count = _worth(rest & ~bit, options, known)
            if count and worth + more == top:
                pick -= count
                if pick < 0:
                    return v, rest & ~bit
    raise AssertionError("the ways were counted over the same options")
