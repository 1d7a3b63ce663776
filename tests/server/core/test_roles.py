"""Who may do what, read off the code: every route says its role, and every role below it is turned away.

One class for each role tries all routes it must not reach; for those at a table also the ones it may, about other
tables, rounds and events.
"""

import re

import pytest
from sqlalchemy import text

from server.app import opened_app
from server.control import control_keys
from server.core import auth, holders, keys
from server.core.auth import FOR_PROGRAMS, ROLES
from server.core.config import Config
from server.core.db import db, writer
from server.core.roles import CONTROL
from tests.server import at_table_devices as at
from tests.server.conftest import Actor
from tests.server.result_event import Event

# What anybody on the network may see. A route that is not here needs a code or a PIN.
PUBLIC = {
    "shop.logo",
    "statistics.on_phones",
    *("static", "events.home", "sign_in.form", "sign_in.enter", "sign_in.leave", "sign_in.left"),
    *("tablets.enter", "tablets.let_in", "players_own.enter", "players_own.let_in", "players_own.leave"),
    *("public_series.all", "public_series.show"),
    *("slip_pages.enter", "slip_pages.open_match", "slip_pages.put_away", "slip_pages.show"),
    *("entering.choose", "entering.show", "entering.enter", "entering.take_back", "entering.here"),
}
PUBLIC_PREFIXES = ("api.", "wall.", "own_screen.", "public_pages.", "overlay.")
# What anybody may send: a PIN, a code or a key to be let in with, a screen's sign of life, the token of the box's own
# screen, and an entry for the desk.
PUBLIC_POSTS = {
    *("sign_in.enter", "sign_in.left", "wall.hello", "own_screen.switch"),
    *("tablets.let_in", "players_own.let_in", "players_own.leave", "slip_pages.open_match"),
    *("slip_pages.put_away", "entering.enter", "entering.take_back", "entering.here"),
}
FILLINGS = {"tid": "cup", "table": "1", "number": "1", "seq": "1", "pid": "p1", "id": "1", "filename": "mark.svg"}
LED_TO = {"player": "/me", "tablet": "/tablet", "judge": "/sign-in", "organizer": "/sign-in"}
NAMES = ("Ana", "Ben", "Cai", "Dee", "Eve", "Fay")


def routes(app):
    """Every method and path with its endpoint."""
    for rule in app.url_map.iter_rules():
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            yield method, rule


def path_of(rule):
    return re.sub(r"<(?:[^:>]+:)?([^>]+)>", lambda found: FILLINGS.get(found[1], "1"), rule.rule)


def role_of(app, rule):
    return "public" if rule.endpoint == "static" else getattr(app.view_functions[rule.endpoint], "role", None)


def everything(app, *, but=("sign_in",)):
    """What the database says, table by table."""
    with app.app_context(), db.engine.connect() as connection:
        return {
            table.name: sorted(map(str, connection.execute(table.select())))
            for table in db.metadata.sorted_tables
            if table.name not in but
        }


@pytest.fixture
def cup(app):
    """In round 2, beside another event."""
    Event(app, NAMES, tid="other").start()
    return Event(app, NAMES).start().play().next_round()


@pytest.fixture
def every_route(app, cup):
    return [(method, rule, role_of(app, rule)) for method, rule in routes(app)]


@pytest.fixture
def matrix(every_route):
    """Of people and devices; programs with a key stand beside their ladder."""
    return [each for each in every_route if each[2] != CONTROL]


@pytest.fixture
def for_programs(every_route):
    return [(method, rule) for method, rule, role in every_route if role == CONTROL]


def test_every_route_says_its_role(every_route):
    silent = [rule.endpoint for _, rule, role in every_route if role not in (*ROLES, CONTROL)]
    assert not silent


def test_what_programs_may_do_is_one_corner_and_nobody_gets_there_without_a_key(
    app, cup, organizer, judge, for_programs
):
    """Not even the organizer's own browser: a page of anybody could make it send something."""
    assert {rule.rule for _, rule in for_programs} == {"/api/control/<command>", "/api/control/power/<what>"}
    people = [organizer.client, judge.client, app.test_client(), at.tablet(cup, 1).client]
    before = everything(app, but=("sign_in", "wrong_try", "device"))
    for client in people:
        for command in ("start", "switch", "power/off"):
            answer = client.post(f"/api/control/{command}", json={"event": "cup"})
            assert (answer.status_code, "Send a key" in answer.json["error"]) == (401, True)
    assert everything(app, but=("sign_in", "wrong_try", "device")) == before


def test_only_what_is_meant_to_be_public_is(matrix):
    public = {rule.endpoint for _, rule, role in matrix if role == "public"}
    assert {end for end in public if not end.startswith(PUBLIC_PREFIXES)} == PUBLIC


def test_what_anybody_may_send_is_listed_one_by_one(matrix):
    assert {rule.endpoint for method, rule, role in matrix if role == "public" and method != "GET"} == PUBLIC_POSTS


class Below:
    """A role that is turned away from every route above it, and leaves no trace there."""

    role = "public"

    def test_every_route_above_turns_it_away(self, app, client, matrix):
        above = [each for each in matrix if ROLES.index(each[2]) > ROLES.index(self.role)]
        assert above
        before = everything(app)
        for method, rule, role in above:
            self.is_turned_away(client.open(path_of(rule), method=method), rule, role)
        assert everything(app) == before

    def is_turned_away(self, answer, rule, role):
        if rule.rule.startswith(FOR_PROGRAMS):
            assert answer.status_code in (401, 403), rule.rule
            assert answer.json["error"], rule.rule
        else:
            assert answer.status_code == 303, rule.rule
            assert answer.location.partition("?")[0] == LED_TO[role], rule.rule


class AtATable(Below):
    """Whoever is at table 1 of round 2: the routes at a table open for nothing else."""

    elsewhere = ({"table": 2}, {"event": "other"}, {"event": "other", "table": 2}, {"event": "nothing"})

    def test_its_own_match_is_open(self, client):
        assert client.get("/at-table/state").status_code == 200

    def test_its_routes_open_no_other_table_and_no_other_event(self, app, cup, client, matrix):
        ours = [(method, rule) for method, rule, _ in matrix if rule.endpoint.startswith("at_table.")]
        assert len(ours) > 5
        before = everything(app, but=("sign_in", "device"))
        for place in self.elsewhere:
            for method, rule in ours:
                if method == "GET" and "round" in place:
                    continue
                answer = self.ask(client, method, rule.rule, cup.pair(2)[0], place)
                assert answer.status_code in (403, 404), (rule.rule, place)
                assert answer.json["error"]
        assert everything(app, but=("sign_in", "device")) == before

    def ask(self, client, method, path, player, place):
        known = {"event": "cup", "round": 2, "table": 1} | place
        if method == "GET":
            return client.get(path, query_string=known)
        said = {"player": player, "winner": player, "wounds": 3}
        return client.post(path, json=known | {"player": player, "reports": [said], "kind": "judge"})


class TestStranger(Below):
    @pytest.fixture
    def client(self, app):
        return app.test_client()


class TestSlipHolder(AtATable):
    role = "player"
    elsewhere = (*AtATable.elsewhere, {"round": 1})

    @pytest.fixture
    def client(self, cup):
        return at.slip(cup, 1).client

    @pytest.mark.parametrize("place", [{"table": 2}, {"round": 1}, {"event": "other"}, {"event": "other", "round": 1}])
    def test_the_key_of_one_match_opens_no_other(self, app, cup, place):
        with app.app_context():
            key = keys.slip_key(holders.secret("cup"), 2, match=cup.match(1))
        client = app.test_client()
        known = {"event": "cup", "round": 2, "table": 1, "key": key}
        assert client.post("/slip/open", data=known | place).location == "/slip"
        assert client.get("/at-table/state").status_code == 401
        assert client.post("/slip/open", data=known).location == "/slip/match"


class TestPlayer(AtATable):
    role = "player"

    @pytest.fixture
    def client(self, cup):
        return at.phone(cup, cup.pair(1)[0]).client


class TestTablet(AtATable):
    role = "tablet"

    @pytest.fixture
    def client(self, cup):
        return at.tablet(cup, 1).client


class TestProgram(Below):
    """A key for another program opens nothing that a person or a device may see or do."""

    @pytest.fixture
    def client(self, app, organizer):
        with app.test_request_context():
            key = control_keys.make("Deck")
        client = app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {key}"
        return client


class TestJudge(Below):
    role = "judge"

    @pytest.fixture
    def client(self, judge):
        return judge.client

    def is_turned_away(self, answer, rule, role):
        assert answer.status_code == 403, rule.rule
        assert f"That is for the {role}" in answer.get_data(as_text=True)

    def test_results_are_entered_at_the_desk_not_as_a_table(self, app, cup, client, matrix):
        before = everything(app)
        for method, rule, _ in matrix:
            if rule.endpoint.startswith("at_table.") and method == "POST":
                body = {"event": "cup", "round": 2, "table": 1, "kind": "judge", "player": "p1", "reports": [{}]}
                assert client.post(rule.rule, json=body).status_code == 403, rule.rule
        assert everything(app) == before


def test_looking_changes_nothing(organizer, app, matrix):
    """No state change on GET: the database is the same byte for byte in what it says."""
    before = everything(app)
    for method, rule, _ in matrix:
        if method == "GET" and rule.endpoint != "static":
            assert organizer.client.get(path_of(rule)).status_code < 500, rule.rule
    assert everything(app) == before


def test_a_form_without_its_token_is_refused(tmp_path):
    with opened_app(Config(tmp_path)) as app:
        pin = app.config["CINDERBOX"].pin_file.read_text()
        browser = app.test_client()
        for told in ("This browser sends no cookies back.", "reload the page"):
            answer = browser.post("/sign-in", data={"pin": pin})
            assert answer.status_code == 400
            assert told in answer.get_data(as_text=True)
            browser.get("/sign-in")


def test_a_form_with_its_token_is_taken(tmp_path):
    with opened_app(Config(tmp_path)) as app:
        client = app.test_client()
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/sign-in").get_data(as_text=True))[1]
        pin = app.config["CINDERBOX"].pin_file.read_text()
        assert client.post("/sign-in", data={"pin": pin, "csrf_token": token}).status_code == 303


@pytest.mark.parametrize("role", ["", "word", b"\x80", CONTROL])
def test_whose_role_the_disk_kept_badly_signs_in_again(app, role):
    """It was an error on every page; and a role that is none lets nobody in by a PIN."""
    organizer = Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text())
    with app.app_context(), writer() as connection, connection.begin():
        connection.execute(text("UPDATE sign_in SET role = :role"), {"role": role})
        connection.execute(text("UPDATE pin SET role = :role WHERE role = 'judge'"), {"role": role})
    assert organizer.get("/box").path == "/sign-in"
    assert organizer.sign_in(app.config["CINDERBOX"].pin_file.read_text()).get("/box").path == "/box"


def test_signing_in_gives_a_new_session(app):
    actor = Actor(app)
    actor.get("/sign-in")
    before = actor.client.get_cookie("cinderbox").value
    actor.sign_in(app.config["CINDERBOX"].pin_file.read_text())
    assert actor.client.get_cookie("cinderbox").value != before


def test_nothing_of_who_a_device_was_before_is_left_after_signing_in(app, cup):
    """A judge takes a player's phone in hand: it speaks for that player no longer, and a planted session is gone."""
    phone = at.phone(cup, cup.pair(1)[0])
    with phone.client.session_transaction() as session:
        session["planted"] = "by somebody else"
    phone.client.post("/sign-in", data={"pin": app.config["CINDERBOX"].pin_file.read_text()})
    with phone.client.session_transaction() as session:
        assert session.keys() - {"_flashes"} == {"device", "earned", "token", "_permanent"}


@pytest.mark.parametrize(("drawn", "pin"), [(lambda below: 0, "000000"), (lambda below: below - 1, "999999")])
def test_the_pin_of_a_new_box_has_six_digits(app, monkeypatch, drawn, pin):
    monkeypatch.setattr(auth.secrets, "randbelow", drawn)
    config = app.config["CINDERBOX"]
    with app.app_context():
        assert auth.make_organizer_pin(config) == config.pin_file.read_text() == pin
    assert Actor(app).sign_in(pin).get("/box").path == "/box"


@pytest.mark.parametrize(
    ("came_from", "led_to"),
    [
        ("http://localhost/events/cup/results", "/events/cup/results"),
        ("http://localhost.evil.example/events/cup/results", "/events/cup/"),
        ("http://evil.example//evil.example/x", "/events/cup/"),
        ("", "/events/cup/"),
    ],
)
def test_a_refusal_leads_back_only_to_our_own_pages(organizer, cup, came_from, led_to):
    """Round 2 cannot be published twice, and the page that asked for it may be anybody's."""
    answer = organizer.client.post("/events/cup/pairings/publish", headers={"Referer": came_from})
    assert (answer.status_code, answer.location) == (303, led_to)


def test_pages_carry_a_strict_policy_and_are_not_cached(organizer):
    headers = organizer.get("/").response.headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_body_that_is_too_large_gets_a_sentence(organizer):
    page = organizer.post("/sign-in", pin="x" * 3_000_000)
    assert page.status == 413
    assert "too large: 2 MB at most" in page


def test_an_event_to_bring_in_may_be_larger_and_the_sentence_knows(organizer):
    kind = "multipart/form-data; boundary=-"
    answer = organizer.client.post("/box/import", data=b"x" * (33 * 1024 * 1024), content_type=kind)
    assert answer.status_code == 413
    assert "too large: 32 MB at most" in answer.get_data(as_text=True)
