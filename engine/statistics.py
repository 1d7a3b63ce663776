"""An event in numbers: ranks over the rounds, how long matches took, how close they were, who won with what.

Counts are of matches that were played: no byes, nobody who did not come, no penalties.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from engine import facts as f
from engine.decks.lines import one_spelling
from engine.fold import Act, in_force
from engine.standings.ranks import places_after
from engine.values import dataclass
from engine.words import Match, PlayerId, Tournament

PLAYED = ("played", "flag", "concession")
LONGEST_MIN = 240  # whatever came in later was typed later


@dataclass(frozen=True, slots=True)
class RankLine:
    """One player's place after every round that has standings, 0 where there was none; and the final place."""

    player: PlayerId
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WonWith:
    """How something that players brought did. Mirrors, where both had it, are counted apart: one wins each of them."""

    name: str
    players: int
    played: int
    won: int
    drawn: int
    mirrors: int


def rank_lines(t: Tournament) -> tuple[tuple[int, ...], tuple[RankLine, ...]]:
    """The rounds with one table of standings for all, and everybody's places after them, the best at the end first."""
    stage = t.stages[0] if t.stages else None
    if stage is None or stage.kind not in ("swiss", "pods"):
        return (), ()
    closed = tuple(round_.number for round_ in stage.rounds if round_.phase == "closed")
    after = [places_after(t, n) for n in closed]
    end = {player: place for place, player in enumerate(t.finish.ranking, start=1)} if t.finish is not None else {}
    columns = [*after, *([end] if end and len(t.stages) > 1 else [])]
    if not columns:
        return (), ()
    lines = (RankLine(p, tuple(column.get(p, 0) for column in columns)) for p in t.players)
    return closed, tuple(sorted((line for line in lines if line.places[-1]), key=lambda line: line.places[-1]))


def minutes_played(t: Tournament, acts: Sequence[Act]) -> tuple[int, ...]:
    """Of every Swiss match: after how many minutes on the clock its result was recorded, as far as a clock ran."""
    swiss = {r.number for stage in t.stages if stage.kind != "bracket" for r in stage.rounds}
    current, began = 0, ""
    found: dict[tuple[int, int], int] = {}
    for at, fact in ((act.at, fact) for act in in_force(acts) for fact in act.facts):
        if isinstance(fact, f.RoundPublished):
            current, began = fact.number, ""
        elif isinstance(fact, f.ClockStarted):
            began = began or at
        elif isinstance(fact, f.ResultRecorded) and fact.number == current and current in swiss and began and at:
            found.setdefault((current, fact.table), _minutes(began, at))
    return tuple(minutes for minutes in found.values() if 0 <= minutes <= LONGEST_MIN)


def losing_points(t: Tournament) -> tuple[int, ...]:
    """What the loser of every duel scored: high is close."""
    return tuple(
        outcome.blood
        for match in _duels(t)
        if match.result is not None and match.result.how in ("played", "flag")
        for outcome in match.result.outcomes
        if outcome.mark == "loss"
    )


def won_with(t: Tournament, brought: Mapping[tuple[int, PlayerId], Iterable[str]]) -> tuple[WonWith, ...]:
    """By what players brought to each round (number, player): most played first."""
    spelled = one_spelling([name for names in brought.values() for name in names])
    brought = {where: [spelled[name] for name in names] for where, names in brought.items()}
    seen: dict[str, set[PlayerId]] = {}
    counts: dict[str, list[int]] = {}
    for round_ in t.rounds:
        for match in round_.matches:
            for name, player, mark, mirror in _seats(match, round_.number, brought):
                seen.setdefault(name, set()).add(player)
                count = counts.setdefault(name, [0, 0, 0, 0])
                for place, more in enumerate((not mirror, mark == "win", mark == "draw", mirror)):
                    count[place] += int(more and (place == 3 or not mirror))
    found = (
        WonWith(name, len(seen[name]), played, won, drawn, mirrors // 2)
        for name, (played, won, drawn, mirrors) in counts.items()
    )
    return tuple(sorted(found, key=lambda each: (-each.played, -each.won, each.name)))


def _seats(
    match: Match, number: int, brought: Mapping[tuple[int, PlayerId], Iterable[str]]
) -> Iterator[tuple[str, PlayerId, str, bool]]:
    if match.result is None or match.result.how not in PLAYED or len(match.seats) != 2:
        return
    both = [set(brought.get((number, player), ())) for player in match.players]
    for seat, (player, outcome) in enumerate(zip(match.players, match.result.outcomes, strict=True)):
        for name in sorted(both[seat]):
            yield name, player, outcome.mark, name in both[1 - seat]


def _duels(t: Tournament) -> Iterator[Match]:
    return (match for round_ in t.rounds for match in round_.matches if len(match.seats) == 2)


def _minutes(began: str, ended: str) -> int:
    return int((datetime.fromisoformat(ended) - datetime.fromisoformat(began)).total_seconds() // 60)
