"""Points of tables of several: places at tables times the round, totals, the ranking, and what the staff gets.

The rounds given to these functions are all rounds so far, first to last. A round is a sequence of tables, a table
is its places, first to last, and a place is a tuple of players: one, or both members of a team.
A table that still plays is an empty sequence: it must be there, since a round of one table is the final.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Literal

from engine.values import dataclass
from engine.words import Match

Place = tuple[str, ...]
Table = Sequence[Place]
Rounds = Sequence[Sequence[Table]]
Criterion = Literal["champion", "points", "realms", "lot"]

# A fifth seat scores as the fourth. In the rulebook the text's 5 for the champion overrules the grids' 4.
PLACE_POINTS = (4, 3, 2, 1, 1)
FINAL_POINTS = (5, 3, 2, 1, 1)
SCORED_FROM = 9
SEATS_FROM = 3  # at every table of a scored event

CRITERIA: tuple[Criterion, ...] = ("champion", "points", "realms", "lot")


@dataclass(frozen=True, slots=True)
class KeptOverGames:
    """What a player was left with at the end, summed over so many games."""

    count: int = 0
    games: int = 0

    @property
    def per_game(self) -> Fraction:
        return Fraction(self.count, self.games) if self.games else Fraction(0)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player has so far: total points, and what was kept over the games."""

    player: str
    points: int
    realms: KeptOverGames = KeptOverGames()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's rank, and the criterion at which nobody was left tied with them. Partners share a rank."""

    rank: int
    player: str
    points: int
    by_round: tuple[int, ...]
    realms: KeptOverGames
    decided_by: Criterion


def is_scored(players: int) -> bool:
    """Whether an event of this size can count for the ranking over many events."""
    return players >= SCORED_FROM


def round_points(tables: Sequence[Table], *, number: int, factor: int = 1) -> dict[str, int]:
    """What one round gives to everyone who played in it."""
    scale = FINAL_POINTS if len(tables) == 1 else PLACE_POINTS
    return {
        player: scale[place] * number * factor
        for table in tables
        for place, players in enumerate(table)
        for player in players
    }


def points_by_round(rounds: Rounds, *, factor: int = 1) -> dict[str, tuple[int, ...]]:
    """Every player's points round by round, 0 where they did not play."""
    scored = [round_points(tables, number=number, factor=factor) for number, tables in enumerate(rounds, start=1)]
    return {player: tuple(points.get(player, 0) for points in scored) for points in scored for player in points}


def totals(rounds: Rounds, *, factor: int = 1) -> dict[str, int]:
    """Every player's points over all rounds."""
    return {player: sum(points) for player, points in points_by_round(rounds, factor=factor).items()}


def champion(rounds: Rounds) -> Place:
    """The winner of the final, or nobody yet: one player, or both of a side."""
    final = rounds[-1] if rounds else ()
    return final[0][0] if len(final) == 1 and final[0] else ()


def kept_by_player(matches: Iterable[Match]) -> dict[str, KeptOverGames]:
    """What everyone at these tables was left with in the games they were in; partners have what their side has."""
    kept: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for match in matches:
        for number, game in enumerate(match.games, start=1):
            sides: Counter[int] = Counter()
            for seat, realms in zip(match.seats, game.realms, strict=True):
                sides[seat.side] += realms
            playing = [seat for seat in match.seats if was_in(match, seat.player, game=number)]
            kept.update({seat.player: sides[seat.side] for seat in playing})
            played.update(seat.player for seat in playing)
    return {player: KeptOverGames(kept[player], games) for player, games in played.items()}


def was_in(match: Match, player: str, *, game: int) -> bool:
    """Did this player play in the game of this number, or had they left the table before it ended?"""
    return game <= dict(zip(match.withdrawn, match.left_after, strict=True)).get(player, game)


def strongest_first(tallies: Iterable[Tally], *, lots: Mapping[str, int]) -> tuple[Tally, ...]:
    """By total points, then what was kept per game, then lot (the lower one first)."""
    return tuple(sorted(tallies, key=lambda tally: (-tally.points, -tally.realms.per_game, lots[tally.player])))


def ranking(
    rounds: Rounds,
    *,
    realms: Mapping[str, KeptOverGames],
    lots: Mapping[str, int],
    factor: int = 1,
    first: Place | None = None,
    unplaced: AbstractSet[str] = frozenset(),
) -> tuple[Ranked, ...]:
    """Everyone's rank: the champion first whatever the totals, the others by points, what they kept per game, lot.

    `first` is the champion where there was no final to tell. `unplaced` are the disqualified: they have no rank, and
    the others move up.
    """
    by_round = points_by_round(rounds, factor=factor)
    side_lots = _side_lots(rounds, lots)
    first = champion(rounds) if first is None else first
    keys = {
        player: (player not in first, -sum(points), -realms.get(player, KeptOverGames()).per_game, side_lots[player])
        for player, points in by_round.items()
        if player not in unplaced
    }
    order = sorted(keys.values())
    decided = _decided_by(keys)
    return tuple(
        Ranked(
            rank=order.index(keys[player]) + 1,
            player=player,
            points=sum(by_round[player]),
            by_round=by_round[player],
            realms=realms.get(player, KeptOverGames()),
            decided_by=decided[player],
        )
        for player in sorted(keys, key=lambda player: (keys[player], lots[player]))
    )


def staff_points(roles: Mapping[str, str], *, players: Collection[str], factor: int = 1) -> dict[str, int]:
    """What the coordinator and the judges get; nothing if they play themselves."""
    many = len(players)
    return {
        person: 0 if person in players else role_points(role, players=many, factor=factor)
        for person, role in roles.items()
    }


def role_points(role: str, *, players: int, factor: int = 1) -> int:
    """1 a player for the coordinator, 1 for every two players for a judge, rounded down."""
    return (players if role == "coordinator" else players // 2) * factor


Key = tuple[bool, int, Fraction, int]


def _side_lots(rounds: Rounds, lots: Mapping[str, int]) -> dict[str, int]:
    """Partners stand or fall together: the lower of their two lots counts for both."""
    places = (place for tables in rounds for table in tables for place in table)
    return {player: min(lots[partner] for partner in place) for place in places for player in place}


def _decided_by(keys: Mapping[str, Key]) -> dict[str, Criterion]:
    same_start = Counter(key[:length] for key in keys.values() for length in range(1, len(CRITERIA) + 1))
    return {
        player: next(
            criterion
            for length, criterion in enumerate(CRITERIA, start=1)
            if same_start[key[:length]] == same_start[key]
        )
        for player, key in keys.items()
    }
