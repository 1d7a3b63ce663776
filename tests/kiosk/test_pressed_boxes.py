"""Buttons on a box as it runs: real processes, mock pins, and what the history says afterwards."""

import time

import pytest

from engine import clock as clocks
from engine.decisions import clock
from kiosk.buzzer.buttons import JUMPS_MS
from server.core import journal
from server.core.auth import BUTTON
from server.core.timekeeping import moment
from tests.kiosk.pressing import Pressed
from tests.server.result_event import Event
from tests.waiting import wait_until

START, TIME, OFF = 5, 6, 13
SETTINGS = (f"start_button = {START}", f"time_button = {TIME}", f"off_button = {OFF}")


@pytest.fixture(autouse=True)
def run(tmp_path, monkeypatch):
    """What server and buzzer share under /run, and where systemd would look."""
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("CINDERBOX_RUN", str(folder))
    monkeypatch.setenv("CINDERBOX_POWER", str(folder))
    return folder


@pytest.fixture
def pressed(tmp_path):
    """Makes a buzzer with buttons, at this server."""
    made = []

    def start(server):
        made.append(Pressed(server, tmp_path, settings=SETTINGS))
        wait_until(lambda: made[-1].status, "the buzzer is up")
        return made[-1]

    yield start
    for each in made:
        each.kill()


def acts(event):
    journal.forget()
    with event.app.app_context():
        return [(act.by, type(act.facts[0]).__name__) for act in journal.read("cup").acts]


def pressed_until(buzzer, pin, words):
    """Again and again: what comes within a third of a second of the last press counts as the same one."""

    def told():
        buzzer.press(pin)
        time.sleep(JUMPS_MS / 1000)
        return words in buzzer.log

    wait_until(told, f"it says: {words}")


def ticks(buzzer):
    return sum(line["on"] for line in buzzer.changes() if line["cue"] == "button" and line["pin"] == 17)


def test_start_and_time_are_pressed_and_the_history_knows_whose_they_are(box, event, pressed):
    buzzer = pressed(box.address)
    buzzer.press(START)
    wait_until(lambda: (BUTTON, "ClockStarted") in acts(event), "the clock is started")
    buzzer.press(TIME)
    wait_until(lambda: (BUTTON, "TimeCalledEarly") in acts(event), "time is called")
    pressed_until(buzzer, TIME, "already been called")
    assert [by for by, _ in acts(event)].count(BUTTON) == 2


def test_what_was_pressed_while_the_server_was_away_is_not_done_when_it_comes_back(box, event, pressed):
    buzzer = pressed(box.address)
    box.kill()
    buzzer.press(START)
    wait_until(lambda: "The start button did nothing" in buzzer.log, "it is given up")
    box.start()
    wait_until(lambda: buzzer.status.get("server") == "", "the buzzer follows again")
    journal.forget()
    assert clocks.phase(event.t.clock, moment()) == "not-started"
    buzzer.press(START)
    wait_until(lambda: (BUTTON, "ClockStarted") in acts(event), "the next press is done")


def test_with_another_event_s_clock_running_nothing_is_switched_by_guessing(box, event, pressed):
    other = Event(event.app, ("Ana", "Ben", "Cai", "Dee"), tid="other").start()
    other.do(lambda t: clock.start_clock(t, moment()))
    buzzer = pressed(box.address)
    buzzer.press(START)
    wait_until(lambda: "Several events are being played" in buzzer.log, "it is refused")
    assert BUTTON not in {by for by, _ in acts(event)}


def test_held_for_three_seconds_the_box_is_switched_off_with_ticks_before(box, pressed, run):
    buzzer = pressed(box.address)
    buzzer.down(OFF)
    wait_until((run / "switch-off").exists, "systemd is asked")
    assert ticks(buzzer) >= 6
    assert "being switched off" in buzzer.log


def test_a_server_that_is_away_does_not_keep_the_box_on(pressed, run):
    buzzer = pressed("http://127.0.0.1:9")
    buzzer.down(OFF)
    wait_until((run / "switch-off").exists, "systemd is asked")
