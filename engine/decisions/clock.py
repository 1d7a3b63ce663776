"""Starting, pausing and lengthening the round. Every fact says what the clock showed, so replaying needs no clock."""

from __future__ import annotations

from engine import clock as clocks
from engine import facts as f
from engine.clock import Clock, Moment
from engine.refusals import Refused
from engine.sentences import round_at_start
from engine.words import Break, Tournament


def start_clock(t: Tournament, now: Moment, *, outage_ms: int = 0) -> tuple[f.Fact, ...]:
    """Start, or go on after a pause; an outage can be taken off what is left."""
    clock = _clock(t)
    left = clocks.remaining(clock, now)
    return (f.ClockStarted(now, clocks.resume_after(left, outage_ms) if outage_ms else left),)


def pause_clock(t: Tournament, now: Moment) -> tuple[f.Fact, ...]:
    return (f.ClockPaused(clocks.remaining(_clock(t), now)),)


def resume_clock(t: Tournament, now: Moment) -> tuple[f.Fact, ...]:
    """Go on after a pause; never the first start, which begins the round."""
    if not _clock(t).runs:
        raise Refused("The clock has not been started yet, so there is nothing to resume.")
    return start_clock(t, now)


def switch_clock(t: Tournament, now: Moment) -> tuple[f.Fact, ...]:
    """One button for start and pause: whichever of the two makes sense now."""
    clock = _clock(t)
    phase = clocks.phase(clock, now)
    if phase == "ended":
        raise Refused("The clock of this round has ended. If it is to go on, start it at the desk.")
    if phase == "called" and not plays_on(t, now):
        raise Refused("Time has already been called. If it is to go on, add time at the desk.")
    return start_clock(t, now) if phase in ("not-started", "paused") else pause_clock(t, now)


def plays_on(t: Tournament, now: Moment) -> bool:
    """Whether a table with extra time plays on after time was called: its time can still be paused."""
    if t.clock is None:
        return False
    left = clocks.remaining(t.clock, now)
    return any(left + ms > 0 for table, ms in t.clock.extensions if table in t.tables_out)


def note_power_cut(t: Tournament, now: Moment, *, heartbeat: Moment | None) -> tuple[f.Fact, ...]:
    """After a reboot: the clock stands where the last heartbeat left it.

    Nothing to note if it was not running, or if nobody minds any more because its round is closed.
    """
    if t.clock is None or t.current_round is None or t.current_round.phase != "published":
        return ()
    pause = clocks.after_power_cut(t.clock, now, heartbeat=heartbeat)
    return () if pause is None else (f.ClockPaused(pause.remaining_ms, pause.reason),)


def add_time(t: Tournament, ms: int, *, now: Moment) -> tuple[f.Fact, ...]:
    """More time for everyone, or less."""
    _require_playing(t)
    return (f.TimeAdded(ms, now),)


def extend_table(t: Tournament, table: int, *, ms: int, now: Moment) -> tuple[f.Fact, ...]:
    """More time for one table, such as what a judge took; none for one that has played."""
    _require_playing(t)
    if why := why_no_extra(t, table):
        raise Refused(why)
    return (f.TableExtended(table, ms, now),)


def why_no_extra(t: Tournament, table: int) -> str:
    """Why a table cannot get extra time now; empty if it can."""
    clock, match = t.clock, t.current_round.match_at(table) if t.current_round else None
    if match is not None and match.result is not None:
        return f"The result of table {table} is in, so it needs no more time."
    if clock is None:
        return "This round has no clock, so there is no extra time to give."
    if clock.untimed:
        return "This round has no time limit, so there is no extra time to give."
    return "The round clock has ended, so there is no extra time to give." if clock.ended else ""


def call_time(t: Tournament, now: Moment) -> tuple[f.TimeCalledEarly]:
    """Time is called now, whatever is left."""
    return (f.TimeCalledEarly(now, clocks.remaining(_clock(t), now)),)


def take_call_back(t: Tournament, now: Moment) -> tuple[f.Fact, ...]:
    """Time was called too early: everyone has again what was left then, however long ago that is."""
    clock = _clock(t)
    if not clock.cut_short_ms:
        raise Refused("Time was not called early, so there is no call to take back. Add time instead.")
    return (f.TimeAdded(clock.cut_short_ms - clocks.remaining(clock, now), now),)


def end_clock(t: Tournament, now: Moment) -> tuple[f.Fact, ...]:
    return (f.ClockEnded(clocks.remaining(_clock(t), now)),)


def start_break(t: Tournament, ms: int, *, now: Moment) -> tuple[f.Fact, ...]:
    """Everybody has a break; while one is on, a second desk does not replace it."""
    left = 0 if t.pause is None else break_left(t.pause, now)
    if left is None:
        raise Refused("A break is on already. End it first.")
    if left > 0:
        raise Refused(f"A break is on already, with {clocks.mmss(left)} left. End it first.")
    return (f.BreakStarted(now, ms),)


def end_break(t: Tournament) -> tuple[f.Fact, ...]:
    return (f.BreakEnded(),)


def break_left(pause: Break, now: Moment) -> int | None:
    """What is left of a break, in milliseconds; None if the box was switched off since it began."""
    return pause.at.ms + pause.ms - now.ms if pause.at.boot_id == now.boot_id else None


def _clock(t: Tournament) -> Clock:
    _require_playing(t)
    assert t.clock is not None
    return t.clock


def _require_playing(t: Tournament) -> None:
    """Only the clock of a published round changes. Old journals hold later changes too, so the fold allows them."""
    current = t.current_round
    if t.clock is None:
        raise Refused("There is no clock before a round is published.")
    if current is None:
        raise Refused("No round is being played, so there is no clock to change.")
    if current.phase != "published":
        raise Refused(f"{round_at_start(current.number)} is closed; its clock stays as it is.")
