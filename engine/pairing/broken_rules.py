"""What a pairing made by hand costs: which of the rulebook's lines it breaks, known before anything is recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.pairing.byes import choose_bye
from engine.pairing.exact import Dead
from engine.pairing.field import Entrant, Field, field_of, score_groups
from engine.pairing.legs import pair_groups
from engine.reasons import Reason
from engine.words import PlayerId

Pairs = Sequence[tuple[PlayerId, PlayerId]]


def broken_rules(entrants: Sequence[Entrant], pairs: Pairs, *, bye: PlayerId | None, rng: Random) -> tuple[Reason, ...]:
    """Most serious first; none if this pairing is as good as the best."""
    field = field_of(entrants)
    found = [Reason("have-met", {"players": (a, b)}) for a, b in pairs if b in field.met[a]]
    found += _bye(entrants, field, bye, rng)
    if not found:
        found += _groups(entrants, field, pairs, bye, rng)
    return tuple(found)


def _bye(entrants: Sequence[Entrant], field: Field, bye: PlayerId | None, rng: Random) -> list[Reason]:
    if bye is None:
        return []
    best = choose_bye(entrants, field=field, rng=rng)
    by_id = {entrant.id: entrant for entrant in entrants}
    if isinstance(best, Dead) or by_id[bye].weakness <= by_id[best[0]].weakness:
        return []
    if by_id[bye].byes > (fewest := by_id[best[0]].byes):
        return [Reason("another-bye", {"player": bye} | ({"fewer": True} if fewest else {}))]
    return [Reason("bye-too-strong", {"player": bye} | ({"ranked": True} if by_id[bye].bye_key else {}))]


def _groups(entrants: Sequence[Entrant], field: Field, pairs: Pairs, bye: PlayerId | None, rng: Random) -> list[Reason]:
    best = pair_groups(score_groups(field.score, (p for p in field.score if p != bye)), field=field, rng=rng)
    if isinstance(best, Dead):
        return []
    mine, ideal = _counts(field, pairs), _counts(field, best)
    if mine != ideal:
        record = {e.score: e.called for e in entrants}
        more = sorted((kind for kind in mine if kind[0] != kind[1] and mine[kind] > ideal[kind]), reverse=True)
        return [Reason("not-nearest", {"meet": tuple((record[high], record[low]) for high, low in more)})]
    soft = [_soft(field, a, b) for a, b in pairs if field.soft(a, b)]
    if len(soft) > sum(field.soft(a, b) for a, b in best):
        return soft
    if sum(field.cost(a, b) for a, b in pairs) <= sum(field.cost(a, b) for a, b in best):
        return []
    return [Reason("wished-apart", {"players": (a, b)}) for a, b in pairs if b in field.apart[a]]


def _soft(field: Field, a: PlayerId, b: PlayerId) -> Reason:
    return Reason("same-faction" if field.mirror(a, b) else "met-earlier", {"players": (a, b)})


def _counts(field: Field, pairs: Pairs) -> Counter[tuple[int, int]]:
    scores = ((field.score[a], field.score[b]) for a, b in pairs)
    return Counter((max(s), min(s)) for s in scores)
