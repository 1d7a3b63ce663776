"""What lies beside the journal, kept badly by the disk: keys, PINs, marks, dates, what is only kept for speed."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from engine.decisions import stages
from engine.rulesets.registry import RULESETS
from server.app import opened_app
from server.box import backups, rescue
from server.box.rescue_app import rescue_app
from server.chess import chess_clocks
from server.cli.serving import finish_restore
from server.clock import clock_feed
from server.core import event_cache, holders, journal
from server.core.config import Config, secret_key
from server.core.database_app import close_connections
from server.core.timekeeping import moment
from server.decks import catalogue
from server.directory import nameless
from server.people import codes
from tests.fuzz.visiting import people_of
from tests.server.conftest import Actor
from tests.server.played import act, played

ODD = [b"\xff\xfe\x80" * 20, b"", b"x"]


@pytest.fixture
def config(app):
    return app.config["CINDERBOX"]


def direct(config, statement):
    with closing(sqlite3.connect(config.data / "cinderbox.db")) as connection, connection:
        connection.execute(statement)
    journal.forget()


# Files


@pytest.mark.parametrize("odd", ODD, ids=["bytes", "empty", "a letter"])
def test_a_key_that_the_disk_kept_badly_is_made_again(tmp_path, odd):
    before = secret_key(Config(tmp_path))
    (tmp_path / "secret-key").write_bytes(odd)
    made = secret_key(Config(tmp_path))
    assert len(made) == 64
    assert made != before
    assert secret_key(Config(tmp_path)) == made


def test_a_pin_file_that_the_disk_kept_badly_keeps_nobody_out(fresh_data, tmp_path, cinderbox):
    """The organizer's PIN counts on: a new one would lock out whoever knows it."""
    shutil.copytree(fresh_data, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "organizer-pin"
    pin = file.read_text()
    file.write_bytes(b"\xff" + file.read_bytes()[1:])
    ran = cinderbox("pin", "--data", tmp_path)
    assert ran.exit == 0
    assert "cinderbox pin --reset" in ran.out
    with opened_app(Config(tmp_path)) as app:
        app.config.update(WTF_CSRF_ENABLED=False)
        assert Actor(app).sign_in(pin).get("/box").status == 200
    assert cinderbox("pin", "--data", tmp_path, "--reset").out.strip() == file.read_text()


@pytest.mark.parametrize("odd", ODD, ids=["bytes", "empty", "a letter"])
def test_half_a_reset_that_the_disk_kept_badly_leaves_the_pin_before(fresh_data, tmp_path, odd):
    shutil.copytree(fresh_data, tmp_path, dirs_exist_ok=True)
    pin = (tmp_path / "organizer-pin").read_text()
    (tmp_path / "organizer-pin.next").write_bytes(odd)
    with opened_app(Config(tmp_path)) as app:
        app.config.update(WTF_CSRF_ENABLED=False)
        assert Actor(app).sign_in(pin).get("/box").status == 200
    assert not (tmp_path / "organizer-pin.next").exists()


def test_a_box_that_is_lost_asks_for_a_pin_that_can_be_read(app, config):
    played(app, 4, 1)
    backups.backup(config)
    rescue.rescue_pin_file(config).write_bytes(b"\xff\xff")
    config.pin_file.write_bytes(b"\xff\xff")
    pin = rescue.make_rescue_pin(config)
    assert len(pin) == 6
    rescue.PinCheck(config).require(pin, address="10.0.0.9", backup=None)


@pytest.mark.parametrize("odd", [*ODD, b"nothing.db", b"../../cinderbox.db", b"a" * 5000])
def test_a_mark_of_a_restore_that_the_disk_kept_badly_comes_up_red(app, config, odd):
    played(app, 4, 1)
    made = backups.backup(config)
    (config.data / "restore-next").write_bytes(odd)
    with app.app_context():
        close_connections(app)
    finish_restore(config)
    if not (config.data / "restore-next").exists():
        return  # what it named was there after all, and is in place
    from server.box.database_file import trouble_with

    red = rescue_app(config, trouble_with(config)).test_client()
    page = red.get("/")
    assert page.status_code == 503
    assert f"no. {backups.backups(config)[0].number}" in page.text
    assert made.exists()


def test_what_was_wrong_with_a_stick_is_told_as_far_as_it_can_be_read(app, config, organizer, monkeypatch, tmp_path):
    monkeypatch.setenv("CINDERBOX_USB", str(tmp_path))
    (config.data / "usb-trouble").write_bytes(b"The stick \xff is full.")
    assert "is full" in organizer.get("/box")


# Backups that are none


def dangling(file):
    file.symlink_to("/nowhere/to/be/found.db")


def in_a_circle(file):
    file.symlink_to(file.name)


def no_such_day(file):
    file.write_bytes(b"x")
    file.rename(file.with_name("backup-0009-20269999-999999.db"))


@pytest.mark.parametrize("make", [dangling, in_a_circle, lambda file: file.mkdir(), no_such_day])
def test_what_is_only_called_a_backup_takes_no_page_along(app, config, organizer, make):
    played(app, 4, 1)
    backups.backup(config)
    make(config.backups / "backup-0009-20260101-000000.db")
    page = organizer.get("/box")
    assert page.status == 200
    assert "backup-0009" not in page.html
    assert backups.is_proved(backups.backup(config))
    assert [each.number for each in backups.backups(config)][-1] == 1


def test_a_backup_that_goes_while_it_is_looked_for_is_a_sentence(app, config, organizer, monkeypatch):
    """It made room for a newer one between the list and the copy."""
    played(app, 4, 1)
    backups.backup(config)
    (known,) = backups.backups(config)
    monkeypatch.setattr(backups, "backups", lambda config: [known])
    known.path.unlink()
    for way in ("", "/restore"):
        page = organizer.get(f"/box/backups/{known.name}{way}")
        assert page.status in (404, 409)
        assert "Traceback" not in page.html


# Rows


WHEN = ["2026-99-01", "", "2026-01-01T10:00:00", "0001-01-01T00:00:00+14:00"]


@pytest.mark.parametrize(
    "harm",
    [
        *(f"UPDATE tournament SET created_at = '{each}' WHERE id = 'cup'" for each in WHEN),
        "UPDATE tournament SET created_at = x'00ff' WHERE id = 'cup'",
        "UPDATE tournament SET name = x'00ff' WHERE id = 'cup'",
        "UPDATE tournament SET archived = 'x', demo = '' WHERE id = 'cup'",
        "UPDATE tournament SET epoch = 'x' WHERE id = 'cup'",
        "UPDATE tournament SET acts = 'x' WHERE id = 'cup'",
        "UPDATE tournament SET key = x'00ff', head = x'00ff' WHERE id = 'cup'",
        "UPDATE entry SET person_id = x'00ff' WHERE tournament_id = 'cup'",
        "UPDATE person SET name = x'00ff', club = x'00ff', spellings = x'00ff'",
        *(f"INSERT INTO screen VALUES ('s', 'Wall', NULL, 'auto', 0, 80, 0, 0, '', '{each}')" for each in WHEN),
        "INSERT INTO screen VALUES ('s', x'00ff', 'nowhere', x'00ff', 'x', 'x', 'x', 'x', 'x', 'x')",
        *(
            f"INSERT INTO device (name, address, browser, since, token_hash, code_until, code_boot, seen, revoked)"
            f" VALUES ('T', '', '', '', 'x', 0, '', '{each}', 0)"
            for each in WHEN
        ),
        "INSERT INTO device VALUES (7, x'00ff', 'nowhere', 'x', x'00ff', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x')",
        *(f"UPDATE sign_in SET since = '{each}', seen = '{each}'" for each in WHEN),
        "UPDATE sign_in SET name = x'00ff', device = x'00ff', address = x'00ff'",
    ],
)
def test_a_damaged_row_of_an_event_or_a_device_takes_no_page_along(app, config, cup_and_league, organizer, harm):
    direct(config, harm)
    wrong = [
        page
        for page in ("/", "/box", "/devices/", "/people", "/series", "/wall", "/api/wall", "/api/tournaments", "/new")
        if organizer.get(page).status not in (200, 404)
    ]
    assert wrong == []
    assert organizer.get("/events/league/").status == 200


def test_a_player_whose_row_lost_its_id_takes_nobody_elses_code_along(app, config, organizer):
    """Their own page stays; what the row was about, nobody knows."""
    played(app, 4, 1)
    with app.test_request_context():
        code = codes.codes("cup")["p2"].text
    with closing(sqlite3.connect(config.data / "cinderbox.db", isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema=ON")
        db.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'player'")
        db.execute("PRAGMA writable_schema=RESET")
        db.execute("UPDATE player SET id = NULL WHERE tournament_id = 'cup' AND id = 'p1'")
    assert organizer.get("/events/cup/players/p2").status == 200
    assert organizer.get("/events/cup/print/codes").status == 200
    with app.test_request_context():
        assert holders.player_of("cup", code) == "p2"
        assert set(codes.codes("cup")) == {"p2", "p3", "p4"}
        nameless.make_nameless("cup")
        assert holders.player_of("cup", code) is None


@pytest.mark.parametrize("column", ["body", "state"])
def test_no_letter_of_what_is_kept_for_speed_changes_a_page(app, config, organizer, column):
    """What was computed of events has a checksum of its own: a flipped digit there was a wrong number on a page."""
    tid = played(app, 4, 2)
    act(app, tid, stages.finish)
    with app.app_context():
        person = people_of(app, tid)[0]
    pages = ("/", "/people", f"/people/{person}")
    before = [organizer.get(page).text for page in pages]
    with app.app_context():
        file = event_cache.file()
    sound = file.read_bytes()
    with closing(sqlite3.connect(file)) as cache:
        kinds = [name for (name,) in cache.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        longest = {
            kind: cache.execute(f"SELECT max(length({column})) FROM {kind}").fetchone()[0] or 0 for kind in kinds
        }
    assert {"line", "record"} <= longest.keys()
    for at in range(1, max(longest.values()) + 1, 60):
        file.write_bytes(sound)
        with closing(sqlite3.connect(file)) as cache, cache:
            for kind in kinds:
                flipped = f"substr({column}, 1, {at - 1}) || char(unicode(substr({column}, {at}, 1)) + 1)"
                changed = f"{flipped} || substr({column}, {at + 1})"
                cache.execute(f"UPDATE {kind} SET {column} = {changed} WHERE length({column}) >= {at}")
        assert [organizer.get(page).text for page in pages] == before, at


def test_a_damaged_clock_of_a_table_is_told_anew_by_its_tablet(app):
    with app.app_context():
        assert [chess_clocks._kept(text) for text in (None, "", "{", "[]", "7", '{"banks": 1}')] == [None] * 6


def test_a_damaged_test_of_the_buzzer_stops_no_clock(app, config):
    direct(config, "INSERT INTO box VALUES ('buzzer-test', '{\"boot')")
    with app.app_context():
        assert clock_feed.answer(moment())["test"] is None


def test_a_damaged_catalogue_is_none(app, config, organizer, caplog):
    played(app, 4, 1)
    rules = RULESETS["ashes-reborn"].decks.catalogue
    for text in ('{"cards', "[]", "7", '{"cards": 7, "at": ""}', '{"cards": [], "at": ""}'):
        direct(config, "DELETE FROM box")
        direct(config, f"INSERT INTO box VALUES ('{rules.id}', '{text}')")
        with app.app_context():
            assert catalogue.loaded(rules) is None
