"""The tournament as earlier rounds left it: the very same one, with all that is known of it, while none of it changes.

A result of the round being played makes another tournament, and nothing is known of that one; but what the rounds
before say (who met whom, the standings) is the same as a minute ago. It is taken for the same only if every round of it
is the very object it was, and all else is equal: a corrected result makes another round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from engine.once import once
from engine.values import replace
from engine.words import Round, Stage, Tournament

_OF_TOURNAMENT = tuple(
    part.name for part in fields(Tournament) if part.compare and part.name not in ("stages", "players")
)
_OF_STAGE = tuple(part.name for part in fields(Stage) if part.compare and part.name != "rounds")


@once
def before_round(t: Tournament, number: int) -> Tournament:
    """The tournament without this round and what came after it."""
    stages = (replace(s, rounds=tuple(r for r in s.rounds if r.number < number)) for s in t.stages)
    return as_known(t, replace(t, stages=tuple(stages)), before_round)


def as_known(t: Tournament, made: Tournament, name: object) -> Tournament:
    """`made` of the earlier rounds of `t`, or the one that was made of the very same before.

    It is kept under this name in the last closed round, which no later act changes, and in no other: one at a time.
    """
    closed = [round_ for round_ in t.rounds if round_.phase == "closed"]
    ends = [round_ for stage in made.stages for round_ in stage.rounds]
    if not closed or not ends or ends[-1] is not closed[-1]:
        return made
    for round_ in closed[:-1]:
        round_.known.pop(name, None)
    kept: Tournament | None = closed[-1].known.get(name)
    if kept is None or not same(kept, made):
        closed[-1].known[name] = kept = made
    return kept


def same(one: Tournament, other: Tournament) -> bool:
    """Whether two pasts are one."""
    return (
        _alike(one, other, _OF_TOURNAMENT)
        and _same_players(one.players, other.players)
        and len(one.stages) == len(other.stages)
        and all(map(_same_stage, one.stages, other.stages))
    )


def _same_stage(one: Stage, other: Stage) -> bool:
    return _alike(one, other, _OF_STAGE) and _same_rounds(one.rounds, other.rounds)


def _same_rounds(one: tuple[Round, ...], other: tuple[Round, ...]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


def _same_players(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """In the same order, too: it is that of entering."""
    if one is other:
        return True
    pairs = zip(one.items(), other.items(), strict=True)
    return len(one) == len(other) and all(p == q and _equal(a, b) for (p, a), (q, b) in pairs)


def _alike(one: object, other: object, parts: tuple[str, ...]) -> bool:
    return all(_equal(getattr(one, part), getattr(other, part)) for part in parts)


def _equal(one: object, other: object) -> bool:
    return one is other or one == other
