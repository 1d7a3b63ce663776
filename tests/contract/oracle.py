"""The pairing rules by brute force: every possible round of a small field, tried out in full.

Lines 1–5 of "Pairing, in strict order of priority", read as literally as possible and as slowly as need be.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, groupby

Pairing = frozenset[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Entrant:
    """Someone who is there for the round to be paired."""

    id: str
    score: int
    """Wins, or event points: who has the same is in the same group."""
    record: tuple[int, ...]
    """What "weakest record" is measured by, for the bye. Higher is stronger."""
    met: frozenset[str] = frozenset()
    byes: int = 0
    faction: str | None = None
    apart: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Best:
    """The best that can be had once the bye is given, and every pairing that has it."""

    counts: tuple[int, ...]
    mirrors: int
    not_apart: int
    pairings: frozenset[Pairing]


def optima(field: Sequence[Entrant]) -> dict[str | None, Best]:
    """Every legal bye (None in an even field) with its best pairings. Empty: no round without a rematch exists."""
    return {bye: best_pairings([p for p in field if p.id != bye]) for bye in legal_byes(field)}


def legal_byes(field: Sequence[Entrant]) -> list[str | None]:
    """Line 2: the weakest record without a bye, moving up only where line 1 could not hold otherwise."""
    if len(field) % 2 == 0:
        return [None] if can_be_paired(field) else []

    def standing(p: Entrant) -> tuple[int, tuple[int, ...]]:
        return p.byes, p.record

    for _, equals in groupby(sorted(field, key=standing), key=standing):
        fitting = [p.id for p in equals if can_be_paired([q for q in field if q is not p])]
        if fitting:
            return list(fitting)
    return []


def best_pairings(field: Sequence[Entrant]) -> Best:
    """Lines 3 to 5: the lexicographically greatest counts of tables, the fewest mirrors, then the fewest who are to be
    kept apart."""
    worth = {
        pairing: (table_counts(pairing, field), -mirrors(pairing, field), -not_apart(pairing, field))
        for pairing in pairings(field)
    }
    best = max(worth.values())
    return Best(best[0], -best[1], -best[2], frozenset(p for p, w in worth.items() if w == best))


def can_be_paired(field: Sequence[Entrant]) -> bool:
    return next(pairings(field), None) is not None


def pairings(field: Sequence[Entrant]) -> Iterator[Pairing]:
    """Line 1: all complete pairings in which nobody meets an opponent again."""
    if not field:
        yield frozenset()
        return
    first, *others = field
    for other in others:
        if other.id not in first.met and first.id not in other.met:
            for rest in pairings([p for p in others if p is not other]):
                yield rest | {frozenset((first.id, other.id))}


def table_counts(pairing: Pairing, field: Sequence[Entrant]) -> tuple[int, ...]:
    """c(1,1), c(1,2) … c(1,k), c(2,2) … c(k,k): the tables between groups i and j, the best group being 1."""
    scores = {p.id: p.score for p in field}
    groups = sorted(set(scores.values()), reverse=True)
    tables = Counter(tuple(sorted((scores[i] for i in pair), reverse=True)) for pair in pairing)
    return tuple(tables[high_low] for high_low in combinations_with_replacement(groups, 2))


def mirrors(pairing: Pairing, field: Sequence[Entrant]) -> int:
    """Tables at which both play the same faction this round."""
    factions = {p.id: p.faction for p in field}
    return sum(factions[a] is not None and factions[a] == factions[b] for a, b in map(tuple, pairing))


def not_apart(pairing: Pairing, field: Sequence[Entrant]) -> int:
    """Tables of two who are to be kept apart."""
    apart = {p.id: p.apart for p in field}
    return sum(b in apart[a] or a in apart[b] for a, b in map(tuple, pairing))
