"""When this round and this event will end, by the rounds so far. Lengths only: whoever shows them adds the present."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from statistics import median
from typing import Any

from engine import facts as f
from engine.fold import Act, in_force
from engine.pairing.brackets import round_names
from engine.words import Tournament
from server.desk import Desk

MINUTE = 60_000
# Before anything is known: five minutes to sit down and set up, five for tables that play on after time is called,
# ten from closing a round to publishing the next.
SET_UP, OVER, BETWEEN = 5 * MINUTE, 5 * MINUTE, 10 * MINUTE
LONGEST = 12 * 60 * MINUTE  # longer than this is a night, or a box that woke up in another year


@dataclass(frozen=True, slots=True)
class Forecast:
    """From publishing to the start, from time called to the last result, between rounds, and after this round."""

    set_up_ms: int
    over_ms: int
    between_ms: int
    after_ms: int
    rounds_left: int


def forecast(desk: Desk) -> dict[str, Any] | None:
    """None where nobody can know: no limit, tables of three, or an event that is over or has not begun."""
    t = desk.t
    length = (t.settings.round_minutes or 0) * MINUTE
    left = _rounds_left(t)
    if left is None or not length or t.settings.timer != "common":
        return None
    seen = list(_seen(in_force(desk.book.acts), length))
    set_up = _usual([each.set_up_ms for each in seen], SET_UP)
    over = _usual([each.over_ms for each in seen], OVER)
    planned = t.settings.break_minutes * MINUTE or BETWEEN
    between = _usual([each.between_ms for each in seen if each.between_ms], planned)
    after = left * (between + set_up + length + over)
    return asdict(Forecast(set_up, over, between, after, left))


@dataclass(frozen=True, slots=True)
class _Seen:
    set_up_ms: int
    over_ms: int
    between_ms: int


def _seen(acts: list[Act], length: int) -> Iterator[_Seen]:
    """The rounds that were played to their end, by the times of the acts."""
    published = started = closed = None
    for act in acts:
        at = _ms(act.at)
        for fact in act.facts:
            if isinstance(fact, f.RoundPublished):
                between = at - closed if closed is not None else 0
                published, started = at, None
            elif isinstance(fact, f.ClockStarted) and started is None:
                started = at
            elif isinstance(fact, f.RoundClosed) and published is not None and started is not None:
                closed = at
                yield _Seen(started - published, max(0, at - started - length), between)


def _usual(seen: list[int], otherwise: int) -> int:
    sensible = [each for each in seen if 0 <= each < LONGEST]
    return int(median(sensible)) if sensible else otherwise


def _rounds_left(t: Tournament) -> int | None:
    """Rounds after the current one, those of the bracket to come included."""
    stage = t.stage
    if stage is None or t.finish is not None or not stage.planned:
        return None
    later = len(round_names(t.settings.cut)) if stage.kind == "swiss" and t.settings.cut else 0
    return max(0, stage.planned - len(stage.rounds)) + later


def _ms(at: str) -> int:
    return int(datetime.fromisoformat(at).timestamp() * 1000)
