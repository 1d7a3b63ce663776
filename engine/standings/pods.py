"""Standings of tables of several, read off the tournament: places at each table, what was kept, points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.pairing import pods
from engine.rulesets.base import Counted
from engine.rulesets.registry import ruleset_of
from engine.sentences import plural, who
from engine.sides import partner_of, team_of
from engine.standings import points
from engine.standings.participants import played_in, without_a_game
from engine.standings.ranking import disqualified_from, lots_of
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Stage, Tournament

Side = tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class WrongSeat:
    """After a correction: who won table `of` of the round before, and who of it sits at `table` now, if anybody."""

    of: int
    won: Side
    sits: Side
    table: int


def wrong_seats(t: Tournament) -> tuple[WrongSeat, ...]:
    """Tables of the round before the last one whose winner, as corrected, has no seat in the last one."""
    rounds = t.stages[-1].rounds if t.stages and t.stages[-1].kind == "pods" else ()
    if len(rounds) < 2 or not rounds[-2].amended:
        return ()
    before, last = rounds[-2:]
    places = pod_places([before])[0]
    found = zip(before.matches, places, strict=True)
    return tuple(_wrong_seat(match, sides, last) for match, sides in found if _lacks_a_seat(t, sides[0], last))


def _lacks_a_seat(t: Tournament, won: Side, last: Round) -> bool:
    return all(t.players[player].active and player not in last.seated for player in won)


def _wrong_seat(match: Match, sides: Sequence[Side], last: Round) -> WrongSeat:
    sits = next((side for side in sides if side and all(player in last.seated for player in side)), ())
    table = next((each.table for each in last.matches if sits and sits[0] in each.players), 0)
    return WrongSeat(match.table, sides[0], sits, table)


def table_place(t: Tournament, match: Match, player: PlayerId) -> int:
    """Somebody's place at a table whose result is in: 0 for whoever did not come or is disqualified."""
    if match.result is None or player in match.no_shows or t.players[player].disqualified:
        return 0
    return match.result.outcomes[match.players.index(player)].place


def pod_places(rounds: Sequence[Round]) -> list[list[tuple[Side, ...]]]:
    """For each published round and table: the sides in the order of their places; empty while the table plays."""
    return [[_places(match) for match in round_.matches] for round_ in rounds if round_.phase != "draft"]


def scored_places(rounds: Sequence[Round]) -> list[list[tuple[Side, ...]]]:
    """The same for points: nobody has a place at a table that was ended before any game was played."""
    shown = [round_ for round_ in rounds if round_.phase != "draft"]
    return [[() if without_a_game(match) else _places(match) for match in round_.matches] for round_ in shown]


def won_the_last_round(stage: Stage) -> list[Side]:
    """The winning sides of the last closed round."""
    closed = [round_ for round_ in stage.rounds if round_.phase == "closed"]
    return [table[0] for table in pod_places(closed[-1:])[0]] if closed else []


def staying_winners(t: Tournament, stage: Stage) -> list[Side]:
    """Those of them who are still here: of a team both, also if one of them never came to the table."""
    won = won_the_last_round(stage)
    return [side for side in won if all(t.players[p].active for each in side for p in team_of(t, each))]


def comes_to_one_table(t: Tournament, stage: Stage) -> bool:
    """The winners and whoever fills up make one table next, without anybody having to choose."""
    return len(staying_winners(t, stage)) in (2, 3)


def going_on(t: Tournament, stage: Stage) -> frozenset[PlayerId]:
    """Who goes on from the last round, once it is closed: those who won their table and are still here.

    Nobody from the round that gave the champion.
    """
    if not stage.rounds or stage.rounds[-1].phase != "closed" or champion(t, stage):
        return frozenset()
    return frozenset(player for side in staying_winners(t, stage) for player in side)


def champion(t: Tournament, stage: Stage) -> Side:
    """The winner of the final; or, with nobody left to play against, the only winner of the last round still here."""
    staying = staying_winners(t, stage)
    open_ = bool(stage.rounds) and stage.rounds[-1].phase != "closed"
    return _won_the_final(stage) or (staying[0] if len(staying) == 1 and not open_ else ())


def only_winner_left(t: Tournament, stage: Stage) -> bool:
    """Is there a champion without a final?"""
    return bool(champion(t, stage)) and not _won_the_final(stage)


def _won_the_final(stage: Stage) -> Side:
    return points.champion(pod_places(stage.rounds))


def pod_totals(t: Tournament, stage: Stage) -> dict[PlayerId, int]:
    """The points so far of everybody who has some coming."""
    totals, out = points.totals(scored_places(stage.rounds), factor=t.settings.factor), pointless(t, stage)
    return {player: total for player, total in totals.items() if player not in out}


def points_in_round(t: Tournament, round_: Round) -> dict[PlayerId, int]:
    """What a published round gave to everybody at its decided tables; 0 to whoever is disqualified."""
    given = points.round_points(scored_places([round_])[0], number=round_.number, factor=t.settings.factor)
    out = pointless(t, t.stages[-1])
    return {player: 0 if player in out else worth for player, worth in given.items()}


def pointless(t: Tournament, stage: Stage) -> frozenset[PlayerId]:
    """Who has no points whatever their places are: the disqualified, and those who have not played any game."""
    played = played_in(stage.rounds)
    return disqualified_from(t) | {player for player in t.players if player not in played}


def pod_realms(stage: Stage) -> dict[PlayerId, points.KeptOverGames]:
    """What everybody was left with over the event."""
    return points.kept_by_player(match for round_ in stage.rounds for match in round_.matches)


def pod_standings(t: Tournament, stage: Stage) -> tuple[points.Ranked, ...]:
    """The ranking by points, champion first."""
    return points.ranking(
        scored_places(stage.rounds),
        realms=pod_realms(stage),
        lots=lots_of(t),
        factor=t.settings.factor,
        first=champion(t, stage),
        unplaced=pointless(t, stage),
    )


def _places(match: Match) -> tuple[Side, ...]:
    """The sides by place, without those who never played: their place stays empty."""
    if match.result is None:
        return ()
    sides: dict[int, list[PlayerId]] = {}
    for seat, outcome in zip(match.seats, match.result.outcomes, strict=True):
        here = sides.setdefault(outcome.place, [])
        if seat.player not in match.no_shows:
            here.append(seat.player)
    return tuple(tuple(sides[place]) for place in sorted(sides))


def pod_working(t: Tournament, line: points.Ranked, ranked: Sequence[points.Ranked], counted: Counted) -> str:
    """Why this place, in a sentence a player can follow; with every lot that had a part in it."""
    return "; ".join((_working(t, line, ranked, counted), *_lots(t, line.player), *_with(t, line.player, ranked)))


def _lots(t: Tournament, player: PlayerId) -> Iterator[str]:
    """Where only a lot gave this player a place at a table: it is never kept from anybody."""
    for round_ in t.rounds:
        for match in round_.matches:
            how = LOTS.get(pods.decided_by(match).get(player, ""))
            if match.result is not None and how:
                place = match.result.outcomes[match.players.index(player)].place
                yield f"place {place} at table {match.table} in {_round(t, round_)} {how}"


def _round(t: Tournament, round_: Round) -> str:
    last = len(round_.matches) == 1
    return ruleset_of(t.settings).last_round.in_a_sentence if last else f"round {round_.number}"


LOTS = {"lot": "by lot", "method": "by the organizer’s decision"}


def _with(t: Tournament, player: PlayerId, ranked: Sequence[points.Ranked]) -> Iterator[str]:
    """“Both score” is what a team is for; not if the partner has no place."""
    partner = partner_of(t, player)
    if partner is not None:
        both = any(line.player == partner for line in ranked)
        yield f"with {who(partner)}" + (", and both score" if both else "")


def _working(t: Tournament, line: points.Ranked, ranked: Sequence[points.Ranked], counted: Counted) -> str:
    if line.decided_by == "champion":
        left = "the only team that won and is still here" if t.settings.teams else "the only winner who is still here"
        won = f"won {ruleset_of(t.settings).last_round.in_a_sentence}"
        return f"{left if only_winner_left(t, t.stages[-1]) else won}; {_points(line)}"
    level = [other for other in ranked if other.points == line.points and other.decided_by != "champion"]
    tied = {team_of(t, other.player) for other in level}
    if line.decided_by == "points" or len(tied) < 2:
        return f"{'the only team' if t.settings.teams else 'alone'} on {_points(line)}"
    many = f"{len(tied)} teams" if t.settings.teams else str(len(tied))
    text = f"{many} tied on {_points(line)}; {counted.exactly} per game {_per_game(line)}"
    return text if line.decided_by == "realms" else f"{text}, equal; by lot"


def _points(line: points.Ranked) -> str:
    return plural(line.points, "point")


def _per_game(line: points.Ranked) -> str:
    return f"{line.realms.count} in {line.realms.games}"
