"""A whole day in one seed: `cinderbox soak`, and the parts it judges by."""

import gzip
import json
import os
import subprocess
import sys

import pytest

from server.cli.soak import recount
from server.cli.soak.box_process import tracebacks
from server.cli.soak.day_clock import MINUTE, DayClock
from server.cli.soak.round_clock import RoundClock
from server.cli.soak.web_client import Answer
from server.core import soak_time, stamps, timekeeping
from server.core.soak_time import Ahead
from server.event.transfer import import_event
from tests.fuzz.conftest import GOLDEN
from tests.waiting import PATIENCE_S

EXPORTS = sorted(path for path in GOLDEN.glob("*.json.gz") if path.name != "expected.json.gz")


def test_a_small_day_with_kills_and_power_cuts_loses_nothing():
    """All five rulebooks, two tablets, four phones."""
    command = [sys.executable, "-m", "server.cli", "soak", "--seed", "7"]
    small = ["--hours", "0.8", "--tablets", "2", "--phones", "4"]
    ran = subprocess.run([*command, *small], capture_output=True, text=True, timeout=5 * PATIENCE_S)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.startswith("seed 7: well")


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.name.split(".")[0])
def test_standings_counted_again_from_the_journal_are_those_of_the_box(app, path):
    with app.app_context():
        import_event(gzip.decompress(path.read_bytes()), tournament_id="cup")
    shown, expected = counted_twice(app)
    for row in shown:
        assert {key: row[key] for key in expected[row["player"]] if key in row} == {
            key: value for key, value in expected[row["player"]].items() if key in row
        }


def test_a_changed_journal_is_noticed(app, monkeypatch):
    """If the journal said that a table had another result, the standings would be others."""
    doc = json.loads(gzip.decompress((GOLDEN / "finished.json.gz").read_bytes()))
    with app.app_context():
        import_event(json.dumps(doc), tournament_id="cup")
    rows = recount.rows_of
    monkeypatch.setattr(recount, "rows_of", lambda data, tid: [spoiled(row) for row in rows(data, tid)])
    shown, expected = counted_twice(app)
    assert any(row["blood_earned"] != expected[row["player"]]["blood_earned"] for row in shown)


def counted_twice(app):
    """As the API shows them, and as they are counted again; nothing where only a bracket was played."""
    shown = app.test_client().get("/api/tournaments/cup/standings").json
    found = recount.recount(recount.rows_of(app.config["CINDERBOX"].data, "cup"))
    if shown["round"] not in found.closed or found.kinds[found.stage_of[shown["round"]]] == "bracket":
        return [], {}
    return shown["standings"], recount.numbers(found, shown["round"])


def spoiled(row):
    text = json.dumps(row.facts).replace('"mark": "loss", "blood": 1', '"mark": "loss", "blood": 2')
    return recount.Row(row.seq, tuple(json.loads(text)), row.request_id)


def test_a_complaint_says_which_exception_it_was():
    """Two days were not well, and nobody could say why: only the first line of each traceback had been kept."""
    said = """started
a heartbeat was not kept
Traceback (most recent call last):
  File "beat.py", line 3, in beat
    keep()
    ~~~~^^

OSError: [Errno 28] No space left on device
going on
Traceback (most recent call last):
  File "cut.py", line 9, in off
"""
    whole, cut_off = tracebacks(said.splitlines(keepends=True))
    assert whole.splitlines()[0] == "a heartbeat was not kept"
    assert whole.splitlines()[-1] == "OSError: [Errno 28] No space left on device"
    assert cut_off.splitlines()[0] == "going on"
    assert "cut.py" in cut_off


# Time


@pytest.fixture
def soaking(tmp_path, monkeypatch):
    """The clock of a day, which this process follows as the server of a soak does."""
    clock = DayClock(tmp_path / "soak-time")
    monkeypatch.setenv(soak_time.VARIABLE, str(clock.file))
    return clock


def test_the_box_follows_the_day(soaking):
    before, day = timekeeping.moment().ms, stamps.now()
    soaking.move_to(soaking.now() + 90 * MINUTE)
    assert 90 * MINUTE <= timekeeping.moment().ms - before < 91 * MINUTE
    assert stamps.now() > day
    assert abs(timekeeping.moment().ms - soaking.box_ms()) < 1000


def test_the_day_never_goes_back(soaking):
    soaking.move_to(50 * MINUTE)
    soaking.move_to(10 * MINUTE)
    assert soaking.now() >= 50 * MINUTE


def test_after_a_power_cut_the_clock_of_the_box_begins_anew_and_the_day_goes_on(soaking):
    soaking.move_to(50 * MINUTE)
    soaking.reboot()
    assert timekeeping.moment().ms < 2 * MINUTE
    assert soaking.now() >= 50 * MINUTE


def test_a_wrong_date_moves_no_clock(soaking):
    before, ms = stamps.now(), timekeeping.moment().ms
    soaking.step_date(-3_600_000)
    assert stamps.now() < before
    assert timekeeping.moment().ms >= ms


@pytest.mark.parametrize("text", ["", "3600000 0", "cinderbox: 3600000 0"])
def test_a_file_that_the_soak_did_not_write_moves_no_clock(tmp_path, monkeypatch, text):
    (tmp_path / "other").write_text(text)
    monkeypatch.setenv(soak_time.VARIABLE, str(tmp_path / "other"))
    assert soak_time.ahead() == Ahead()


def test_without_a_soak_time_is_the_machines():
    assert soak_time.VARIABLE not in os.environ
    assert soak_time.ahead() == Ahead()


def test_a_clock_is_off_only_by_what_asking_does_not_explain():
    clock = RoundClock(length_ms=60_000, warning_ms=0)
    clock.started(answer(1000, 1100), left_ms=60_000)
    later = answer(11_000, 11_050)
    assert clock.error(later, 50_000) == 0
    assert clock.error(later, 49_949) == 1
    assert clock.error(later, 50_101) == 1


def answer(asked, answered):
    return Answer("/", 200, "", "", asked, answered)
