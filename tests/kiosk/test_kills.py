"""kill -9 of server and buzzer in the middle of a round, again and again: the clock is where it would have been."""

import json
import time
import urllib.request

import pytest

from engine.decisions import clock
from server.core import journal
from server.core.timekeeping import heartbeats, moment
from tests.kiosk.buzzing import Buzzing
from tests.soaking import SOAK
from tests.waiting import PATIENCE_S, wait_until

KILLS = 20 if SOAK else 3
MINUTE = 60_000


@pytest.fixture
def event(event):
    """An event whose clock has started."""
    event.do(lambda t: clock.start_clock(t, moment()))
    return event


def ask(box, path):
    with urllib.request.urlopen(box.address + path, timeout=PATIENCE_S) as answer:
        return json.loads(answer.read())


def run_of(box):
    (found,) = ask(box, "/api/clocks")["events"]
    (run,) = found["clock"]["runs"]
    return run


def shown(box):
    """What the clock shows, and the two moments between which it did."""
    before = moment().ms
    left = ask(box, "/api/tournaments/cup/clock")["remaining_ms"]
    return left, before, moment().ms


def test_in_the_same_boot_it_is_the_same_run_with_the_same_end(box, event, tmp_path):
    buzzer = Buzzing(box.address, tmp_path)
    try:
        wait_until(lambda: buzzer.beeps("start"), "the start sounds")
        run = run_of(box)
        segment = run["segments"][-1]
        end = segment["at"]["ms"] + segment["remaining_ms"]
        for _ in range(KILLS):
            box.kill()
            buzzer.kill()
            time.sleep(0.3)
            box.start()
            buzzer.start()
            assert run_of(box) == run
            left, before, after = shown(box)
            assert end - after <= left <= end - before
            wait_until(lambda: buzzer.status.get("server") == "", "the buzzer follows again")
        assert buzzer.beeps("start") == 1
    finally:
        buzzer.kill()


def test_in_another_boot_it_is_paused_at_the_last_heartbeat_and_says_why(box, event, monkeypatch):
    """As often as the power fails: nobody has to do anything until it stays, and nothing is lost but the outages."""
    left = 60 * MINUTE
    for number in range(KILLS):
        with event.app.app_context():
            started = event.t.clock.runs[-1].segments[-1].at
            wait_until(lambda at=started: beat_after(heartbeats().get("cup"), at), "the clock beats")
            box.kill()
            last = heartbeats()["cup"]
        left -= last.ms - started.ms
        monkeypatch.setenv("CINDERBOX_BOOT_ID", f"boot {number}")
        box.start()
        said = ask(box, "/api/tournaments/cup/clock")
        assert (said["phase"], said["paused_because"], said["remaining_ms"]) == ("paused", "power", left)
        journal.forget()
        event.do(lambda t: clock.start_clock(t, moment()))


def beat_after(beat, started):
    return beat is not None and beat.boot_id == started.boot_id and beat.ms >= started.ms


def test_after_the_buzzer_was_killed_its_pin_is_switched_off(tmp_path):
    """What systemd runs once the buzzer is gone, however it went: some systems keep driving a pin nobody holds."""
    buzzer = Buzzing("http://127.0.0.1:9", tmp_path)
    wait_until(lambda: buzzer.status, "the buzzer is up")
    buzzer.kill()
    assert buzzer.switch_off() == 0
    assert [(line["pin"], line["on"]) for line in buzzer.pins[-1:]] == [(17, False)]


def test_a_buzzer_that_is_there_keeps_its_pins(tmp_path):
    buzzer = Buzzing("http://127.0.0.1:9", tmp_path)
    try:
        wait_until(lambda: buzzer.status, "the buzzer is up")
        assert buzzer.switch_off() != 0
        assert buzzer.pins == []
    finally:
        buzzer.kill()
