"""Who may do what, read off the code: every route says its role, and every role below it is turned away."""

import re

import pytest

from server.app import create_app
from server.auth import ROLES
from server.config import Config
from tests.server.conftest import Actor
from tests.server.events import begun

# What anybody on the network may see. A route that is not here needs a PIN.
PUBLIC = {"static", "sign_in.form", "sign_in.enter", "sign_in.leave", "sign_in.left"}
PUBLIC_PREFIXES = ("api.",)
FILLINGS = {"tid": "cup", "table": "1", "number": "1", "seq": "1", "pid": "p1", "id": "1", "filename": "mark.svg"}


def routes(app):
    """Every method and path with its endpoint."""
    for rule in app.url_map.iter_rules():
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            yield method, rule


def path_of(rule):
    return re.sub(r"<(?:[^:>]+:)?([^>]+)>", lambda found: FILLINGS.get(found[1], "1"), rule.rule)


def role_of(app, rule):
    return "public" if rule.endpoint == "static" else getattr(app.view_functions[rule.endpoint], "role", None)


@pytest.fixture
def matrix(app):
    with app.app_context():
        begun(4)
    return [(method, rule, role_of(app, rule)) for method, rule in routes(app)]


def test_every_route_says_its_role(matrix):
    silent = [rule.endpoint for _, rule, role in matrix if role not in ROLES]
    assert not silent


def test_only_what_is_meant_to_be_public_is(matrix):
    public = {rule.endpoint for _, rule, role in matrix if role == "public"}
    assert {end for end in public if not end.startswith(PUBLIC_PREFIXES)} <= PUBLIC


def test_a_stranger_is_sent_to_sign_in_from_everything_else(app, matrix):
    for method, rule, role in matrix:
        if role in ("judge", "organizer"):
            answer = app.test_client().open(path_of(rule), method=method)
            assert answer.status_code == 303, (method, rule.rule)
            assert "/sign-in" in answer.location


def test_a_judge_is_told_what_is_for_the_organizer(judge, matrix):
    for method, rule, role in matrix:
        if role == "organizer":
            answer = judge.client.open(path_of(rule), method=method)
            assert answer.status_code == 403, (method, rule.rule)
            assert "organizer" in answer.get_data(as_text=True)


def test_looking_changes_nothing(organizer, app, matrix):
    """No state change on GET: the database is the same byte for byte in what it says."""

    def everything():
        from server.db import db

        with app.app_context(), db.engine.connect() as connection:
            return {
                table.name: sorted(map(str, connection.execute(table.select())))
                for table in db.metadata.sorted_tables
                if table.name != "sign_in"
            }

    before = everything()
    for method, rule, _ in matrix:
        if method == "GET" and rule.endpoint != "static":
            assert organizer.client.get(path_of(rule)).status_code < 500, rule.rule
    assert everything() == before


def test_a_form_without_its_token_is_refused(tmp_path):
    app = create_app(Config(tmp_path))
    pin = app.config["CINDERBOX"].pin_file.read_text()
    answer = app.test_client().post("/sign-in", data={"pin": pin})
    assert answer.status_code == 400
    assert "reload the page" in answer.get_data(as_text=True)


def test_a_form_with_its_token_is_taken(tmp_path):
    app = create_app(Config(tmp_path))
    client = app.test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/sign-in").get_data(as_text=True))[1]
    pin = app.config["CINDERBOX"].pin_file.read_text()
    assert client.post("/sign-in", data={"pin": pin, "csrf_token": token}).status_code == 303


def test_wrong_pins_slow_down_this_device_and_no_other(app, organizer):
    thief = Actor(app)
    thief.get("/sign-in")
    for _ in range(6):
        page = thief.sign_in("000000").get("/sign-in")
    assert "Too many wrong tries on this device" in thief.post("/sign-in", pin="1").text + page.text
    other = Actor(app)
    other.get("/sign-in")
    assert other.sign_in(app.config["CINDERBOX"].pin_file.read_text()).get("/").path == "/"


def test_signing_in_gives_a_new_session(app):
    actor = Actor(app)
    actor.get("/sign-in")
    before = actor.client.get_cookie("cinderbox").value
    actor.sign_in(app.config["CINDERBOX"].pin_file.read_text())
    assert actor.client.get_cookie("cinderbox").value != before


def test_coming_back_leads_only_to_our_own_pages(app):
    for back in ("//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"):
        actor = Actor(app)
        answer = actor.client.post("/sign-in", data={"pin": app.config["CINDERBOX"].pin_file.read_text(), "back": back})
        assert answer.location == "/"


def test_pages_carry_a_strict_policy_and_are_not_cached(organizer):
    headers = organizer.get("/").response.headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_body_that_is_too_large_gets_a_sentence(organizer):
    page = organizer.post("/sign-in", pin="x" * 3_000_000)
    assert page.status == 413
    assert "too large" in page
