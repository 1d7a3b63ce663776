"""Slips of a table of several: one line for each game, with everyone's numbers in the order of the paper slip."""

from __future__ import annotations

import re
from collections import Counter as Sums

from engine.refusals import Refused
from engine.rulesets.base import Counted, Ruleset
from engine.sentences import who
from engine.sides import LETTERS, in_teams, sides
from engine.words import Game, Match, PlayerId

EXAMPLE, TEAMS_EXAMPLE = ("6", "3", "4", "2", "1"), "6+5 3+3 2+1"


def slip_order(match: Match) -> tuple[PlayerId, ...]:
    """Whose numbers a slip has, in its order: as they sit, but teams together; without those who are not there."""
    return tuple(player for side in sides(match) for player in side if player not in match.withdrawn)


def example(match: Match) -> str:
    """A line as it may be typed."""
    return TEAMS_EXAMPLE if in_teams(match) else " ".join(EXAMPLE[: len(slip_order(match))])


def read_game(match: Match, rules: Ruleset, *, winner: str, realms: str, fits: tuple[PlayerId, ...]) -> Game:
    """The game that a line means. Where only the winner can have so many, nobody has to name them.

    `fits` are the players whose names begin with what was typed.
    """
    counts = _counts(match, rules.counted, realms)
    return Game(_side(match, winner.strip(), fits) if winner.strip() else _told(match, rules, counts), counts)


def _counts(match: Match, counted: Counted, text: str) -> tuple[int, ...]:
    """6 3 4, 6-3-4, 6+5 3+3 2+1, or 634 where every number is a digit; given back in seat order."""
    found, order = re.findall(r"\d+", text), slip_order(match)
    if len(found) == 1 and len(found[0]) == len(order):
        found = list(found[0])
    if len(found) != len(order) or any(len(each) > 2 for each in found):
        people, seats = ", ".join(map(who, order)), len(order)
        raise Refused(
            f"{seats} play at table {match.table}: type the {counted.many} of {people}, as in {example(match)}."
        )
    told = dict(zip(order, map(int, found), strict=True))
    return tuple(told.get(player, 0) for player in match.players)


def _side(match: Match, typed: str, fits: tuple[PlayerId, ...]) -> int:
    """The letter of a team, the number of a side, or the beginning of one name."""
    found = list(dict.fromkeys(seat.side for seat in match.seats))
    if in_teams(match) and typed.upper() in LETTERS:
        return found[LETTERS.index(typed.upper())]
    if typed.isdecimal() and len(typed) < 3 and 1 <= int(typed) <= len(found):
        return found[int(typed) - 1]
    meant = {seat.side for seat in match.seats if seat.player in fits}
    if len(meant) != 1:
        raise Refused(f"“{typed}” does not say who won. Type {_choices(match)}, or the beginning of one name.")
    return meant.pop()


def _told(match: Match, rules: Ruleset, counts: tuple[int, ...]) -> int:
    """The only side that has enough to have won."""
    sums: Sums[int] = Sums()
    for seat, count in zip(match.seats, counts, strict=True):
        sums[seat.side] += count
    enough = [side for side, count in sums.items() if count >= rules.limits.winner_least]
    if len(enough) != 1:
        raise Refused(
            f"The {rules.counted.many} do not say who won. Type {_choices(match)}, or the beginning of a name."
        )
    return enough[0]


def _choices(match: Match) -> str:
    return "A, B or C" if in_teams(match) else "the number of the winner’s seat"
