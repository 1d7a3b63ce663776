"""The box dies in the middle of a round: the event goes on on another one, with its clock, by five lines."""

import re
import subprocess
import sys

import pytest

from engine.clock import remaining
from engine.decisions import clock, rounds
from server.app import opened_app
from server.core import journal
from server.core.config import Config
from server.core.timekeeping import heartbeats, moment
from tests.box import ROOT, Box, Visitor
from tests.deploy.roots import DEPLOY
from tests.server.cup import Cup
from tests.waiting import wait_until

MINUTE = 60_000


@pytest.fixture
def stick(tmp_path, monkeypatch):
    (tmp_path / "stick").mkdir()
    monkeypatch.setenv("CINDERBOX_USB", str(tmp_path / "stick"))
    return tmp_path / "stick"


def test_the_round_goes_on_on_a_second_box_at_the_second_it_stopped(stick, tmp_path, monkeypatch):
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "the first box")
    first = Box(tmp_path / "first")
    journal.forget()
    try:
        with opened_app(Config(first.data)) as app, app.app_context():
            Cup(app).begin(4).do(rounds.publish, lambda t: clock.start_clock(t, moment()))
            beat = wait_until(lambda: heartbeats().get("cup"), "the clock beats")
        Visitor(first).sign_in().post("/box/backups")
    finally:
        first.kill()
    (backup,) = stick.glob("cinderbox/*/latest.db")

    monkeypatch.setenv("CINDERBOX_BOOT_ID", "the second box")
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(-moment().ms + 5 * MINUTE))
    command = [sys.executable, "-m", "server.cli", "restore", backup, "--data", tmp_path / "second"]
    assert subprocess.check_output(command, text=True, cwd=ROOT).startswith("Restored.")
    second = Box(tmp_path / "second")
    try:
        journal.forget()
        with opened_app(Config(second.data)) as app:
            paused = Cup(app).t.clock
        (run,) = paused.runs
        started = run.segments[-1].at.ms
        assert run.reason == "power"
        assert 60 * MINUTE - run.stopped_ms >= beat.ms - started
        assert remaining(paused, moment()) == run.stopped_ms
        page = Visitor(second).sign_in().get("/events/cup/clock")[1]
        assert "The power was out." in page
        assert "Resume" in page
    finally:
        second.stop()
        journal.forget()


def test_the_page_about_it_has_five_lines():
    readme = (DEPLOY / "README.md").read_text()
    lines = re.search(r"## On a second box.*?```\n(.*?)```", readme, re.S)[1].splitlines()
    assert len(lines) == 5
    assert any("cinderbox restore" in line for line in lines)
