"""Server and buzzer as they run on the box: every cue once, through kills of either."""

import socket

import pytest

from engine.decisions import clock
from server.clock import buzzer_status, clock_feed
from server.core.timekeeping import moment
from tests.kiosk.buzzing import Buzzing
from tests.waiting import PATIENCE_S, wait_until

MINUTE = 60_000


@pytest.fixture
def buzzer(box, tmp_path):
    buzzer = Buzzing(box.address, tmp_path)
    yield buzzer
    buzzer.kill()


@pytest.fixture
def ending(event, buzzer):
    """Lets the round end in so many milliseconds, with a buzzer that knows of it and has sounded the rest."""

    def end_in(ms):
        wait_until(lambda: buzzer.status.get("server") == "", "the buzzer follows")
        event.do(lambda t: clock.start_clock(t, moment()))
        event.do(take(60 * MINUTE - ms))
        wait_until(lambda: "warning" in buzzer.status.get("last", ""), "the start and the warning were sounded")
        return buzzer

    return end_in


@pytest.fixture
def lonely(tmp_path):
    """Makes a buzzer whose server is away."""
    made = []

    def start(**environment):
        made.append(Buzzing("http://127.0.0.1:9", tmp_path, **environment))
        return made[-1]

    yield start
    for buzzer in made:
        buzzer.kill()


def take(ms):
    return lambda t: clock.add_time(t, -ms, now=moment())


def end_of(event):
    segment = event.t.clock.runs[-1].segments[-1]
    return segment.at.ms + segment.remaining_ms


def test_every_cue_sounds_once_through_kills_of_server_and_buzzer(box, event, buzzer):
    wait_until(lambda: buzzer.status.get("server") == "", "the buzzer follows")
    with event.app.app_context():
        clock_feed.ask_for_test(moment())
    wait_until(lambda: buzzer.changes(), "the test sounds")
    event.do(lambda t: clock.start_clock(t, moment()))
    wait_until(lambda: buzzer.beeps("start"), "the start sounds")
    buzzer.kill()
    event.do(take(50 * MINUTE - 1500))  # the warning comes while nobody is there to sound it
    wait_until(lambda: moment().ms > end_of(event) - 10 * MINUTE, "the warning is due")
    buzzer.start()
    wait_until(lambda: buzzer.beeps("warning") == 2, "the warning sounds late")
    event.do(take(10 * MINUTE - 10_000))
    wait_until(lambda: (buzzer.run / "clocks.json").read_text().count("remaining_ms") == 3, "the buzzer knows the end")
    box.kill()  # the call comes while the server is away
    buzzer.kill()
    buzzer.start()
    wait_until(lambda: buzzer.beeps("called") == 3, "time is called")
    assert "does not answer" in wait_until(lambda: buzzer.status.get("server"), "the server is missed")
    box.start()
    wait_until(lambda: buzzer.status.get("server") == "", "the buzzer follows again")
    assert [buzzer.beeps(kind) for kind in ("start", "warning", "called")] == [1, 2, 3]
    assert sum(line["on"] for line in buzzer.changes()) == 7  # and one for the test


def test_time_given_while_there_was_no_buzzer_counts_before_anything_sounds(event, ending):
    """Killed before the end, three more seconds, started again after what it knows as the end: it asks first."""
    buzzer = ending(8000)
    buzzer.kill()
    known_end = end_of(event)
    event.do(take(-3000))
    wait_until(lambda: moment().ms > known_end, "the old end is over")
    buzzer.start()
    wait_until(lambda: buzzer.beeps("called") == 3, "time is called")
    assert end_of(event) == known_end + 3000
    assert buzzer.first("called") >= known_end + 3000


def test_a_server_that_hangs_does_not_silence_a_buzzer_that_starts(box, event, ending):
    buzzer = ending(6000)
    box.kill()
    buzzer.kill()
    before = len(buzzer.log)
    with socket.create_server(("127.0.0.1", box.port)):
        buzzer.start()
        wait_until(lambda: "does not answer" in buzzer.log[before:], "the question is given up")
    assert "time is called" in buzzer.log[before:].partition("does not answer")[0]
    assert buzzer.beeps("called") == 3


def test_a_second_buzzer_says_who_has_the_pins(lonely):
    buzzer = lonely()
    wait_until(lambda: buzzer.status, "the first one runs")
    first, second = buzzer.process, buzzer.start()
    buzzer.process = first
    with second:  # closes its input, too
        assert second.wait(timeout=PATIENCE_S) == 3
    assert f"Another buzzer (process {first.pid}) owns the pins." in buzzer.log


def test_a_wrong_pin_shows_in_check_and_the_buzzer_goes_on(lonely, monkeypatch):
    buzzer = lonely(CINDERBOX_BUZZER_PIN="99")
    monkeypatch.setenv("CINDERBOX_RUN", str(buzzer.run))
    assert "The buzzer is off: pin 99 cannot be used" in wait_until(buzzer_status.trouble, "it says what is wrong")
    assert buzzer.process.poll() is None
    buzzer.kill()
    assert "it has stopped" in buzzer_status.trouble()


def test_told_to_stop_it_leaves_the_pin_silent(lonely):
    buzzer = lonely()
    wait_until(lambda: buzzer.status, "the buzzer runs")
    buzzer.process.terminate()
    assert buzzer.process.wait(timeout=PATIENCE_S) == 0
    assert buzzer.changes()[-1]["on"] is False
