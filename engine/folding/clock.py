"""How the round clock changes.

One small function per fact; it refuses a fact that does not fit.
"""

from __future__ import annotations

from engine import clock as clocks
from engine import facts as f
from engine.folding.parts import Folders, T, clock_of, match_of
from engine.refusals import Refused
from engine.sentences import round_at_start
from engine.values import replace
from engine.words import Break


def _clock_started(t: T, numbered: tuple[f.ClockStarted, int]) -> T:
    fact, seq = numbered
    if t.current_round is not None and t.current_round.phase == "closed":
        raise Refused(f"{round_at_start(t.current_round.number)} is closed; its clock stays as it is.")
    clock = clocks.started(clock_of(t), seq, at=fact.at, remaining_ms=fact.remaining_ms)
    return replace(t, clock=clock)


def _clock_paused(t: T, fact: f.ClockPaused) -> T:
    return replace(t, clock=clocks.paused(clock_of(t), fact.remaining_ms, reason=fact.reason))


def _time_added(t: T, fact: f.TimeAdded) -> T:
    return replace(t, clock=clocks.time_added(clock_of(t), fact.ms, at=fact.at))


def _called_early(t: T, fact: f.TimeCalledEarly) -> T:
    return replace(t, clock=clocks.called_early(clock_of(t), fact.at))


def _extended(t: T, fact: f.TableExtended) -> T:
    if t.clock is not None and t.current_round is not None:
        match_of(t.current_round, fact.table)
    return replace(t, clock=clocks.extended(clock_of(t), fact.table, ms=fact.ms, at=fact.at))


def _clock_ended(t: T, fact: f.ClockEnded) -> T:
    return replace(t, clock=clocks.ended(clock_of(t), fact.remaining_ms))


def _break_started(t: T, fact: f.BreakStarted) -> T:
    if fact.ms <= 0:
        raise Refused("A break lasts at least a minute.")
    if t.current_round is not None and t.current_round.phase == "published":
        raise Refused("A round is being played. A break is between rounds: close it first.")
    return replace(t, pause=Break(fact.at, fact.ms))


def _break_ended(t: T, _fact: f.BreakEnded) -> T:
    if t.pause is None:
        raise Refused("There is no break to end.")
    return replace(t, pause=None)


CLOCK: Folders = {
    f.ClockStarted: _clock_started,
    f.ClockPaused: _clock_paused,
    f.TimeAdded: _time_added,
    f.TimeCalledEarly: _called_early,
    f.TableExtended: _extended,
    f.ClockEnded: _clock_ended,
    f.BreakStarted: _break_started,
    f.BreakEnded: _break_ended,
}
