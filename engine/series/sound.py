"""What the terms of a series and a typed wrap-up have to be, whoever wrote them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from engine.refusals import Refused
from engine.rulesets.registry import ruleset
from engine.sentences import who
from engine.series.entries import Entry
from engine.series.rules import Series
from engine.series.tiebreaks import TIEBREAKS

MOST = 1_000_000  # points of a place, events of a season: anything beyond is a slip


def require_sound(series: Series) -> None:
    """Refused with the first thing that does not fit together."""
    if fault := next(_faults(series), None):
        raise Refused(fault)


def require_sound_entry(entry: Entry) -> None:
    if fault := next(_entry_faults(entry), None):
        raise Refused(fault)


def _faults(series: Series) -> Iterator[str]:
    rules, book = series.rules, ruleset(series.ruleset) if series.ruleset else None
    if rules.by == "rounds" and (book is None or book.series is None):
        yield "Points by round are those of a rulebook with a ranking of its own. Choose it, or another kind of points."
    if series.first_day is not None and series.last_day is not None and series.last_day < series.first_day:
        yield "The series ends before it begins. Change one of the days."
    if strange := [key for key in rules.tiebreaks if key not in TIEBREAKS]:
        yield f"There is no tie-break “{strange[0]}” for a series."
    if len(set(rules.tiebreaks)) < len(rules.tiebreaks):
        yield "A tie-break is asked once. Take the second one out."
    numbers = (rules.rest, rules.each, rules.participation, rules.best, rules.qualify, *rules.points)
    asked = (getattr(rules.asked, each.name) for each in fields(rules.asked) if each.type == "int")
    if not all(0 <= number <= MOST for number in (*numbers, *asked)):
        yield f"The numbers of a series go from 0 to {MOST:,}."
    if rules.by == "place" and not (rules.points or rules.rest or rules.participation):
        yield "No place has any points. Say what the first ones get."


def _entry_faults(entry: Entry) -> Iterator[str]:
    ruleset(entry.ruleset)  # refused where there is none
    if entry.last_day < entry.first_day:
        yield "The event ends before it begins. Change one of the days."
    twice = [person for person, times in Counter(line.person for line in entry.lines).items() if times > 1]
    if twice:
        yield f"{who(twice[0])} is on the report twice. A person has one line."
    playing = sum(line.role is None for line in entry.lines)
    if not playing <= entry.players <= MOST:
        yield f"{playing} players are on the report, so at least as many have played."
    numbers = [number for line in entry.lines for number in (line.place, line.wins, line.worth, *line.by_round)]
    if not all(0 <= number <= MOST for number in (entry.factor, *numbers)):
        yield f"The numbers of a wrap-up go from 0 to {MOST:,}."
