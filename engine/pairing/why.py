"""Why these two meet, as a reason; and why there is no legal pairing, as a sentence. Both from what is so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from engine.pairing.exact import Dead
from engine.pairing.field import Entrant, Field, Record, score_groups
from engine.reasons import Param, Reason
from engine.sentences import everyone, listed, who
from engine.values import dataclass
from engine.words import PlayerId


@dataclass(frozen=True, slots=True)
class Known:
    """What the reasons of a round are read from: by score, who is on it (the bye too), how many play, how many
    were taken in from above."""

    field: Field
    record: dict[PlayerId, Record]
    group: dict[int, list[PlayerId]]
    paired: Counter[int]
    taken_in: Counter[int]

    def met_all(self, a: PlayerId, level: int) -> bool:
        return all(b == a or b in self.field.met[a] for b in self.group[level])


def why_pair(
    entrants: Sequence[Entrant], field: Field, *, pairs: Sequence[tuple[PlayerId, PlayerId]]
) -> Callable[[PlayerId, PlayerId], Reason]:
    """A function that says why two players meet (the one with the better score first)."""
    score = field.score
    groups = score_groups(score, score)
    known = Known(
        field,
        record={e.id: e.called for e in entrants},
        group={score[players[0]]: players for players in groups},
        paired=Counter(score[p] for pair in pairs for p in pair),
        taken_in=Counter(score[b] for a, b in pairs if score[a] > score[b]),
    )
    first_round = len(groups) == 1 and not any(field.met.values())
    code = "first-round" if first_round else "same-record"
    records = set(known.record.values())
    equals = {record: Reason(code, {} if first_round else {"record": record}) for record in records}
    return partial(_why, known, equals)


def _why(known: Known, equals: dict[Record, Reason], a: PlayerId, b: PlayerId) -> Reason:
    """`equals` is the reason of those who stand alike, by their record."""
    field, record = known.field, known.record
    if field.score[a] == field.score[b]:
        reason = equals[record[a]]
    else:
        reason = Reason("floated", {"high": record[a], "low": record[b], **_floated(known, a, b)})
    if field.clash(a, b):
        return Reason(reason.code, {**reason.params, **_could_not_be_helped(field, a, b)})
    return reason


def _could_not_be_helped(field: Field, a: PlayerId, b: PlayerId) -> dict[str, Param]:
    more: dict[str, Param] = {"rematch": True} if b in field.met[a] else {}
    if field.soft(a, b):
        more["earlier" if b in field.avoid[a] else "mirror"] = True
    if field.has_soft and b in field.apart[a]:
        more["apart"] = True
    return more


def _floated(known: Known, a: PlayerId, b: PlayerId) -> dict[str, Param]:
    above, below = known.field.score[a], known.field.score[b]
    told = _odd(known, above)
    if known.met_all(a, above) and len(known.group[above]) > 1:
        told["met_group"] = True
    between = [level for level in known.paired if below < level < above]
    if between:
        told["between"] = "met" if all(known.met_all(a, level) for level in between) else "taken"
    return told


def _odd(known: Known, level: int) -> dict[str, Param]:
    """Whether one of this group has to go down; in an even group because of the bye, or of those taken in."""
    members, paired, taken_in = len(known.group[level]), known.paired[level], known.taken_in[level]
    if (paired - taken_in) % 2 == 0:
        return {}
    told: dict[str, Param] = {"odd": True}
    if members % 2 == 0 and paired < members:
        told["bye"] = True
    if members % 2 == 0 and taken_in:
        told["taken"] = taken_in
    return told


def why_impossible(dead: Dead, entrants: Sequence[Entrant]) -> str:
    """The proof in words: more players (or odd sets of players) than opponents left for them."""
    alone = [island[0] for island in dead.islands if len(island) == 1]
    sets = [f"the {len(island)} players {everyone(island)}" for island in dead.islands if len(island) > 1]
    people = listed([*map(who, alone), *sets])
    outside = "have each met everyone outside their own number" if sets else "have met each other and everyone else"
    if dead.bridges:
        claim = f"{people} {outside} but {everyone(dead.bridges)}, which is too few"
    elif len(dead.islands) == 1 and sets:
        claim = f"{people} have met everyone outside, and an odd number cannot pair up among themselves"
    elif sets:
        claim = f"{people} {outside}, which is odd, so that each leaves one over"
    else:
        claim = "; ".join(f"{who(p)} has met {_others(p, entrants)}" for p in alone)
    bye = " Even the bye cannot help." if len(entrants) % 2 else ""
    return f"No pairing without a rematch exists: {claim}.{bye} {CHOICES}"


def _others(player: PlayerId, entrants: Sequence[Entrant]) -> str:
    others = sorted(entrant.id for entrant in entrants if entrant.id != player)
    return everyone(others) if len(others) <= NAMED else f"all {len(others)} others"


NAMED = 12
CHOICES = "Choose the fewest rematches, a shorter event, or pair by hand."
