"""A card that kept a page of the database badly: everything that can still be told is told, and there is a way back."""

import sqlite3
from contextlib import closing
from random import Random

import pytest

from server.app import opened_app
from server.box import backups, database_file
from server.core import journal, unsaved
from server.core.config import Config
from server.core.db import db
from tests.server.played import played

PAGE = 4096


@pytest.fixture
def config(app):
    yield app.config["CINDERBOX"]
    unsaved._damaged.clear()


def spoil(app, config, number, page):
    """Put this in place of a page of the file, on the disk itself."""
    with app.app_context():
        db.engine.dispose()
    file = config.data / "cinderbox.db"
    with closing(sqlite3.connect(file)) as direct:
        direct.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = bytearray(file.read_bytes())
    raw[(number - 1) * PAGE : number * PAGE] = page
    file.write_bytes(raw)
    journal.forget()


def page_of(config, table):
    with closing(sqlite3.connect(config.data / "cinderbox.db")) as direct:
        return direct.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]


@pytest.mark.parametrize("page", [bytes(PAGE), Random(7).randbytes(PAGE)], ids=["zeros", "garbage"])
@pytest.mark.parametrize("table", ["journal", "screen", "player"])
def test_a_damaged_page_is_told_and_takes_nothing_else_along(app, organizer, stranger, config, cinderbox, page, table):
    tid = played(app, 4, 1)
    spoil(app, config, page_of(config, table), page)
    told = organizer.get("/box/health")
    assert told.status == 200
    assert "Damaged: " in told
    assert "restore the last backup" in told
    assert organizer.client.get("/box/health/bundle").status_code == 200
    assert "The database of this box is damaged" in organizer.get("/box")
    answer = stranger.client.get("/healthz")
    assert (answer.status_code, "damaged" in answer.get_json()["error"]) == (503, True)
    assert organizer.get(f"/events/{tid}/standings/").status in (200, 503)
    ran = cinderbox("check", "--data", config.data)
    assert (ran.exit, ran.out.startswith("database: damaged: "), "Traceback" in ran.err) == (1, True, False)
    assert cinderbox("debug", config.data / "bundle.zip", "--data", config.data).exit == 0


@pytest.mark.parametrize("path", ["/people/nobody/edit", "/people/nobody/erase", "/people/history/99/undo"])
def test_who_is_not_there_is_told_where_the_list_of_all_others_is_damaged(app, organizer, config, path):
    """The page that told it showed everybody else, stumbled, and was an error page that tells nothing."""
    played(app, 4, 1)
    spoil(app, config, page_of(config, "entry"), bytes(PAGE))
    told = organizer.get(path)
    assert (told.status, "The database of this box is damaged" in told) == (503, True)


@pytest.mark.parametrize("command", ["check", "debug", "export"])
def test_a_file_that_is_no_database_any_more_is_a_sentence(app, config, cinderbox, command):
    spoil(app, config, 1, bytes(PAGE))
    ran = cinderbox(command, *(["-"] if command != "check" else []), "--data", config.data)
    assert ran.exit == 2
    assert ran.err.strip() == str(database_file.DAMAGED)


def test_whichever_page_is_lost_there_is_a_button_that_leads_back(app, organizer, config):
    """It is on the page “This box”; or the next start comes up red and has one, which reads nothing of the database."""
    tid = played(app, 4, 1)
    name = backups.backup(config).name
    organizer.get(f"/events/{tid}/")  # its menu comes along to the pages of the box
    with app.app_context(), db.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = (config.data / "cinderbox.db").read_bytes()
    for number in range(1, len(whole) // PAGE + 1):
        for page in (bytes(PAGE), Random(number).randbytes(PAGE)):
            spoil(app, config, number, page)
            pages = [organizer.client.get(path) for path in ("/box", f"/box/backups/{name}/restore")]
            buttons = [f"/box/backups/{name}/restore" in pages[0].text, "Restore this backup" in pages[1].text]
            with app.app_context():
                db.engine.dispose()
            assert all(buttons) or database_file.trouble_with(config) == database_file.DAMAGED, number
            (config.data / "cinderbox.db").write_bytes(whole)


@pytest.mark.parametrize("number", [1, None], ids=["first page", "a journal's page"])
def test_the_last_backup_can_be_restored_over_a_damaged_database(app, config, cinderbox, number):
    tid = played(app, 4, 1)
    backup = backups.backup(config)
    spoil(app, config, number or page_of(config, "journal"), bytes(PAGE))
    ran = cinderbox("restore", backup, "--data", config.data)
    assert (ran.exit, ran.err) == (0, "")
    assert "What was here is kept as cinderbox.db.damaged" in ran.out
    with opened_app(Config(config.data)) as again, again.app_context():
        assert len(journal.read(tid).acts) == backups.inside(backup)[0].acts
    assert (config.data / "cinderbox.db.damaged").exists()
