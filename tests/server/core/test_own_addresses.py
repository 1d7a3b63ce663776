"""What a browser says it wants: this box's own names and pages, and nothing that only looks like them."""

import socket
from dataclasses import replace

import pytest
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Response

from engine.refusals import Refused
from server import live
from server.core.config import config_from
from server.core.own_addresses import is_own_host, own_page
from server.live.sockets import listening
from tests.server.conftest import Actor
from tests.server.listening import said

NAME = socket.gethostname().lower()
SHORT = NAME.partition(".")[0]
OWN = ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "192.168.1.7", "[fd00::7]:8000", "[::1]"]
OWN += [NAME, f"{NAME.upper()}:8000", f"{SHORT}.local", f"{SHORT}.local.:8000", f"{SHORT}-2.local"]
FOREIGN = [
    "evil.example",
    "evil.example:8000",
    f"{SHORT}.evil.example",
    f"{SHORT}.local.evil.example",
    "127.0.0.1.nip.io",
]
FOREIGN += ["localhost.evil.example", "box.example", "2130706433", "[::1].evil.example", ":", "a b", "local"]
FOREIGN += ["a..b", "....", "a" * 70]  # no name that anybody could have


@pytest.mark.parametrize("host", OWN)
def test_the_box_answers_to_any_address_in_numbers_and_to_its_own_names(app, host):
    assert app.test_client().get("/sign-in", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("path", ["/", "/sign-in", "/wall", "/tablet", "/e/", "/nothing", "/me"])
def test_under_any_other_name_it_only_says_where_it_is(app, path, host):
    """A page from elsewhere that made its own name mean this box read the Wi-Fi password."""
    # Sent by hand: a test client wants to understand where it is.
    answer = Response.from_app(app, EnvironBuilder(path, headers={"Host": host}).get_environ())
    assert answer.status_code == 421
    told = answer.get_data(as_text=True)
    assert "This box is at another address" in told
    assert 'href="http://' in told


@pytest.mark.parametrize("path", ["/api/wall", "/api/tournaments", "/at-table/state", "/healthz", "/api/live"])
def test_programs_under_any_other_name_are_told_in_json(app, path):
    answer = app.test_client().get(path, headers={"Host": "evil.example:8000"})
    assert (answer.status_code, answer.json.keys()) == (421, {"error"})
    assert "does not answer to that name. It is at http://" in answer.json["error"]
    assert answer.json["error"].endswith(":8000/")


def test_a_form_that_comes_under_another_name_does_nothing(app):
    pin = app.config["CINDERBOX"].pin_file.read_text()
    answer = app.test_client().post("/sign-in", data={"pin": pin}, headers={"Host": "evil.example"})
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (421, False)


def test_a_name_is_never_markup(app):
    answer = app.test_client().get("/", headers={"Host": "<script>alert(1)</script>"})
    assert b"<script>alert" not in answer.data


def test_whoever_says_no_name_is_no_browser(app):
    assert is_own_host(None, app.config["CINDERBOX"])


def test_the_setting_names_more(app, tmp_path, monkeypatch):
    monkeypatch.setenv("TRUSTED_HOSTS", "Box.Example club.example")
    monkeypatch.setenv("LIVE_URL", "https://live.example:8001")
    app.config["CINDERBOX"] = config_from(str(tmp_path))
    for host, status in {"box.example:80": 200, "club.example": 200, "live.example": 200, "evil.example": 421}.items():
        assert app.test_client().get("/sign-in", headers={"Host": host}).status_code == status


@pytest.mark.parametrize("names", ["http://box.example", "box.example:80", "a/b"])
def test_a_setting_that_names_no_hosts_is_refused_in_words(tmp_path, monkeypatch, names):
    monkeypatch.setenv("TRUSTED_HOSTS", names)
    with pytest.raises(Refused, match="TRUSTED_HOSTS has to be names"):
        config_from(str(tmp_path))


@pytest.mark.parametrize(("host", "status"), [("evil.example", 421), ("127.0.0.1:1", 200), ("box.example", 200)])
@pytest.mark.parametrize("path", ["/live", "/time"])
def test_the_streams_answer_to_the_same_names(app, host, status, path):
    app.config["CINDERBOX"] = replace(app.config["CINDERBOX"], trusted_hosts=("box.example",))
    running = live.start(app, listening("127.0.0.1", 0))
    try:
        asked = f"GET {path}?event= HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", running.port)) as line:
            line.sendall(asked)
            assert line.recv(99).startswith(f"HTTP/1.1 {status} ".encode())
        if status == 421:
            assert b"does not answer to that name" in said(running.port, asked)
    finally:
        running.stop()


@pytest.mark.parametrize("back", ["/", "/events/cup/results?round=2", "/devices/?tid=cup", "/e/cup/?q=Ana%20B"])
def test_a_page_of_this_box_is_gone_back_to(back):
    assert own_page(back) == back


@pytest.mark.parametrize(
    "back",
    [
        *("//evil.example/", "https://evil.example/", "/\\evil.example", "\\/evil.example", "javascript:alert(1)"),
        *("/\t/evil.example", "/\n/evil.example", "/\r/evil.example", "\t//evil.example", "/\x00/evil.example"),
        *("/ /evil.example", "/\x7f/evil.example", "/\x0b/evil.example", "/e/\\..\\", "evil.example", "", None),
    ],
)
def test_coming_back_leads_only_to_our_own_pages(app, back):
    """Browsers leave a tab or a new line out of an address, and then it was another box."""
    pin = app.config["CINDERBOX"].pin_file.read_text()
    answer = Actor(app).client.post("/sign-in", data={"pin": pin, "back": back or ""})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("path", ["//evil.example/x", "/\t/evil.example", "/\\evil.example"])
def test_a_refusal_leads_back_only_to_our_own_pages(app, organizer, path):
    answer = organizer.client.post("/box/pin", data={"role": "nobody"}, headers={"Referer": f"http://localhost{path}"})
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/"
