"""The rules of a series as data: what an event gives, how events are added up, and what is asked of an event."""

from __future__ import annotations

from datetime import date
from typing import Literal

from engine.values import dataclass

By = Literal["rounds", "place", "wins", "participation"]
Tick = Literal["advertised", "latest_rules"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a rulebook asks of an event before it counts; nothing, unless it says so.

    `scored`: it was announced as one that counts. `players`: so many have played a game. `seats`: so many have played
    at every table. `ticks`: what a person has to vouch for. `days`: results are sent in within so many days of the
    last one; 0 where nobody waits for them.
    """

    scored: bool = False
    players: int = 0
    seats: int = 0
    ticks: tuple[Tick, ...] = ()
    days: int = 0


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """How points come about and who is before whom.

    `by`: what an event gives. "rounds" is a rulebook's own: the points of each round, and those of coordinator and
        judges. "place": `points`, first to last, and `rest` to every place after them. "wins", "participation": `each`
        for a match won, a bye among them, or for having played.
    `participation`: that much more for everybody who played.
    `best`: only so many events of each person count, their best; 0 where all do.
    `tiebreaks`: keys of `series.tiebreaks`, asked in this order; whoever is still level shares a rank.
    `qualify`: so many go on to a playoff; 0 where there is none.
    """

    by: By
    points: tuple[int, ...] = ()
    rest: int = 0
    each: int = 1
    participation: int = 0
    best: int = 0
    tiebreaks: tuple[str, ...] = ()
    qualify: int = 0
    asked: Asked = Asked()


@dataclass(frozen=True, slots=True)
class Series:
    """A league, a season, a ranking. `ruleset`: the only one whose events count, or empty for any.

    `first_day`, `last_day`: its period, as far as it has one. `every`: all such events are in it, unless somebody takes
    one out; else only those that somebody puts in.
    """

    rules: SeriesRules
    ruleset: str = ""
    first_day: date | None = None
    last_day: date | None = None
    every: bool = False
