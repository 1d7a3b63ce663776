"""The next round of whatever stage the tournament is in: who sits at which table, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine.pairing import brackets
from engine.pairing.field import Entrant
from engine.pairing.pod_seating import seat_fours, seat_pods
from engine.pairing.roster import byes_in_advance, entrants_before
from engine.pairing.swiss import Pairing, pair_swiss, pair_with_fewest_rematches
from engine.pairing.tables import fixed_table, tables_of
from engine.reasons import Reason
from engine.refusals import Refused
from engine.standings.places import bracket_rounds
from engine.values import dataclass
from engine.words import Bye, Match, PlayerId, Seat, Stage, StageKind, Tournament

IN_ADVANCE = Reason("bye-in-advance")
Pairer = Callable[[Sequence[Entrant], Random], Pairing]


@dataclass(frozen=True, slots=True)
class Seating:
    """Everybody's place in a round."""

    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()


def seat_round(t: Tournament, rng: Random) -> Seating:
    """The next round, by the rules of its stage."""
    return SEATERS[t.stages[-1].kind](t, rng)


def seat_with_rematches(t: Tournament, rng: Random) -> Seating:
    """A Swiss round with as few rematches as there must be."""
    return _seat_groups(t, rng, pair=pair_with_fewest_rematches)


def seat_winners(t: Tournament, rng: Random) -> Seating:
    """Tables of several, later rounds: the winners alone, at tables of three and four."""
    return Seating(seat_fours(t, rng))


def _seat_swiss(t: Tournament, rng: Random) -> Seating:
    return _seat_groups(t, rng, pair=pair_swiss)


def _seat_groups(t: Tournament, rng: Random, *, pair: Pairer) -> Seating:
    """Each group on its own; a Swiss stage is one group of everyone."""
    stage, number = t.stages[-1], t.rounds_played + _is_new(t)
    everyone = {entrant.id: entrant for entrant in entrants_before(t, number)}
    promised = byes_in_advance(t, number)
    groups = stage.groups or ((*everyone, *promised),)
    found = []
    for place, group in enumerate(groups):
        members = [everyone[p] for p in group if p in everyone]
        if len(members) < 2 and not stage.groups:
            raise Refused("A round needs two players who have not dropped.")
        if members:
            found.append((place, pair(members, rng)))
    wanted = [
        fixed_table([everyone[p].fixed_table for p in table.players])
        for _, pairing in found
        for table in pairing.tables
    ]
    numbers = iter(tables_of(t.settings, wanted))
    matches = tuple(
        Match(next(numbers), duel(*table.players), why=table.why, group=place)
        for place, pairing in found
        for table in pairing.tables
    )
    drawn = (Bye(p.bye, p.bye_why, group=place) for place, p in found if p.bye is not None)
    given = (Bye(p, IN_ADVANCE, group=place) for place, group in enumerate(groups) for p in group if p in promised)
    return Seating(matches, (*drawn, *given))


def duel(one: PlayerId, two: PlayerId) -> tuple[Seat, Seat]:
    """Two seats, each a side of its own."""
    return Seat(one, 0), Seat(two, 1)


def _seat_bracket(t: Tournament, rng: Random) -> Seating:
    """The next round of the bracket; the top seeds' byes are places kept, not byes that score."""
    stage = t.stages[-1]
    tree = brackets.bracket(stage.entrants, bracket_rounds(stage))
    pairs = brackets.to_play(tree)
    if not pairs:
        raise Refused("The final has been played. Finish the event.")
    left = brackets.rounds_of(len(stage.entrants)) - len([r for r in stage.rounds if r.phase == "closed"])
    stays = [fixed_table([t.players[p].fixed_table for p in pair]) for pair in pairs]
    matches = [
        Match(table, duel(a, b), why=_by_seeds(stage, 2**left, a, b))
        for table, (a, b) in zip(tables_of(t.settings, stays), pairs, strict=True)
    ]
    return Seating(tuple(sorted(matches, key=lambda match: match.table)))


def _by_seeds(stage: Stage, room: int, *pair: PlayerId) -> Reason:
    """Semi-finals (a round with room for four): seed 1 meets seed 4."""
    return Reason("seeds", {"room": room, "seeds": tuple(stage.entrants.index(player) + 1 for player in pair)})


def _seat_pods(t: Tournament, rng: Random) -> Seating:
    return Seating(seat_pods(t, rng))


def _is_new(t: Tournament) -> int:
    """1 if a new round is to be paired, 0 if the current draft is paired anew."""
    return 0 if t.current_round is not None and t.current_round.phase == "draft" else 1


SEATERS: dict[StageKind, Callable[[Tournament, Random], Seating]] = {
    "swiss": _seat_swiss,
    "groups": _seat_swiss,
    "bracket": _seat_bracket,
    "pods": _seat_pods,
}
