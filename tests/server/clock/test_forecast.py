"""When the event will be over: by its own rounds, the bracket and the second draft included, never sliding away."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.clock import Moment
from engine.decisions import clock, results, rounds
from engine.pace import BETWEEN, DRAFT, OVER, SET_UP
from server.clock.forecast import event_over_ms, forecast, round_over_ms
from server.core import stamps
from server.core.desk import desk
from server.core.timekeeping import moment
from server.event.new_event import plan_of
from tests.server.played import act, play_open_round, play_round, started, t_of

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


@pytest.mark.parametrize(
    ("players", "ruleset", "changes"),
    [
        (30, "ashes-reborn", {"round_minutes": 60}),
        (16, "ashes-classic", {"round_minutes": 50, "cut": 4}),
        (8, "summoner-wars", {"round_minutes": 60, "rounds": 2}),
        (12, "ashes-draft", {"round_minutes": 50, "play": "legendary"}),
    ],
)
def test_a_new_event_lasts_as_long_as_the_desk_says_when_it_begins(app, players, ruleset, changes):
    """The form left out setting up and playing on after time is called: a day of five rounds was 50 minutes longer."""
    form = {"minutes": changes["round_minutes"], **changes, "ruleset": ruleset}
    form["players"] = "\n".join(f"Player {number}" for number in range(players))
    lasts = dict(plan_of({key: str(said) for key, said in form.items()}, most=players).facts)["Takes about"]
    settings = {key: said for key, said in changes.items() if key != "play"}
    found = expected(app, started(app, players, ruleset=ruleset, legendary="play" in changes, **settings))
    first_draft = DRAFT if ruleset == "ashes-draft" else 0  # it is on already when the event has begun
    quarters = round((found.after_ms - found.between_ms + first_draft) / (15 * MINUTE))
    assert lasts == f"{quarters // 4} h {quarters % 4 * 15:02} min"


def test_a_round_without_a_limit_is_told_beside_the_length_of_a_new_event(app):
    form = {"ruleset": "ashes-reborn", "players": "\n".join(f"Player {number}" for number in range(8))}
    form |= {"minutes": "60", "cut": "4", "untimed_final": "on"}
    lasts = dict(plan_of(form, most=8).facts)["Takes about"]
    assert lasts == "5 h 15 min, and a round without a limit"


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
    assert found.over_ms < -59 * MINUTE  # and played in none


class Day:
    """An event of two tables whose first round is told minute by minute; results may be said by table."""

    def __init__(self, app, monkeypatch, **settings):
        self.app, self.monkeypatch = app, monkeypatch
        self.at(0)
        self.tid = started(app, 4, rounds=3, round_minutes=60, **settings)
        published(app, self.tid)

    def at(self, minute):
        now = datetime(2025, 5, 3, 10, tzinfo=UTC) + timedelta(minutes=minute)
        self.monkeypatch.setattr(stamps, "now", lambda: now.isoformat(timespec="milliseconds"))
        self.now = Moment("boot", minute * MINUTE)

    def do(self, minute, decide, *args, **kwargs):
        self.at(minute)
        act(self.app, self.tid, lambda t: decide(t, *args, **kwargs))
        return self

    def clock(self, minute, decide, *args):
        return self.do(minute, lambda t: decide(t, *args, now=self.now))

    def result(self, minute, table):
        winner = t_of(self.app, self.tid).current_round.match_at(table).players[0]
        return self.do(minute, results.record_win, table, winner=winner, wounds=7)

    def close(self, minute):
        return self.do(minute, rounds.close)

    @property
    def learnt(self):
        """What is known of setting up, of playing on, and of the time between, in minutes."""
        found = expected(self.app, self.tid)
        return [ms / MINUTE for ms in (found.set_up_ms, found.over_ms, found.between_ms)]


@pytest.fixture
def day(app, monkeypatch):
    return Day(app, monkeypatch)


def test_a_round_is_over_with_its_last_result_and_not_when_it_is_closed_after_lunch(day):
    day.clock(8, clock.start_clock).result(30, 1).result(71, 2).close(130)
    assert day.learnt == [8, 3, BETWEEN / MINUTE]
    for decide in (rounds.pair_round, rounds.publish):
        day.do(136, decide)
    assert day.learnt == [8, 3, 65]


def test_a_pause_is_not_learnt_as_playing_on(day):
    """Forty minutes of a fire alarm made every later round forty minutes longer."""
    day.clock(5, clock.start_clock).clock(20, clock.pause_clock).clock(60, clock.start_clock)
    day.result(30, 1).result(107, 2).close(108)
    assert day.learnt[1] == 2


def test_added_time_is_not_learnt_as_playing_on(day):
    day.clock(5, clock.start_clock).clock(20, clock.add_time, 10 * MINUTE).result(30, 1).result(79, 2).close(80)
    assert day.learnt[1] == 4


def test_time_called_early_is_not_learnt_as_being_done_early(day):
    day.clock(5, clock.start_clock).result(30, 1).clock(40, clock.call_time).result(46, 2).close(47)
    assert day.learnt[1] == 6


def test_rounds_that_end_early_are_learnt_and_make_the_others_shorter(day):
    before = expected(day.app, day.tid).after_ms
    day.clock(5, clock.start_clock).result(30, 1).result(45, 2).close(50)
    assert day.learnt[1] == -20
    assert expected(day.app, day.tid).after_ms == before - 2 * (OVER + 20 * MINUTE)


def test_a_result_that_is_entered_again_is_not_the_end_of_the_round(day):
    day.clock(5, clock.start_clock).result(60, 1).result(67, 2).do(100, results.take_back, 1).result(100, 1).close(101)
    assert day.learnt[1] == 2


def test_a_jump_of_the_date_is_not_learnt(day):
    day.clock(600, clock.start_clock).result(5, 1).result(6, 2).close(7)
    assert day.learnt == [each / MINUTE for each in (SET_UP, OVER, BETWEEN)]


def test_a_final_without_a_limit_leaves_the_end_of_the_event_open(app, monkeypatch):
    day = Day(app, monkeypatch, cut=4, bracket_minutes=60, untimed_final=True)
    assert expected(app, day.tid) is None


def test_a_bracket_without_a_limit_does_not_hide_when_this_round_ends(app, organizer, monkeypatch):
    day = Day(app, monkeypatch, cut=4, bracket_minutes=0)
    assert expected(app, day.tid) is None
    page = organizer.get(f"/events/{day.tid}/clock/")
    assert "Round over about" in page
    assert "event about" not in page


@pytest.mark.parametrize(("left", "minutes"), [(30, 10), (20, 20), (5, 5), (0, 0), (-5, 0)])
def test_tables_that_are_slower_than_usual_have_until_time_is_called(day, left, minutes):
    """Where everybody is usually done twenty minutes early."""
    day.clock(5, clock.start_clock).result(30, 1).result(45, 2).close(50)
    for minute, decide in ((55, rounds.pair_round), (55, rounds.publish)):
        day.do(minute, decide)
    day.clock(60, clock.start_clock)
    with day.app.app_context():
        assert round_over_ms(desk(day.tid), left * MINUTE) == minutes * MINUTE
