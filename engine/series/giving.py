"""What one event gives to one person, and why, by the rules of the series."""

from __future__ import annotations

from collections.abc import Callable

from engine.reasons import Reason
from engine.series.entries import Entry, EntryLine, When
from engine.series.rules import By, SeriesRules
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Given:
    """The points of one event, with what they are for. `counted`: among the best that count for this person."""

    event: str
    when: When
    points: int
    why: tuple[Reason, ...]
    place: int = 0
    wins: int = 0
    counted: bool = True


def given(rules: SeriesRules, entry: Entry, line: EntryLine) -> Given | None:
    """What this line of an event gives; None where it gives nothing at all: disqualified, or staff without points."""
    if line.out or (line.role is not None and rules.by != "rounds"):
        return None
    why = (_FOR[rules.by](rules, entry, line), *_for_coming(rules, line))
    points = sum(_points(reason) for reason in why)
    return Given(entry.event, entry.when, points, why, place=line.place, wins=line.wins)


def _points(reason: Reason) -> int:
    points = reason.params["points"]
    assert isinstance(points, int)
    return points


def _for_coming(rules: SeriesRules, line: EntryLine) -> tuple[Reason, ...]:
    more = rules.participation if line.role is None else 0
    return (Reason("played", {"points": more}),) if more else ()


def _for_rounds(rules: SeriesRules, entry: Entry, line: EntryLine) -> Reason:
    if line.role is not None:
        params = {"role": line.role, "players": entry.players, "factor": entry.factor, "points": line.worth}
        return Reason("role", params)
    return Reason("rounds", {"by_round": line.by_round, "factor": entry.factor, "points": line.points})


def _for_place(rules: SeriesRules, entry: Entry, line: EntryLine) -> Reason:
    listed = 0 < line.place <= len(rules.points)
    return Reason("place", {"place": line.place, "points": rules.points[line.place - 1] if listed else rules.rest})


def _for_wins(rules: SeriesRules, entry: Entry, line: EntryLine) -> Reason:
    return Reason("wins", {"wins": line.wins, "points": line.wins * rules.each})


def _for_having_played(rules: SeriesRules, entry: Entry, line: EntryLine) -> Reason:
    return Reason("played", {"points": rules.each})


_FOR: dict[By, Callable[[SeriesRules, Entry, EntryLine], Reason]] = {
    "rounds": _for_rounds,
    "place": _for_place,
    "wins": _for_wins,
    "participation": _for_having_played,
}
