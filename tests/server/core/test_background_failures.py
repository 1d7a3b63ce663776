"""What works in the background on a full disk, or beside a busy database: a line in the log, and no traceback."""

import asyncio
import errno
import sqlite3
import threading
from threading import Event
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as TooManyAtOnce

from server.box import backups, latest_copies, routes, usb_stick
from server.clock import heartbeat
from server.core import deadlines, unsaved
from server.health import watch
from server.live import hub
from tests.server.played import played
from tests.waiting import wait_for_threads, wait_until


def by_sqlite(code):
    why = sqlite3.OperationalError("so it is")
    why.sqlite_errorcode = code
    return OperationalError("INSERT", {}, why)


KNOWN = {
    **{
        name: by_sqlite(getattr(sqlite3, f"SQLITE_{name}"))
        for name in ("FULL", "BUSY", "BUSY_SNAPSHOT", "LOCKED", "PROTOCOL", "READONLY", "IOERR", "IOERR_FSYNC")
    },
    **{name: by_sqlite(getattr(sqlite3, f"SQLITE_{name}")) for name in ("CANTOPEN", "NOMEM", "CORRUPT", "NOTADB")},
    **{
        errno.errorcode[number]: OSError(number, "so it is")
        for number in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
    },
    "every connection in use": TooManyAtOnce("QueuePool limit of size 5 overflow 10 reached, connection timed out"),
}


class Twice(Event):
    """Lets a thread's work be done two times."""

    def __init__(self):
        super().__init__()
        self.left = 2

    def wait(self, timeout=None):
        self.left -= 1
        return self.left < 0


def beating(app, monkeypatch, fail):
    monkeypatch.setattr(heartbeat, "event_clocks", fail)
    with app.app_context():
        heartbeat._beat(heartbeat.Heart())


def backing_up(app, monkeypatch, fail):
    monkeypatch.setattr(backups, "_made", fail)
    with app.app_context():
        backups.backup_soon("cup")
    wait_for_threads()


def copying(app, monkeypatch, fail):
    monkeypatch.setattr(latest_copies, "_acts", fail)
    latest_copies._copy_on(app, lambda: True, Twice())


def closing_lists(app, monkeypatch, fail):
    monkeypatch.setattr(deadlines, "DUE", [fail])
    deadlines._look_on(app, Twice())


def watching(app, monkeypatch, fail):
    monkeypatch.setattr(watch, "look", fail)
    watch._watch(app, Twice())


def looking_for_a_reset(app, monkeypatch, fail):
    monkeypatch.setattr(usb_stick, "reset_pin_if_asked", fail)
    done = usb_stick.keep_looking(app)
    wait_until(lambda: fail.called, "it has looked")
    done.set()
    wait_for_threads()


def telling_screens(app, monkeypatch, fail):
    async def work():
        fail()

    # In a thread of its own, as in the server: one that drives a browser has a loop already.
    told = threading.Thread(target=lambda: asyncio.run(hub._tried(work())))
    told.start()
    told.join()


WORK = [beating, backing_up, copying, closing_lists, watching, looking_for_a_reset, telling_screens]


@pytest.mark.parametrize("work", WORK, ids=[each.__name__ for each in WORK])
@pytest.mark.parametrize("why", KNOWN.values(), ids=list(KNOWN))
def test_a_known_failure_is_a_line_without_a_traceback(app, caplog, monkeypatch, work, why):
    fail = Mock(side_effect=why)
    work(app, monkeypatch, fail)
    assert fail.called
    told = [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")]
    assert told
    assert [record.exc_info for record in told if record.exc_info] == []


@pytest.mark.parametrize("work", WORK, ids=[each.__name__ for each in WORK])
def test_an_unknown_failure_keeps_its_traceback(app, caplog, monkeypatch, work):
    work(app, monkeypatch, Mock(side_effect=KeyError("nobody thought of it")))
    assert [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("why", KNOWN.values(), ids=list(KNOWN))
def test_every_known_failure_is_a_sentence_for_whoever_asks(why):
    assert unsaved.why_not(why)


def test_a_page_that_finds_every_connection_in_use_says_that_the_box_is_busy(app, organizer, monkeypatch):
    played(app, 4, 1)
    app.config["TESTING"] = False
    monkeypatch.setattr(routes, "box_page", Mock(side_effect=KNOWN["every connection in use"]))
    found = organizer.get("/box")
    assert found.status == 503
    assert "The box is busy" in found


def test_a_heart_whose_connection_cannot_even_be_closed_beats_on(app, caplog, monkeypatch):
    """That once ended the thread: no clock would have had a heartbeat until the next start."""
    heart = heartbeat.Heart()
    heart._connection = Mock()
    heart._connection.close.side_effect = KNOWN["IOERR"]
    monkeypatch.setattr(heartbeat, "event_clocks", Mock(side_effect=KNOWN["IOERR"]))
    with app.app_context():
        heartbeat._beat(heart)
        monkeypatch.undo()
        heartbeat._beat(heart)
    assert heart.well
    assert [record for record in caplog.records if record.exc_info] == []


def test_a_log_that_was_just_taken_into_the_database_fails_no_heartbeat(app, tmp_path):
    with app.app_context(), heartbeat.db.engine.connect() as connection:
        elsewhere = Mock(dialect=connection.dialect)
        elsewhere.engine.url.database = str(tmp_path / "without-a-log.db")
        heartbeat._to_the_disk(elsewhere)
