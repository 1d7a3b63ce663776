"""How errors are told: on a page for people, in JSON for programs, and always as a sentence."""

import gzip
import re

import pytest
from flask import request as sent

from server.box.database_file import MISSING
from server.box.rescue_app import rescue_app
from server.core import journal, unsaved
from server.core.db import db
from tests.server import at_table_devices as at
from tests.server.result_event import Event


@pytest.fixture
def cup(app):
    return Event(app, ("Ana", "Ben", "Cai", "Dee")).start()


def spoil(app):
    """The file of the database is none any more."""
    with app.app_context():
        db.engine.dispose()
    for file in app.config["CINDERBOX"].data.glob("cinderbox.db*"):
        file.write_bytes(b"no database " * 1000)
    journal.forget()


@pytest.mark.parametrize(
    ("method", "path", "status", "told"),
    [
        ("GET", "/nothing", 404, "There is no such page."),
        ("DELETE", "/", 405, "That page cannot be used this way."),
        ("GET", "/events/nothing/", 404, "There is no such event on this box."),
    ],
)
def test_people_get_a_page_with_a_sentence(organizer, method, path, status, told):
    answer = organizer.client.open(path, method=method)
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert told in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("who", "path", "came_from", "ways"),
    [
        ("organizer", "/events/cup/results/77", "/events/cup/results/", ["/events/cup/results/", "/events/cup/", "/"]),
        ("organizer", "/events/cup/nothing", "", ["/events/cup/", "/"]),
        ("organizer", "/nothing", "//elsewhere.example/", ["/"]),
        ("stranger", "/e/cup/p/nobody", "/e/cup/standings", ["/e/cup/standings", "/e/cup/", "/"]),
    ],
)
def test_a_page_that_tells_of_an_error_leads_back_to_where_one_was(request, cup, who, path, came_from, ways):
    client = request.getfixturevalue(who).client
    headers = {"Referer": f"http://localhost{came_from}"} if came_from else {}
    page = client.get(path, headers=headers).get_data(as_text=True)
    assert re.findall(r'class="button"[^>]* href="([^"]+)"', page) == ways


@pytest.mark.parametrize("made", [lambda app: app, lambda app: rescue_app(app.config["CINDERBOX"], MISSING)])
def test_a_field_without_a_name_is_none(app, made):
    """The check for forms of other pages looks through the names; anybody could leave a traceback with it."""
    asked = made(app)
    asked.config.update(WTF_CSRF_ENABLED=True)
    told = ('x="y"', 'name="pin"', 'filename="a"')
    parts = [f"--b\r\nContent-Disposition: form-data; {each}\r\n\r\nx\r\n" for each in told]
    form = {"data": "".join(parts) + "--b--\r\n", "content_type": "multipart/form-data; boundary=b"}
    assert asked.test_client().post("/sign-in", **form).status_code < 500
    with asked.test_request_context("/sign-in", method="POST", **form):
        assert (list(sent.form), list(sent.files)) == (["pin"], [])


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/api/nothing", 404), ("DELETE", "/api/wall", 405)])
def test_programs_get_it_in_json(stranger, method, path, status):
    answer = stranger.client.open(path, method=method)
    assert (answer.status_code, answer.json.keys()) == (status, {"error"})


def test_a_refusal_is_shown_on_the_page_it_came_from(organizer, cup):
    page = organizer.post("/events/cup/pairings/publish", referrer="/events/cup/results/")
    assert (page.path, "Round 1 is already published." in page) == ("/events/cup/results/", True)


def test_a_spoilt_database_is_told_on_a_page_and_noted_with_the_page(app, organizer, cup, caplog):
    """Whoever was signed in cannot be looked up any more either."""
    spoil(app)
    page = organizer.get("/events/cup/")
    assert (page.status, unsaved.DAMAGED.split(".")[0] in page) == (503, True)
    assert "now.show could not be answered: file is not a database" in caplog.text


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/tournaments"), ("GET", "/at-table/state"), ("POST", "/wall/hello"), ("GET", "/healthz")],
)
def test_tablets_walls_and_programs_are_told_in_json(app, cup, method, path):
    tablet = at.tablet(cup, 1)
    spoil(app)
    answer = tablet.client.open(path, method=method)
    assert (answer.status_code, answer.json["error"]) == (503, unsaved.DAMAGED)


def test_what_nobody_foresaw_is_told_too_and_is_not_blamed_on_the_disk(app, stranger):
    app.config["TESTING"] = False
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE tournament RENAME TO elsewhere")
    page = stranger.get("/")
    assert page.status == 500
    assert "internal error" in page
    assert "disk" not in page


def test_whoever_sends_no_cookie_back_is_told_so_and_others_that_the_page_is_old(app, monkeypatch):
    """“Reload the page” helps nobody whose browser blocks cookies."""
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", True)
    stranger = app.test_client(use_cookies=False)
    told = stranger.post("/sign-in", data={"pin": "1"}).get_data(as_text=True)
    assert "This browser sends no cookies back." in told
    known = app.test_client()
    known.get("/sign-in")
    assert "open for too long" in known.post("/sign-in", data={"pin": "1"}).get_data(as_text=True)


def test_a_page_of_the_desk_is_packed_for_whoever_takes_it_so(organizer, cup):
    plain = organizer.client.get("/events/cup/results/")
    packed = organizer.client.get("/events/cup/results/", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert "Ana" in gzip.decompress(packed.data).decode()


@pytest.mark.parametrize("path", ["/", "/api/wall", "/nothing", "/e/cup/", "/healthz"])
def test_every_answer_says_that_it_is_the_boxs_own(organizer, cup, path):
    """In a venue's Wi-Fi something else may answer in its place."""
    assert "X-Cinderbox" in organizer.client.get(path).headers
