"""Rounds of tables of several: who goes on, who fills up, and at which table they sit. Teams stay together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random

from engine.pairing import pods
from engine.pairing.tables import fixed_table, tables_of
from engine.reasons import Param, Reason
from engine.refusals import Refused
from engine.sentences import plural
from engine.standings.pods import pod_realms, pod_totals, staying_winners, won_the_last_round
from engine.standings.points import KeptOverGames, Tally, strongest_first
from engine.standings.ranking import lots_of, ordered_by_hand
from engine.values import dataclass, replace
from engine.words import Match, PlayerId, Seat, Tournament

Team = tuple[PlayerId, ...]
FOURTH = 4


@dataclass(frozen=True, slots=True)
class FillLot:
    """A lot that gives away a seat: the sides that were equal, those of them who have it, and whether the organizer
    decided it in another fair way."""

    equal: tuple[Team, ...]
    chosen: tuple[Team, ...]
    by_hand: bool = False


def seat_pods(t: Tournament, rng: Random) -> tuple[Match, ...]:
    """The next round: everyone at first, then the winners filled up to tables of three."""
    if not _has_played(t):
        return _seat_first(t, rng)
    winners, joining = _staying(t), filling(t)
    tables = pods.seat_round(winners, joining, rng, sizes=(3,) * ((len(winners) + len(joining)) // 3))
    return _matches(t, tables, joining=joining, rng=rng)


def filling_lot(t: Tournament) -> FillLot | None:
    """What only a lot decides about who fills up; None where points or what was kept tell them apart."""
    return fill_lot(t, len(filling(t)))


def fill_lot(t: Tournament, count: int, *, among: Collection[PlayerId] | None = None) -> FillLot | None:
    """The same where the strongest so many fill up; of all others, or `among` those."""
    ranked = [
        tally for tally in strongest_first(_others(t), lots=_team_lots(t)) if among is None or tally.player in among
    ]
    if not 0 < count < len(ranked):
        return None
    level = [tally for tally in ranked if _worth(tally) == _worth(ranked[count])]
    chosen = [tally for tally in ranked[:count] if tally in level]
    if not chosen:
        return None
    sides = {team[0]: team for team in _teams(t)}
    equal = tuple(sides[tally.player] for tally in level)
    by_hand = ordered_by_hand(t, (side[0] for side in equal))
    return FillLot(equal, tuple(sides[tally.player] for tally in chosen), by_hand)


def _worth(tally: Tally) -> tuple[int, Fraction]:
    return tally.points, tally.realms.per_game


def seat_fours(t: Tournament, rng: Random) -> tuple[Match, ...]:
    """A later round with the winners alone, at tables of three and four."""
    winners = _staying(t)
    tables = pods.seat_round(winners, (), rng, sizes=pods.sizes_without_filling_up(len(winners)))
    return _matches(t, tables, joining=(), rng=rng)


def filling(t: Tournament) -> tuple[PlayerId, ...]:
    """Who would fill the winners' tables up to threes, strongest first; of a team, its first member is named."""
    stage = t.stages[-1]
    won = won_the_last_round(stage)
    left = len(won) - len(staying_winners(t, stage))
    count = pods.fill_up(len(won), left=left)
    others = _others(t) if count else []
    if plays_in_teams(t) and len(others) < count:
        have = "has" if count == 1 else "have"
        raise Refused(
            f"{plural(count, 'team')} {have} to fill up, and only {len(others)} are still here. "
            "Reinstate somebody, or finish: places go by points."
        )
    return pods.fillers(others, count, lots=_team_lots(t)) if count else ()


def undrawn(t: Tournament) -> Tournament:
    """Without the draft, as if the round had not been drawn yet."""
    stage, round_ = t.stage, t.current_round
    if stage is None or round_ is None or round_.phase != "draft":
        return t
    return replace(t, stages=(*t.stages[:-1], replace(stage, rounds=stage.rounds[:-1])))


def strongest_others(t: Tournament) -> tuple[PlayerId, ...]:
    """Everybody who did not win in the last closed round and is still here, strongest first."""
    return tuple(tally.player for tally in strongest_first(_others(t), lots=_team_lots(t)))


def _others(t: Tournament) -> list[Tally]:
    """Of a team that did not win, its first member stands for both."""
    stage = t.stages[-1]
    winning = {p for side in won_the_last_round(stage) for p in side}
    totals, realms = pod_totals(t, stage), pod_realms(stage)
    return [
        tally
        for team in _teams(t)
        if not winning & set(team) and all(t.players[p].active for p in team)
        for tally in _tally(team, totals, realms)
    ]


def _team_lots(t: Tournament) -> dict[PlayerId, int]:
    lots = lots_of(t)
    return {team[0]: min(lots[p] for p in team) for team in _teams(t)}


def _tally(team: Team, totals: Mapping[PlayerId, int], realms: Mapping[PlayerId, KeptOverGames]) -> Iterator[Tally]:
    """What a team has so far: the points and what was kept of whoever of it has played; nothing where nobody has."""
    played = [player for player in team if player in totals]
    if played:
        best = max(played, key=lambda player: totals[player])
        yield Tally(team[0], totals[best], realms.get(best, KeptOverGames()))


def free_table(t: Tournament) -> Match | None:
    """Where somebody who comes late sits down: in the first round, where the fewest have come and no game is in yet.

    A fourth seat is always free there, and that of somebody who did not come; a fifth only at the only table.
    """
    current = t.current_round
    if current is None or current.phase == "closed" or t.stages[-1].kind != "pods":
        return None
    if len(t.stages[-1].rounds) > 1 or plays_in_teams(t):
        return None
    most = FOURTH if len(current.matches) > 1 else FOURTH + 1
    fresh = [match for match in current.matches if is_fresh(match) and came(match) < most]
    return min(fresh, key=lambda match: (came(match), match.table), default=None)


def free_table_for(t: Tournament, player: PlayerId) -> Match | None:
    """Where somebody of the event who comes back sits down at once, unless they still have a seat."""
    current = t.current_round
    return None if current is None or player in current.seated else free_table(t)


def is_fresh(match: Match) -> bool:
    """Nobody has played here yet: no game is in, and nobody has left but those who never came."""
    return not (match.result or match.games or set(match.withdrawn) - set(match.no_shows))


def came(match: Match) -> int:
    """How many sit here, without those who did not come."""
    return len(match.seats) - len(match.no_shows)


def with_seat(match: Match, player: PlayerId) -> tuple[Seat, ...]:
    """The table with one more player, on a side of their own, and without those who did not come."""
    new = Seat(player, max(seat.side for seat in match.seats) + 1)
    return *(seat for seat in match.seats if seat.player not in match.no_shows), new


def plays_in_teams(t: Tournament) -> bool:
    """The sides of a table are teams."""
    return bool(t.settings.teams)


def _seat_first(t: Tournament, rng: Random) -> tuple[Match, ...]:
    teams = [team for team in _teams(t) if all(t.players[p].active for p in team)]
    if plays_in_teams(t) and len(teams) % pods.TEAMS:
        raise Refused(
            f"{plural(len(teams), 'team')} cannot fill tables of three. Undo the start in the history to change "
            "the teams, or reinstate whoever left."
        )
    return _matches(t, pods.seat_first_round([team[0] for team in teams], rng), joining=(), rng=rng)


def _staying(t: Tournament) -> tuple[PlayerId, ...]:
    """The winners who go on, each side by its first member; refused where no round can be made of them."""
    first = {p: team[0] for team in _teams(t) for p in team}
    winners = tuple(first[side[0]] for side in staying_winners(t, t.stages[-1]))
    if not winners:
        raise Refused("All winners of the last round have left. Reinstate one of them, or finish: places go by points.")
    if len(winners) == 1:
        raise Refused("One winner is left, who is the champion. Finish the event.")
    return winners


def _matches(
    t: Tournament, tables: Sequence[Sequence[PlayerId]], *, joining: Sequence[PlayerId], rng: Random
) -> tuple[Match, ...]:
    teams = {team[0]: team for team in _teams(t)}
    lot = filling_lot(t) if joining else None
    stays = [fixed_table([t.players[p].fixed_table for first in table for p in teams[first]]) for table in tables]
    matches = []
    for number, table in zip(tables_of(t.settings, stays), tables, strict=True):
        seats: tuple[Seat, ...] = tuple(Seat(p, side) for side, p in enumerate(table))
        if plays_in_teams(t):
            seats = pods.team_seats([(teams[p][0], teams[p][1]) for p in table], rng)
        filling_up = [p for first in table if first in joining for p in teams[first]]
        matches.append(Match(number, seats, why=_why(t, filling_up, lot)))
    return tuple(sorted(matches, key=lambda match: match.table))


def _why(t: Tournament, joining: Sequence[PlayerId], lot: FillLot | None) -> Reason:
    if not _has_played(t):
        return Reason("drawn")
    return Reason("winners", joined(joining, lot))


def joined(joining: Sequence[PlayerId], lot: FillLot | None) -> dict[str, Param]:
    """Who fills up, for a reason; with the sides that were equal, where one of these owes the seat to a lot."""
    if not joining:
        return {}
    if lot is None or not any(player in side for side in lot.chosen for player in joining):
        return {"joining": tuple(joining)}
    told: dict[str, Param] = {"joining": tuple(joining), "equal": lot.equal}
    return told | {"by_hand": True} if lot.by_hand else told


def _has_played(t: Tournament) -> bool:
    return any(round_.phase == "closed" for round_ in t.stages[-1].rounds)


def _teams(t: Tournament) -> tuple[Team, ...]:
    """The sides of the event: the teams, or everyone alone."""
    return t.settings.teams or tuple((p,) for p in t.players)
