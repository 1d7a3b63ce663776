"""A box with every game in every state, and somebody of every role on it."""

import gzip
import logging
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from server.app import opened_app
from server.core import journal
from server.core.config import Config
from server.core.db import db
from tests.server import at_table_devices as at
from tests.server.conftest import Actor, _forget, _quick_pin, app, built, fresh_data, judge, organizer, stranger
from tests.server.control.programs import new_key
from tests.waiting import wait_for_threads

__all__ = ["app", "built", "fresh_data", "judge", "organizer", "stranger"]
GOLDEN = Path(__file__).parent.parent / "boxes" / "0.1.0-with-reasons"
ORGANIZERS_PIN, JUDGES_PIN = "975310", "2468"


@pytest.fixture(autouse=True)
def _no_tracebacks(caplog):
    """Nobody who looks at the log afterwards finds a traceback."""
    yield
    for record in caplog.get_records("call"):
        assert not record.exc_info, f"a traceback in the log: {logging.Formatter().format(record)}"


@pytest.fixture(scope="session")
def golden_database(tmp_path_factory):
    """The database of a box that has seen everything, brought up to date once."""
    data = tmp_path_factory.mktemp("golden")
    (data / "cinderbox.db").write_bytes(gzip.decompress((GOLDEN / "cinderbox.db.gz").read_bytes()))
    with opened_app(Config(data)) as app, app.app_context():
        _quick_pin("organizer", ORGANIZERS_PIN)
        _quick_pin("judge", JUDGES_PIN)
    return data / "cinderbox.db"


@pytest.fixture
def hall(app, golden_database):
    """The application on a box with every game in every state."""
    return Hall(app, golden_database)


class Hall:
    """Everybody who has a device that day; put back as it was when the box was restored or the PINs were changed."""

    def __init__(self, app, database):
        self.app, self._database = app, database
        self.put_back()

    def put_back(self):
        config = self.app.config["CINDERBOX"]
        wait_for_threads()
        _forget()
        with self.app.app_context():
            db.engine.dispose()
            for left in config.data.glob("cinderbox.db*"):
                left.unlink()
            shutil.copyfile(self._database, config.data / "cinderbox.db")
        self.people = {
            "organizer": Actor(self.app).sign_in(ORGANIZERS_PIN).client,
            "judge": Actor(self.app).sign_in(JUDGES_PIN, "Jude").client,
            "public": self.app.test_client(),
            "player": at.phone(self.event("playing"), "p1").client,
            "pod player": at.phone(self.event("several"), "p1").client,
            "deck player": at.phone(self.event("decks"), "p3").client,
            "tablet": at.tablet(self.event("playing"), 3).client,
            "pod tablet": at.tablet(self.event("several"), 1).client,
            "free tablet": at.tablet(self.event("playing"), 1, bound=False).client,
            "slip": at.slip(self.event("playing"), 3).client,
            "program": self._program(),
        }

    def _program(self):
        """Whatever sends commands with a key."""
        client = self.app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {new_key(self.app)}"
        return client

    def event(self, tid):
        """An event as the devices of tests know it."""
        with self.app.app_context():
            t = journal.read(tid).tournament
        numbered = {round_.number: round_ for round_ in t.rounds}
        match = lambda table, number=0: numbered[number or max(numbered)].match_at(table)  # noqa: E731
        return SimpleNamespace(app=self.app, tid=tid, t=t, match=match, pair=lambda table: match(table).players)
