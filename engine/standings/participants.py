"""Who takes part in an event of tables of several, and whether it counts for the ranking over many events."""

from __future__ import annotations

from collections.abc import Iterable

from engine.so_far import begun
from engine.standings.points import is_scored
from engine.words import Match, PlayerId, Round, Tournament


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
    """The organizer wants it to count, and enough take part."""
    return t.settings.scored and is_scored(counted_players(t))
