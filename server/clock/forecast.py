"""When this round and this event will end, by the rounds so far. Lengths only: whoever shows them adds the present."""

from __future__ import annotations

from dataclasses import dataclass

from engine import facts as f
from engine import stamps
from engine.pace import MINUTE, pace
from engine.pairing.brackets import round_names
from engine.pairing.draft import second_rounds
from engine.stamps import Stamped
from engine.words import Settings, Tournament
from server.clock.breaks import over_wall_ms
from server.core import time_of_day
from server.core.act_times import act_times
from server.core.desk import Desk
from server.core.timekeeping import moment


@dataclass(frozen=True, slots=True)
class Forecast:
    """From publishing to the start, from time called to the last result, between rounds, and all after this round.

    `over_ms` is below zero where everybody is usually done before. `next_wall_ms`, between two rounds: the time of day,
    in ms, at which the next one should be published.
    """

    set_up_ms: int
    over_ms: int
    between_ms: int
    after_ms: int
    rounds_left: int
    next_wall_ms: int | None = None


def forecast(desk: Desk) -> Forecast | None:
    """None where nobody can know: a round without a limit is to come, or the event is over or has not begun."""
    t = desk.t
    lengths = _lengths(t)
    if lengths is None or t.settings.timer != "common" or not all(lengths):
        return None
    found = act_times(desk.book)
    usual = pace(t.settings, found)
    around = usual.between_ms + usual.set_up_ms
    after = sum(around + max(0, length + usual.over_ms) for length in lengths)
    if t.stages[-1].kind == "groups":
        after += usual.draft_ms
    after += _lunch_ahead_ms(t, usual.between_ms)
    next_ = _next_wall_ms(desk, found, usual.between_ms)
    return Forecast(usual.set_up_ms, usual.over_ms, usual.between_ms, after, len(lengths), next_)


def _lunch_ahead_ms(t: Tournament, between: int) -> int:
    """What lunch takes longer than the usual time between two rounds, as long as it is to come."""
    settings, stage = t.settings, t.stages[-1]
    published = sum(round_.phase != "draft" for round_ in t.rounds)
    ahead = settings.lunch_after > 0 and published <= settings.lunch_after and t.pause is None
    if not ahead or stage.kind == "bracket" or settings.lunch_after >= stage.planned:
        return 0
    return max(0, settings.lunch_minutes * MINUTE - between)


def event_over_ms(found: Forecast) -> int:
    """Between two rounds: how long until the event is over. A round that is late already comes at once."""
    due = found.next_wall_ms if found.next_wall_ms is not None else 0
    return max(0, due - time_of_day.ms()) + found.after_ms - found.between_ms


def round_over_ms(desk: Desk, left: int) -> int:
    """How long until the last result of the round that is on, with so much left on its clock."""
    usual = pace(desk.t.settings, act_times(desk.book))
    before = 0 if desk.t.clock is not None and desk.t.clock.runs else usual.set_up_ms
    # Whoever is slower than usual has until time is called; after that, whatever is late already comes at once.
    expected = left + usual.over_ms
    return before + (expected if expected > 0 else max(0, left))


def _lengths(t: Tournament) -> list[int] | None:
    """How long every round that is not published yet lasts, those of the bracket or the second draft included.

    0 where there is no limit.
    """
    stage, swiss = t.stage, t.settings.round_minutes * MINUTE
    if stage is None or t.finish is not None or not stage.planned:
        return None
    to_come = stage.planned - sum(round_.phase != "draft" for round_ in stage.rounds)
    if stage.kind == "bracket":
        return _bracket(t.settings, to_come)
    if stage.kind == "groups":
        return [swiss] * (to_come + second_rounds(t.settings))
    cut = len(round_names(t.settings.cut)) if stage.kind == "swiss" and t.settings.cut else 0
    return [swiss] * to_come + _bracket(t.settings, cut)


def _bracket(settings: Settings, to_come: int) -> list[int]:
    """The last of them is the final."""
    lengths = [settings.bracket_minutes * MINUTE] * to_come
    return [*lengths[:-1], 0] if lengths and settings.untimed_final else lengths


def _next_wall_ms(desk: Desk, found: Stamped, between: int) -> int | None:
    current = desk.t.current_round
    if current is not None and current.phase == "published":
        return None
    if (over := over_wall_ms(desk, moment())) is not None:
        return over
    ended = stamps.last(found, f.ResultRecorded)
    # As in a break: after the last result, unless the box woke up on an earlier day since.
    return None if ended is None or ended > time_of_day.ms() else ended + between
