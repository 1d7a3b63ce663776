"""The round clock: a list of runs, and what it shows at a given moment.

Nothing here counts down. Each change starts a new segment with its moment and what the clock showed then, so the
present and the past can be computed from the segments alone. A moment is time since boot plus the id of that boot,
never the time of day: a box without a battery clock may wake up in another year.
An untimed clock has no end: it starts at zero, and what it shows below zero is the time played.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Literal

from engine.refusals import Refused
from engine.values import dataclass, replace

Phase = Literal["not-started", "running", "warning", "called", "paused", "ended"]
Extensions = tuple[tuple[int, int], ...]

TEN_MINUTES = 600_000
POWER = "power"


@dataclass(frozen=True, slots=True)
class Moment:
    """Milliseconds since the machine was switched on, and which switching-on that was."""

    boot_id: str
    ms: int


@dataclass(frozen=True, slots=True)
class Segment:
    """From this moment the clock counts down from here, with these tables' extra time in force."""

    at: Moment
    remaining_ms: int
    extensions: Extensions = ()


@dataclass(frozen=True, slots=True)
class Run:
    """One stretch between starting and stopping; `seq` is the journal's number of its start."""

    seq: int
    segments: tuple[Segment, ...]
    stopped_ms: int | None = None  # what the clock showed when it stopped; None while it runs
    added_ms: int = 0  # given since it stopped; kept apart, so that the moment of stopping can still be computed
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock: planned length, warning mark, runs, extra time by table."""

    length_ms: int
    warning_ms: int | None = TEN_MINUTES
    runs: tuple[Run, ...] = ()
    extensions: Extensions = ()
    untimed: bool = False
    ended: bool = False
    cut_short_ms: int = 0  # what was left when time was called early; 0 again once the time is changed


@dataclass(frozen=True, slots=True)
class Pause:
    """What to record when the clock has to be paused."""

    remaining_ms: int
    reason: str


def timed_clock(length_ms: int, *, warning_ms: int | None = TEN_MINUTES) -> Clock:
    """A clock that has not started yet."""
    return Clock(_some_time(length_ms), warning_ms)


def untimed_clock() -> Clock:
    """The clock of a round without a time limit: a final, tables of several, or a round on chess clocks."""
    return Clock(0, None, untimed=True)


# What happened to the clock


def started(clock: Clock, seq: int, *, at: Moment, remaining_ms: int) -> Clock:
    """Started, or resumed after a pause; also takes back that the clock was ended."""
    if _run_on(clock) is not None:
        raise Refused("The clock is already running. Pause it first if it should start again.")
    left = _standing(clock)
    if remaining_ms > left:
        raise Refused(f"The clock has {mmss(left)} left and cannot start with more. Start it, then add time.")
    if not clock.runs and not clock.untimed and remaining_ms <= 0:
        raise Refused("The clock has no time to start with. Set a length above zero.")
    run = Run(seq, (Segment(at, remaining_ms, clock.extensions),))
    return replace(clock, runs=(*clock.runs, run), ended=False)


def paused(clock: Clock, remaining_ms: int, *, reason: str | None = None) -> Clock:
    """Stopped with this much left; an organizer's pause needs no reason."""
    _not_ended(clock)
    run = _run_on(clock)
    if run is None:
        raise Refused("The clock is not running, so there is nothing to pause.")
    if remaining_ms > run.segments[-1].remaining_ms:
        raise Refused("A pause cannot give the clock time back. Pause it, then add time.")
    return _with_last(clock, replace(run, stopped_ms=remaining_ms, reason=reason))


def time_added(clock: Clock, ms: int, *, at: Moment) -> Clock:
    """Everyone has more time, or less if `ms` is negative; a running clock runs on, a paused one stays paused."""
    _not_ended(clock)
    _timed(clock)
    left = _live(clock, at)
    if ms < 0 and left + ms < 0:
        raise Refused(f"Only {mmss(max(left, 0))} is left, so no more than that can be taken away.")
    if not clock.runs:
        return replace(clock, length_ms=_some_time(left + ms))
    clock, run = replace(clock, cut_short_ms=0), clock.runs[-1]
    if run.stopped_ms is not None:
        return _with_last(clock, replace(run, added_ms=run.added_ms + ms))
    return _with_segment(clock, Segment(at, left + ms, clock.extensions))


def called_early(clock: Clock, at: Moment) -> Clock:
    """Time is called now, whatever was left; a paused clock calls it when it resumes."""
    _not_ended(clock)
    _timed(clock)
    left = _live(clock, at)
    if not clock.runs:
        raise Refused("The clock has not started, so time cannot be called yet. Start it first.")
    if left <= 0:
        raise Refused("Time has already been called.")
    return replace(time_added(clock, -left, at=at), cut_short_ms=left)


def extended(clock: Clock, table: int, *, ms: int, at: Moment) -> Clock:
    """One table ends this much after the others, on top of what it had; a negative `ms` takes extra time back."""
    _not_ended(clock)
    _timed(clock)
    left = _live(clock, at)
    extra = extension(clock, table) + ms
    if extra < 0:
        raise Refused(f"Table {table} has only {mmss(extra - ms)} of extra time to take back.")
    others = ((other, given) for other, given in clock.extensions if other != table)
    clock = replace(clock, extensions=tuple(sorted((*others, *([(table, extra)] if extra else ())))))
    return clock if _run_on(clock) is None else _with_segment(clock, Segment(at, left, clock.extensions))


def with_tables_moved(clock: Clock, moved: Mapping[int, int]) -> Clock:
    """People take their extra time along to another table, what was in force before included."""

    def at(extensions: Extensions) -> Extensions:
        return tuple(sorted((moved.get(table, table), ms) for table, ms in extensions))

    runs = tuple(
        replace(run, segments=tuple(replace(s, extensions=at(s.extensions)) for s in run.segments))
        for run in clock.runs
    )
    return replace(clock, runs=runs, extensions=at(clock.extensions))


def ended(clock: Clock, remaining_ms: int) -> Clock:
    """The round no longer needs its clock: it stands still with this much left, and nothing sounds any more."""
    if clock.ended:
        raise Refused("The clock of this round has already ended.")
    stopped = clock if _run_on(clock) is None else paused(clock, remaining_ms)
    return replace(stopped, ended=True)


# What the clock shows


def remaining(clock: Clock, now: Moment, *, heartbeat: Moment | None = None) -> int:
    """What is left; below zero it says how long ago time was called.

    After a power cut, until the pause is recorded: what was left at the heartbeat, the last moment the box is known to
    have been alive. If it is lost, or older than the last change, then what the clock showed at that change.
    """
    run = _run_on(clock)
    if run is None:
        return _standing(clock)
    segment = run.segments[-1]
    seen = [moment for moment in (now, heartbeat) if moment and moment.boot_id == segment.at.boot_id]
    return segment.remaining_ms - max(0, seen[0].ms - segment.at.ms) if seen else segment.remaining_ms


def is_running(clock: Clock, now: Moment) -> bool:
    """Whether time passes; after a power cut it does not."""
    run = _run_on(clock)
    return run is not None and run.segments[-1].at.boot_id == now.boot_id


def phase(clock: Clock, now: Moment, *, tables_out: int | None = None, heartbeat: Moment | None = None) -> Phase:
    """Where the round stands; with no table left to wait for (`tables_out`), a started round has ended."""
    if clock.ended or (clock.runs and tables_out == 0):
        return "ended"
    if not clock.runs:
        return "not-started"
    if not is_running(clock, now):
        return "paused"
    left = remaining(clock, now, heartbeat=heartbeat)
    if clock.untimed or left > (clock.warning_ms or 0):
        return "running"
    return "warning" if left > 0 else "called"


def why_paused(clock: Clock, now: Moment) -> str | None:
    """The reason of the pause, if it has one; "power" also before the pause after a power cut is recorded."""
    if not clock.runs or is_running(clock, now):
        return None
    run = clock.runs[-1]
    return POWER if run.stopped_ms is None else run.reason


def switched_at(clock: Clock) -> Moment | None:
    """When the clock was last started or stopped; None before its first start."""
    if not clock.runs:
        return None
    run, last = clock.runs[-1], clock.runs[-1].segments[-1]
    if run.stopped_ms is None:
        return run.segments[0].at
    return Moment(last.at.boot_id, last.at.ms + last.remaining_ms - run.stopped_ms)


def ran_unseen(clock: Clock) -> bool:
    """Whether the power cut the clock off and no heartbeat told how long it had run since its last change."""
    run = clock.runs[-1] if clock.runs else None
    return run is not None and run.reason == POWER and run.stopped_ms == run.segments[-1].remaining_ms


def extension(clock: Clock, table: int) -> int:
    """A table's extra time, 0 if it has none."""
    return dict(clock.extensions).get(table, 0)


def table_remaining(clock: Clock, now: Moment, *, table: int, heartbeat: Moment | None = None) -> int:
    """What is left at one table: its own end is the common end plus its extra time."""
    return remaining(clock, now, heartbeat=heartbeat) + extension(clock, table)


def is_up(clock: Clock | None, now: Moment, *, table: int) -> bool:
    """Has time been called at this table? Not where there is no limit."""
    if clock is None or clock.untimed or not clock.runs:
        return False
    return table_remaining(clock, now, table=table) <= 0


def ends_at(now_wall: datetime, remaining_ms: int) -> datetime:
    """The time of day on the wall at which this much will have passed; for display only."""
    span = timedelta(milliseconds=remaining_ms)
    if now_wall.tzinfo is None:
        return now_wall + span
    # Through UTC: a round in the night the clocks change still lasts as long as it lasts.
    return (now_wall.astimezone(UTC) + span).astimezone(now_wall.tzinfo)


def mmss(ms: int) -> str:
    """32:17, or −1:30 below zero; rounded up, as on a countdown: 0:00 is shown only when time is over."""
    seconds = -(-abs(ms) // 1000)
    return f"{'−' if ms < 0 else ''}{seconds // 60}:{seconds % 60:02}"


def given(clock: Clock) -> int:
    """What was added for everyone since the start, below zero where more was taken away."""
    return sum(run.added_ms + sum(_jumps(run)) for run in clock.runs)


def _jumps(run: Run) -> list[int]:
    """What each change gave, beside the time that passed before it: extra time for one table gives nothing."""
    passed = ((one.remaining_ms - (two.at.ms - one.at.ms), two.remaining_ms) for one, two in pairwise(run.segments))
    return [after - before for before, after in passed]


# After the power was out


def after_power_cut(clock: Clock, now: Moment, *, heartbeat: Moment | None) -> Pause | None:
    """The pause to record when the box has come up again; None if the clock was not running, or runs on."""
    if _run_on(clock) is None or is_running(clock, now):
        return None
    return Pause(remaining(clock, now, heartbeat=heartbeat), POWER)


def resume_after(remaining_ms: int, outage_ms: int) -> int:
    """What to resume with when the outage counts as played; below zero, time is called on resuming."""
    if outage_ms < 0:
        raise Refused("An outage cannot be negative. Resume without subtracting it, then correct the time.")
    return remaining_ms - outage_ms


def _some_time(length_ms: int) -> int:
    if length_ms <= 0:
        raise Refused("A round needs some time. Set a length above zero, or play it without a time limit.")
    return length_ms


def _run_on(clock: Clock) -> Run | None:
    return clock.runs[-1] if clock.runs and clock.runs[-1].stopped_ms is None else None


def _standing(clock: Clock) -> int:
    if not clock.runs:
        return clock.length_ms
    run = clock.runs[-1]
    return (run.stopped_ms or 0) + run.added_ms


def _live(clock: Clock, at: Moment) -> int:
    if _run_on(clock) is not None and not is_running(clock, at):
        raise Refused("The power was out and the clock stands still. Pause it where it stopped, then change its time.")
    return remaining(clock, at)


def _not_ended(clock: Clock) -> None:
    if clock.ended:
        raise Refused("The clock of this round has ended. Start it again before changing it.")


def _timed(clock: Clock) -> None:
    if clock.untimed:
        raise Refused("This round has no time limit, so there is no time to add, take away or call.")


def _with_last(clock: Clock, run: Run) -> Clock:
    return replace(clock, runs=(*clock.runs[:-1], run))


def _with_segment(clock: Clock, segment: Segment) -> Clock:
    run = clock.runs[-1]
    return _with_last(clock, replace(run, segments=(*run.segments, segment)))
