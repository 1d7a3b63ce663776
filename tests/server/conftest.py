"""An application on an empty data directory, and people who use it."""

import html
import re
import secrets
import shutil
import sqlite3

import pytest
from sqlalchemy import Engine, delete, event, insert, make_url
from werkzeug.security import generate_password_hash

from server.app import opened_app
from server.box.addresses import LISTENING
from server.clock import clock_feed
from server.core import box_journal, journal, known_people, time_of_day
from server.core.config import Config
from server.core.db import db, writer
from server.core.models import PinRow
from server.table import tablets
from server.wall import screens
from tests.server import postgres
from tests.server.played import played
from tests.waiting import wait_for_threads


@event.listens_for(Engine, "connect")
def sync_nothing(connection, _record):
    """A third of the time of these tests was waiting for a disk. Power cuts are tried on real servers: tests/power."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA synchronous=OFF")


class Actor:
    """Somebody with a browser: keeps cookies, follows redirects, reads what the page says."""

    def __init__(self, app, address="127.0.0.1"):
        self.app = app
        self.client = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address

    def sign_in(self, pin, name="Olga"):
        """Signed in, and past the page that says so."""
        self.client.post("/sign-in", data={"pin": pin, "name": name, "back": "/"})
        with self.client.session_transaction() as session:
            session.pop("_flashes", None)
        return self

    def get(self, path, **args):
        return Page(self.client.get(path, query_string=args, follow_redirects=True))

    def post(self, path, *, referrer=None, **form):
        """Send a form as a browser would, with a request id of its own unless one is given."""
        form.setdefault("request_id", secrets.token_hex(4))
        headers = {"Referer": f"http://localhost{referrer}"} if referrer else {}
        return Page(self.client.post(path, data=form, headers=headers, follow_redirects=True))


class Page:
    """What came back: status, text without tags, and where we ended up."""

    def __init__(self, response):
        self.status = response.status_code
        self.html = re.sub(r"<[^>]+>", _on_one_line, response.get_data(as_text=True))
        self.path = response.request.path
        self.response = response

    @property
    def text(self):
        bare = re.sub(r"<(script|style|svg).*?</\1>|<[^>]+>", " ", self.html, flags=re.S)
        return " ".join(html.unescape(bare).split())

    def __contains__(self, words):
        return words in self.text


def hidden(page, *names):
    """What the first form on this page sends along without being asked."""
    found = dict(reversed(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.html)))
    return {name: found[name] for name in names if name in found}


def filled(page):
    """What the fields of a page were filled with, as its forms say it field by field."""
    return dict(re.findall(r'<input type="hidden" name="(was-[^"]+)" value="([^"]*)"', page.html))


def _on_one_line(tag):
    """Where a tag breaks its lines means nothing."""
    return re.sub(r"\s+", " ", tag[0])


@pytest.fixture(scope="session")
def fresh_data(tmp_path_factory):
    """A data directory as the first start makes it, with PINs that are quick to check."""
    folder = tmp_path_factory.mktemp("fresh")
    with opened_app(Config(folder)) as app, app.app_context():
        _quick_pin("organizer", app.config["CINDERBOX"].pin_file.read_text())
    return folder


@pytest.fixture(scope="session")
def built(fresh_data):
    """The application, built once: compiling its routes and statements takes longer than most tests.

    Its one engine connects to wherever the test's data is.
    """
    with opened_app(Config(fresh_data)) as app:
        with app.app_context():
            event.listen(db.engine, "do_connect", _connect_elsewhere)
        yield app


def _connect_elsewhere(_dialect, _record, where, _how):
    where[0] = db.engine.url.database


@pytest.fixture
def app(built, fresh_data, tmp_path):
    """The application on a data directory of its own, as the first start makes it."""
    _forget()
    shutil.copytree(fresh_data, tmp_path, dirs_exist_ok=True)
    kept = dict(built.config)
    config = Config(tmp_path)
    built.config.update(CINDERBOX=config, SQLALCHEMY_DATABASE_URI=config.database)
    built.config.update(WTF_CSRF_ENABLED=False, TESTING=True)  # forgery has tests of its own
    built.config[LISTENING] = "192.168.178.20"  # phones find it there, whatever network the tests run in
    _open(built, config)
    yield built
    wait_for_threads()  # what is left of them would work on the data of the next test
    _forget()
    built.config.clear()
    built.config.update(kept)


def _forget():
    """What the server only remembers: folds, and who was seen when."""
    journal.forget()
    box_journal.forget()
    known_people.forget()
    time_of_day.forget()
    for seen in (tablets._seen, screens._seen):
        seen.clear()
    tablets._unwritten.clear()
    clock_feed._known.clear()


def _open(app, config):
    with app.app_context():
        db.engine.dispose()
        db.engine.url = make_url(config.database)


@pytest.fixture(scope="session")
def databases(tmp_path_factory):
    """What tests have prepared, by name: a folder, for `prepared`."""
    return tmp_path_factory.mktemp("databases")


@pytest.fixture
def prepared(app, databases):
    """prepared("two events", make): the box as `make` leaves it, made once, then copied. Before signing in."""

    def put_in_place(name, make):
        database, copy = app.config["CINDERBOX"].data / "cinderbox.db", databases / f"{name}.db"
        if not copy.exists():
            make()
            wait_for_threads()
            _close(app)
            shutil.copyfile(database, copy)
        _close(app)
        shutil.copyfile(copy, database)
        _forget()

    return put_in_place


@pytest.fixture
def cup_and_league(app, prepared):
    """Two events of four players with a round played."""
    prepared("cup and league", lambda: [played(app, 4, 1, tid=tid) for tid in ("cup", "league")])


def _close(app):
    """The last who closes the database leaves it in one file."""
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL of this test run alone."""
    if missing := postgres.why_not():
        pytest.skip(missing)
    cluster = postgres.Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture
def organizer(app):
    return Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text())


@pytest.fixture
def second(app):
    """Another organizer, with a browser of their own."""
    return Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text(), "Otto")


@pytest.fixture
def judge(app):
    with app.app_context():
        _quick_pin("judge", "2468")
    return Actor(app).sign_in("2468", "Jude")


@pytest.fixture
def stranger(app):
    return Actor(app)


def _quick_pin(role, digits):
    """A PIN whose hash takes no time to check: hundreds of tests sign in."""
    with writer() as connection, connection.begin():
        connection.execute(delete(PinRow).where(PinRow.role == role))
        quick = generate_password_hash(digits, method="pbkdf2:sha256:1")
        connection.execute(insert(PinRow).values(role=role, hash=quick))
