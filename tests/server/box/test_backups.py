"""Backups: proven when they are made, there after every round, and the way back."""

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from unittest.mock import Mock

import pytest
from sqlalchemy import insert, select

from engine import refusals
from engine.decisions import rounds
from engine.refusals import Refused
from server.app import opened_app
from server.box import backups, restoring
from server.core import journal
from server.core.auth import staff_names
from server.core.config import Config
from server.core.db import db, writer
from server.core.device_names import device_name
from server.core.models import CallRow, DeviceRow, ScreenRow
from tests.server.conftest import Actor
from tests.server.played import act, play_open_round, play_round, played, started, t_of
from tests.waiting import wait_for_threads


@pytest.fixture
def config(app):
    return app.config["CINDERBOX"]


def test_a_backup_holds_everything_and_stands_alone(app, config):
    played(app, 6, 1)
    path = backups.backup(config)
    (event,) = backups.inside(path)
    assert (event.id, event.name) == ("cup", "Cup")
    assert event.acts == len(acts_of(app))
    assert sorted(os.listdir(config.backups)) == [path.name]
    assert path.stat().st_mode & 0o077 == 0


def acts_of(app, tid="cup"):
    with app.app_context():
        return journal.read(tid).acts


def test_the_last_twenty_are_kept_by_number_not_by_date(app, config):
    """A box without a battery clock may wake up in another year: the newest is the one made last."""
    config.backups.mkdir()
    future = config.backups / "backup-0041-20991231-235959.db"
    first = backups.backup(config)
    shutil.copy(first, future)
    newest = backups.backup(config)
    assert newest.name.startswith("backup-0042-")
    for _ in range(25):
        newest = backups.backup(config)
    kept = backups.backups(config)
    assert len(kept) == backups.KEPT
    assert kept[0].path == newest
    assert not future.exists()


def test_what_a_broken_off_backup_left_behind_is_cleared_away(app, config):
    config.backups.mkdir()
    (config.backups / "backup-0001-20260101-000000.db.tmp").write_text("half")
    (config.backups / "notes.txt").write_text("mine")
    path = backups.backup(config)
    assert sorted(os.listdir(config.backups)) == [path.name, "notes.txt"]


def test_a_copy_with_a_journal_that_does_not_replay_is_made_and_says_that_it_is_not_proved(app, config):
    """The other events are worth a backup; and it pushes out none that is whole."""
    played(app, 4, 1)
    whole = backups.backup(config)
    with closing(sqlite3.connect(config.data / "cinderbox.db")) as connection, connection:
        connection.execute('UPDATE journal SET facts = \'[{"fact": "RoundClosed", "number": 7}]\' WHERE seq = 2')
    for _ in range(backups.KEPT + 2):
        made = backups.backup(config)
    assert made.name.endswith("-unproved.db")
    assert "Act 2 was changed" in str(backups.inside(made)[0].damage)
    assert len(backups.backups(config)) == backups.KEPT + 1
    assert whole.exists()


@pytest.mark.parametrize("content", [b"", b"only text, but enough of it to look at" * 9, b"SQLite format 3\0"])
def test_a_file_that_is_no_backup_is_refused(tmp_path, content):
    path = tmp_path / "something.db"
    path.write_bytes(content)
    with pytest.raises(Refused, match="something"):
        backups.inside(path)


def test_a_file_that_is_not_there_or_empty_is_told_as_that(tmp_path):
    with pytest.raises(Refused, match=r"missing\.db cannot be read: No such file"):
        backups.inside(tmp_path / "missing.db")
    (tmp_path / "cut-off.db").touch()
    with pytest.raises(Refused, match=r"cut-off\.db is empty\. Choose another backup"):
        backups.inside(tmp_path / "cut-off.db")


def test_a_damaged_backup_is_refused(app, config):
    played(app, 6, 2)
    path = backups.backup(config)
    raw = bytearray(path.read_bytes())
    raw[4096:12288] = os.urandom(8192)
    path.write_bytes(raw)
    with pytest.raises(Refused):
        restoring.restore(config, path)
    assert len(acts_of(app)) > 3


def test_closing_a_round_makes_a_backup_without_waiting(app, organizer, config):
    tid = started(app, 6)
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    play_open_round(app, tid)
    organizer.post("/events/cup/close")
    wait_for_threads()
    (kept,) = backups.backups(config)
    assert backups.inside(kept.path)[0].acts == len(acts_of(app))


def test_a_backup_on_a_full_disk_is_a_line_in_the_log_without_a_traceback(app, config, caplog, monkeypatch):
    played(app, 4, 1)
    monkeypatch.setattr(backups, "_made", Mock(side_effect=OSError(errno.ENOSPC, "no room")))
    with app.app_context():
        backups.backup_soon("cup")
    wait_for_threads()
    (told,) = (record for record in caplog.records if record.levelname == "ERROR")
    assert told.message.startswith("The backup of cup failed. The disk of this box is full.")
    assert told.exc_info is None


def test_a_backup_that_cannot_be_made_stops_nothing(app, config, caplog):
    played(app, 4, 1)
    config.backups.write_text("a file where the folder should be")
    with app.app_context():
        backups.backup_soon("cup")
    wait_for_threads()
    assert "failed" in caplog.text
    config.backups.unlink()
    with app.app_context():
        backups.backup_soon("cup")
    wait_for_threads()
    assert len(backups.backups(config)) == 1


def test_a_restore_brings_the_state_back_under_a_new_epoch(app, config):
    tid = played(app, 6, 1)
    before = t_of(app, tid)
    path = backups.backup(config)
    play_round(app, tid)
    assert t_of(app, tid) != before
    kept = restoring.restore(config, path)
    assert t_of(app, tid) == before
    with app.app_context():
        assert str(journal.read(tid).revision).startswith("2.")
    assert backups.inside(kept)[0].acts > backups.inside(path)[0].acts


def test_a_restore_can_be_taken_back_the_same_way(app, config):
    tid = played(app, 6, 1)
    path = backups.backup(config)
    play_round(app, tid)
    later = t_of(app, tid)
    kept = restoring.restore(config, path)
    restoring.restore(config, kept)
    assert t_of(app, tid) == later
    with app.app_context():
        assert journal.read(tid).revision.epoch == 3


def test_a_form_opened_before_the_restore_is_refused(app, organizer, config):
    played(app, 6, 1)
    with app.app_context():
        seen = str(journal.read("cup").revision)
    restoring.restore(config, backups.backup(config))
    page = organizer.post("/events/cup/standings/cut", do="cut", size=4, seen=seen)
    assert "restored from a backup since you opened this page" in page


def test_events_that_are_not_in_the_backup_go_and_come_back(app, config):
    played(app, 4, 1)
    path = backups.backup(config)
    played(app, 4, 1, tid="second")
    kept = restoring.restore(config, path)
    with app.app_context(), pytest.raises(refusals.Unknown):
        journal.read("second")
    restoring.restore(config, kept)
    assert len(acts_of(app, "second")) > 3


def test_tablets_and_screens_stay_and_let_go_of_an_event_that_is_gone(app, config):
    played(app, 4, 1)
    path = backups.backup(config)
    played(app, 4, 1, tid="second")
    with app.app_context(), writer() as connection, connection.begin():
        for event in ("cup", "second"):
            connection.execute(insert(DeviceRow).values(name=f"Tablet of {event}", tournament_id=event))
            connection.execute(insert(ScreenRow).values(id=event, name=f"Wall of {event}", tournament_id=event))
    restoring.restore(config, path)
    with app.app_context(), db.engine.connect() as connection:
        for table in (DeviceRow, ScreenRow):
            follow = connection.execute(select(table.tournament_id).order_by(table.id)).scalars().all()
            assert follow == ["cup", None]


def test_who_is_signed_in_stays_signed_in(app, organizer, config):
    played(app, 4, 1)
    path = backups.backup(config)
    with app.app_context():
        from server.core import auth

        auth.set_pin("judge", "97531")
    later = Actor(app).sign_in("97531", "Late Judge")
    restoring.restore(config, path)
    assert organizer.get("/box").status == 200
    assert later.get("/events/cup/standings/").status == 200
    assert Actor(app).sign_in("97531").get("/events/cup/standings/").status == 200


def test_the_oldest_of_twenty_can_be_restored(app, config):
    tid = played(app, 4, 1)
    oldest = backups.backup(config)
    state = t_of(app, tid)
    play_round(app, tid)
    for _ in range(backups.KEPT - 1):
        backups.backup(config)
    restoring.restore(config, oldest)
    assert t_of(app, tid) == state


def test_a_backup_of_another_box_names_its_own_staff_and_opens_no_door(app, organizer, tmp_path):
    played(app, 4, 1)
    path = backups.backup(app.config["CINDERBOX"])
    other = Config(tmp_path / "other")
    other.data.mkdir()
    with opened_app(other) as elsewhere, elsewhere.app_context():
        elsewhere.config.update(WTF_CSRF_ENABLED=False, TESTING=True)
        Actor(elsewhere).sign_in(other.pin_file.read_text(), "Somebody else")
        restoring.restore(other, path)
        acts = journal.read("cup").acts
        with db.engine.connect() as connection:
            names = staff_names(connection)
            awake = connection.exec_driver_sql("SELECT name FROM sign_in WHERE NOT revoked").scalars().all()
    assert {names.get(each.by) for each in acts[1:]} == {"Olga"}
    assert awake == ["Somebody else"]


def test_a_tablet_of_another_box_keeps_its_name_and_opens_no_door(app, tmp_path):
    """Both boxes count their tablets from one; what was done by the first must not read as the second's."""
    played(app, 4, 1)
    with app.app_context(), writer() as connection, connection.begin():
        connection.execute(insert(DeviceRow).values(name="Tablet of table 7", token_hash="x", since="2026-01-01T10:00"))
        call = {"tournament_id": "cup", "round": 1, "table_number": 1, "kind": "judge", "at": ""}
        connection.execute(insert(CallRow).values(**call, by="d1", claimed_by="s1"))
    with app.app_context():
        last = journal.record("cup", "d1", decide=rounds.pair_round).revision.seq
    path = backups.backup(app.config["CINDERBOX"])
    other = Config(tmp_path / "other")
    other.data.mkdir()
    with opened_app(other) as elsewhere, elsewhere.app_context():
        with writer() as connection, connection.begin():
            connection.execute(insert(DeviceRow).values(name="Spare at the bar", token_hash="y", since="2026-01-01"))
        restoring.restore(other, path)
        restoring.restore(other, path)
        with db.engine.connect() as connection:
            names = staff_names(connection)
        acts = {act.seq: act.by for act in journal.read("cup").acts}
        with db.engine.connect() as connection:
            (by,) = connection.execute(select(CallRow.by)).scalars()
            tablets = connection.execute(select(DeviceRow.name, DeviceRow.token_hash, DeviceRow.revoked)).all()
    assert names[acts[last]] == names[by] == "Tablet of table 7"
    assert tablets == [("Spare at the bar", "y", False), ("Tablet of table 7", None, True)]


def test_a_backup_of_a_newer_version_is_refused_and_nothing_changes(app, config):
    played(app, 4, 1)
    path = backups.backup(config)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Refused, match="Update Cinderbox"):
        restoring.restore(config, path)
    assert str(journal_revision(app)).startswith("1.")


def journal_revision(app):
    with app.app_context():
        return journal.read("cup").revision


def test_the_page_lists_makes_and_hands_out_backups(app, organizer, config):
    played(app, 4, 1)
    page = organizer.post("/box/backups")
    (kept,) = backups.backups(config)
    assert f"Backed up and checked: {kept.name}" in page
    assert "no. 1" in page
    answer = organizer.client.get(f"/box/backups/{kept.name}")
    assert answer.get_data() == kept.path.read_bytes()
    assert "attachment" in answer.headers["Content-Disposition"]
    answer.close()


def test_a_restore_asks_once_more_and_says_what_it_changes(app, organizer, config):
    tid = played(app, 6, 1)
    kept = backups.kept(config, backups.backup(config).name)
    play_round(app, tid)
    played(app, 4, 1, tid="second")
    page = organizer.get(f"/box/backups/{kept.name}/restore")
    assert "newer changes go" in page
    assert "Not in the backup, so they will be gone from this box: Cup" in page
    number = len(acts_of(app))
    page = organizer.post(f"/box/backups/{kept.name}/restore", request_id="once")
    assert "Restored from" in page
    assert len(acts_of(app)) < number


def test_a_double_tap_restores_once(app, organizer, config):
    tid = played(app, 6, 1)
    kept = backups.kept(config, backups.backup(config).name)
    organizer.post(f"/box/backups/{kept.name}/restore", request_id="twice")
    play_round(app, tid)
    number = len(acts_of(app))
    organizer.post(f"/box/backups/{kept.name}/restore", request_id="twice")
    assert len(acts_of(app)) == number


@pytest.mark.parametrize("name", ["backup-9999-20260101-000000.db", "..%2Fcinderbox.db", "organizer-pin"])
def test_there_is_nothing_else_to_download(app, organizer, name):
    assert organizer.get(f"/box/backups/{name}").status == 404
    assert organizer.get(f"/box/backups/{name}/restore").status == 404
    assert organizer.post(f"/box/backups/{name}/restore").status == 404


def test_a_backup_says_when_it_was_made(app, config):
    now = datetime.now()
    backups.backup(config)
    assert abs((backups.backups(config)[0].at - now).total_seconds()) < 3600


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari on an iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
        ("curl/8.5", "curl/8.5"),
        ("", "Unknown device"),
    ],
)
def test_a_device_is_called_by_what_people_know_of_it(agent, name):
    assert device_name(agent) == name
