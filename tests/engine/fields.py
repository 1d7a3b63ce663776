"""A small language for fields about to be paired, and the rules of pairing by brute force.

entrants("Ana Ben / Cai Dee / Eva", met="Ana-Ben Cai-Dee", byes="Eva") is three score groups, the best first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

import networkx
from hypothesis import strategies as st

from engine.pairing.blossom import Blossoms, Weights
from engine.pairing.field import Entrant, Field, field_of, score_groups

Pairs = Sequence[tuple[str, str]]
Meetings = frozenset[frozenset[str]]


def entrants(
    groups: str,
    *,
    met: str = "",
    byes: str = "",
    factions: str = "",
    avoid: str = "",
    apart: str = "",
    **changes: object,
) -> list[Entrant]:
    """Players by score group; who has met whom, who had a bye (twice if named twice), Ana=Frost, whom to avoid,
    who is to be kept apart."""
    names = [group.split() for group in groups.split("/")]
    had, faction = Counter(byes.split()), dict(text.split("=") for text in factions.split())
    known, avoided, wished = (both_ways(pairs_of(pairs)) for pairs in (met, avoid, apart))
    return [
        Entrant(
            name,
            score=len(names) - 1 - place,
            met=known.get(name, frozenset()),
            byes=had[name],
            faction=faction.get(name),
            avoid=avoided.get(name, frozenset()),
            apart=wished.get(name, frozenset()),
        )
        for place, group in enumerate(names)
        for name in group
    ]


def pairs_of(text: str) -> list[tuple[str, str]]:
    """Ana-Ben Cai-Dee"""
    return [(pair.split("-")[0], pair.split("-")[1]) for pair in text.split()]


def everyone_met(*sets: str) -> str:
    """Inside each set all have met all."""
    groups = [names.split() for names in sets]
    return " ".join(f"{a}-{b}" for group in groups for i, a in enumerate(group) for b in group[:i])


def both_ways(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    known: dict[str, set[str]] = {}
    for a, b in pairs:
        known.setdefault(a, set()).add(b)
        known.setdefault(b, set()).add(a)
    return {name: frozenset(others) for name, others in known.items()}


def meetings(pairs: Iterable[tuple[str, str]]) -> Meetings:
    """The pairs, whoever is named first."""
    return frozenset(frozenset(pair) for pair in pairs)


def levels(field: Field, bye: str | None = None) -> list[list[str]]:
    return score_groups(field.score, (p for p in field.score if p != bye))


# Fields nobody would wish for


@st.composite
def nasty(
    draw: st.DrawFn, *, most: int = 12, sizes: Sequence[int] = (1, 1, 2, 2, 3, 4), odd: bool | None = None
) -> list[Entrant]:
    """Any groups and histories: between two groups nobody, some or nearly all have met. Most fields can be paired.

    Some have met people who are not here; some have factions, few of them; some have had byes.
    """
    groups = draw(st.lists(st.sampled_from(sizes), min_size=1, max_size=7))
    while sum(groups) > most - 1:
        groups.pop()
    groups = groups or [1]
    wanted = draw(st.booleans()) if odd is None else odd
    if sum(groups) % 2 != wanted:
        groups[draw(st.integers(0, len(groups) - 1))] += 1
    return field_by_chance(groups, Random(draw(st.integers(0, 2**32))))


def field_by_chance(sizes: Sequence[int], dice: Random) -> list[Entrant]:
    level = {f"p{i}": at for i, at in enumerate(at for at, size in enumerate(sizes) for _ in range(size))}
    names = list(level)
    dice.shuffle(names)
    kept = meetings(zip(names[::2], names[1::2], strict=False)) if dice.random() < 0.8 else frozenset()
    chance = {(i, j): dice.choice((0, 0.1, 0.4, 0.8, 0.95, 1)) for i in range(len(sizes)) for j in range(i, len(sizes))}
    for at, size in enumerate(sizes):
        chance[at, at] = min(chance[at, at], 1 if size < 8 else 0.15)
    met = [
        (a, b)
        for i, a in enumerate(names)
        for b in names[:i]
        if frozenset((a, b)) not in kept and dice.random() < chance[min(level[a], level[b]), max(level[a], level[b])]
    ]
    known = both_ways([*met, *((name, "gone") for name in names if dice.random() < 0.3)])
    few = dice.choice((0, 0, 1, 2, 3, 5))
    return [
        Entrant(
            name,
            score=len(sizes) - level[name],
            met=known.get(name, frozenset()),
            byes=int(dice.random() < 0.3),
            faction=dice.choice((None, *"abcde"[:few])) if few else None,
        )
        for name in level
    ]


def with_avoid(field: Sequence[Entrant], dice: Random) -> list[Entrant]:
    """The same people, some of whom met in an earlier phase; others, or the same, are wished apart."""
    names = [entrant.id for entrant in field]
    avoided = both_ways((a, b) for i, a in enumerate(names) for b in names[:i] if dice.random() < 0.4)
    met_earlier = [replace(entrant, avoid=avoided.get(entrant.id, frozenset())) for entrant in field]
    return with_clubs(met_earlier, dice) if dice.random() < 0.5 else met_earlier


def with_clubs(field: Sequence[Entrant], dice: Random) -> list[Entrant]:
    """The same people of few clubs or none, and a few friends across them: all of these to be kept apart."""
    names, few = [entrant.id for entrant in field], dice.choice((1, 2, 3, 5))
    club = {name: dice.choice((None, *range(few))) for name in names}
    pairs = [
        (a, b)
        for i, a in enumerate(names)
        for b in names[:i]
        if (club[a] is not None and club[a] == club[b]) or dice.random() < 0.1
    ]
    wished = both_ways(pairs)
    return [replace(entrant, apart=wished.get(entrant.id, frozenset())) for entrant in field]


# The rules, slowly


def worth(field: Field, pairs: Pairs) -> tuple[int, ...]:
    """Lines 3 to 5 of the priorities: c(1,1), c(1,2) … c(k,k), then mirrors, then pairs to be kept apart (less is
    better, hence negative)."""
    level = {p: at for at, group in enumerate(levels(field)) for p in group}
    tables = Counter((min(level[a], level[b]), max(level[a], level[b])) for a, b in pairs)
    depth = 1 + max(level.values(), default=-1)
    counts = (tables[i, j] for i in range(depth) for j in range(i, depth))
    return (*counts, -sum(field.soft(a, b) for a, b in pairs), -sum(wished_apart(field, a, b) for a, b in pairs))


def wished_apart(field: Field, a: str, b: str) -> bool:
    return b in field.apart.get(a, ())


def best_rounds(field: Sequence[Entrant]) -> dict[str | None, set[Meetings]]:
    """By bye (None in an even field): all best rounds. Where rematches cannot be avoided, with the fewest."""
    looked_up = field_of(field)
    byes = [e.id for e in field] if len(field) % 2 else [None]
    weakness = {e.id: e.weakness for e in field}
    rounds = [
        (sum(b in looked_up.met[a] for a, b in pairs), weakness.get(bye, ()), bye, pairs)  # type: ignore[arg-type]
        for bye in byes
        for pairs in every_round([e.id for e in field if e.id != bye])
    ]
    least = min(round_[:2] for round_ in rounds)
    found: dict[str | None, set[Meetings]] = {}
    for bye in byes:
        mine = [round_[3] for round_ in rounds if round_[:2] == least and round_[2] == bye]
        most = max((worth(looked_up, pairs) for pairs in mine), default=())
        if mine:
            found[bye] = {meetings(pairs) for pairs in mine if worth(looked_up, pairs) == most}
    return found


def every_round(names: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """All ways to seat these people at tables of two, rematches and all."""
    if not names:
        yield []
        return
    first, *others = names
    for other in others:
        for rest in every_round([name for name in others if name != other]):
            yield [(first, other), *rest]


def best_worth(field: Field, names: Sequence[str], *, again: bool = False) -> tuple[int, ...] | None:
    """The worth of a best round of these people by networkx; None if there is none without a rematch.

    With `again` that of a round with the fewest rematches, and before it how many they are, below zero.
    """
    level = {p: at for at, group in enumerate(levels(field)) for p in group}
    depth, base = 1 + max(level.values()), len(names) + 1
    classes = [(i, j) for i in range(depth) for j in range(i, depth)]
    value = {kind: base ** (len(classes) + 1 - place) for place, kind in enumerate(classes)}
    graph = networkx.Graph()
    for i, a in enumerate(names):
        for b in names[:i]:
            if again or b not in field.met[a]:
                kind = (min(level[a], level[b]), max(level[a], level[b]))
                wishes = base * (not field.soft(a, b)) + (not wished_apart(field, a, b))
                new = base ** (len(classes) + 2) if b not in field.met[a] else 0
                graph.add_edge(a, b, weight=value[kind] + wishes + new)
    found = list(networkx.max_weight_matching(graph, maxcardinality=True))
    if again:
        return (-sum(b in field.met[a] for a, b in found), *worth(field, found))
    return worth(field, found) if 2 * len(found) == len(names) else None


def best_matching(weights: Weights, duals: Sequence[int]) -> list[int]:
    """The heaviest matching that may leave people out."""
    solver = Blossoms(weights, list(duals))
    solver.match_all(may_expose=True)
    return solver.mate


# Is the draw fair?


def tally(draws: int, once: Callable[[Random], Hashable]) -> Counter[Hashable]:
    """How often each outcome comes up, with the dice of seeds 0, 1, 2 …"""
    return Counter(once(Random(f"tally/{seed}")) for seed in range(draws))


def looks_fair(seen: Mapping[Hashable, int], chances: Mapping[Hashable, float]) -> bool:
    """Chi-square against these chances (or any weights), with a bound that a fair draw exceeds once in ten thousand."""
    if not seen.keys() <= chances.keys():
        return False
    draws, whole = sum(seen.values()), sum(chances.values())
    squares = sum(
        (seen.get(key, 0) - draws * chance / whole) ** 2 / (draws * chance / whole) for key, chance in chances.items()
    )
    free = len(chances) - 1
    return squares < free + 5 * (2 * free) ** 0.5 + 10


def alike(one: Mapping[Hashable, int], two: Mapping[Hashable, int]) -> bool:
    """Chi-square of two tallies of as many draws: could they be of the same dice?"""
    keys = one.keys() | two.keys()
    squares = sum((one.get(key, 0) - two.get(key, 0)) ** 2 / (one.get(key, 0) + two.get(key, 0)) for key in keys)
    free = len(keys) - 1
    return squares < free + 5 * (2 * free) ** 0.5 + 10
