"""Fields built to be hard: nearly nobody may meet, or somebody has to meet again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from engine.pairing.field import Entrant

Met = dict[int, set[int]]


def round_robin(players: int) -> list[Entrant]:
    """Before the last round of a round robin: everybody has one opponent left, and all scores are different."""
    last, circle = players - 1, players - 1
    met: Met = {one: set() for one in range(players)}
    for number in range(circle - 1):
        _meet(met, [(last, number)])
        _meet(met, (((number + k) % circle, (number - k) % circle) for k in range(1, players // 2)))
    return list(_entrants(met, lambda one: one))


def groups_of_four(players: int, *, seed: str) -> list[Entrant]:
    """Score groups of four in which everybody has met nine in ten of all others, but never who is half the field away.

    So that a round without a rematch always exists, and is never the one wanted.
    """
    dice, half = Random(seed), players // 2
    met: Met = {one: set() for one in range(players)}
    apart = ((one, two) for one in range(players) for two in range(one) if one - two != half)
    _meet(met, (pair for pair in apart if dice.random() < 0.9))
    return list(_entrants(met, lambda one: one // 4))


def rematches_due(players: int, *, seed: str) -> list[Entrant]:
    """Three quarters of all have met each other: some must meet again, as few as possible."""
    dice = Random(seed)
    scores = [dice.randrange(10) for _ in range(players)]
    return list(_entrants(_crowd(players, 3 * players // 4), scores.__getitem__))


def strangers_lead(players: int) -> list[Entrant]:
    """The same, and whoever met nobody has more points than all others: their opponents are taken level by level."""
    return list(_entrants(_crowd(players, 3 * players // 4), lambda one: one * 10 // players))


def all_different(players: int) -> list[Entrant]:
    """Nearly half have met each other, whoever met nobody has more points, and no two have as many."""
    return list(_entrants(_crowd(players, players // 2 - 2), lambda one: one))


def _crowd(players: int, size: int) -> Met:
    met: Met = {one: set() for one in range(players)}
    _meet(met, ((one, two) for one in range(size) for two in range(one)))
    return met


def _meet(met: Met, pairs: Iterable[tuple[int, int]]) -> None:
    for one, two in pairs:
        met[one].add(two)
        met[two].add(one)


def _entrants(met: Met, score: Callable[[int], int]) -> Iterator[Entrant]:
    return (Entrant(f"p{one}", score(one), frozenset(f"p{other}" for other in others)) for one, others in met.items())
