"""Judges a pairing, whoever made it, by the rulebooks' priorities alone. Shares no code with the pairing itself.

A pairing that reaches the plain bound (each group pairs inside, takes in who comes from above and sends at most one
down) is proved best by counting. Otherwise up to ten players are judged by trying everything, more by networkx's
matching where that is installed (it is for tests); if not, the verdict says that it could not prove it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.pairing.field import Entrant
from engine.values import dataclass
from engine.words import PlayerId

Pairs = Sequence[tuple[PlayerId, PlayerId]]
FEW = 10


@dataclass(frozen=True, slots=True)
class PairingVerdict:
    """What is wrong, in sentences, and whether being right was proved."""

    faults: tuple[str, ...]
    proved: bool = True


def judge(entrants: Sequence[Entrant], pairs: Pairs, *, bye: PlayerId | None = None) -> PairingVerdict:
    """Is this a best pairing of these players? Lines 1 to 5 of the priorities in order, up to the first broken one."""
    by_id = {entrant.id: entrant for entrant in entrants}
    if faults := _seating(by_id, pairs, bye):
        return PairingVerdict(tuple(faults))
    again = [f"{a} and {b} have met before." for a, b in pairs if b in by_id[a].met]
    if again:
        return PairingVerdict(tuple(again))
    if bye is not None and (verdict := _judge_bye(by_id, bye)) is not None:
        return verdict
    playing = {p: e for p, e in by_id.items() if p != bye}
    counts, mirrors, together = _counts(playing, pairs), _soft(playing, pairs), _together(playing, pairs)
    if _at_bound(playing, counts) and not mirrors and not together:
        return PairingVerdict(())
    best = _best(playing)
    if best is None:
        return PairingVerdict((), proved=False)
    order = _classes(playing)
    found, ideal = [counts[c] for c in order], [best[0][c] for c in order]
    if found != ideal:
        first = next(c for c, f, i in zip(order, found, ideal, strict=True) if f != i)
        return PairingVerdict(
            (f"Tables between {first[0]} and {first[1]} wins or points: {counts[first]}, possible {best[0][first]}.",)
        )
    if mirrors > best[1]:
        return PairingVerdict((f"{mirrors} mirror matches or earlier opponents, possible {best[1]}.",))
    if mirrors == best[1] and together > best[2]:
        return PairingVerdict((f"{together} pairs that should be kept apart, possible {best[2]}.",))
    return PairingVerdict(())


def _seating(by_id: Mapping[PlayerId, Entrant], pairs: Pairs, bye: PlayerId | None) -> list[str]:
    """Everybody sits once; the bye is there if and only if the field is odd."""
    seats = Counter([p for pair in pairs for p in pair] + ([] if bye is None else [bye]))
    faults = [f"{p} is not in the field." for p in seats if p not in by_id]
    faults += [f"{p} is paired {seats[p]} times." for p in by_id if seats[p] != 1]
    if (bye is not None) != (len(by_id) % 2 == 1):
        faults.append("A bye goes to exactly one player, and only if the field is odd.")
    return faults


def _judge_bye(by_id: Mapping[PlayerId, Entrant], bye: PlayerId) -> PairingVerdict | None:
    """Line 2: nobody weaker without a bye could have had it. None: the bye is right."""
    weaker = sorted({e.weakness for e in by_id.values() if e.weakness < by_id[bye].weakness})
    for weakness in weaker:
        for p, entrant in by_id.items():
            if entrant.weakness == weakness:
                possible = _can_pair({q: e for q, e in by_id.items() if q != p})
                if possible is None:
                    return PairingVerdict((), proved=False)
                if possible:
                    return PairingVerdict((f"The bye belongs to {p}, not to {bye}.",))
    return None


def _counts(playing: Mapping[PlayerId, Entrant], pairs: Pairs) -> Counter[tuple[int, int]]:
    scores = ((playing[a].score, playing[b].score) for a, b in pairs)
    return Counter((max(s), min(s)) for s in scores)


def _soft(playing: Mapping[PlayerId, Entrant], pairs: Pairs) -> int:
    return sum(_is_soft(playing[a], playing[b]) for a, b in pairs)


def _is_soft(a: Entrant, b: Entrant) -> bool:
    mirror = a.faction is not None and b.faction is not None and a.faction.casefold() == b.faction.casefold()
    return mirror or b.id in a.avoid


def _together(playing: Mapping[PlayerId, Entrant], pairs: Pairs) -> int:
    """Pairs that somebody asked to be kept apart."""
    return sum(b in playing[a].apart for a, b in pairs)


def _kindness(a: Entrant, b: Entrant, base: int) -> int:
    """Below all tables: not a mirror, and below that not to be kept apart."""
    return (0 if _is_soft(a, b) else base) + (0 if b.id in a.apart else 1)


def _classes(playing: Mapping[PlayerId, Entrant]) -> list[tuple[int, int]]:
    """Kinds of tables in order of importance."""
    scores = sorted({e.score for e in playing.values()}, reverse=True)
    return [(high, low) for i, high in enumerate(scores) for low in scores[i:]]


def _at_bound(playing: Mapping[PlayerId, Entrant], counts: Counter[tuple[int, int]]) -> bool:
    size = Counter(e.score for e in playing.values())
    scores = sorted(size, reverse=True)
    for i, score in enumerate(scores):
        rest = size[score] - sum(counts[above, score] for above in scores[:i])
        below = counts[score, scores[i + 1]] if i + 1 < len(scores) else 0
        if counts[score, score] != rest // 2 or below != rest % 2:
            return False
    return True


def _best(playing: Mapping[PlayerId, Entrant]) -> tuple[Counter[tuple[int, int]], int, int] | None:
    """The best counts there are, the fewest mirrors with them, and the fewest pairs to be kept apart with those."""
    order = _classes(playing)
    if len(playing) <= FEW:
        worth: Callable[[Pairs], tuple[int, ...]] = lambda m: (  # noqa: E731 -- one line says it
            *(_counts(playing, m)[c] for c in order),
            -_soft(playing, m),
            -_together(playing, m),
        )
        found = max(_all_pairings(list(playing), playing), key=worth, default=None)
    else:
        found = _by_networkx(playing, order)
    return None if found is None else (_counts(playing, found), _soft(playing, found), _together(playing, found))


def _can_pair(playing: Mapping[PlayerId, Entrant]) -> bool | None:
    if len(playing) <= FEW:
        return next(_all_pairings(list(playing), playing), None) is not None
    least = min(sum(q != p and q not in e.met for q in playing) for p, e in playing.items())
    if 2 * least >= len(playing):
        return True
    found = _by_networkx(playing, [])
    return None if found is None else 2 * len(found) == len(playing)


def _all_pairings(
    left: list[PlayerId], playing: Mapping[PlayerId, Entrant]
) -> Iterator[list[tuple[PlayerId, PlayerId]]]:
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        if other not in playing[first].met:
            for rest in _all_pairings([p for p in others if p != other], playing):
                yield [(first, other), *rest]


def _by_networkx(
    playing: Mapping[PlayerId, Entrant], order: list[tuple[int, int]]
) -> list[tuple[PlayerId, PlayerId]] | None:
    try:
        import networkx
    except ImportError:
        return None
    base = len(playing) + 1
    value = {c: base ** (len(order) + 1 - i) for i, c in enumerate(order)}
    graph = networkx.Graph()
    players = list(playing.values())
    for i, a in enumerate(players):
        for b in players[:i]:
            if b.id not in a.met:
                kind = (max(a.score, b.score), min(a.score, b.score))
                graph.add_edge(a.id, b.id, weight=value.get(kind, 0) + _kindness(a, b, base))
    return [(a, b) for a, b in networkx.max_weight_matching(graph, maxcardinality=True)]
