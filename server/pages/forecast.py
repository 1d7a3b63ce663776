"""When this round and this event will end, by the rounds so far. Lengths only: whoever shows them adds the present."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from engine import facts as f
from engine.fold import Act, in_force
from engine.pairing.brackets import round_names
from engine.rulesets.ashes_draft import LEGENDARY
from engine.words import Settings, StageKind, Tournament
from server.desk import Desk
from server.pages.breaks import over_wall_ms
from server.timekeeping import moment

MINUTE = 60_000
# Before anything is known: five minutes to sit down and set up, five for tables that play on after time is called,
# ten from closing a round to publishing the next, three quarters of an hour for a draft.
SET_UP, OVER, BETWEEN, DRAFT = 5 * MINUTE, 5 * MINUTE, 10 * MINUTE, 45 * MINUTE
LONGEST = 12 * 60 * MINUTE  # longer than this is a night, or a box that woke up in another year


@dataclass(frozen=True, slots=True)
class Forecast:
    """From publishing to the start, from time called to the last result, between rounds, and all after this round.

    `next_wall_ms`, between two rounds: the time of day, in ms, at which the next one should be published.
    """

    set_up_ms: int
    over_ms: int
    between_ms: int
    after_ms: int
    rounds_left: int
    next_wall_ms: int | None = None


def forecast(desk: Desk) -> Forecast | None:
    """None where nobody can know: no limit, tables of three, or an event that is over or has not begun."""
    t = desk.t
    to_come = _to_come(t)
    if to_come is None or t.settings.timer != "common" or not all(_length(t.settings, kind) for kind in to_come):
        return None
    acts = in_force(desk.book.acts)
    seen = list(_seen(t.settings, acts))
    set_up = _usual([each.set_up_ms for each in seen], SET_UP)
    over = _usual([each.over_ms for each in seen], OVER)
    planned = t.settings.break_minutes * MINUTE or BETWEEN
    between = _usual([each.between_ms for each in seen if each.between_ms], planned)
    after = sum(between + set_up + _length(t.settings, kind) + over for kind in to_come)
    if t.stages[-1].kind == "groups":
        after += _usual(list(_drafts(acts)), DRAFT)
    return Forecast(set_up, over, between, after, len(to_come), _next_wall_ms(desk, acts, between))


def event_over_ms(found: Forecast) -> int:
    """Between two rounds: how long until the event is over. A round that is late already comes at once."""
    due = found.next_wall_ms if found.next_wall_ms is not None else 0
    return max(0, due - round(time.time() * 1000)) + found.after_ms - found.between_ms


@dataclass(frozen=True, slots=True)
class _Seen:
    set_up_ms: int
    over_ms: int
    between_ms: int


def _seen(settings: Settings, acts: list[Act]) -> Iterator[_Seen]:
    """The rounds that were played to their end, by the times of the acts."""
    published = started = closed = None
    kind: StageKind = "swiss"
    between = 0
    for act in acts:
        at = _ms(act.at)
        for fact in act.facts:
            if isinstance(fact, f.StageOpened | f.CutMade):
                kind = "bracket" if isinstance(fact, f.CutMade) else fact.kind
            elif isinstance(fact, f.RoundPublished):
                between = at - closed if closed is not None else 0
                published, started = at, None
            elif isinstance(fact, f.ClockStarted) and started is None:
                started = at
            elif isinstance(fact, f.RoundClosed) and published is not None and started is not None:
                closed = at
                yield _Seen(started - published, max(0, at - started - _length(settings, kind)), between)


def _drafts(acts: list[Act]) -> Iterator[int]:
    """From drawing the groups of a draft to the round after it."""
    opened = None
    for act in acts:
        for fact in act.facts:
            if isinstance(fact, f.DraftOpened):
                opened = _ms(act.at)
            elif isinstance(fact, f.RoundPublished) and opened is not None:
                yield _ms(act.at) - opened
                opened = None


def _usual(seen: list[int], otherwise: int) -> int:
    sensible = [each for each in seen if 0 <= each < LONGEST]
    return int(median(sensible)) if sensible else otherwise


def _length(settings: Settings, kind: StageKind) -> int:
    return (settings.bracket_minutes if kind == "bracket" else settings.round_minutes or 0) * MINUTE


def _to_come(t: Tournament) -> list[StageKind] | None:
    """What every round that is not published yet belongs to, those of the bracket or the second draft included."""
    stage = t.stage
    if stage is None or t.finish is not None or not stage.planned:
        return None
    published = sum(round_.phase != "draft" for round_ in stage.rounds)
    found: list[StageKind] = [stage.kind] * (stage.planned - published)
    if stage.kind == "groups":
        return [*found, *["swiss"] * LEGENDARY.rounds[1]]
    cut = len(round_names(t.settings.cut)) if stage.kind == "swiss" and t.settings.cut else 0
    return [*found, *["bracket"] * cut]


def _next_wall_ms(desk: Desk, acts: list[Act], between: int) -> int | None:
    current = desk.t.current_round
    if current is not None and current.phase == "published":
        return None
    if (over := over_wall_ms(desk, moment())) is not None:
        return over
    closed = [_ms(act.at) for act in acts if any(isinstance(fact, f.RoundClosed) for fact in act.facts)]
    return closed[-1] + between if closed else None


def _ms(at: str) -> int:
    return int(datetime.fromisoformat(at).timestamp() * 1000)
