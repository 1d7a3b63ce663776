"""Who plays with whom at a table: everyone alone, or in teams of two, called A, B and C, on A1 B1 C1 A2 B2 C2."""

from __future__ import annotations

from collections.abc import Sequence

from engine.sentences import who
from engine.words import Match, PlayerId, Seat, Tournament

Side = tuple[PlayerId, ...]
Lettered = tuple[tuple[str, Side], ...]
LETTERS = "ABC"


def in_teams(match: Match) -> bool:
    """Do two share a side at this table?"""
    return shared(match.seats)


def shared(seats: Sequence[Seat]) -> bool:
    return len(seats) > 2 and len({seat.side for seat in seats}) < len(seats)


def sides(match: Match) -> tuple[Side, ...]:
    """The sides in the order they sit, each with its members in theirs."""
    found: dict[int, list[PlayerId]] = {seat.side: [] for seat in match.seats}
    for seat in match.seats:
        found[seat.side].append(seat.player)
    return tuple(tuple(members) for members in found.values())


def members(match: Match, side: int) -> Side:
    return tuple(seat.player for seat in match.seats if seat.side == side)


def side_with(match: Match, player: PlayerId) -> Side:
    """A player and whoever plays with them, in the order they sit."""
    return next(side for side in sides(match) if player in side)


def partners(match: Match, player: PlayerId) -> Side:
    """Who plays with this player: nobody where everyone plays alone."""
    return tuple(other for other in side_with(match, player) if other != player)


def opponents(match: Match, player: PlayerId) -> tuple[Side, ...]:
    """The other sides: a partner is no opponent."""
    return tuple(side for side in sides(match) if player not in side)


def letter(seats: Sequence[Seat], side: int) -> str:
    """A team's name at its table; empty where everyone plays alone."""
    return LETTERS[list(dict.fromkeys(seat.side for seat in seats)).index(side)] if shared(seats) else ""


def lettered(match: Match) -> Lettered:
    """The sides with their letters, which are empty where everyone plays alone."""
    return tuple(zip(LETTERS if in_teams(match) else [""] * len(match.seats), sides(match), strict=False))


def seat_names(match: Match) -> tuple[str, ...]:
    """A1 B1 C1 A2 B2 C2 in seat order; empty where everyone plays alone."""
    if not in_teams(match):
        return ()
    turns = [members(match, seat.side).index(seat.player) + 1 for seat in match.seats]
    return tuple(f"{letter(match.seats, seat.side)}{turn}" for seat, turn in zip(match.seats, turns, strict=True))


def seat_name(match: Match, player: PlayerId) -> str:
    """B2; empty where everyone plays alone."""
    return dict(zip(match.players, seat_names(match), strict=False)).get(player, "")


def goes_first(match: Match) -> PlayerId | None:
    """In teams seating starts with whoever won the draw, and so does the first game; else the table draws cards."""
    return match.players[0] if in_teams(match) else None


def team_of(t: Tournament, player: PlayerId) -> Side:
    """A player's team of the event, or the player alone."""
    return next((team for team in t.settings.teams if player in team), (player,))


def partner_of(t: Tournament, player: PlayerId) -> PlayerId | None:
    return next((other for other in team_of(t, player) if other != player), None)


def together(side: Side) -> str:
    """A side in a sentence: Ana & Ben."""
    return " & ".join(map(who, as_entered(side)))


def as_entered(side: Sequence[PlayerId]) -> Side:
    """The members of a team in the one order in which it is named, whoever of it sits first at a table."""
    return tuple(sorted(side, key=lambda player: (len(player), player)))
