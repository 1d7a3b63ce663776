"""When the event will be over: by its own rounds, the bracket and the second draft included, never sliding away."""

from engine.decisions import clock, rounds
from server.desk import desk
from server.pages.forecast import BETWEEN, DRAFT, OVER, SET_UP, event_over_ms, forecast
from server.timekeeping import moment
from tests.server.played import act, play_open_round, play_round, started

MINUTE = 60_000
AROUND = BETWEEN + SET_UP + OVER  # what comes to a round's own length before anything is known


def expected(app, tid):
    with app.app_context():
        return forecast(desk(tid))


def published(app, tid):
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)


def test_a_bracket_to_come_counts_with_its_own_minutes(app):
    tid = started(app, 8, rounds=3, cut=4, round_minutes=60, bracket_minutes=90)
    published(app, tid)
    found = expected(app, tid)
    assert found.rounds_left == 2 + 2
    assert found.after_ms == 4 * AROUND + 2 * 60 * MINUTE + 2 * 90 * MINUTE
    assert found.next_wall_ms is None


def test_after_the_groups_of_a_legendary_draft_three_rounds_and_a_draft_are_to_come(app):
    tid = started(app, 16, ruleset="ashes-draft", legendary=True, round_minutes=50)
    found = expected(app, tid)
    assert found.rounds_left == 3 + 3
    assert found.after_ms == 6 * (AROUND + 50 * MINUTE) + DRAFT


def test_without_a_limit_nobody_can_know(app):
    assert expected(app, started(app, 4, timer="none")) is None
    assert expected(app, started(app, 8, tid="open", cut=4, bracket_minutes=0)) is None


def test_between_rounds_the_end_stays_where_it_is(app, organizer):
    """The minutes since the round was closed, and those of a break, are part of the way to the next one."""
    tid = started(app, 8, rounds=3, round_minutes=60)
    play_round(app, tid)
    found = expected(app, tid)
    rest = found.after_ms - found.between_ms
    assert rest < event_over_ms(found) <= found.after_ms
    act(app, tid, lambda t: clock.start_break(t, 40 * MINUTE, now=moment()))
    assert rest + 39 * MINUTE < event_over_ms(expected(app, tid)) <= rest + 40 * MINUTE
    assert "Event over about" in organizer.get(f"/events/{tid}/clock/")


def test_a_break_still_counts_when_the_box_was_switched_off_and_on(app, monkeypatch):
    tid = started(app, 8, rounds=3, round_minutes=60)
    play_round(app, tid)
    act(app, tid, lambda t: clock.start_break(t, 40 * MINUTE, now=moment()))
    before = event_over_ms(expected(app, tid))
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "another boot")
    assert abs(event_over_ms(expected(app, tid)) - before) < MINUTE


def test_a_round_that_is_only_a_draft_is_still_to_come(app):
    """While the next round was looked over, the event seemed to end a whole round earlier."""
    tid = started(app, 8, rounds=3, round_minutes=60)
    play_round(app, tid)
    before = expected(app, tid)
    act(app, tid, rounds.pair_round)
    assert expected(app, tid) == before
    assert before.rounds_left == 2
    act(app, tid, rounds.publish)
    assert expected(app, tid).rounds_left == 1


def test_the_rounds_so_far_count_more_than_guesses(app):
    tid = started(app, 8, rounds=3)
    published(app, tid)
    act(app, tid, lambda t: clock.start_clock(t, moment()))
    play_open_round(app, tid)
    act(app, tid, rounds.close)
    found = expected(app, tid)
    assert found.set_up_ms < SET_UP  # this one was set up in no time
    assert found.over_ms == 0
