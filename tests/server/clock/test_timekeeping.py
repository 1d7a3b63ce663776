"""The heartbeat of running clocks, and what happens to them when the power was out."""

import errno
import sqlite3
import time
from contextlib import closing, contextmanager
from unittest.mock import Mock

import pytest
from sqlalchemy import Engine, event

from engine import clock as clocks
from engine.clock import POWER, Moment
from engine.decisions import clock, rounds
from engine.decisions.undo import undo
from server.box import backups
from server.clock import heartbeat
from server.clock.clock_feed import event_clocks
from server.clock.heartbeat import Heart, _beat, keep_time, note_power_cuts
from server.core import beat_file
from server.core.db import db
from server.core.models import TournamentRow
from server.core.timekeeping import heartbeats, moment
from tests.server.conftest import sync_nothing
from tests.server.cup import Cup

MINUTE = 60_000


@pytest.fixture
def cup(app):
    return Cup(app).begin(4).do(rounds.publish)


@pytest.fixture
def at(monkeypatch):
    """Put the box into this boot, at this time since it."""

    def put(boot, ms):
        monkeypatch.setattr(heartbeat, "moment", lambda: Moment(boot, ms))
        return Moment(boot, ms)

    return put


@pytest.fixture
def heart(app):
    heart = Heart()
    yield heart
    heart.rest()


def beat(app, heart):
    with app.app_context():
        _beat(heart)
        return heartbeats()


def test_a_moment_is_time_since_boot_and_can_be_set_for_tests(monkeypatch):
    real = moment()
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "another")
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(-real.ms))
    assert moment().boot_id == "another"
    assert 0 <= moment().ms < real.ms


def test_a_moment_counts_from_the_boot_and_never_by_the_date(monkeypatch):
    """CLOCK_BOOTTIME goes on while the machine sleeps, and nobody can set it; the time of day jumps."""
    with monkeypatch.context() as machine:
        machine.setattr(time, "clock_gettime_ns", {time.CLOCK_BOOTTIME: 7_654_321_000_000}.__getitem__)
        for date in ("time", "time_ns"):
            machine.setattr(time, date, lambda: pytest.fail("the time of day was asked"))
        assert moment().ms == 7_654_321


def test_only_a_running_clock_beats(app, cup, heart, at):
    now = at("b", 1000)
    assert beat(app, heart) == {}
    cup.do(lambda t: clock.start_clock(t, now))
    assert beat(app, heart) == {"cup": now}
    later = at("b", 2000)
    assert beat(app, heart) == {"cup": later}
    cup.do(lambda t: clock.pause_clock(t, later))
    at("b", 3000)
    assert beat(app, heart) == {"cup": later}


def test_a_round_nobody_plays_any_more_does_not_beat(app, cup, heart, at):
    now = at("b", 1000)
    cup.do(lambda t: clock.start_clock(t, now)).win(1).win(2)
    assert beat(app, heart) == {}


def test_after_a_power_cut_the_clock_stands_where_its_heart_stopped(app, cup, heart, at):
    """Sixty minutes, twenty played, the power goes; the box wakes up in another boot."""
    started = at("before", 5000)
    cup.do(lambda t: clock.start_clock(t, started))
    at("before", 5000 + 20 * MINUTE)
    beat(app, heart)
    now = at("after", 300)
    with app.app_context():
        note_power_cuts(event_clocks(), heartbeat.moment())
        note_power_cuts(event_clocks(), heartbeat.moment())
    assert clocks.remaining(cup.t.clock, now) == 40 * MINUTE
    assert clocks.why_paused(cup.t.clock, now) == POWER
    assert cup.t.clock.runs[-1].stopped_ms == 40 * MINUTE
    with app.app_context():
        assert heartbeat.journal.read("cup").acts[-1].by == "system"


def test_a_lost_heartbeat_costs_no_more_than_what_ran_since_the_last_change(app, cup, at):
    started = at("before", 5000)
    cup.do(lambda t: clock.start_clock(t, started))
    now = at("after", 300)
    with app.app_context():
        note_power_cuts(event_clocks(), heartbeat.moment())
    assert clocks.remaining(cup.t.clock, now) == 60 * MINUTE


def kept_in_database(app):
    with app.app_context(), db.engine.connect() as connection:
        return connection.exec_driver_sql("SELECT boot_id, ms FROM heartbeat").fetchall()


def test_beats_go_into_a_file_that_stays_as_large_and_leave_the_database_alone(app, cup, heart, at):
    """Each second 46 kB went to a card; now it is a block of 4096 bytes that is there already."""
    now = at("b", 1000)
    cup.do(lambda t: clock.start_clock(t, now))
    beat(app, heart)
    data = app.config["CINDERBOX"].data
    before, writes = (data / beat_file.NAME).stat(), []
    for ms in range(2000, 9000, 1000):
        at("b", ms)
        with app.app_context(), watched(writes):
            _beat(heart)
    after = (data / beat_file.NAME).stat()
    assert (after.st_ino, after.st_size) == (before.st_ino, 2 * beat_file.BLOCK)
    assert writes == []
    assert kept_in_database(app) == [("b", 1000)]
    assert beat_file.read(data) == Moment("b", 8000)


@pytest.mark.parametrize("torn", [b"\0" * beat_file.BLOCK, b"\0" * 5, b"9" * 512, b"7 99 b deadbeef\n"])
@pytest.mark.parametrize("beats", [3, 4])
def test_a_beat_that_a_power_cut_tore_leaves_the_one_before(tmp_path, torn, beats):
    for second in range(beats):
        beat_file.write(tmp_path, Moment("b", second * 1000))
    path, at = tmp_path / beat_file.NAME, beats % 2 * beat_file.BLOCK
    content = path.read_bytes()
    path.write_bytes(content[:at] + torn + content[at + len(torn) :])
    assert beat_file.read(tmp_path) == Moment("b", (beats - 2) * 1000)
    beat_file.write(tmp_path, Moment("c", 5))
    assert beat_file.read(tmp_path) == Moment("c", 5)


def test_a_box_of_an_older_version_is_paused_where_its_database_says(app, cup, heart, at):
    """It had no file; and a file of another boot says nothing about this one."""
    started = at("before", 5000)
    cup.do(lambda t: clock.start_clock(t, started))
    with app.app_context(), db.engine.begin() as connection:
        beat_file.write(app.config["CINDERBOX"].data, Moment("long ago", 7_000_000))
        connection.exec_driver_sql("INSERT INTO heartbeat VALUES ('cup', 'before', 605000)")
    now = at("after", 300)
    beat(app, heart)
    assert clocks.remaining(cup.t.clock, now) == 50 * MINUTE


def test_an_older_version_finds_the_last_beat_in_the_database(app, cup, heart, at):
    """At the end of a server what the file says is carried over."""
    now = at("b", 1000)
    cup.do(lambda t: clock.start_clock(t, now))
    for ms in (2000, 3000):
        at("b", ms)
        beat(app, heart)
    with app.app_context():
        heartbeat.carry()
    assert kept_in_database(app) == [("b", 3000)]


def test_the_next_boot_does_not_overwrite_what_an_event_that_is_away_still_needs(app, cup, heart, at):
    """Put away while its clock ran; then the power goes, another event's clock beats, and it comes back."""
    started = at("before", 5000)
    cup.do(lambda t: clock.start_clock(t, started))
    for minutes in (20, 25):
        at("before", 5000 + minutes * MINUTE)
        beat(app, heart)
    _archive(app, True)
    now = at("after", 300)
    with app.app_context():
        heart.beat([], now)
    _archive(app, False)
    beat(app, heart)
    assert clocks.remaining(cup.t.clock, now) == 35 * MINUTE


def test_a_backup_carries_the_last_beat(app, cup, heart, at):
    """Another box has no file of ours, and pauses the clock where ours saw it last."""
    now = at("b", 1000)
    cup.do(lambda t: clock.start_clock(t, now))
    for ms in (2000, 90_000):
        at("b", ms)
        beat(app, heart)
    with app.app_context():
        made = backups.copy_here(app.config["CINDERBOX"])
    with closing(sqlite3.connect(made)) as copy:
        assert copy.execute("SELECT boot_id, ms FROM heartbeat").fetchall() == [("b", 90_000)]


def test_a_restarted_server_notes_nothing(app, cup, at):
    started = at("b", 5000)
    cup.do(lambda t: clock.start_clock(t, started))
    acts = cup.acts
    at("b", 9000)
    with app.app_context():
        note_power_cuts(event_clocks(), heartbeat.moment())
    assert cup.acts == acts


def test_an_archived_event_is_noted_when_it_comes_back(app, cup, heart, at):
    """The heart looks too, so an event that is opened again, imported or restored does not have to wait."""
    started = at("before", 5000)
    cup.do(lambda t: clock.start_clock(t, started))
    _archive(app, True)
    now = at("after", 300)
    beat(app, heart)
    assert clocks.after_power_cut(cup.t.clock, now, heartbeat=None)
    _archive(app, False)
    beat(app, heart)
    assert clocks.after_power_cut(cup.t.clock, now, heartbeat=None) is None


def test_a_closed_round_is_let_be_until_its_close_is_undone(app, cup, heart, at, caplog):
    """Every finished event whose last clock was never stopped got a power cut into its history at the next start."""
    started = at("before", 5000)
    cup.do(lambda t: clock.start_clock(t, started)).win(1).win(2).do(rounds.close)
    acts, writes = cup.acts, []
    now = at("after", 300)
    for _ in range(3):
        with app.app_context(), watched(writes):
            _beat(heart)
    assert cup.acts == acts
    assert len(writes) == 1  # looked at once, not every second
    assert not caplog.records
    with app.app_context():
        heartbeat.journal.record_from_book("cup", "s0", decide=lambda book: undo(book.acts, acts))
    beat(app, heart)
    assert clocks.why_paused(cup.t.clock, now) == POWER
    assert cup.t.clock.runs[-1].stopped_ms is not None


def test_a_failing_disk_is_told_once_and_the_next_beat_may_succeed(app, cup, heart, at, caplog):
    now = at("b", 1000)
    cup.do(lambda t: clock.start_clock(t, now))
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE heartbeat RENAME TO elsewhere")
    for _ in range(3):
        with app.app_context():
            _beat(heart)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO heartbeat")
    assert beat(app, heart) == {"cup": now}


@pytest.fixture
def synced(app):
    """Commits as on a box, which wait for the disk."""
    event.remove(Engine, "connect", sync_nothing)
    with app.app_context():
        db.engine.dispose()
    yield
    event.listen(Engine, "connect", sync_nothing)


def test_a_beat_does_not_weaken_the_commits_of_others(app, synced, cup, heart, at):
    now = at("b", 1000)
    cup.do(lambda t: clock.start_clock(t, now))
    beat(app, heart)
    with app.app_context(), db.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_a_beat_waits_for_nobody_who_writes(app, cup, heart, at, caplog):
    now = at("b", 1000)
    cup.do(lambda t: clock.start_clock(t, now))
    with closing(sqlite3.connect(app.config["CINDERBOX"].data / "cinderbox.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert beat(app, heart) == {}
        other.execute("ROLLBACK")
    assert beat(app, heart) == {"cup": now}
    (told,) = caplog.records
    assert (told.levelname, told.exc_info) == ("WARNING", None)
    assert "a heartbeat of the clocks was left out" in told.message


def test_a_full_disk_is_told_in_a_line_and_what_nobody_foresaw_with_its_traceback(app, cup, heart, at, caplog):
    now = at("b", 1000)
    cup.do(lambda t: clock.start_clock(t, now))
    for error, traceback in ((OSError(errno.ENOSPC, "no room"), False), (ValueError("a bug"), True)):
        with pytest.MonkeyPatch.context() as broken:
            broken.setattr(beat_file, "write", Mock(side_effect=error))
            beat(app, heart)
        beat(app, heart)
        told = caplog.records[-1]
        assert (told.levelname, bool(told.exc_info)) == ("ERROR", traceback)
    assert "is full" in caplog.text


def test_serving_begins_with_noting_and_goes_on_beating(app, cup, at, monkeypatch):
    started = at("before", 5000)
    cup.do(lambda t: clock.start_clock(t, started))
    now = at("after", 300)
    stop = keep_time(app)
    stop.set()
    assert clocks.why_paused(cup.t.clock, now) == POWER
    assert cup.t.clock.runs[-1].stopped_ms is not None


@contextmanager
def watched(writes):
    """Counts who takes the lock for writing."""

    def begin(connection):
        writes.extend(["lock"] if connection.get_execution_options().get("writer") else [])

    event.listen(db.engine, "begin", begin)
    try:
        yield
    finally:
        event.remove(db.engine, "begin", begin)


def _archive(app, archived):
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(TournamentRow.__table__.update().values(archived=archived))
