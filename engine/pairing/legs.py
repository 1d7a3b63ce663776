"""Pairing all score groups, best first: draw where groups pair freely, search exactly where they do not.

The bound. Numbering the groups from the best, no pairing can do better than: group 1 pairs inside itself and sends one
player down if it is odd; group 2 takes that one in, pairs the rest, sends one down if odd; and so on. A draw that
reaches the bound is therefore optimal, and needs no search. Where the total from the last clean cut is even, nobody
crosses: a cut. The groups between two cuts are a chain, and chains are independent of each other.

A chain that cannot reach the bound is searched exactly, with the chain below as a sink (which is again a bound: no
pairing of these groups can be better). If the chain below cannot take in who was sent down, both are searched
together, and so on. The lowest chain has nothing below it; if it cannot be completed, the chain above joins in.

Large groups cut the field into legs. A large group can take in whoever comes from above and spare whomever the groups
below need, so the search sees only a sample of it (`_enough` says when that proves the optimum).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.pairing.draw import Pair, draw_chain, draw_large
from engine.pairing.exact import FEW, Best, Dead, best_pairing, no_round
from engine.pairing.field import Field
from engine.values import dataclass
from engine.words import PlayerId

TRIES = 60
LARGE = 16
SAMPLE = 8
RUN = 6


@dataclass(frozen=True, slots=True)
class Leg:
    """A large group, if any (at this place among all), and the small ones below it."""

    at: int
    head: list[PlayerId]
    small: list[list[PlayerId]]


def pair_groups(groups: Sequence[Sequence[PlayerId]], *, field: Field, rng: Random) -> list[Pair] | Dead:
    """The best pairing without a rematch, at random among the best; or why there is none."""
    large = {i for i, group in enumerate(groups) if _is_large(group, field)}
    while True:
        pairs: list[Pair] = []
        floaters: list[PlayerId] = []
        legs = _legs(groups, large)
        for leg, next_leg in zip(legs, [*legs[1:], None], strict=False):
            below = next_leg.head if next_leg else []
            done = _pair_leg(leg, floaters, below=below, field=field, rng=rng)
            if done is None:
                break
            pairs += done[0]
            floaters = done[1]
        else:
            return pairs
        if leg.at not in large:
            break
        if dead := no_round([p for group in groups for p in group], field):
            return dead
        large.discard(leg.at)
    best = best_pairing(groups, field=field, rng=rng, sink=False)
    return best if isinstance(best, Dead) else best.pairs


def _is_large(group: Sequence[PlayerId], field: Field) -> bool:
    """Large against its history: everyone has met at most about a quarter of the others."""
    if len(group) < LARGE:
        return False
    members, few = set(group), (len(group) - 8) // 4
    return all(len(field.met[p]) <= few or len(field.met[p] & members) <= few for p in group)


def _legs(groups: Sequence[Sequence[PlayerId]], large: set[int]) -> list[Leg]:
    legs: list[Leg] = []
    for i, group in enumerate(groups):
        if i in large:
            legs.append(Leg(i, list(group), []))
        elif legs:
            legs[-1].small.append(list(group))
        else:
            legs.append(Leg(-1, [], [list(group)]))
    return legs


def _pair_leg(
    leg: Leg, floaters: list[PlayerId], *, below: list[PlayerId], field: Field, rng: Random
) -> tuple[list[Pair], list[PlayerId]] | None:
    """One leg with the players sent down to it. None if its large group is not as free as its size promised."""
    if not leg.head:
        found = _pair_chains(leg.small, below=below, field=field, rng=rng)
        return None if isinstance(found, Dead) else (found[0].pairs, found[0].sunk)
    drawn = draw_large(leg.head, floaters, below=[] if leg.small else below, field=field, rng=rng)
    if drawn is None:
        return None
    pairs, left = drawn
    if not leg.small:
        return (pairs, left) if below or not left else None
    inside, own = pairs[: len(floaters)], pairs[len(floaters) :]
    rng.shuffle(own)
    size = SAMPLE
    while True:
        sample = left + [p for pair in own[:size] for p in pair]
        found = _pair_chains([sample, *leg.small], below=below, field=field, rng=rng)
        whole = size >= len(own) and not inside
        if not isinstance(found, Dead):
            best, searched = found
            if not searched or whole or _enough(sample, leg.small, best, field):
                return inside + own[size:] + best.pairs, best.sunk
        if size >= len(own):
            return None
        size *= 4


def _enough(sample: Sequence[PlayerId], small: Sequence[Sequence[PlayerId]], best: Best, field: Field) -> bool:
    """Does what the search found for a sample of the large group hold for all of it?

    Yes, if it sends nobody down. Yes, if the sample has as many players without a clash below as it sends (they can
    stand in for whomever a better pairing would send), and the others can pair without a clash whoever goes (Dirac:
    half of the sample is open to each).
    """
    mine, below = set(sample), [p for group in small for p in group]
    sent = sum((a in mine) != (b in mine) for a, b in best.pairs) + sum(p in mine for p in best.sunk)
    if not sent:
        return True
    free = sum(not any(field.clash(a, b) for b in below) for a in sample)
    open_ = min(sum(a != b and not field.clash(a, b) for b in sample) for a in sample)
    return free >= sent and 2 * (open_ - sent) >= len(sample)


def _pair_chains(
    groups: Sequence[list[PlayerId]], *, below: list[PlayerId], field: Field, rng: Random
) -> tuple[Best, bool] | Dead:
    """Small groups, chain by chain. Also says whether a search was needed."""
    chains = _chains(groups)
    done: list[tuple[int, Best]] = []  # from which chain on, and how
    searched = False
    i = 0
    while i < len(chains):
        last = i + 1 == len(chains)
        floaters = done[-1][1].sunk if done else []
        start, above = done.pop() if floaters else (i, Best([], [], 0))
        drawn = _draw(chains[i], floaters, below=below if last else [], field=field, rng=rng)
        if drawn is not None and (below or not last or not drawn[1]):
            done.append((start, Best(above.pairs + drawn[0], drawn[1], above.cost)))
        else:
            searched = True
            if i - start >= RUN:  # one more at a time would search nearly the same again and again
                i = min(i + (i - start) // 2, len(chains) - 1)
                last = i + 1 == len(chains)
            if sum(len(group) for chain in chains[start:] for group in chain) <= FEW:
                i, last = len(chains) - 1, True
            sink = bool(below) or not last
            while isinstance(best := _search(chains[start : i + 1], field=field, rng=rng, sink=sink), Dead):
                if not start:
                    return best
                start = done.pop()[0]
            done.append((start, best))
        i += 1
    pairs = [pair for _, best in done for pair in best.pairs]
    return Best(pairs, done[-1][1].sunk if done else [], sum(best.cost for _, best in done)), searched


def _draw(
    chain: list[list[PlayerId]], floaters: list[PlayerId], *, below: list[PlayerId], field: Field, rng: Random
) -> tuple[list[Pair], list[PlayerId]] | None:
    size = sum(map(len, chain))
    return draw_chain(chain, floaters, below=below, field=field, rng=rng, tries=min(TRIES, size * size // 2))


def _search(chains: list[list[list[PlayerId]]], *, field: Field, rng: Random, sink: bool) -> Best | Dead:
    return best_pairing([group for chain in chains for group in chain], field=field, rng=rng, sink=sink)


def _chains(groups: Sequence[list[PlayerId]]) -> list[list[list[PlayerId]]]:
    """Groups joined while their total is odd."""
    chains: list[list[list[PlayerId]]] = []
    odd = False
    for group in groups:
        if odd:
            chains[-1].append(group)
        else:
            chains.append([group])
        odd ^= len(group) % 2 == 1
    return chains
