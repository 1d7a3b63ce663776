"""The first start: the machine's own screen shows the PIN until somebody has signed in; no other screen ever does."""

import stat
from dataclasses import replace

import pytest

from server.box import box_settings, first_boot
from server.core import auth
from tests.server.conftest import Actor


@pytest.fixture
def run(tmp_path, monkeypatch):
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("CINDERBOX_RUN", str(folder))
    return folder


@pytest.fixture
def token(run):
    first_boot.make_token()
    return (run / first_boot.TOKEN).read_text()


@pytest.fixture
def pin(app):
    return app.config["CINDERBOX"].pin_file.read_text()


def ways_in(app, token=None, *, address="127.0.0.1", **headers):
    """What a screen is told about getting here."""
    if token is not None:
        headers["X-Wall-Token"] = token
    answer = app.test_client().get("/api/wall", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == 200
    return answer.json["box"]


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_machines_own_screen_shows_the_pin(app, token, pin, address):
    assert ways_in(app, token, address=address)["pin"] == pin


@pytest.mark.parametrize("wrong", [None, "", "x", "x" * 43, "ü"])
def test_no_other_screen_does_not_even_one_on_this_machine(app, token, wrong):
    assert "pin" not in ways_in(app, wrong)


def test_nor_one_behind_a_proxy_on_this_machine(app, token):
    proxied = {"X-Forwarded-For": "192.168.0.7", "Forwarded": "for=192.168.0.7"}
    assert "pin" not in ways_in(app, None, **proxied)


def test_nor_one_elsewhere_that_knows_the_token(app, token):
    assert "pin" not in ways_in(app, token, address="192.168.0.7")


def test_without_a_token_file_there_is_no_right_token(app, run):
    assert "pin" not in ways_in(app, "")
    (run / first_boot.TOKEN).touch()
    assert "pin" not in ways_in(app, "")


def test_once_an_organizer_has_signed_in_it_is_gone_for_good(app, token, pin):
    Actor(app).sign_in("2222")
    assert "pin" in ways_in(app, token)
    Actor(app).sign_in(pin)
    assert "pin" not in ways_in(app, token)
    with app.app_context():
        auth.make_organizer_pin(app.config["CINDERBOX"])
    assert "pin" not in ways_in(app, token)


def test_a_pin_that_was_changed_is_never_shown(app, token):
    app.config["CINDERBOX"].pin_file.unlink()
    assert "pin" not in ways_in(app, token)


def test_the_token_is_for_the_box_and_its_group_and_stays_over_a_restart(run, token):
    file = run / first_boot.TOKEN
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert len(token) > 40
    first_boot.make_token()
    assert file.read_text() == token


def test_without_the_appliance_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv("CINDERBOX_RUN", str(tmp_path / "nowhere"))
    first_boot.make_token()
    assert not (tmp_path / "nowhere").exists()


@pytest.fixture
def machine(app, tmp_path):
    app.config["CINDERBOX"] = replace(app.config["CINDERBOX"], root=tmp_path)
    (tmp_path / "etc/cinderbox").mkdir(parents=True)
    (tmp_path / box_settings.HOTSPOT).write_text("# Wi-Fi\nSSID=Cinderbox\nPASSWORD=a=b2345678\nSSID=later\n")
    return tmp_path


def test_the_boxs_own_wifi_is_shown_while_it_is_on(app, token, machine):
    assert ways_in(app, token)["wifi"] is None
    (machine / box_settings.HOTSPOT_IS_ON).mkdir(parents=True)
    wifi = ways_in(app, token)["wifi"]
    assert (wifi["name"], wifi["password"]) == ("Cinderbox", "a=b2345678")


def test_but_not_to_the_hall_its_radio_is_too_small(app, token, machine, pin):
    (machine / box_settings.HOTSPOT_IS_ON).mkdir(parents=True)
    assert ways_in(app)["wifi"] is None
    Actor(app).sign_in(pin)
    assert ways_in(app, token)["wifi"] is None


def test_the_organizers_word_on_the_wifi_counts(app, token, machine):
    (machine / box_settings.HOTSPOT_IS_ON).mkdir(parents=True)
    with app.app_context():
        box_settings.put(wifi_name="Hall", wifi_password="12345678")
    assert ways_in(app, token)["wifi"]["name"] == "Hall"
    assert ways_in(app)["wifi"]["name"] == "Hall"


def test_settings_of_the_hotspot_that_cannot_be_read_show_nothing(app, token, machine):
    (machine / box_settings.HOTSPOT_IS_ON).mkdir(parents=True)
    (machine / box_settings.HOTSPOT).write_bytes(b"SSID=\xff")
    assert ways_in(app, token)["wifi"] is None
