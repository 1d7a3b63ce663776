"""The plan of the day: from when round 1 begins, then from how the event goes; lengths where nobody knows a time."""

import gzip
import json
import re
from dataclasses import replace

import pytest

from engine.decisions import clock, rounds, setup
from engine.pace import BETWEEN, OVER, SET_UP
from server.clock.day_plan import day_plan
from server.clock.forecast import forecast
from server.core import changes, late_rounds
from server.core.desk import desk
from server.core.timekeeping import moment
from tests.server.played import act, entered, play_round, started

MINUTE = 60_000
ROUND = (SET_UP + OVER) // MINUTE + 60  # with an hour on the clock
GAP = BETWEEN // MINUTE


def plan(app, tid="cup"):
    with app.app_context():
        return day_plan(desk(tid))


def told(app, tid="cup"):
    return [(line.what, line.at) for line in plan(app, tid)]


def settings(app, **changes):
    act(app, "cup", lambda t: setup.change_settings(t, replace(t.settings, **changes)))


def minutes(at):
    return int(at[:2]) * 60 + int(at[3:])


def test_before_round_1_the_day_follows_from_when_it_begins(app):
    entered(app, 8)
    settings(app, starts_at="10:00", lunch_after=2, lunch_minutes=45, round_minutes=60, cut=4, bracket_minutes=60)
    assert told(app) == [
        ("Round 1", "10:00"),
        ("Round 2", "11:20"),
        ("Lunch", "12:30"),
        ("Round 3", "13:15"),
        ("Semi-finals", "14:35"),
        ("Final", "15:55"),
        ("Prizes", "17:15"),
    ]


def test_without_a_beginning_only_the_lengths_are_told(app):
    entered(app, 8)
    settings(app, lunch_after=1, lunch_minutes=45)
    assert {line.at for line in plan(app)} == {""}
    assert [line.minutes for line in plan(app)][:2] == [60, 45]


def test_a_round_without_a_limit_takes_the_times_after_it_away(app):
    entered(app, 8)
    settings(app, starts_at="10:00", timer="none")
    assert told(app)[:2] == [("Round 1", "10:00"), ("Round 2", "")]


def test_a_final_without_a_limit_says_so_beside_the_lengths_of_the_others(app, stranger):
    """Nothing stood below “Final”, as if it had been forgotten."""
    entered(app, 8)
    settings(app, cut=4, round_minutes=60, bracket_minutes=60, untimed_final=True)
    assert [(line.what, line.minutes, line.free) for line in plan(app)][-3:] == [
        ("Semi-finals", 60, False),
        ("Final", 0, True),
        ("Prizes", 0, False),
    ]
    assert "Final no limit Prizes" in stranger.get("/e/cup/").text


def test_the_plan_moves_with_the_event(app):
    """What is played is done, and what is ahead comes after what is on now; added time moves all of it."""
    started(app, 8, round_minutes=60, starts_at="03:00")
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)
    act(app, "cup", lambda t: clock.start_clock(t, moment()))
    before = plan(app)
    assert [line.state for line in before] == ["now", "ahead", "ahead", "ahead"]
    act(app, "cup", lambda t: clock.add_time(t, 30 * MINUTE, now=moment()))
    later = plan(app)
    assert (minutes(later[1].at) - minutes(before[1].at)) % 1440 in (25, 30, 35)


def test_while_a_round_runs_late_wall_and_phones_follow_though_nothing_is_recorded(app, stranger, monkeypatch):
    """Lunch stood at 13:30 at two o'clock, until the last table told its result."""
    started(app, 8, round_minutes=60)
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)
    act(app, "cup", lambda t: clock.start_clock(t, moment()))
    told, stop = [], changes.listen(lambda event, table: told.append(event))
    with app.app_context():
        late_rounds.carry_out()
    before = on_wall_and_phone(stranger)
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(150 * MINUTE))
    with app.app_context():
        late_rounds.carry_out()
    stop()
    assert told == ["cup"]
    for was, now in zip(before, on_wall_and_phone(stranger), strict=True):
        assert (minutes(now) - minutes(was)) % 1440 >= 10


def on_wall_and_phone(stranger):
    """When round 2 begins."""
    wall = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))
    return wall["day"][1]["at"], re.search(r"Round 2.*?(\d\d:\d\d)", stranger.get("/e/cup/").text)[1]


def test_between_rounds_the_next_one_is_first(app):
    started(app, 8, round_minutes=60)
    play_round(app, "cup")
    lines = plan(app)
    assert [line.state for line in lines] == ["done", "ahead", "ahead", "ahead"]
    assert (minutes(lines[2].at) - minutes(lines[1].at)) % 1440 == pytest.approx(ROUND + GAP, abs=10)


def test_lunch_is_proposed_as_the_break_after_its_round_and_counts_in_the_forecast(app, organizer):
    started(app, 8, round_minutes=60, lunch_after=1, lunch_minutes=50, break_minutes=10)
    with_lunch = left_after_this(app)
    settings(app, lunch_after=0)
    assert with_lunch - left_after_this(app) == 50 - GAP
    settings(app, lunch_after=1)
    play_round(app, "cup")
    assert proposed(organizer) == "50"
    play_round(app, "cup")
    assert proposed(organizer) == "10"
    with_lunch = left_after_this(app)
    settings(app, lunch_after=0)
    assert with_lunch == left_after_this(app)  # it is over


def left_after_this(app):
    """The minutes that the forecast counts after this round."""
    with app.app_context():
        return forecast(desk("cup")).after_ms // MINUTE


def proposed(organizer):
    """The minutes in the form that begins a break."""
    return re.search(r'<input[^>]*name="minutes"[^>]*value="(\d+)"', organizer.get("/events/cup/clock/").html)[1]


def test_tables_of_several_and_two_phases_have_no_plan_since_nobody_knows_the_rounds(app):
    entered(app, 9, ruleset="spellfire")
    assert plan(app) == ()


def test_a_phone_has_no_column_for_times_that_nobody_knows(app, organizer, stranger):
    entered(app, 8)
    assert '<b class="num"></b>' not in stranger.get("/e/cup/").html.split("Plan of the day")[1]
    settings(app, starts_at="10:00")
    assert '<b class="num">10:00</b>' in stranger.get("/e/cup/").html.split("Plan of the day")[1]


def test_wall_and_phones_show_it(app, organizer, stranger):
    entered(app, 8)
    settings(app, starts_at="10:00", lunch_after=2, lunch_minutes=45)
    assert "Plan of the day" in stranger.get("/e/cup/")
    assert "12:30" in stranger.get("/e/cup/")
