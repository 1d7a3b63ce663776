"""The feed of the buzzer: clocks without loss, and a question that waits for a change."""

import threading
from dataclasses import replace

import pytest

from engine.clock import Moment
from engine.decisions import clock, results, rounds
from kiosk.buzzer.answer import feed_of
from kiosk.buzzer.cues import sounds_until
from server.clock import clock_feed
from server.core import changes
from server.core.db import db
from server.core.models import TournamentRow
from server.core.timekeeping import moment
from tests.server.cup import Cup
from tests.waiting import PATIENCE_S

MINUTE = 60_000


@pytest.fixture
def cup(app):
    return Cup(app).begin(4).do(rounds.publish)


def ask(stranger, tag="", **args):
    return stranger.client.get("/api/clocks", query_string=args, headers={"If-None-Match": tag} if tag else {})


def feed(stranger):
    return feed_of(ask(stranger).get_json())


def test_before_any_round_there_is_no_clock(app, stranger):
    Cup(app).begin(4)
    answer = ask(stranger)
    assert answer.get_json() | {"revision": "", "server_ms": 0} == {
        "revision": "",
        "server_ms": 0,
        "boot": moment().boot_id,
        "test": None,
        "events": [],
    }


def test_a_clock_arrives_as_it_is(cup, stranger):
    """Started, changed, paused, resumed, extended: the buzzer computes with the very same clock."""
    for ms, decide in enumerate(
        [
            lambda t, now: clock.start_clock(t, now),
            lambda t, now: clock.add_time(t, 5 * MINUTE, now=now),
            lambda t, now: clock.extend_table(t, 2, ms=4 * MINUTE, now=now),
            lambda t, now: clock.pause_clock(t, now),
            lambda t, now: clock.add_time(t, MINUTE, now=now),
            lambda t, now: clock.start_clock(t, now),
            lambda t, now: clock.end_clock(t, now),
        ]
    ):
        cup.do(lambda t, decide=decide, ms=ms: decide(t, Moment("b", 1000 * ms)))
        assert feed(stranger).events[0].clock == cup.t.clock


def test_it_says_whether_anybody_is_still_playing(cup, stranger):
    cup.do(lambda t: clock.start_clock(t, moment()))
    assert (feed(stranger).events[0].playing, feed(stranger).events[0].out) == (True, (1, 2))
    cup.win(2)
    assert (feed(stranger).events[0].playing, feed(stranger).events[0].out) == (True, (1,))
    cup.win(1)
    assert (feed(stranger).events[0].playing, feed(stranger).events[0].out) == (False, ())
    cup.do(lambda t: results.take_back(t, 1))
    assert feed(stranger).events[0].playing is True


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        ("ashes-reborn", "Cup: time is called, sudden death"),
        ("summoner-wars", "Cup: time is called, sudden death"),
        ("ashes-classic", "Cup: time is called, two more turns each"),
    ],
)
def test_the_buzzer_says_what_begins_when_time_is_called(app, stranger, ruleset, told):
    """By the rulebooks a sudden death begins with the next turn after time is called, and no clock knows of turns."""
    cup = Cup(app).begin(4, ruleset).do(rounds.publish)
    cup.do(lambda t: clock.start_clock(t, Moment("b", 0)))
    assert sounds_until(feed(stranger), Moment("b", 200 * MINUTE), tables=False)[-1].told == told


def test_extra_time_taken_back_after_the_call_ends_that_table_for_the_buzzer_too(cup, stranger):
    """The wall sounds it at once; the table no longer has extra time then, but it had, and it is out."""
    now = Moment("b", 61 * MINUTE)
    cup.do(lambda t: clock.start_clock(t, Moment("b", 0)))
    cup.do(lambda t: clock.extend_table(t, 2, ms=4 * MINUTE, now=Moment("b", 1000)))
    cup.do(lambda t: clock.extend_table(t, 2, ms=-4 * MINUTE, now=now))
    last = sounds_until(feed(stranger), now, tables=True)[-1]
    assert (last.kind, last.at_ms) == ("table-over", now.ms)


def test_an_archived_event_does_not_sound(cup, app, stranger):
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(TournamentRow.__table__.update().values(archived=True))
    assert feed(stranger).events == ()


def test_an_event_that_cannot_be_read_does_not_silence_the_others(cup, app, stranger):
    with app.app_context(), db.engine.begin() as connection:
        row = {"id": "x", "name": "X", "created_at": "", "epoch": 1, "archived": False, "demo": False, "key": ""}
        connection.execute(TournamentRow.__table__.insert().values(row))
        connection.exec_driver_sql("INSERT INTO journal VALUES ('x', 1, '[{}]', 999, 's0', '', NULL, NULL)")
    assert [event.id for event in feed(stranger).events] == ["cup"]


def test_the_passing_of_time_is_no_news(cup, stranger):
    cup.do(lambda t: clock.start_clock(t, moment()))
    first = ask(stranger)
    assert ask(stranger, first.headers["ETag"]).status_code == 304
    cup.do(lambda t: clock.pause_clock(t, moment()))
    assert ask(stranger, first.headers["ETag"]).status_code == 200


def test_a_question_waits_until_something_changes(cup, stranger, monkeypatch):
    monkeypatch.setattr(clock_feed, "LONGEST_WAIT_S", 2 * PATIENCE_S)
    monkeypatch.setattr(clock_feed, "LOOK_AGAIN_S", 2 * PATIENCE_S)
    tag, answers, listening = ask(stranger).headers["ETag"], [], threading.Event()
    listen = changes.listen
    monkeypatch.setattr(changes, "listen", lambda listener: (listen(listener), listening.set())[0])
    waiting = threading.Thread(target=lambda: answers.append(ask(stranger, tag, wait=2 * PATIENCE_S)))
    waiting.start()
    assert listening.wait(PATIENCE_S)
    cup.do(lambda t: clock.start_clock(t, moment()))
    waiting.join(PATIENCE_S)
    assert [answer.status_code for answer in answers] == [200]


def test_only_two_may_wait_so_that_pages_always_have_threads(cup, app, stranger, monkeypatch):
    monkeypatch.setattr(clock_feed, "LONGEST_WAIT_S", 60)
    tag = ask(stranger).headers["ETag"]
    with clock_feed._seats, clock_feed._seats:
        assert ask(stranger, tag, wait=60).status_code == 304


@pytest.mark.parametrize(
    ("address", "waits"),
    [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("192.168.1.7", False)],
)
def test_nobody_waits_from_elsewhere(cup, stranger, monkeypatch, address, waits):
    monkeypatch.setattr(clock_feed, "LONGEST_WAIT_S", 0.1)
    headers, waited, listen = {"If-None-Match": ask(stranger).headers["ETag"]}, [], changes.listen
    monkeypatch.setattr(changes, "listen", lambda listener: (waited.append(listener), listen(listener))[1])
    answer = stranger.client.get("/api/clocks?wait=60", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == 304
    assert bool(waited) is waits


@pytest.mark.parametrize("wait", ["nan", "-1", "x", ""])
def test_a_wait_that_makes_no_sense_is_none(cup, stranger, wait):
    assert ask(stranger, ask(stranger).headers["ETag"], wait=wait).status_code == 304


def test_a_test_asked_for_is_in_the_feed(cup, app, stranger):
    for ms in (5, 6):
        with app.app_context():
            clock_feed.ask_for_test(replace(moment(), ms=ms))
        assert feed(stranger).test == replace(moment(), ms=ms)
