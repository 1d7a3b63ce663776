"""Behind a proxy: whose word counts, and who is really asking."""

from dataclasses import replace

import pytest

from engine.refusals import Refused
from server.box import first_boot
from server.core.config import config_from
from server.core.proxies import client, proxies
from tests.server.conftest import Actor

HERE = proxies("127.0.0.1 ::1")


@pytest.fixture
def trusting(app):
    """A box with a proxy on the same machine, as `deploy/install.sh --https` sets it up."""
    config = app.config["CINDERBOX"]
    app.config["CINDERBOX"] = replace(config, trusted_proxies=HERE)
    return app


def through(app, address, *, peer="127.0.0.1"):
    actor = Actor(app, peer)
    actor.client.environ_base["HTTP_X_FORWARDED_FOR"] = address
    return actor


@pytest.mark.parametrize(
    ("peer", "passed_on", "asks"),
    [
        ("127.0.0.1", "10.0.0.5", "10.0.0.5"),
        ("127.0.0.1", "", "127.0.0.1"),  # the machine itself, not through the proxy
        ("10.0.0.9", "10.0.0.5", "10.0.0.9"),  # anybody can write that
        ("127.0.0.1", "127.0.0.1, 10.0.0.5", "10.0.0.5"),  # somebody says they are the box
        ("127.0.0.1", "10.0.0.5, 127.0.0.1", "10.0.0.5"),  # through two of them
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"),  # the machine itself, through the proxy
        ("::1", "fd00::1", "fd00::1"),
        ("::1", "::ffff:10.0.0.5", "10.0.0.5"),
        ("127.0.0.1", "somebody", "unknown"),
        ("127.0.0.1", "10.0.0.5, ", "unknown"),
    ],
)
def test_who_asks_is_the_last_one_named_that_is_no_proxy_of_ours(peer, passed_on, asks):
    assert client(peer, passed_on, HERE) == asks


def test_behind_a_trusted_proxy_everybody_waits_for_their_own_wrong_pins(trusting):
    thief = through(trusting, "10.0.0.66")
    for _ in range(6):
        page = thief.post("/sign-in", pin="000001")
    assert "Too many wrong tries on this device" in page
    pin = trusting.config["CINDERBOX"].pin_file.read_text()
    page = through(trusting, "10.0.0.7").sign_in(pin).get("/box")
    assert "10.0.0.7" in page


def test_whoever_is_no_trusted_proxy_is_not_believed(trusting):
    """Otherwise a guesser would be somebody else with every try."""
    for n in range(6):
        page = through(trusting, f"10.0.1.{n}", peer="10.0.0.66").post("/sign-in", pin="000001")
    assert "Too many wrong tries on this device" in page


def test_guests_of_the_proxy_do_not_see_what_only_the_machines_own_screen_sees(trusting, monkeypatch, tmp_path):
    """The PIN of a new box, on its own screen."""
    monkeypatch.setenv("CINDERBOX_RUN", str(tmp_path))
    first_boot.make_token()
    token = {"X-Wall-Token": (tmp_path / first_boot.TOKEN).read_text()}

    def shown(actor):
        return "pin" in actor.client.get("/api/wall", headers=token).json["box"]

    assert shown(Actor(trusting, "127.0.0.1"))
    assert not any(shown(through(trusting, who)) for who in ("10.0.0.5", "nonsense"))


@pytest.mark.parametrize("said", ["box.example", "10.0.0.0/40", "127.0.0.1,10.0.0.1"])
def test_a_proxy_setting_that_is_no_address_is_refused_in_words(tmp_path, monkeypatch, said):
    monkeypatch.setenv("TRUSTED_PROXIES", said)
    with pytest.raises(Refused, match="TRUSTED_PROXIES has to be addresses"):
        config_from(str(tmp_path))


def test_the_setting_names_addresses_and_networks(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUSTED_PROXIES", "127.0.0.1 10.0.0.0/8")
    assert config_from(str(tmp_path)).trusted_proxies == proxies("127.0.0.1 10.0.0.0/8")


@pytest.mark.parametrize(("peer", "way", "https"), [("127.0.0.1", "https", True), ("127.0.0.1", "http", False)])
@pytest.mark.parametrize("trusted", [True, False])
def test_only_a_trusted_proxy_says_that_somebody_came_by_https(app, peer, way, https, trusted):
    """Then the cookie is one that never goes in the clear, and the page listens at its own address."""
    app.config["CINDERBOX"] = replace(app.config["CINDERBOX"], trusted_proxies=HERE if trusted else ())
    app.config["LIVE_PORT"] = 8001
    guest = through(app, "10.0.0.5", peer=peer)
    guest.client.environ_base["HTTP_X_FORWARDED_PROTO"] = way
    page = guest.client.get("/sign-in")
    by_https = https and trusted
    assert ("__Host-cinderbox=" in page.headers["Set-Cookie"], "Secure" in page.headers["Set-Cookie"]) == (
        by_https,
    ) * 2
    listens = "https://localhost" if by_https else "http://localhost:8001"
    assert f'content="{listens}"' in page.get_data(as_text=True)


@pytest.mark.parametrize("header", ["HTTP_X_FORWARDED_HOST", "HTTP_FORWARDED", "HTTP_VIA"])
def test_the_machines_own_screen_is_itself_through_its_own_proxy_too(trusting, header):
    pin = trusting.config["CINDERBOX"].pin_file.read_text()
    for n in range(25):
        Actor(trusting, f"10.1.0.{n}").post("/sign-in", pin="000001")
    own = through(trusting, "127.0.0.1")
    own.client.environ_base[header] = "told by the proxy"
    assert own.sign_in(pin).get("/box").path == "/box"
