"""The plan of the day: rounds, lunch, the cut and the prizes, with the times of day as far as they can be known.

Before round 1 they follow from when it begins; later from how the event goes, so that the plan moves with it. Where
nobody can know, only the lengths are told.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Literal

from engine import clock as clocks
from engine.pace import MINUTE, Pace
from engine.pairing.brackets import round_names
from engine.rulesets.registry import ruleset_of
from engine.rulesets.sizes import rounds_for
from engine.values import dataclass, replace
from engine.words import Tournament
from server.clock.forecast import forecast, round_over_ms, usual_pace
from server.core import time_of_day
from server.core.desk import Desk
from server.core.timekeeping import moment

State = Literal["done", "now", "ahead"]
DAY = 24 * 60
TO_FIVE = 5


@dataclass(frozen=True, slots=True)
class PlanLine:
    """One part of the day: what it is, when it begins (14:05, or nothing), how many minutes it takes (0: not known).

    `free`: a final that takes as long as it takes, where all else has a limit.
    """

    what: str
    at: str = ""
    minutes: int = 0
    state: State = "ahead"
    free: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day before its time is known: `gap_ms` comes before it, then it takes `ms`, None without limit."""

    what: str
    ms: int | None
    gap_ms: int
    minutes: int
    round: int = 0
    free: bool = False


def day_plan(desk: Desk) -> tuple[PlanLine, ...]:
    """Everything of today; nothing where the number of rounds comes out as they are played, or all is over."""
    t = desk.t
    rounds = _rounds(t)
    if t.finish is not None or not rounds:
        return ()
    usual = usual_pace(desk.book)
    parts = list(_parts(t, rounds, usual))
    published = sum(round_.phase != "draft" for round_ in t.rounds)
    closed = sum(round_.phase == "closed" for round_ in t.rounds)
    lines = []
    at = _beginning(desk, published)
    for part in parts:
        state: State = "done" if 0 < part.round <= closed else "now" if 0 < part.round <= published else "ahead"
        if part.round == 0 and part.what == "Lunch":
            state = "done" if published > t.settings.lunch_after else "ahead"
        line = PlanLine(part.what, minutes=part.minutes, state=state, free=part.free)
        if state == "ahead":
            first = published == 0 and part.round == 1
            at = None if at is None else at + (0 if first else part.gap_ms)
            line = replace(line, at="" if at is None else _time_of_day(at))
            at = None if at is None or part.ms is None else at + part.ms
        lines.append(line)
    return tuple(lines)


def _rounds(t: Tournament) -> int:
    """How many Swiss rounds there are to be."""
    rules, stage = ruleset_of(t.settings), t.stage
    if rules.pods or t.settings.legendary or not rules.rounds:
        return 0
    if stage is not None:
        swiss = next((each for each in t.stages if each.kind == "swiss"), None)
        return swiss.planned if swiss is not None else 0
    active = sum(player.active for player in t.players.values())
    if active < rules.refused_below:
        return t.settings.rounds
    return t.settings.rounds or rounds_for(rules, active, with_cut=bool(t.settings.cut)).rounds


def _parts(t: Tournament, rounds: int, usual: Pace) -> Iterator[Part]:
    settings, common = t.settings, t.settings.timer == "common"
    swiss = settings.round_minutes if common else 0
    for number in range(1, rounds + 1):
        yield _round(f"Round {number}", swiss, usual, number)
        if number == settings.lunch_after < rounds:
            yield Part("Lunch", settings.lunch_minutes * MINUTE - usual.between_ms, 0, settings.lunch_minutes)
    names = round_names(settings.cut) if settings.cut else ()
    for place, name in enumerate(names, start=1):
        untimed = place == len(names) and settings.untimed_final
        part = _round(name, settings.bracket_minutes if common and not untimed else 0, usual, rounds + place)
        yield replace(part, free=common and untimed)
    yield Part("Prizes", 0, usual.between_ms, 0)


def _round(what: str, minutes: int, usual: Pace, number: int) -> Part:
    """A round begins with its pairings; the set-up is part of it."""
    length = usual.set_up_ms + max(0, minutes * MINUTE + usual.over_ms) if minutes else None
    return Part(what, length, usual.between_ms, minutes, number)


def _beginning(desk: Desk, published: int) -> int | None:
    """From when the parts ahead are counted, in ms of the day: round 1's own time, or the end of what is on now."""
    t, starts_at = desk.t, desk.t.settings.starts_at
    if not published:
        hours, _, minutes = starts_at.partition(":")
        return (int(hours) * 60 + int(minutes)) * MINUTE if starts_at else None
    expected = forecast(desk)
    if expected is None or not time_of_day.is_known():
        return None
    now, current = time_of_day.ms(), t.current_round
    if current is not None and current.phase == "published" and t.clock is not None:
        ahead = now + round_over_ms(desk, max(0, clocks.remaining(t.clock, moment())))
    else:
        ahead = max(now, expected.next_wall_ms or now) - expected.between_ms
    there = time_of_day.now() + timedelta(milliseconds=ahead - now)
    return (there.hour * 60 + there.minute) * MINUTE


def _time_of_day(ms: int) -> str:
    minutes = TO_FIVE * round(ms / MINUTE / TO_FIVE) % DAY
    return f"{minutes // 60:02}:{minutes % 60:02}"
