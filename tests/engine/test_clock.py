"""The round clock (DESIGN, "The clock"; RULES, "Time")."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import (
    POWER,
    Clock,
    Moment,
    Pause,
    after_power_cut,
    called_early,
    ended,
    ends_at,
    extended,
    extension,
    is_running,
    mmss,
    paused,
    phase,
    ran_unseen,
    remaining,
    resume_after,
    started,
    switched_at,
    table_remaining,
    time_added,
    timed_clock,
    untimed_clock,
    why_paused,
)
from engine.clock import (
    given as given_since,
)
from engine.refusals import Refused

MIN = 60_000
HOUR = 60 * MIN
BOOT = 5_000_000


def at(minutes: float, boot: str = "a") -> Moment:
    """So many minutes after the machine in these stories started its clock."""
    return Moment(boot, BOOT + round(minutes * MIN))


def running(length: int = 50 * MIN) -> Clock:
    return started(timed_clock(length), 7, at=at(0), remaining_ms=length)


def paused_at(left: int) -> Clock:
    return paused(running(), left)


def test_before_the_start_the_whole_round_is_left() -> None:
    clock = timed_clock(50 * MIN)
    assert remaining(clock, at(99)) == 50 * MIN
    assert not is_running(clock, at(99))
    assert phase(clock, at(99)) == "not-started"


def test_a_running_clock_loses_what_has_passed() -> None:
    assert remaining(running(), Moment("a", BOOT + 1)) == 50 * MIN - 1
    assert remaining(running(), at(20)) == 30 * MIN


def test_below_zero_it_says_how_long_ago_time_was_called() -> None:
    assert remaining(running(), at(53)) == -3 * MIN


@pytest.mark.parametrize(
    ("ms", "shown"),
    [(90 * MIN, "90:00"), (60_001, "1:01"), (1, "0:01"), (0, "0:00"), (-1, "−0:01"), (-90_000, "−1:30")],
)
def test_minutes_are_rounded_up_so_that_nothing_left_is_nothing(ms: int, shown: str) -> None:
    assert mmss(ms) == shown


def test_a_look_from_just_before_the_start_shows_the_full_time() -> None:
    """Two threads may read the machine's clock in the other order."""
    assert remaining(running(), at(-0.001)) == 50 * MIN


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [(0, "running"), (39.999, "running"), (40, "warning"), (49.999, "warning"), (50, "called"), (70, "called")],
)
def test_the_phases_of_a_50_minute_round_with_a_10_minute_warning(minutes: float, expected: str) -> None:
    """RULES, "Time": the warning comes with ten minutes left."""
    assert phase(running(), at(minutes)) == expected


def test_without_a_warning_mark_a_round_runs_until_time_is_called() -> None:
    clock = started(timed_clock(5 * MIN, warning_ms=None), 1, at=at(0), remaining_ms=5 * MIN)
    assert phase(clock, at(4.99)) == "running"
    assert phase(clock, at(5)) == "called"


def test_a_started_round_has_ended_when_no_table_is_left() -> None:
    assert phase(running(), at(20), tables_out=1) == "running"
    assert phase(running(), at(20), tables_out=0) == "ended"
    assert phase(paused_at(3 * MIN), at(50), tables_out=0) == "ended"
    assert phase(timed_clock(MIN), at(0), tables_out=0) == "not-started"


def test_a_paused_clock_stands_still() -> None:
    clock = paused_at(18 * MIN)
    assert remaining(clock, at(32)) == remaining(clock, at(500)) == 18 * MIN
    assert phase(clock, at(500)) == "paused"
    assert why_paused(clock, at(500)) is None


def test_a_clock_can_be_paused_at_the_moment_it_started() -> None:
    assert remaining(paused(running(), 50 * MIN), at(5)) == 50 * MIN


def test_it_is_known_when_the_clock_was_last_started_or_stopped() -> None:
    assert switched_at(timed_clock(MIN)) is None
    assert switched_at(time_added(running(), MIN, at=at(10))) == at(0)
    assert switched_at(paused(time_added(running(), MIN, at=at(10)), 11 * MIN)) == at(40)


def test_a_pause_may_have_a_reason() -> None:
    assert why_paused(paused(running(), 5 * MIN, reason="fire alarm"), at(45)) == "fire alarm"
    assert why_paused(running(), at(45)) is None


def test_a_resumed_clock_goes_on_from_where_it_stopped() -> None:
    clock = started(paused_at(18 * MIN), 9, at=at(100), remaining_ms=18 * MIN)
    assert remaining(clock, at(101)) == 17 * MIN
    assert is_running(clock, at(101))
    assert [run.seq for run in clock.runs] == [7, 9]


def test_adding_time_keeps_a_running_clock_running() -> None:
    clock = time_added(running(), 2 * MIN, at=at(10))
    assert is_running(clock, at(10))
    assert remaining(clock, at(11)) == 41 * MIN


def test_adding_time_keeps_a_paused_clock_paused() -> None:
    clock = time_added(paused_at(18 * MIN), 2 * MIN, at=at(90))
    assert phase(clock, at(91)) == "paused"
    assert remaining(clock, at(91)) == 20 * MIN
    assert remaining(started(clock, 9, at=at(100), remaining_ms=20 * MIN), at(101)) == 19 * MIN


def test_adding_time_before_the_start_makes_the_round_longer() -> None:
    clock = time_added(timed_clock(50 * MIN), 10 * MIN, at=at(0))
    assert remaining(clock, at(0)) == 60 * MIN
    assert not clock.runs


def test_added_time_can_be_given_back() -> None:
    clock = time_added(time_added(running(), 2 * MIN, at=at(1)), -2 * MIN, at=at(2))
    assert remaining(clock, at(3)) == 47 * MIN


def test_time_added_after_time_was_called_counts_from_the_end() -> None:
    clock = time_added(running(), 5 * MIN, at=at(52))
    assert remaining(clock, at(52)) == 3 * MIN
    assert phase(clock, at(52)) == "warning"


def test_time_can_be_called_early() -> None:
    clock = called_early(running(), at(20))
    assert phase(clock, at(20)) == "called"
    assert remaining(clock, at(21)) == -MIN


def test_calling_time_early_is_taken_back_by_adding_time() -> None:
    assert phase(time_added(called_early(running(), at(20)), 30 * MIN, at=at(20)), at(20)) == "running"


def test_an_ended_clock_stands_still_and_can_be_started_again() -> None:
    clock = ended(running(), 12 * MIN)
    assert phase(clock, at(60)) == "ended"
    assert remaining(clock, at(60)) == 12 * MIN
    assert phase(started(clock, 9, at=at(61), remaining_ms=12 * MIN), at(61)) == "running"


def test_a_paused_clock_and_one_that_never_started_can_end() -> None:
    assert remaining(ended(paused_at(MIN), MIN), at(80)) == MIN
    assert phase(ended(timed_clock(MIN), MIN), at(0)) == "ended"


REFUSALS: dict[str, Callable[[], object]] = {
    "a round of no length": lambda: timed_clock(0),
    "start a running clock": lambda: started(running(), 8, at=at(1), remaining_ms=49 * MIN),
    "start with more than is left": lambda: started(paused_at(MIN), 8, at=at(50), remaining_ms=MIN + 1),
    "start with nothing": lambda: started(timed_clock(MIN), 8, at=at(0), remaining_ms=0),
    "pause a paused clock": lambda: paused(paused_at(MIN), MIN),
    "pause before the start": lambda: paused(timed_clock(MIN), MIN),
    "pause with more than there was": lambda: paused(running(), 50 * MIN + 1),
    "pause an ended clock": lambda: paused(ended(running(), MIN), MIN),
    "add time to an ended clock": lambda: time_added(ended(running(), MIN), MIN, at=at(50)),
    "extend a table after the end": lambda: extended(ended(running(), MIN), 7, ms=MIN, at=at(50)),
    "end twice": lambda: ended(ended(running(), MIN), MIN),
    "take away more than is left": lambda: time_added(running(), -3 * MIN, at=at(48)),
    "take away after time was called": lambda: time_added(running(), -1, at=at(51)),
    "take away the whole round before it starts": lambda: time_added(timed_clock(MIN), -MIN, at=at(0)),
    "call time twice": lambda: called_early(called_early(running(), at(20)), at(20)),
    "call time before the start": lambda: called_early(timed_clock(MIN), at(0)),
    "take back more extra time than given": lambda: extended(running(), 7, ms=-1, at=at(1)),
    "an outage of less than nothing": lambda: resume_after(MIN, -1),
    "add time after a power cut": lambda: time_added(running(), MIN, at=at(1, "b")),
    "extend a table after a power cut": lambda: extended(running(), 7, ms=MIN, at=at(1, "b")),
    "add time without a time limit": lambda: time_added(untimed_clock(), MIN, at=at(0)),
    "extend a table without a time limit": lambda: extended(untimed_clock(), 7, ms=MIN, at=at(0)),
}


@pytest.mark.parametrize("act", REFUSALS.values(), ids=REFUSALS.keys())
def test_what_cannot_be_done_is_refused_with_a_sentence(act: Callable[[], object]) -> None:
    with pytest.raises(Refused, match=r"^[A-Z].*\.$"):
        act()


def test_a_refusal_names_the_time_left_rounded_up_like_the_display() -> None:
    with pytest.raises(Refused, match="1:01 is left"):
        time_added(running(61_000), -2 * MIN, at=Moment("a", BOOT + 999))


# Extra time at one table


def test_a_table_with_extra_time_has_its_own_end() -> None:
    clock = extended(running(), 7, ms=4 * MIN, at=at(15))
    assert table_remaining(clock, at(20), table=7) == 34 * MIN
    assert table_remaining(clock, at(20), table=8) == remaining(clock, at(20)) == 30 * MIN


def test_extra_time_adds_up_and_can_be_taken_back() -> None:
    clock = extended(extended(running(), 7, ms=4 * MIN, at=at(15)), 7, ms=2 * MIN, at=at(16))
    assert extension(clock, 7) == 6 * MIN
    assert extended(clock, 7, ms=-6 * MIN, at=at(17)).extensions == ()


def test_an_extension_after_time_was_called_counts_from_the_common_end() -> None:
    clock = extended(running(), 7, ms=4 * MIN, at=at(51))
    assert phase(clock, at(51)) == "called"
    assert table_remaining(clock, at(51), table=7) == 3 * MIN


def test_extra_time_given_before_the_start_or_in_a_pause_lasts() -> None:
    before = started(extended(timed_clock(50 * MIN), 3, ms=MIN, at=at(0)), 7, at=at(1), remaining_ms=50 * MIN)
    both = extended(paused(before, 20 * MIN), 4, ms=2 * MIN, at=at(40))
    clock = started(both, 9, at=at(60), remaining_ms=20 * MIN)
    assert clock.extensions == ((3, MIN), (4, 2 * MIN))
    assert [table_remaining(clock, at(61), table=t) for t in (3, 4, 5)] == [20 * MIN, 21 * MIN, 19 * MIN]


# No time limit


def test_a_round_without_a_time_limit_is_never_called() -> None:
    """RULES, "Top cut": the final may run without time limit and sudden death."""
    clock = started(untimed_clock(), 7, at=at(0), remaining_ms=0)
    assert phase(clock, at(0)) == phase(clock, at(300)) == "running"
    assert remaining(clock, at(5)) == -5 * MIN
    assert phase(paused(clock, -5 * MIN), at(6)) == "paused"


def test_time_cannot_be_called_where_there_is_no_limit() -> None:
    with pytest.raises(Refused, match="no time limit"):
        called_early(started(untimed_clock(), 7, at=at(0), remaining_ms=0), at(5))


# The power was out


def test_a_server_restart_in_the_same_boot_changes_nothing() -> None:
    assert after_power_cut(running(), at(20), heartbeat=at(12)) is None
    assert remaining(running(), at(20), heartbeat=at(12)) == 30 * MIN


def test_after_a_reboot_the_clock_stands_where_the_heartbeat_saw_it() -> None:
    clock, now = running(), at(0.5, "b")
    assert remaining(clock, now, heartbeat=at(20)) == 30 * MIN
    assert not is_running(clock, now)
    assert phase(clock, now, heartbeat=at(20)) == "paused"
    assert why_paused(clock, now) == POWER
    assert after_power_cut(clock, now, heartbeat=at(20)) == Pause(30 * MIN, POWER)


def test_a_longer_uptime_after_the_reboot_does_not_matter() -> None:
    assert remaining(running(), at(400, "b"), heartbeat=at(20)) == 30 * MIN


@pytest.mark.parametrize(
    "heartbeat", [None, at(3), at(49, "z")], ids=["lost", "older than the change", "of another boot"]
)
def test_without_a_usable_heartbeat_the_last_change_counts(heartbeat: Moment | None) -> None:
    clock = time_added(running(), 2 * MIN, at=at(10))
    cut = after_power_cut(clock, at(0, "b"), heartbeat=heartbeat)
    assert cut == Pause(42 * MIN, POWER)
    assert ran_unseen(paused(clock, cut.remaining_ms, reason=cut.reason))


def test_what_a_heartbeat_or_an_organizer_saw_is_known() -> None:
    assert not ran_unseen(paused(running(), 30 * MIN, reason=POWER))
    assert not ran_unseen(paused(running(), 50 * MIN))
    assert not ran_unseen(timed_clock(MIN))


def test_time_added_just_before_a_power_cut_is_not_lost() -> None:
    """The heartbeat comes once a second; time added since then is in the journal."""
    clock = time_added(running(), 5 * MIN, at=at(49.01))
    cut = after_power_cut(clock, at(0, "b"), heartbeat=at(49))
    assert cut is not None
    assert cut.remaining_ms == round(5.99 * MIN)


def test_a_power_cut_is_paused_and_resumed_in_the_new_boot() -> None:
    cut = after_power_cut(running(), at(-60, "b"), heartbeat=at(20))
    assert cut is not None
    clock = paused(running(), cut.remaining_ms, reason=cut.reason)
    assert after_power_cut(clock, at(-60, "b"), heartbeat=at(20)) is None
    assert why_paused(clock, at(-60, "b")) == POWER
    resumed = started(clock, 11, at=at(-50, "b"), remaining_ms=30 * MIN)
    assert remaining(resumed, at(-49, "b")) == 29 * MIN


def test_a_pause_outlasts_a_restart() -> None:
    clock = paused_at(18 * MIN)
    assert after_power_cut(clock, at(2, "b"), heartbeat=at(20)) is None
    assert remaining(clock, at(2, "b"), heartbeat=at(20)) == 18 * MIN
    assert why_paused(clock, at(2, "b")) is None


def test_a_clock_that_never_started_has_nothing_to_pause() -> None:
    assert after_power_cut(timed_clock(MIN), at(2, "b"), heartbeat=None) is None


def test_the_outage_can_be_subtracted() -> None:
    cut = paused(running(), 18 * MIN, reason=POWER)
    clock = started(cut, 9, at=at(0, "b"), remaining_ms=resume_after(18 * MIN, 12 * MIN))
    assert remaining(clock, at(1, "b")) == 5 * MIN


def test_an_outage_too_short_to_measure_takes_nothing() -> None:
    assert resume_after(18 * MIN, 0) == 18 * MIN


def test_an_outage_longer_than_the_rest_leaves_extra_time_its_share() -> None:
    cut = paused(extended(running(), 7, ms=4 * MIN, at=at(1)), 2 * MIN, reason=POWER)
    clock = started(cut, 9, at=at(0, "b"), remaining_ms=resume_after(2 * MIN, 5 * MIN))
    assert phase(clock, at(0, "b")) == "called"
    assert table_remaining(clock, at(0, "b"), table=7) == MIN


# Time of day


def test_the_end_on_the_wall_is_now_and_what_is_left() -> None:
    assert ends_at(datetime(2025, 5, 3, 15, 9, 43), 32 * MIN + 17_000) == datetime(2025, 5, 3, 15, 42)


def test_a_jump_of_the_time_of_day_moves_only_the_display() -> None:
    """The clock is asked with moments; the day on the wall is nowhere in it, and only the end on display follows it."""
    noon = datetime(2025, 5, 3, 12, tzinfo=UTC)
    left = remaining(running(), at(20))
    assert ends_at(noon + timedelta(days=1), left) == datetime(2025, 5, 4, 12, 30, tzinfo=UTC)
    assert ends_at(noon, left) == datetime(2025, 5, 3, 12, 30, tzinfo=UTC)


def test_the_end_is_told_in_the_zone_of_the_wall() -> None:
    there = timezone(timedelta(hours=2))
    assert ends_at(datetime(2025, 5, 3, 23, 30, tzinfo=there), HOUR).isoformat() == "2025-05-04T00:30:00+02:00"


def test_a_round_keeps_its_length_in_the_night_the_clocks_change() -> None:
    zoneinfo = pytest.importorskip("zoneinfo")
    try:
        berlin = zoneinfo.ZoneInfo("Europe/Berlin")
    except zoneinfo.ZoneInfoNotFoundError:
        pytest.skip("no time zone data on this machine")
    assert ends_at(datetime(2025, 3, 30, 1, 30, tzinfo=berlin), HOUR).hour == 3


# For every history

ACTS = st.lists(
    st.tuples(
        st.integers(0, 5_000),
        st.sampled_from(["start", "pause", "add", "extend", "cut", "end", "look"]),
        st.integers(-4_000, 4_000),
    ),
    max_size=30,
)


@given(ACTS)
def test_what_is_left_grows_only_by_time_added(acts: list[tuple[int, str, int]]) -> None:
    """And it is exactly the length, plus what was added, less the time it ran; the heartbeat is fresh at every cut."""
    clock, boot, ms = timed_clock(10_000, warning_ms=3_000), 0, 0
    expected = 10_000
    for seq, (wait, act, amount) in enumerate(acts):
        before = Moment(str(boot), ms)
        ms += wait
        now = Moment(str(boot), ms)
        expected -= wait if is_running(clock, before) else 0
        assert remaining(clock, now) == expected
        if act == "cut":
            boot, ms = boot + 1, 0
            cut = after_power_cut(clock, Moment(str(boot), 0), heartbeat=now)
            assert (cut is None) == (not is_running(clock, now))
            clock = paused(clock, cut.remaining_ms, reason=cut.reason) if cut else clock
        else:
            try:
                clock = _done(clock, act, seq=seq, now=now, amount=amount)
                expected += amount if act == "add" else 0
            except Refused:
                pass
        assert remaining(clock, Moment(str(boot), ms)) == expected


def _done(clock: Clock, act: str, *, seq: int, now: Moment, amount: int) -> Clock:
    left = remaining(clock, now)
    match act:
        case "start":
            return started(clock, seq, at=now, remaining_ms=left)
        case "pause":
            return paused(clock, left)
        case "add":
            return time_added(clock, amount, at=now)
        case "extend":
            return extended(clock, 7, ms=amount, at=now)
        case "end":
            return ended(clock, left)
    return clock


@given(st.integers(-HOUR, HOUR), st.integers(0, HOUR), st.integers(0, HOUR))
def test_a_running_clock_never_shows_more_later(offset: int, first: int, more: int) -> None:
    clock = running()
    early, late = Moment("a", BOOT + offset + first), Moment("a", BOOT + offset + first + more)
    assert remaining(clock, late) <= remaining(clock, early) <= 50 * MIN


def test_what_was_given_since_the_start_is_known_whatever_else_happened():
    """The fuse of the wall is as long as the round: with what was added, without what a table has for itself."""
    at = lambda minutes: Moment("a", BOOT + minutes * MIN)  # noqa: E731
    clock = started(timed_clock(HOUR), 1, at=at(0), remaining_ms=HOUR)
    assert given_since(clock) == 0
    clock = extended(time_added(clock, 5 * MIN, at=at(20)), 3, ms=4 * MIN, at=at(25))
    clock = time_added(paused(clock, 35 * MIN), 2 * MIN, at=at(40))
    clock = time_added(started(clock, 2, at=at(50), remaining_ms=37 * MIN), -3 * MIN, at=at(51))
    assert given_since(clock) == 4 * MIN
