"""The best pairing of neighbouring groups, exactly, where a free draw did not succeed.

Levels are score groups, best first. The order of importance is c(1,1), c(1,2) … c(1,k), c(2,2) … c(k,k), the number of
tables between two levels; then what the pairs cost (mirrors, then pairs wished apart); then at random. With a `sink`,
players may go unpaired here: they join the group below, which counts as one more level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from engine.pairing.blossom import Stuck, best_matching, perfect_matching
from engine.pairing.draw import Pair
from engine.pairing.field import Field
from engine.pairing.prices import prices
from engine.pairing.rematches import Fewest, fewest_rematches
from engine.values import dataclass
from engine.words import PlayerId

FEW = 12
Option = tuple[int, int, int]
Levels = tuple[int, int]
Barred = Mapping[PlayerId, frozenset[PlayerId]]


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


@dataclass(frozen=True, slots=True)
class Scale:
    """What a table between two levels is worth, each more than all less important ones together.

    `soft`: what a pair is worth for each unit that it costs less than the worst one.
    """

    tables: dict[Levels, int]
    hard: int
    soft: int


def best_pairing(
    levels: Sequence[Sequence[PlayerId]], *, field: Field, rng: Random, sink: bool, rematches: bool = False
) -> Best | Dead:
    """The optimum. `Dead` if no complete pairing exists; with `rematches`, the fewest of them."""
    players = [p for level in levels for p in level]
    if not players:
        return Best([], [], 0)
    level = {p: i for i, group in enumerate(levels) for p in group}
    fewest = fewest_rematches(players, field) if rematches else None
    barred = fewest.barred if fewest else field.met
    scale = _scale([len(group) for group in levels], sink, field.worst, _open(players, level, barred))
    if len(players) <= FEW and not rematches:
        found = _count_and_draw(players, level, scale, field, rng, sink)
        if found is not None:
            return found
    rng.shuffle(players)
    return _by_matching(players, level, scale, field, rng, sink, fewest)


def _open(players: Sequence[PlayerId], level: dict[PlayerId, int], barred: Barred) -> Counter[Levels]:
    """How many pairs are allowed between each two levels."""
    found: Counter[Levels] = Counter()
    for u, a in enumerate(players):
        not_with, la = barred[a], level[a]
        found.update((la, level[b]) for b in players[u + 1 :] if b not in not_with)
    return found


def _scale(sizes: Sequence[int], sink: bool, worst: int, open_: Counter[Levels]) -> Scale:
    """Levels between which nobody may meet weigh nothing: where many have met, that keeps the numbers short."""
    depth = len(sizes)
    classes = sorted([*open_, *((i, depth) for i in range(depth if sink else 0))])
    soft = sum(sizes) // 2 + 2
    unit = soft * soft * worst + 1
    tables: dict[Levels, int] = {}
    for i, j in reversed(classes):
        most = sizes[i] // 2 if i == j else sizes[i] if j == depth else min(sizes[i], sizes[j], open_[i, j])
        tables[i, j] = unit
        unit += max(2, most) * unit
    return Scale(tables, unit, soft)


def _by_matching(
    players: list[PlayerId],
    level: dict[PlayerId, int],
    scale: Scale,
    field: Field,
    rng: Random,
    sink: bool,
    fewest: Fewest | None,
) -> Best | Dead:
    """Matching with lexicographic weights. The last bit is random, so that every optimum can come up."""
    hard = scale.hard if fewest and fewest.counted else 0
    barred = fewest.barred if fewest else field.met
    if not sink and not fewest and (dead := no_round(players, field)):
        return dead
    depth = 1 + max(level.values())
    sunk = [scale.tables[level[p], depth] if sink else 0 for p in players]
    weights: list[dict[int, int]] = [{} for _ in players]
    bits, cost, worst = rng.getrandbits, field.cost, field.worst
    for u, a in enumerate(players):
        not_with, met, la = barred[a], field.met[a], level[a]
        for v in range(u):
            b = players[v]
            if b in not_with:
                continue
            lb = level[b]
            weight = scale.tables[(la, lb) if la <= lb else (lb, la)] - sunk[u] - sunk[v] + bits(1)
            weight += (0 if b in met else hard) + (worst - cost(a, b)) * scale.soft
            weights[u][v] = weights[v][u] = weight
    lean = _lean(players, level, field)
    kinds = [(level[p], fewest.share(p) if fewest else lean[u]) for u, p in enumerate(players)]
    duals = prices(weights, kinds, spare=sink)
    mates = best_matching(weights, duals) if sink else perfect_matching(weights, duals)
    assert not isinstance(mates, Stuck), "a round was seen to exist"
    pairs = [(players[u], players[v]) for u, v in enumerate(mates) if u < v]
    out = [players[u] for u, v in enumerate(mates) if v < 0]
    if not fewest:
        _mix(pairs, out, level, field, rng)
    return Best(pairs, out, sum(field.cost(a, b) for a, b in pairs))


def no_round(players: Sequence[PlayerId], field: Field) -> Dead | None:
    """Whether nobody can be paired without a rematch: seen quickly, for which tables these would be does not matter."""
    n = len(players)
    if 2 * (n - 1 - max(len(field.met[p]) for p in players)) >= n:  # Dirac
        return None
    number = {p: u for u, p in enumerate(players)}
    here = number.keys()
    near = [dict.fromkeys([number[q] for q in here - field.met[p] if q != p], 0) for p in players]
    found = perfect_matching(near, [0] * n, sorted(range(n), key=lambda u: len(near[u])))
    return dead_end(found, players) if isinstance(found, Stuck) else None


def _lean(players: Sequence[PlayerId], level: dict[PlayerId, int], field: Field) -> list[int]:
    """Where one faction has most of a level its members are worth less and the others more: a start nearer the end."""
    if not field.has_soft:
        return [0] * len(players)
    size = Counter(level[p] for p in players)
    crowds = {
        at: faction
        for (at, faction), count in Counter((level[p], field.faction[p]) for p in players).items()
        if faction is not None and 2 * count > size[at]
    }
    return [0 if level[p] not in crowds else -1 if field.faction[p] == crowds[level[p]] else 1 for p in players]


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
    players: list[PlayerId], level: dict[PlayerId, int], scale: Scale, field: Field, rng: Random, sink: bool
) -> Best | None:
    """For a few players: count the optimal pairings and draw one of them, each as likely. None if there is none."""
    options = _options(players, level, scale, field, sink)
    known: dict[int, tuple[int, int]] = {0: (0, 1)}
    open_ = (1 << len(players)) - 1
    if not _worth(open_, options, known)[1]:
        return None
    pairs: list[Pair] = []
    sunk: list[PlayerId] = []
    while open_:
        u = (open_ & -open_).bit_length() - 1
        v, open_ = _drawn(open_, options, known, rng)
        if v < 0:
            sunk.append(players[u])
        else:
            pairs.append((players[u], players[v]))
    return Best(pairs, sunk, sum(field.cost(a, b) for a, b in pairs))


def _options(
    players: list[PlayerId], level: dict[PlayerId, int], scale: Scale, field: Field, sink: bool
) -> list[list[Option]]:
    """For each player: whom of the later ones they may meet (or nobody here, -1), as a bit, and what that is worth."""
    depth = 1 + max(level.values())
    options: list[list[Option]] = []
    for u, a in enumerate(players):
        row = [
            (1 << v, v, scale.tables[level[a], level[b]] + (field.worst - field.cost(a, b)) * scale.soft)
            for v, b in enumerate(players[u + 1 :], start=u + 1)
            if b not in field.met[a]
        ]
        options.append([*row, (0, -1, scale.tables[level[a], depth])] if sink else row)
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
