"""The box is switched off from the desk: it asks, says who is playing, and only leaves a word for systemd."""

import re

import pytest

from server.box import first_boot, power, updates
from tests.deploy.roots import DEPLOY
from tests.server.result_event import Event
from tests.waiting import wait_until


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(power, "MOMENT_S", 0.0)
    yield
    power.forget()


@pytest.fixture
def door(tmp_path, monkeypatch):
    folder = tmp_path / "door"
    folder.mkdir()
    monkeypatch.setenv("CINDERBOX_POWER", str(folder))
    return folder


def test_it_asks_and_says_who_is_playing(app, organizer, door):
    assert "Nobody is playing." in organizer.get("/box/off")
    Event(app, ("Ana", "Ben", "Cai", "Dee")).start()
    page = organizer.get("/box/off")
    assert "2 tables still playing" in page
    assert "A clock that runs is paused" in page
    assert list(door.iterdir()) == []


def test_nobody_plays_a_round_that_is_not_published(app, organizer, door):
    """“Before round 1 of 2: 2 tables still playing.” stood there."""
    Event(app, ("Ana", "Ben", "Cai", "Dee")).begin()
    assert "Nobody is playing." in organizer.get("/box/off")


@pytest.mark.parametrize(("what", "file"), [("off", "switch-off"), ("restart", "start-again")])
def test_a_word_is_left_and_the_walls_know(organizer, door, what, file):
    assert organizer.client.get("/api/wall").json["power"] == ""
    organizer.post("/box/off", what=what)
    wait_until(lambda: [each.name for each in door.iterdir()] == [file], "systemd is asked")
    assert organizer.client.get("/api/wall").json["power"] == what


def test_a_second_tap_asks_for_nothing_else(organizer, door):
    organizer.post("/box/off", what="off")
    wait_until(lambda: list(door.iterdir()), "systemd is asked")
    organizer.post("/box/off", what="restart")
    assert [each.name for each in door.iterdir()] == ["switch-off"]


def test_a_machine_that_is_not_set_up_for_it_says_so(organizer, monkeypatch):
    monkeypatch.delenv("CINDERBOX_POWER", raising=False)
    assert "cannot be switched off from here" in organizer.get("/box/off")
    assert "cannot be switched off from here" in organizer.post("/box/off", what="off")
    assert power.asked() == ""


@pytest.mark.parametrize("what", ["", "halt", "off; rm"])
def test_nothing_else_can_be_asked_for(organizer, door, what):
    organizer.post("/box/off", what=what)
    assert (power.asked(), list(door.iterdir())) == ("", [])


def test_the_boxs_own_screen_may_and_no_other(app, stranger, door, tmp_path, monkeypatch):
    """By its token from /run; a page of the same machine, or the same token from elsewhere, is nobody."""
    run = tmp_path / "run"
    run.mkdir()
    monkeypatch.setenv("CINDERBOX_RUN", str(run))
    first_boot.make_token()
    token = {"X-Wall-Token": (run / first_boot.TOKEN).read_text()}
    ask = stranger.client
    for headers, address in (({}, "127.0.0.1"), ({"X-Wall-Token": "guess"}, "127.0.0.1"), (token, "10.0.0.9")):
        ask.environ_base["REMOTE_ADDR"] = address
        assert ask.get("/wall/power", headers=headers).status_code == 403
        assert ask.post("/wall/power", json={"what": "off"}, headers=headers).status_code == 403
    assert power.asked() == ""
    ask.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    Event(app, ("Ana", "Ben", "Cai", "Dee")).start()
    found = ask.get("/wall/power", headers=token).json
    assert (found["may"], [each["playing"] for each in found["playing"]]) == (True, [2])
    assert ask.post("/wall/power", json={"what": "halt"}, headers=token).status_code == 409
    assert ask.post("/wall/power", json={"what": "off"}, headers=token).json == {"asked": "off"}
    wait_until(lambda: [each.name for each in door.iterdir()] == ["switch-off"], "systemd is asked")


def test_the_units_look_where_the_server_asks():
    units = DEPLOY / "root/etc/systemd/system"
    folder = re.search(r"^Environment=CINDERBOX_POWER=(\S+)", (units / "cinderbox.service").read_text(), re.M)[1]
    found = {re.search(r"^PathExists=(\S+)", path.read_text(), re.M)[1] for path in units.glob("*.path")}
    assert found == {f"{folder}/{name}" for name in (*power.DOORS.values(), updates.DOOR)}


def test_the_desk_looks_for_a_running_update_where_its_unit_makes_a_folder():
    unit = (DEPLOY / "root/etc/systemd/system/cinderbox-update.service").read_text()
    assert re.search(r"^RuntimeDirectory=(\S+)", unit, re.M)[1] == updates._at_work().name
