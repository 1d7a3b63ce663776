"""Slips of a table of several: one line for each game, with everyone's numbers in seat order."""

from __future__ import annotations

import re

from engine.refusals import Refused
from engine.rulesets.base import Counted, Ruleset
from engine.sentences import who
from engine.words import Game, Match, PlayerId


def read_game(match: Match, rules: Ruleset, *, winner: str, realms: str, fits: tuple[PlayerId, ...]) -> Game:
    """The game that a line means. Where only the winner can have so many, nobody has to name them.

    `fits` are the players whose names begin with what was typed.
    """
    counts = _counts(match, rules.counted, realms)
    return Game(_side(match, winner.strip(), fits) if winner.strip() else _told(match, rules, counts), counts)


def _counts(match: Match, counted: Counted, text: str) -> tuple[int, ...]:
    """6 3 4, 6-3-4, or 634 where every number is a digit."""
    found = re.findall(r"\d+", text)
    if len(found) == 1 and len(found[0]) == len(match.seats):
        found = list(found[0])
    if len(found) != len(match.seats) or any(len(each) > 2 for each in found):
        people = ", ".join(map(who, match.players))
        seats = len(match.seats)
        raise Refused(f"Table {match.table} has {seats} seats: type the {counted.many} of {people}, as in 6 3 4.")
    return tuple(map(int, found))


def _side(match: Match, typed: str, fits: tuple[PlayerId, ...]) -> int:
    if typed.isdecimal() and len(typed) < 3 and 1 <= int(typed) <= len(match.seats):
        return match.seats[int(typed) - 1].side
    sides = {seat.side for seat in match.seats if seat.player in fits}
    if len(sides) != 1:
        raise Refused(f"“{typed}” does not say who won. Type the number of the seat, or the beginning of one name.")
    return sides.pop()


def _told(match: Match, rules: Ruleset, counts: tuple[int, ...]) -> int:
    limits = rules.limits
    first = [seat.side for seat, count in zip(match.seats, counts, strict=True) if count >= limits.winner_least]
    if limits.others_most >= limits.winner_least or len(first) != 1:
        raise Refused(
            f"The {rules.counted.many} do not say who won. "
            "Type the number of the winner's seat, or the beginning of a name."
        )
    return first[0]
