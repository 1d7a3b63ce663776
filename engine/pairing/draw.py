"""Pairing at random where groups pair freely: draw, and draw again if two have met, so every pairing is as likely."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.pairing.field import Field
from engine.words import PlayerId

Pair = tuple[PlayerId, PlayerId]


def draw_chain(
    groups: Sequence[Sequence[PlayerId]],
    floaters: Sequence[PlayerId],
    *,
    below: Sequence[PlayerId],
    field: Field,
    rng: Random,
    tries: int,
) -> tuple[list[Pair], list[PlayerId]] | None:
    """Pair neighbouring groups so that each takes in the floaters from above and sends at most one down.

    A draw is thrown away whole when it fails, for half a draw kept is no longer a fair one. `below` is the group that
    takes in whoever is left. None if no try succeeded.
    """
    for _ in range(tries):
        pairs: list[Pair] = []
        down = list(floaters)
        for group in groups:
            drawn = _draw(list(group), down, field, rng)
            if drawn is None:
                break
            pairs += drawn[0]
            down = drawn[1]
        else:
            if _welcome(down, below, field, rng):
                return pairs, down
    return None


def draw_large(
    group: Sequence[PlayerId], floaters: Sequence[PlayerId], *, below: Sequence[PlayerId], field: Field, rng: Random
) -> tuple[list[Pair], list[PlayerId]] | None:
    """Pair one large group with the floaters it takes in. None if it cannot be done freely."""
    drawn = draw_chain([group], floaters, below=below, field=field, rng=rng, tries=100)
    if drawn is not None:
        return drawn
    pairs, rest = _partners(list(group), floaters, field, rng)
    repaired = _repair(rest, field, rng) if len(pairs) == len(floaters) else None
    return None if repaired is None else (pairs + repaired[0], repaired[1])


def _welcome(down: Sequence[PlayerId], below: Sequence[PlayerId], field: Field, rng: Random) -> bool:
    """Keep a draw as often as its floater would find a partner below, so that each complete round is as likely."""
    return not below or not any(field.clash(p, below[int(rng.random() * len(below))]) for p in down)


def _draw(
    pool: list[PlayerId], floaters: Sequence[PlayerId], field: Field, rng: Random
) -> tuple[list[Pair], list[PlayerId]] | None:
    """One try: partners for the floaters, then a random pairing of the rest; gives up at the first clash."""
    met, random, cost = field.met, rng.random, field.cost if field.has_soft else None
    if len(floaters) > len(pool):
        return None
    pairs: list[Pair] = []
    for a in floaters:
        j = int(random() * len(pool))
        b = pool[j]
        if b in met[a] or (cost and cost(a, b)):
            return None
        pool[j] = pool[-1]
        pool.pop()
        pairs.append((a, b))
    left: list[PlayerId] = []
    if len(pool) % 2:
        j = int(random() * len(pool))
        left = [pool[j]]
        pool[j] = pool[-1]
        pool.pop()
    for last in range(len(pool) - 1, 0, -2):
        a, j = pool[last], int(random() * last)
        b = pool[j]
        if b in met[a] or (cost and cost(a, b)):
            return None
        pool[j] = pool[last - 1]
        pairs.append((a, b))
    return pairs, left


def _partners(
    pool: list[PlayerId], floaters: Sequence[PlayerId], field: Field, rng: Random
) -> tuple[list[Pair], list[PlayerId]]:
    """A random partner for each floater."""
    pairs: list[Pair] = []
    for a in floaters:
        fine = [j for j, b in enumerate(pool) if not field.clash(a, b)]
        if not fine:
            break
        j = fine[int(rng.random() * len(fine))]
        pairs.append((a, pool[j]))
        pool[j] = pool[-1]
        pool.pop()
    return pairs, pool


def _repair(rest: Sequence[PlayerId], field: Field, rng: Random) -> tuple[list[Pair], list[PlayerId]] | None:
    """Where clashes are many: exchange partners until none is left, then on until the start is forgotten."""
    order = list(rest)
    rng.shuffle(order)
    left = [order.pop()] if len(order) % 2 else []
    pairs = list(zip(order[::2], order[1::2], strict=True))
    bad = [i for i, (a, b) in enumerate(pairs) if field.clash(a, b)]
    for _ in range(200 * len(bad)):
        if not bad:
            break
        i = bad[-1]
        if field.clash(*pairs[i]):
            exchange(pairs, i, field=field, rng=rng)
        if not field.clash(*pairs[i]):
            bad.pop()
    if bad:
        return None
    for _ in range(4):
        for i in range(len(pairs)):
            exchange(pairs, i, field=field, rng=rng)
    return pairs, left


def exchange(pairs: list[Pair], i: int, *, field: Field, rng: Random) -> None:
    """Exchange partners between pair i and a random other pair, if nobody then clashes."""
    j = int(rng.random() * len(pairs))
    if i == j:
        return
    (a, b), (c, d) = pairs[i], pairs[j]
    if rng.random() < 0.5:
        c, d = d, c
    if not field.clash(a, c) and not field.clash(b, d):
        pairs[i], pairs[j] = (a, c), (b, d)
