"""Numbers that nobody types, and brackets in brackets: a sentence, never an internal error."""

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

import server
from server.core.forms import whole
from tests.server import at_table_devices as at
from tests.server.conftest import Actor
from tests.server.core.test_roles import path_of, routes
from tests.server.result_event import Event
from tests.soaking import one_in

SOURCE = "\n".join(path.read_text() for path in Path(server.__file__).parent.rglob("*.py"))
ASKED = r'''(?:form|args|typed|said)(?:\.get(?:list)?\(|\[)"([\w-]+)"|field[:=] ?"([\w-]+)"|Number\("([\w-]+)"'''
FIELDS = {name for names in re.findall(ASKED, SOURCE) for name in names if name} - {"request_id"}
IN_ADDRESSES = set(re.findall(r'''(?:args|said)(?:\.get(?:list)?\(|\[)"([\w-]+)"''', SOURCE)) | {"kind", "fault"}
NUMBERS = {
    "past the limit of Python": "9" * 4301,
    "past 64 bits": "9" * 25,
    "no digit": "²",
    "zeros": "0001" + "9" * 4400,
}
FORM = "application/x-www-form-urlencoded"
DEEP = "[" * 100_000
LEAVES = ("sign_in.left", "events.delete", "tablets.let_in", "this_box.restore", "players_own.leave")


@pytest.fixture
def cup(app):
    return Event(app, ("Ana", "Ben", "Cai", "Dee")).start()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        ("007", 7),
        ("0", 0),
        ("99", 99),
        ("100", None),
        ("9" * 5000, None),
        ("0" * 5000 + "8", 8),
        ("-1", None),
    ],
)
def test_a_whole_number_up_to_a_limit(text, number):
    assert whole(text, most=99) == number


@pytest.mark.parametrize("digits", [19, 30, 4301])
def test_an_id_that_no_database_could_hold_is_a_bad_request(app, organizer, cup, digits):
    app.config["TESTING"] = False
    paths = [
        path_of(rule).replace("/1", f"/{'9' * digits}", 1) for rule in app.url_map.iter_rules() if "<int:" in rule.rule
    ]
    paths = [path for path in paths if "99" in path]
    assert len(paths) > 5
    for path in paths:
        for send in (organizer.client.get, organizer.client.post):
            answer = send(path)
            assert answer.status_code in (400, 405), path
            assert answer.status_code == 405 or "too large" in answer.get_data(as_text=True)


@pytest.mark.parametrize("number", one_in(2, NUMBERS))
def test_no_form_takes_a_number_that_nobody_types_for_anything_but_nonsense(app, organizer, cup, number):
    app.config["TESTING"] = False
    form, address = (urlencode(dict.fromkeys(names, NUMBERS[number])) for names in (FIELDS, IN_ADDRESSES))
    # The first of each name counts.
    forms, addresses = ((all_, f"event=cup&player=p1&round=1&{all_}") for all_ in (form, address))
    for method, rule in routes(app):
        if rule.endpoint in LEAVES:
            continue
        for mine in addresses if method == "GET" else forms:
            sent = {"query_string": f"tid=cup&{mine}"} if method == "GET" else {"data": mine, "content_type": FORM}
            answer = organizer.client.open(path_of(rule), method=method, **sent)
            assert answer.status_code < 500, (rule.rule, answer.get_data(as_text=True)[:500])


@pytest.mark.parametrize("number", NUMBERS)
def test_nor_does_a_tablet_or_a_slip(app, cup, number):
    app.config["TESTING"] = False
    tablet = at.tablet(cup, 1)
    value = NUMBERS[number]
    for path in ("report", "game", "draft", "withdraw", "drop", "flag", "call", "call-off", "chess"):
        for body in (
            value,
            f'{{"round": {value}}}',
            f'{{"table": {value}, "event": "cup", "round": 1}}',
            DEEP,
            f'"{value}"',
        ):
            answer = tablet.client.post(f"/at-table/{path}", data=body, content_type="application/json")
            assert 400 <= answer.status_code < 500, (path, body[:40])
            assert answer.json["error"]
    form = {"event": "cup", "round": value, "table": value, "key": "x"}
    assert Actor(app).client.post("/slip/open", data=form).status_code in (303, 400)


@pytest.mark.parametrize("path", ["/wall/hello", "/at-table/report", "/at-table/chess"])
def test_brackets_in_brackets_are_a_bad_request_with_a_sentence(app, cup, path):
    app.config["TESTING"] = False
    client = at.tablet(cup, 1).client
    for deep in (DEEP, '{"id":' * 100_000):
        answer = client.post(path, data=deep, content_type="application/json")
        assert (answer.status_code, answer.json.keys()) == (400, {"error"})
        assert answer.json["error"].endswith(".")


@pytest.mark.parametrize("deep", [DEEP, '{"as":' * 100_000])
def test_a_stranger_without_a_token_who_sends_brackets_leaves_no_traceback(app, cup, caplog, deep):
    """Who is told that the token is missing was looked up in what cannot be read."""
    tablet = at.tablet(cup, 1).client
    app.config.update(TESTING=False, WTF_CSRF_ENABLED=True)
    paths = [rule.rule for method, rule in routes(app) if method == "POST" and rule.rule.startswith("/at-table/")]
    assert len(paths) > 8
    for path in paths:
        for client, status in ((app.test_client(), 401), (tablet, 400)):
            answer = client.post(path, data=deep, content_type="application/json")
            assert (answer.status_code, list(answer.json)) == (status, ["error"]), path
    assert not [record.getMessage() for record in caplog.records if record.exc_info]
