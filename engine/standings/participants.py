"""Who takes part in an event of tables of several, and whether it counts for the ranking over many events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.once import once
from engine.rulesets.registry import ruleset_of
from engine.so_far import begun
from engine.standings.points import SEATS_FROM, is_scored
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Tournament


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a round, and how many have played at it."""

    round: int
    table: int
    players: int


@once
def participants(t: Tournament) -> frozenset[PlayerId]:
    """Who has played a game, or sits at a table to play one."""
    return played_in(t.rounds)


def played_in(rounds: Iterable[Round]) -> frozenset[PlayerId]:
    """The same for some of the rounds; a draft seats nobody yet."""
    matches = (match for round_ in rounds if round_.phase != "draft" for match in round_.matches)
    return frozenset(player for match in matches for player in played_at(match))


def played_at(match: Match) -> frozenset[PlayerId]:
    """Who plays or has played at this table: not who never came, nor somebody whom nobody came to meet.

    Nobody, where it was ended before the first game.
    """
    if without_a_game(match):
        return frozenset()
    came = [seat for seat in match.seats if seat.player not in match.no_shows]
    return frozenset(seat.player for seat in came) if len({seat.side for seat in came}) > 1 else frozenset()


def came(t: Tournament) -> frozenset[PlayerId]:
    """Who took part. In duels that is everybody but those who never came; a bye, or nobody opposite, is no absence."""
    if ruleset_of(t.settings).pods:
        return participants(t)
    rounds = [round_ for round_ in t.rounds if round_.phase != "draft"]
    there = {player for round_ in rounds for match in round_.matches for player in _sat_down(match)}
    return frozenset(there | {bye.player for round_ in rounds for bye in round_.byes})


def _sat_down(match: Match) -> frozenset[PlayerId]:
    if match.result is None or match.result.how != "no-show":
        return frozenset(match.players)
    outcomes = zip(match.players, match.result.outcomes, strict=True)
    return frozenset(player for player, outcome in outcomes if outcome.mark == "win")


def smallest_table(t: Tournament) -> PlayedTable | None:
    """The table at which the fewest have played, the first of these; none before anybody has."""
    return min(played_tables(t), key=lambda each: each.players, default=None)


def tables_of_two(t: Tournament) -> tuple[PlayedTable, ...]:
    """Tables of several to which only two came: the rulebook does not score such games."""
    return tuple(each for each in played_tables(t) if each.players < SEATS_FROM)


def played_tables(t: Tournament) -> Iterator[PlayedTable]:
    """Every table at which anybody plays or has played, and how many."""
    for round_ in (each for each in t.rounds if each.phase != "draft"):
        for match in round_.matches:
            if here := played_at(match):
                yield PlayedTable(round_.number, match.table, len(here))


def without_a_game(match: Match) -> bool:
    """Did the organizer end this table before any game was played? Its winner goes on, and nobody scores for it."""
    return match.result is not None and match.result.how == "ended-early" and not match.games


def never_came(rounds: Iterable[Round], player: PlayerId) -> bool:
    """Somebody had a seat, did not come to it, and has not played anywhere else."""
    seen = tuple(rounds)
    absent = any(player in match.no_shows for round_ in seen for match in round_.matches)
    return absent and player not in played_in(seen)


def counted_players(t: Tournament) -> int:
    """How many take part; before the first round is published, how many would."""
    return len(participants(t)) if begun(t) else sum(player.active for player in t.players.values())


def counts_for_ranking(t: Tournament) -> bool:
    """The organizer wants it to count, and enough take part, in all and at every table."""
    return t.settings.scored and is_scored(counted_players(t)) and not tables_of_two(t)


def did_not_come(t: Tournament) -> tuple[PlayerId, ...]:
    """Who is still in and did not come to the round that was last played: they would be paired again."""
    played = [round_ for round_ in t.rounds if round_.phase != "draft"]
    last = played[-1] if played else None
    if last is None or last.phase != "closed":
        return ()
    absent = {player for match in last.matches for player in _absent(match)}
    return tuple(player for player, known in t.players.items() if player in absent and known.active)


def _absent(match: Match) -> tuple[PlayerId, ...]:
    if match.result is None or match.result.how != "no-show":
        return match.no_shows
    return tuple(p for p, each in zip(match.players, match.result.outcomes, strict=True) if each.mark != "win")
