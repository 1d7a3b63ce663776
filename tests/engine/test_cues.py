"""What the room hears, and when (DESIGN, "The clock")."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import (
    POWER,
    Clock,
    Moment,
    called_early,
    ended,
    extended,
    is_running,
    paused,
    remaining,
    resume_after,
    started,
    time_added,
    timed_clock,
    untimed_clock,
)
from engine.cues import coming_cues, cues_between, is_audible
from engine.refusals import Refused

MIN = 60_000
BEFORE = Moment("a", 0)
LATER = Moment("a", 10**9)


def at(minutes: float, boot: str = "a") -> Moment:
    return Moment(boot, MIN + round(minutes * MIN))


def running(length: int = 50 * MIN) -> Clock:
    return started(timed_clock(length), 7, at=at(0), remaining_ms=length)


def resumed(clock: Clock, moment: Moment, *, seq: int = 9) -> Clock:
    return started(clock, seq, at=moment, remaining_ms=remaining(clock, moment))


def heard(clock: Clock, since: Moment = BEFORE, until: Moment = LATER) -> list[tuple[str, int, float]]:
    """Each cue as its name, its n, and the minute it comes."""
    return [(cue.id[1], cue.n, (cue.at.ms - MIN) / MIN) for cue in cues_between(clock, since, until=until)]


def test_a_round_starts_warns_at_ten_minutes_and_is_called() -> None:
    """RULES, "Time"."""
    assert heard(running()) == [("start", 1, 0), ("warning", 1, 40), ("called", 1, 50)]


def test_a_cue_is_known_by_the_start_of_its_round_its_name_and_its_number() -> None:
    assert [cue.id for cue in cues_between(running(), BEFORE, until=LATER)] == [
        (7, "start", 1),
        (7, "warning", 1),
        (7, "called", 1),
    ]


def test_a_cue_is_due_when_the_clock_shows_its_mark() -> None:
    cues = cues_between(extended(running(), 7, ms=4 * MIN, at=at(3)), BEFORE, until=LATER)
    assert [remaining(running(), cue.at) for cue in cues] == [50 * MIN, 10 * MIN, 0, -4 * MIN]


def test_the_end_of_the_interval_belongs_to_it_and_its_beginning_does_not() -> None:
    assert heard(running(), at(40), at(50)) == [("called", 1, 50)]
    assert heard(running(), at(39), Moment("a", at(40).ms - 1)) == []
    assert heard(running(), at(-0.5), at(0)) == [("start", 1, 0)]


def test_a_clock_that_has_not_started_is_silent() -> None:
    assert heard(timed_clock(50 * MIN)) == []


@pytest.mark.parametrize("length", [8 * MIN, 10 * MIN])
def test_a_round_that_starts_at_or_below_the_mark_has_no_warning(length: int) -> None:
    assert [name for name, _, _ in heard(running(length))] == ["start", "called"]


def test_a_round_without_a_mark_has_no_warning() -> None:
    clock = started(timed_clock(50 * MIN, warning_ms=None), 7, at=at(0), remaining_ms=50 * MIN)
    assert heard(clock) == [("start", 1, 0), ("called", 1, 50)]


def test_a_round_without_a_limit_only_starts() -> None:
    clock = started(untimed_clock(), 7, at=at(0), remaining_ms=0)
    assert heard(clock) == [("start", 1, 0)]
    assert not [*coming_cues(clock, at(1))]


def test_an_ended_clock_sounds_no_more() -> None:
    assert heard(ended(running(), 30 * MIN)) == [("start", 1, 0)]


# Pausing


def test_a_paused_clock_is_silent_and_keeps_what_was_heard() -> None:
    assert heard(paused(running(), 5 * MIN)) == [("start", 1, 0), ("warning", 1, 40)]


def test_resuming_is_no_second_start_and_no_second_warning() -> None:
    clock = resumed(paused(running(), 5 * MIN), at(60))
    assert heard(clock) == [("start", 1, 0), ("warning", 1, 40), ("called", 1, 65)]


def test_a_pause_on_the_mark_itself_warns_once() -> None:
    clock = resumed(paused(running(), 10 * MIN), at(60))
    assert heard(clock) == [("start", 1, 0), ("warning", 1, 40), ("called", 1, 70)]


def test_a_pause_moves_the_cues_and_not_their_ids() -> None:
    """A sounder that heard of the pause a moment late does not sound the mark twice."""
    clock = resumed(paused(running(), 10 * MIN + 40), at(60), seq=12)
    assert cues_between(clock, at(55), until=LATER)[0].id == (7, "warning", 1)


# Added time


def test_time_added_before_the_mark_only_moves_it() -> None:
    clock = time_added(running(), 5 * MIN, at=at(20))
    assert heard(clock) == [("start", 1, 0), ("warning", 1, 45), ("called", 1, 55)]


def test_time_added_after_the_warning_warns_again_if_it_lifts_the_clock_above_the_mark() -> None:
    assert heard(time_added(running(), 5 * MIN, at=at(42)), at(1)) == [
        ("warning", 1, 40),
        ("warning", 2, 45),
        ("called", 1, 55),
    ]
    assert heard(time_added(running(), 2 * MIN, at=at(42)), at(1)) == [("warning", 1, 40), ("called", 1, 52)]


def test_time_added_after_the_call_calls_again() -> None:
    assert heard(time_added(running(), 5 * MIN, at=at(52)), at(45)) == [("called", 1, 50), ("called", 2, 55)]
    assert heard(time_added(running(), 20 * MIN, at=at(52)), at(45)) == [
        ("called", 1, 50),
        ("warning", 2, 60),
        ("called", 2, 70),
    ]


def test_time_added_that_does_not_reach_zero_again_calls_nothing() -> None:
    assert heard(time_added(running(), MIN, at=at(52)), at(45)) == [("called", 1, 50)]


def test_time_added_at_the_very_mark_keeps_the_cue_that_was_heard() -> None:
    assert heard(time_added(running(), MIN, at=at(50)), at(45)) == [("called", 1, 50), ("called", 2, 51)]


def test_time_added_a_blink_before_the_end_gets_a_new_number() -> None:
    """A sounder may have called time before it heard of the added minute; the real call must still sound."""
    clock = time_added(running(), MIN, at=Moment("a", at(50).ms - 80))
    assert heard(clock, at(45)) == [("called", 2, 51)]


def test_time_added_in_a_pause_lifts_the_clock_when_it_resumes() -> None:
    clock = resumed(time_added(paused(running(), 5 * MIN), 15 * MIN, at=at(50)), at(60))
    assert heard(clock, at(1)) == [("warning", 1, 40), ("warning", 2, 70), ("called", 1, 80)]


def test_the_moment_of_a_pause_stays_when_time_is_added_in_it() -> None:
    clock = time_added(paused(running(), 5 * MIN), -4 * MIN, at=at(50))
    assert heard(clock) == [("start", 1, 0), ("warning", 1, 40)]


def test_time_taken_away_past_the_mark_warns_at_once() -> None:
    clock = time_added(running(), -15 * MIN, at=at(30))
    assert heard(clock, at(1)) == [("warning", 1, 30), ("called", 1, 35)]


def test_time_taken_away_in_a_pause_warns_on_resuming() -> None:
    paused_low = time_added(paused(running(), 20 * MIN), -15 * MIN, at=at(31))
    assert heard(paused_low, at(1)) == []
    assert heard(resumed(paused_low, at(60)), at(1)) == [("warning", 1, 60), ("called", 1, 65)]


def test_time_called_early_is_called_without_a_warning() -> None:
    assert heard(called_early(running(), at(20)), at(1)) == [("called", 1, 20)]


# Extra time at a table


def test_extra_time_is_over_at_its_own_table_only() -> None:
    clock = extended(running(), 7, ms=4 * MIN, at=at(15))
    assert heard(clock, at(45)) == [("called", 1, 50), ("table-over-7", 1, 54)]
    assert cues_between(clock, at(45), until=LATER)[1].table == 7


def test_tables_that_end_together_come_in_their_order() -> None:
    clock = extended(extended(running(), 12, ms=MIN, at=at(15)), 3, ms=MIN, at=at(16))
    assert heard(clock, at(50)) == [("table-over-3", 1, 51), ("table-over-12", 1, 51)]


def test_extra_time_does_not_disturb_the_common_cues() -> None:
    clock = extended(extended(running(), 7, ms=4 * MIN, at=at(41)), 7, ms=MIN, at=at(50))
    assert heard(clock, at(1)) == [("warning", 1, 40), ("called", 1, 50), ("table-over-7", 1, 55)]


def test_an_extension_after_time_was_called_is_over_in_its_turn() -> None:
    """That table's own time had come to zero with the call, and is lifted above it again."""
    assert heard(extended(running(), 7, ms=4 * MIN, at=at(52)), at(45)) == [
        ("called", 1, 50),
        ("table-over-7", 2, 54),
    ]


def test_an_extension_that_is_over_before_it_is_given_is_silent() -> None:
    assert heard(extended(running(), 7, ms=MIN, at=at(52)), at(51)) == []


def test_more_extra_time_after_it_was_over_sounds_again() -> None:
    clock = extended(extended(running(), 7, ms=MIN, at=at(15)), 7, ms=5 * MIN, at=at(53))
    assert heard(clock, at(50)) == [("table-over-7", 1, 51), ("table-over-7", 2, 56)]


def test_extra_time_taken_back_in_full_is_over_at_once_or_with_the_call() -> None:
    given_back = extended(extended(running(), 7, ms=4 * MIN, at=at(15)), 7, ms=-4 * MIN, at=at(52))
    assert heard(given_back, at(45)) == [("called", 1, 50), ("table-over-7", 1, 52)]
    in_time = extended(extended(running(), 7, ms=4 * MIN, at=at(15)), 7, ms=-4 * MIN, at=at(20))
    assert heard(in_time, at(45)) == [("called", 1, 50)]


def test_extra_time_given_in_a_pause_counts_after_it() -> None:
    clock = resumed(extended(paused(running(), 5 * MIN), 7, ms=2 * MIN, at=at(50)), at(60))
    assert heard(clock, at(55)) == [("called", 1, 65), ("table-over-7", 1, 67)]


# The power was out


def cut_at(left: int) -> Clock:
    return paused(running(), left, reason=POWER)


def test_after_a_power_cut_the_cues_go_on_in_the_new_boot() -> None:
    clock = resumed(cut_at(5 * MIN), at(2, "b"))
    assert heard(clock, at(0, "b"), at(500, "b")) == [("called", 1, 7)]
    assert heard(clock, at(1), at(500, "b")) == [("warning", 1, 40), ("called", 1, 7)]


def test_a_mark_passed_in_a_subtracted_outage_sounds_on_resuming() -> None:
    clock = started(cut_at(18 * MIN), 9, at=at(2, "b"), remaining_ms=resume_after(18 * MIN, 12 * MIN))
    assert heard(clock, at(0, "b"), at(500, "b")) == [("warning", 1, 2), ("called", 1, 8)]


def test_a_boot_without_a_run_is_before_the_first_or_after_the_last() -> None:
    everything = [("start", 1, 0), ("warning", 1, 40)]
    assert heard(cut_at(5 * MIN), at(0, "yesterday"), at(500)) == everything
    assert heard(cut_at(5 * MIN), BEFORE, at(0, "b")) == everything
    assert heard(cut_at(5 * MIN), at(0, "b"), at(500, "b")) == []


# The sounder


def test_the_coming_cues_are_known_while_the_clock_runs() -> None:
    assert [(cue.kind, cue.at) for cue in coming_cues(running(), at(30))] == [("warning", at(40)), ("called", at(50))]
    assert [(cue.kind, cue.at) for cue in coming_cues(running(), at(40))] == [("called", at(50))]
    assert not [*coming_cues(paused(running(), 20 * MIN), at(40))]
    assert not [*coming_cues(running(), at(50))]


@pytest.mark.parametrize(("out", "heard"), [
    ((), ["start"]),
    ((1,), ["start", "warning", "called"]),
    ((1, 7), ["start", "warning", "called", "table-over"]),
])  # fmt: skip
def test_who_has_handed_in_is_not_told_that_time_is_over(out: tuple[int, ...], heard: list[str]) -> None:
    clock = extended(running(), 7, ms=4 * MIN, at=at(15))
    cues = cues_between(clock, BEFORE, until=LATER)
    assert [cue.kind for cue in cues if is_audible(cue, playing=bool(out), extended_out=out)] == heard


# For every history, in milliseconds: a clock of 60 with its mark at 20, against one that is watched tick by tick

WARNING = 20
KINDS = ["start", "pause", "add", "extend 3", "extend 4", "cut", "end"]
ACTS = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(KINDS), st.integers(-40, 40)), max_size=25)
Heard = tuple[str, str, int]  # name, boot, ms


class Watcher:
    """Looks at the running clock every millisecond and after every act, and notes each mark it sees passed."""

    def __init__(self) -> None:
        self.last: dict[str, tuple[int, int]] = {}
        self.armed: set[str] = set()
        self.notes: set[Heard] = set()

    def look(self, clock: Clock, now: Moment) -> None:
        if not is_running(clock, now):
            return
        left = remaining(clock, now)
        if not self.last:
            self.notes.add(("start", now.boot_id, now.ms))
        self._mark("warning", now, above=left - WARNING, counts=left > 0)
        self._mark("called", now, above=left, counts=True)
        for table in (3, 4):
            extra = dict(clock.extensions).get(table, 0)
            _, before = self.last.get(f"table-over-{table}", (0, 0))
            self._mark(f"table-over-{table}", now, above=left + extra, counts=max(extra, before) > 0)
            self.last[f"table-over-{table}"] = left, extra

    def _mark(self, name: str, now: Moment, *, above: int, counts: bool) -> None:
        if above > 0:
            self.armed.add(name)
        elif name in self.armed:
            self.armed.remove(name)
            self.notes |= {(name, now.boot_id, now.ms)} if counts else set()


def play(acts: list[tuple[int, str, int]]) -> tuple[Clock, Watcher, list[Moment]]:
    clock, watcher, boot, ms = timed_clock(60, warning_ms=WARNING), Watcher(), 0, 0
    moments = [Moment("0", 0)]
    for seq, (wait, act, amount) in enumerate([(1, "start", 0), *acts, (150, "look", 0)]):
        for _ in range(wait):
            ms += 1
            moments.append(Moment(str(boot), ms))
            watcher.look(clock, moments[-1])
        try:
            clock = act_on(clock, act, seq=seq, now=moments[-1], amount=amount)
        except Refused:
            continue
        watcher.look(clock, moments[-1])
        if act == "cut":
            boot, ms = boot + 1, 0
            moments.append(Moment(str(boot), ms))
    return clock, watcher, moments


def act_on(clock: Clock, act: str, *, seq: int, now: Moment, amount: int) -> Clock:
    left = remaining(clock, now)
    match act.split():
        case ["start"]:
            return started(clock, seq, at=now, remaining_ms=left - max(amount, 0))
        case ["pause"]:
            return paused(clock, left)
        case ["cut"]:
            return paused(clock, left, reason=POWER)
        case ["add"]:
            return time_added(clock, amount, at=now)
        case ["extend", table]:
            return extended(clock, int(table), ms=amount, at=now)
        case ["end"]:
            return ended(clock, left)
    return clock


@settings(max_examples=300)
@given(ACTS)
def test_the_cues_are_those_a_watcher_would_have_noted(acts: list[tuple[int, str, int]]) -> None:
    clock, watcher, moments = play(acts)
    found = cues_between(clock, moments[0], until=moments[-1])
    assert sorted((cue.id[1], cue.at.boot_id, cue.at.ms) for cue in found) == sorted(watcher.notes)


@given(ACTS)
def test_no_two_cues_share_an_id_and_their_numbers_grow(acts: list[tuple[int, str, int]]) -> None:
    clock, _, moments = play(acts)
    found = cues_between(clock, moments[0], until=moments[-1])
    for name in {cue.id[1] for cue in found}:
        numbers = [cue.n for cue in found if cue.id[1] == name]
        assert numbers == sorted(set(numbers))


@given(ACTS, st.lists(st.floats(0, 1), max_size=5))
def test_asking_piece_by_piece_gives_the_same_cues(acts: list[tuple[int, str, int]], cuts: list[float]) -> None:
    clock, _, moments = play(acts)
    ran = {segment.at.boot_id for run in clock.runs for segment in run.segments}
    known = [moments[0], *(moment for moment in moments[1:] if moment.boot_id in ran)]
    last = len(known) - 1
    stops = [known[i] for i in sorted({0, last, *(round(cut * last) for cut in cuts)})]
    parts = [cues_between(clock, a, until=b) for a, b in pairwise(stops)]
    assert tuple(cue for part in parts for cue in part) == cues_between(clock, known[0], until=known[-1])


@given(ACTS, ACTS)
def test_what_was_heard_stays_heard_whatever_follows(
    acts: list[tuple[int, str, int]], more: list[tuple[int, str, int]]
) -> None:
    """The id of a sound never changes, or a sounder would make it twice."""
    clock, _, moments = play(acts)
    longer, boot, ms = clock, moments[-1].boot_id, moments[-1].ms
    for seq, (wait, act, amount) in enumerate(more, start=100):
        ms += wait
        try:
            longer = act_on(longer, act, seq=seq, now=Moment(boot, ms), amount=amount)
        except Refused:
            continue
    before = cues_between(clock, moments[0], until=moments[-1])
    assert cues_between(longer, moments[0], until=moments[-1])[: len(before)] == before
