"""Tables of several: how many, who sits there, who fills up, and how a table's games give its places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Literal

from engine.refusals import Refused
from engine.rulesets.base import Counted, GameLimits
from engine.sentences import plural
from engine.sides import letter
from engine.standings.points import Tally, strongest_first
from engine.values import dataclass
from engine.words import Game, Match, Result, Seat

FEWEST = 3
WINS_NEEDED = 2
TEAMS, TEAM_MEMBERS = 3, 2

Players = tuple[str, ...]
Criterion = Literal["games", "realms"]
Decision = Literal["winner", "realms", "games", "lot", "method", "named", "withdrawn", "unplayed"]

# At a table that was ended early; else the other way round.
_CRITERIA: tuple[Criterion, Criterion] = ("games", "realms")


@dataclass(frozen=True, slots=True)
class Place:
    """A side's place at its table: games won, what was left to it over all games, and what put it there."""

    place: int
    side: int
    players: Players
    wins: int
    realms: int
    decided_by: Decision


def sizes(players: int) -> tuple[int, ...]:
    """Tables of three, one or two of them with a fourth player; smallest first. Five players share one table."""
    if players < FEWEST:
        raise Refused(f"A table needs {FEWEST} players, and there are {players}. Wait for more players.")
    if players == 5:
        return (5,)
    fours = players % 3
    return (3,) * ((players - 4 * fours) // 3) + (4,) * fours


def sizes_without_filling_up(winners: int) -> tuple[int, ...]:
    """Tables for the winners alone, with fours in place of players who fill up."""
    if winners == 1:
        raise Refused("One winner is left, who is the champion. Finish the event.")
    if winners in (2, 5):
        raise Refused(f"{winners} winners cannot be seated at tables of three and four. Fill up with one more player.")
    return sizes(winners)


def fill_up(winners: int, *, left: int = 0) -> int:
    """How many others join the winners for tables of three; of the winners, `left` have gone home.

    A vacancy is filled like any open seat. Where that would need more than one at a table, there is a table less;
    0 with a single winner, who is the champion.
    """
    staying = winners - left
    tables = -(-winners // 3)
    while 3 * tables - staying > tables:
        tables -= 1
    return max(0, 3 * tables - staying)


def fillers(candidates: Iterable[Tally], count: int, *, lots: Mapping[str, int]) -> Players:
    """Who fills up, strongest first: total points, then what they kept per game over the event, then lot.

    The candidates are the players who did not win their table and are still here.
    """
    ranked = strongest_first(candidates, lots=lots)
    if len(ranked) < count:
        raise Refused(
            f"{plural(count, 'player')} {'has' if count == 1 else 'have'} to fill up, and only {len(ranked)} "
            f"{'is' if len(ranked) == 1 else 'are'} still here. Choose tables of four instead."
        )
    return tuple(tally.player for tally in ranked[:count])


def seat_first_round(players: Sequence[str], rng: Random) -> tuple[Players, ...]:
    """The first round's tables, at random."""
    return seat_round(players, (), rng, sizes=sizes(len(players)))


def seat_round(
    winners: Sequence[str], filling_up: Sequence[str], rng: Random, *, sizes: Sequence[int]
) -> tuple[Players, ...]:
    """A round's tables at random, with those who fill up in the minority at every table."""
    if sum(sizes) != len(winners) + len(filling_up):
        raise ValueError(f"tables {sizes} for {len(winners)} winners and {len(filling_up)} others")
    tables = _spread(filling_up, sizes, rng)
    left = iter(rng.sample(list(winners), len(winners)))
    for table, size in zip(tables, sizes, strict=True):
        table.extend(next(left) for _ in range(size - len(table)))
        rng.shuffle(table)
    return tuple(tuple(table) for table in tables)


def most_filling_up(size: int) -> int:
    """How many at a table of this size may have come to fill up: fewer than half."""
    return (size - 1) // 2


def team_seats(teams: Sequence[tuple[str, str]], rng: Random) -> tuple[Seat, ...]:
    """Teams: A1 B1 C1 A2 B2 C2. Which team begins, and with whom, is drawn."""
    if len(teams) != TEAMS or any(len(team) != TEAM_MEMBERS for team in teams):
        raise Refused("A table has three teams of two players. Put the players into such teams first.")
    order = [rng.sample(team, TEAM_MEMBERS) for team in rng.sample(list(teams), TEAMS)]
    return tuple(Seat(team[turn], side) for turn in range(TEAM_MEMBERS) for side, team in enumerate(order))


def game_faults(seats: Sequence[Seat], game: Game, *, limits: GameLimits, counted: Counted) -> tuple[str, ...]:
    """What cannot be right about the numbers of a game, one sentence each."""
    many = counted.exactly
    if len(game.realms) != len(seats):
        return (f"The game needs {many} for each of the {len(seats)} players at the table.",)
    below = [seat for seat, count in enumerate(game.realms, 1) if count < 0]
    faults = [f"Seat {seat} cannot have fewer than 0 {counted.many}." for seat in below]
    if game.winner is not None and game.winner not in {seat.side for seat in seats}:
        return (*faults, "The game needs a winner who sits at this table.")
    for side, count in _by_side(seats, game).items():
        where = _where(seats, side)
        if side == game.winner and not limits.winner_least <= count <= limits.winner_most:
            faults.append(f"{where} won with {count} {many}; the winner has {_span(limits)}.")
        if side != game.winner and count > limits.others_most:
            faults.append(f"{where} has {count} {many} without winning; {limits.others_most} is the most.")
    return tuple(faults)


def most_games(sides: int) -> int:
    """How many games a table can need: everyone wins one, then somebody a second."""
    return sides + 1


def table_winner(seats: Sequence[Seat], games: Sequence[Game], *, withdrawn: Collection[str] = ()) -> int | None:
    """The side that has won the table: the first with two games, or the last one still there. None while they play."""
    wins: Counter[int] = Counter()
    for number, game in enumerate(games, start=1):
        if game.winner is None:
            if number < len(games):
                raise Refused(f"Game {number} was not finished, so it was the last one. Take back those after it.")
            break
        wins[game.winner] += 1
        if wins[game.winner] == WINS_NEEDED:
            if number < len(games):
                raise Refused(f"The table was won in game {number}. Take back the games entered after it.")
            return game.winner
    staying = {seat.side for seat in seats if seat.player not in withdrawn}
    return staying.pop() if len(staying) == 1 else None


def proposed_winner(
    seats: Sequence[Seat], games: Sequence[Game], *, lots: Mapping[str, int], withdrawn: Collection[str] = ()
) -> int:
    """Who should win a table that is ended early: most games, then most kept, then lot. The organizer may differ."""
    wins, realms = Counter(game.winner for game in games), _over_games(seats, games)
    staying = {seat.side for seat in seats if seat.player not in withdrawn}
    if not staying:
        raise Refused("Everyone has left this table. Name its winner, or fill its seat in the next round.")
    return min(staying, key=lambda side: (-wins[side], -realms[side], _lot(seats, side, lots)))


def table_places(
    seats: Sequence[Seat],
    games: Sequence[Game],
    *,
    winner: int,
    lots: Mapping[str, int],
    withdrawn: Sequence[str] = (),
    early: bool = False,
) -> tuple[Place, ...]:
    """Everyone's place: the winner, the others by what they kept, games won, lot; who withdrew comes last.

    At a table that was ended early games come first.
    """
    wins, realms = Counter(game.winner for game in games), _over_games(seats, games)
    keys = _keys(seats, games, winner=winner, withdrawn=withdrawn, early=early)
    order = sorted(keys, key=lambda side: (keys[side], _lot(seats, side, lots)))
    return tuple(
        Place(place, side, _members(seats, side), wins[side], realms[side], _decides(keys, side, early=early))
        for place, side in enumerate(order, start=1)
    )


def decided_by(match: Match) -> dict[str, Decision]:
    """What gave everyone at a decided table their place: for the result as it stands, whatever was drawn since."""
    if match.result is None or len(match.seats) == 2:
        return {}
    outcomes = zip(match.seats, match.result.outcomes, strict=True)
    winner = next(seat.side for seat, outcome in outcomes if outcome.place == 1)
    early = match.result.how == "ended-early"
    if early and not match.games:  # the organizer said who goes on, and there is nothing to give the others a place
        unplayed = {player: _without_a_game(match, player) for player in match.players}
        return unplayed | {seat.player: "named" for seat in match.seats if seat.side == winner}
    keys = _keys(match.seats, match.games, winner=winner, withdrawn=match.withdrawn, early=early)
    found = {seat.player: _decides(keys, seat.side, early=early) for seat in match.seats}
    settled = _settled(match, match.result)
    return {player: "method" if by == "lot" and player in settled else by for player, by in found.items()}


def _settled(match: Match, result: Result) -> set[str]:
    """Those whose lot was replaced by another fair method."""
    outcomes = zip(match.players, result.outcomes, strict=True)
    places = result.settled or range(1, len(match.seats) + 1)
    return {player for player, outcome in outcomes if result.tie_broken and outcome.place in places}


def _without_a_game(match: Match, player: str) -> Decision:
    return "withdrawn" if player in match.withdrawn else "unplayed"


def tied(match: Match, *, settled: Decision = "lot") -> tuple[tuple[Players, ...], ...]:
    """The sides that only a lot separates at a decided table, by place; none once another method has spoken.

    With `settled` “method” those whom that method has put in order.
    """
    by = decided_by(match)
    if match.result is None or not by:
        return ()
    wins, realms = Counter(game.winner for game in match.games), _over_games(match.seats, match.games)
    groups: dict[tuple[int, int], dict[int, Players]] = {}
    for seat, _ in sorted(zip(match.seats, match.result.outcomes, strict=True), key=lambda each: each[1].place):
        if by[seat.player] == settled:
            found = groups.setdefault((wins[seat.side], realms[seat.side]), {})
            found[seat.side] = _members(match.seats, seat.side)
    return tuple(tuple(found.values()) for found in groups.values())


def _keys(
    seats: Sequence[Seat], games: Sequence[Game], *, winner: int, withdrawn: Sequence[str], early: bool
) -> dict[int, tuple[int, ...]]:
    """What places go by, before a lot: which part of the table a side belongs to, then its numbers, fewer first."""
    wins, realms = Counter(game.winner for game in games), _over_games(seats, games)
    gone = _gone(seats, withdrawn)

    def key(side: int) -> tuple[int, ...]:
        if side in gone and side != winner:
            return (2, -gone[side])
        numbers = (-wins[side], -realms[side]) if early else (-realms[side], -wins[side])
        return (0 if side == winner else 1, *numbers)

    return {side: key(side) for side in realms}


def _spread(filling_up: Sequence[str], sizes: Sequence[int], rng: Random) -> list[list[str]]:
    """Those who fill up, each at a random table that can take another of them."""
    free = [number for number, size in enumerate(sizes) for _ in range(most_filling_up(size))]
    if len(filling_up) > len(free):
        raise Refused(
            f"{plural(len(filling_up), 'player')} who fill up would not be the minority at every table ({len(sizes)} "
            "in all). "
            "Seat fewer of them, or end the event if one winner is left."
        )
    rng.shuffle(free)
    tables: list[list[str]] = [[] for _ in sizes]
    for number, player in zip(free, filling_up, strict=False):
        tables[number].append(player)
    return tables


def _span(limits: GameLimits) -> str:
    exact = limits.winner_least == limits.winner_most
    return f"exactly {limits.winner_least}" if exact else f"{limits.winner_least} to {limits.winner_most}"


def _where(seats: Sequence[Seat], side: int) -> str:
    if team := letter(seats, side):
        return f"Team {team}"
    return f"Seat {next(number for number, seat in enumerate(seats, start=1) if seat.side == side)}"


def _by_side(seats: Sequence[Seat], game: Game) -> Counter[int]:
    sides: Counter[int] = Counter()
    for seat, realms in zip(seats, game.realms, strict=True):
        sides[seat.side] += realms
    return sides


def _over_games(seats: Sequence[Seat], games: Sequence[Game]) -> Counter[int]:
    """What every side was left with over all games; a side with none is there with 0."""
    realms: Counter[int] = Counter({seat.side: 0 for seat in seats})
    for game in games:
        realms.update(_by_side(seats, game))
    return realms


def _lot(seats: Sequence[Seat], side: int, lots: Mapping[str, int]) -> int:
    return min(lots[player] for player in _members(seats, side))


def _members(seats: Sequence[Seat], side: int) -> Players:
    return tuple(seat.player for seat in seats if seat.side == side)


def _gone(seats: Sequence[Seat], withdrawn: Sequence[str]) -> dict[int, int]:
    """The sides nobody is left of, with how early they went: a team plays on while one of it is there."""
    members = {seat.side: _members(seats, seat.side) for seat in seats}
    return {
        side: max(withdrawn.index(player) for player in players)
        for side, players in members.items()
        if all(player in withdrawn for player in players)
    }


def _decides(keys: Mapping[int, tuple[int, ...]], side: int, *, early: bool) -> Decision:
    part, *numbers = keys[side]
    if part == 2:
        return "withdrawn"
    if part == 0 and not early:
        return "winner"
    named = early and _named(keys)
    if part == 0 and named:
        return "named"
    rivals = (0, 1) if early and not named else (1,)  # who won two games, or was named, is compared with nobody
    others = [other[1:] for place, other in keys.items() if place != side and other[0] in rivals]
    first, second = _CRITERIA if early else reversed(_CRITERIA)
    tied = [other for other in others if other[0] == numbers[0]]
    if not tied:
        return first
    return "lot" if any(other[1] == numbers[1] for other in tied) else second


def _named(keys: Mapping[int, tuple[int, ...]]) -> bool:
    """Was the winner put before somebody whose numbers are better?"""
    winner = next(numbers for part, *numbers in keys.values() if part == 0)
    return any(part == 1 and numbers < winner for part, *numbers in keys.values())
