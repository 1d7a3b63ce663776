"""The next round of whatever stage the tournament is in: who sits at which table, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from engine.pairing import brackets, pods
from engine.pairing.field import Entrant
from engine.pairing.roster import entrants_before
from engine.pairing.swiss import Pairing, pair_swiss, pair_with_fewest_rematches
from engine.pairing.tables import fixed_table, table_numbers
from engine.refusals import Refused
from engine.sentences import everyone
from engine.standings.places import bracket_rounds
from engine.standings.pods import pod_places, pod_realms, pod_totals
from engine.standings.points import Realms, Tally
from engine.standings.ranking import lots_of
from engine.words import Bye, Match, PlayerId, Seat, StageKind, Tournament

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


def fills_up(t: Tournament) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Spellfire: the winners who go on, and who would fill their tables up to threes (by side, first member named)."""
    stage = t.stages[-1]
    places = pod_places(stage.rounds[-1:])[-1]
    won = [place[0] for place in places]
    staying = [side for side in won if all(t.players[p].active for p in side)]
    count = pods.fill_up(len(won), left=len(won) - len(staying))
    totals, realms = pod_totals(t, stage), pod_realms(stage)
    sides = {side[0] for table in pod_places(stage.rounds)[0] for side in table}
    others = [
        Tally(p, totals.get(p, 0), realms.get(p, Realms()))
        for p in sides
        if t.players[p].active and all(p not in side for side in won)
    ]
    return tuple(side[0] for side in staying), pods.fillers(others, count, lots=lots_of(t)) if count else ()


def seat_fours(t: Tournament, rng: Random) -> Seating:
    """Spellfire, later rounds: the winners alone, at tables of three and four."""
    winners, _ = fills_up(t)
    tables = pods.seat_round(winners, (), rng, sizes=pods.sizes_without_filling_up(len(winners)))
    return _pod_seating(t, tables, winners=frozenset(winners), rng=rng)


def _seat_swiss(t: Tournament, rng: Random) -> Seating:
    return _seat_groups(t, rng, pair=pair_swiss)


def _seat_groups(t: Tournament, rng: Random, *, pair: Pairer) -> Seating:
    """Each group on its own; a Swiss stage is one group of everyone."""
    stage, number = t.stages[-1], t.rounds_played + _is_new(t)
    everyone = {entrant.id: entrant for entrant in entrants_before(t, number)}
    groups = stage.groups or (tuple(everyone),)
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
    numbers = iter(table_numbers(wanted))
    matches = tuple(
        Match(next(numbers), duel(*table.players), why=table.why, group=place)
        for place, pairing in found
        for table in pairing.tables
    )
    byes = tuple(Bye(p.bye, p.bye_why, group=place) for place, p in found if p.bye is not None)
    return Seating(matches, byes)


def duel(one: PlayerId, two: PlayerId) -> tuple[Seat, Seat]:
    """Two seats, each a side of its own."""
    return Seat(one, 0), Seat(two, 1)


def _seat_bracket(t: Tournament, rng: Random) -> Seating:
    """The next round of the bracket; the top seeds' byes are places kept, not byes that score."""
    stage = t.stages[-1]
    tree = brackets.bracket(stage.entrants, bracket_rounds(stage))
    names = brackets.round_names(len(stage.entrants))
    pairs = brackets.to_play(tree)
    if not pairs:
        raise Refused("The final has been played. Finish the tournament.")
    done = len([r for r in stage.rounds if r.phase == "closed"])
    seed = {player: place for place, player in enumerate(stage.entrants, start=1)}
    matches = tuple(
        Match(table, duel(a, b), why=f"{names[done]}: seed {seed[a]} meets seed {seed[b]}")
        for table, (a, b) in enumerate(pairs, start=1)
    )
    return Seating(matches)


def _seat_pods(t: Tournament, rng: Random) -> Seating:
    stage = t.stages[-1]
    played = [r for r in stage.rounds if r.phase == "closed"]
    event = t.settings.event
    if not played:
        active = [p for p, player in t.players.items() if player.active]
        units = [team[0] for team in event.teams] if event and event.teams else active
        if event and event.teams and len(units) % 3:
            raise Refused(
                "Team Spirit seats three teams of two at a table: make the number of teams a multiple of three."
            )
        return _pod_seating(t, pods.seat_first_round(units, rng), winners=frozenset(units), rng=rng)
    winners, filling = fills_up(t)
    if len(winners) + len(filling) == 1:
        raise Refused("One winner is left, who is the champion. Finish the tournament.")
    sizes = (3,) * ((len(winners) + len(filling)) // 3)
    tables = pods.seat_round(winners, filling, rng, sizes=sizes)
    return _pod_seating(t, tables, winners=frozenset(winners), rng=rng)


def _pod_seating(
    t: Tournament, tables: Sequence[Sequence[PlayerId]], *, winners: frozenset[PlayerId], rng: Random
) -> Seating:
    teams = {team[0]: team for team in t.settings.event.teams} if t.settings.event else {}
    first = not any(r.phase == "closed" for r in t.stages[-1].rounds)
    matches = []
    for number, table in enumerate(tables, start=1):
        filling = [p for p in table if p not in winners]
        why = "drawn at random" if first else "winners of the last round"
        if filling:
            why += f"; filling up by points: {everyone(filling)}"
        if teams:
            seats = pods.team_seats([teams[p] for p in table], rng)
        else:
            seats = tuple(Seat(p, side) for side, p in enumerate(table))
        matches.append(Match(number, seats, why=why))
    return Seating(tuple(matches))


def _is_new(t: Tournament) -> int:
    """1 if a new round is to be paired, 0 if the current draft is paired anew."""
    return 0 if t.current_round is not None and t.current_round.phase == "draft" else 1


SEATERS: dict[StageKind, Callable[[Tournament, Random], Seating]] = {
    "swiss": _seat_swiss,
    "groups": _seat_swiss,
    "bracket": _seat_bracket,
    "pods": _seat_pods,
}
