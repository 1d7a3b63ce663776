"""Starting, pausing and lengthening the round, as facts."""

from __future__ import annotations

import pytest
from desk import Desk, at, cut, desk, entered

from engine import clock as clocks
from engine import facts as f
from engine.clock import POWER
from engine.decisions import clock, results, rounds

MINUTE = 60_000


def published(rules: str = "ashes-reborn", **changes: object) -> Desk:
    return desk(rules, "Ana Ben Cai Dee", **changes).pair()


def left(made: Desk, minute: float) -> float:
    assert made.t.clock is not None
    return clocks.remaining(made.t.clock, at(minute)) / MINUTE


@pytest.mark.parametrize("rules", ["ashes-reborn", "ashes-classic", "summoner-wars"])
def test_a_round_has_the_rulesets_minutes(rules):
    minutes = {"ashes-reborn": 60, "ashes-classic": 50, "summoner-wars": 60}[rules]
    assert left(published(rules), 0) == minutes


def test_the_organizer_may_set_them():
    assert left(published(round_minutes=50), 0) == 50


@pytest.mark.parametrize("changes", [{"timer": "chess"}, {"timer": "none"}, {"round_minutes": 0}])
def test_without_a_common_limit_the_clock_has_no_end(changes):
    assert published(**changes).t.clock.untimed


def test_the_final_may_go_without_limit():
    made = cut(desk("ashes-reborn", "Ana Ben Cai Dee", untimed_final=True).pair().play(), 4).pair()
    assert not made.t.clock.untimed
    assert made.play().pair().t.clock.untimed


def test_classic_brackets_have_minutes_of_their_own():
    made = cut(desk("ashes-classic", "Ana Ben Cai Dee", bracket_minutes=40).pair().play(), 4).pair()
    assert left(made, 0) == 40


def test_started_paused_and_resumed_it_goes_on_where_it_stood():
    made = published().do(clock.start_clock, at(0)).do(clock.pause_clock, at(10))
    assert left(made, 30) == 50
    made.do(clock.start_clock, at(30))
    assert left(made, 35) == 45


def test_the_run_is_known_by_the_number_of_its_act():
    made = published().do(clock.start_clock, at(0))
    assert made.t.clock.runs[-1].seq == made.seq


def test_it_starts_once_and_pauses_only_while_it_runs():
    made = published()
    assert "not running" in made.refused(clock.pause_clock, at(0))
    made.do(clock.start_clock, at(0))
    assert "already running" in made.refused(clock.start_clock, at(1))


def test_time_is_added_for_everyone_or_called_early():
    made = published().do(clock.start_clock, at(0)).do(clock.add_time, 5 * MINUTE, now=at(10))
    assert left(made, 10) == 55
    made.do(clock.call_time, at(20))
    assert left(made, 20) == 0


def test_a_call_keeps_what_was_left_and_is_taken_back_with_it():
    """However long everybody waited for that: the time since the call was not played."""
    made = published().do(clock.start_clock, at(0)).do(clock.call_time, at(20))
    assert made.acts[-1].facts == (f.TimeCalledEarly(at(20), 40 * MINUTE),)
    made.do(clock.extend_table, 2, ms=MINUTE, now=at(21)).do(clock.take_call_back, at(22))
    assert left(made, 22) == 40
    assert "not called early" in made.refused(clock.take_call_back, at(23))


def test_only_a_call_that_was_early_and_still_stands_is_taken_back():
    made = published().do(clock.start_clock, at(0))
    assert "not called early" in made.refused(clock.take_call_back, at(61))
    made.do(clock.add_time, 9 * MINUTE, now=at(61)).do(clock.call_time, at(62)).do(clock.add_time, MINUTE, now=at(64))
    assert "not called early" in made.refused(clock.take_call_back, at(65))


def test_a_call_in_an_old_journal_can_be_taken_back_too():
    made = published().do(clock.start_clock, at(0)).facts(f.TimeCalledEarly(at(20))).do(clock.take_call_back, at(21))
    assert left(made, 21) == 40


def test_one_table_is_given_what_a_judge_took():
    made = published().do(clock.start_clock, at(0)).do(clock.extend_table, 2, ms=4 * MINUTE, now=at(10))
    assert clocks.table_remaining(made.t.clock, at(10), table=2) == 54 * MINUTE
    assert clocks.table_remaining(made.t.clock, at(10), table=1) == 50 * MINUTE


def test_a_table_that_is_not_there_gets_no_time():
    assert "no table 9" in published().refused(clock.extend_table, 9, ms=MINUTE, now=at(0))


def test_a_table_that_has_played_needs_no_more_time():
    made = published()
    match = made.round_.matches[0]
    made.do(results.record_win, match.table, winner=match.players[0], wounds=3)
    refused = made.refused(clock.extend_table, match.table, ms=60_000, now=at(5))
    assert refused == f"The result of table {match.table} is in, so it needs no more time."


NO_EXTRA = {
    "no time limit": lambda: published(timer="none"),
    "clock has ended": lambda: published().do(clock.start_clock, at(0)).do(clock.end_clock, at(10)),
    "result of table 1 is in": lambda: published().do(results.record_double_loss, 1),
}


@pytest.mark.parametrize(("words", "made"), NO_EXTRA.items(), ids=NO_EXTRA)
def test_why_a_table_gets_no_extra_time_is_said_once(words, made):
    """The floor's page asks before, the desk is refused after: in the same words."""
    told = made().refused(clock.extend_table, 1, ms=MINUTE, now=at(11))
    assert words in told
    assert clock.why_no_extra(made().t, 1) == told


def test_a_table_that_plays_on_a_running_clock_can_get_extra_time():
    assert clock.why_no_extra(published().do(clock.start_clock, at(0)).t, 1) == ""


def test_a_round_that_needs_no_clock_any_more_ends_it():
    made = published().do(clock.start_clock, at(0)).do(clock.end_clock, at(10))
    assert left(made, 50) == 50
    assert "already ended" in made.refused(clock.end_clock, at(11))


def test_after_a_power_cut_it_stands_where_the_last_heartbeat_left_it():
    made = published().do(clock.start_clock, at(0)).do(clock.note_power_cut, at(1, "next"), heartbeat=at(12))
    assert left(made, 40) == 48
    assert clocks.why_paused(made.t.clock, at(1, "next")) == POWER
    made.do(clock.start_clock, at(3, "next"), outage_ms=2 * MINUTE)
    assert clocks.remaining(made.t.clock, at(3, "next")) == 46 * MINUTE


def test_there_is_nothing_to_note_when_no_clock_was_running():
    made = published()
    assert clock.note_power_cut(made.t, at(1, "next"), heartbeat=None) == ()
    assert clock.note_power_cut(entered("ashes-reborn", "Ana Ben").t, at(1, "next"), heartbeat=None) == ()
    made.do(clock.start_clock, at(0))
    assert clock.note_power_cut(made.t, at(5), heartbeat=at(4)) == ()


def test_there_is_nothing_to_note_once_the_round_is_closed():
    made = published().do(clock.start_clock, at(0)).play()
    assert clock.note_power_cut(made.t, at(1, "next"), heartbeat=at(4)) == ()
    assert clock.note_power_cut(cut(made, 4).t, at(1, "next"), heartbeat=at(4)) == ()


BEFORE = {
    "start": lambda t: clock.start_clock(t, at(0)),
    "pause": lambda t: clock.pause_clock(t, at(0)),
    "add": lambda t: clock.add_time(t, MINUTE, now=at(0)),
    "extend": lambda t: clock.extend_table(t, 1, ms=MINUTE, now=at(0)),
    "call": lambda t: clock.call_time(t, at(0)),
    "end": lambda t: clock.end_clock(t, at(0)),
}


@pytest.mark.parametrize("decide", BEFORE.values(), ids=BEFORE)
def test_there_is_no_clock_before_a_round_is_published(decide):
    assert "no clock before" in desk("ashes-reborn", "Ana Ben").refused(decide)
    assert "no clock before" in desk("ashes-reborn", "Ana Ben").draft().refused(decide)
    after = published().do(clock.start_clock, at(0)).play().draft()
    assert "no clock before" in after.refused(decide)


@pytest.mark.parametrize("decide", BEFORE.values(), ids=BEFORE)
def test_the_clock_of_a_closed_round_stays_as_it_is(decide):
    """A page left open changed it and was told so, and nobody played any more."""
    made = published().do(clock.start_clock, at(0)).play()
    assert "Round 1 is closed" in made.refused(decide)
    assert "No round is being played" in cut(made, 4).refused(decide)


def test_journals_in_which_the_clock_of_a_closed_round_was_changed_still_open():
    made = published().do(clock.start_clock, at(0)).play()
    made.facts(f.TimeAdded(MINUTE, at(1))).facts(f.TableExtended(1, MINUTE, at(1))).facts(f.ClockPaused(5 * MINUTE))
    assert left(made, 10) == 5


def test_the_clock_of_a_closed_round_is_there_until_the_next_is_paired():
    made = published().do(clock.start_clock, at(0)).play()
    assert left(made, 10) == 50
    assert made.do(rounds.pair_round).t.clock is None
