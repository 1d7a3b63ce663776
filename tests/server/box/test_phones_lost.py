"""On a box that phones cannot find, nothing tells anybody to scan: the desk says why, paper says what to do instead."""

import pytest

from server.box.addresses import LISTENING
from tests.server.at_table_devices import tablet
from tests.server.result_event import Event

TO_SCAN = ("entry/flyer", "print/codes", "print/slips", "print/pack")
AT_THE_DESK = ("cup/entry/", "cup/players/p1", "next/players/", "cup/print/")


@pytest.fixture(params=["127.0.0.1", "192.168.178.20"])
def listening(request, app):
    app.config[LISTENING] = request.param
    return request.param


@pytest.fixture
def cup(app, organizer):
    event = Event(app, [f"Player {n}" for n in range(1, 5)]).start()
    Event(app, ["Ana", "Ben", "Cai", "Dee"], tid="next")  # people are still coming
    organizer.post("/events/cup/entry/terms", do="open")
    return event


def test_a_code_to_scan_is_only_where_a_phone_finds_the_box(cup, organizer, listening):
    found = listening != "127.0.0.1"
    for path in TO_SCAN:
        page = organizer.get(f"/events/cup/{path}")
        assert ('class="qr"' in page.html) is found, path
        assert ("scan" in page.text.casefold()) is found, path
        assert "127.0.0.1" not in page.text.replace("--host 127.0.0.1", ""), path
    for path in AT_THE_DESK:
        assert ("Phones and tablets cannot find this box" in organizer.get(f"/events/{path}")) is not found, path
    assert ('class="qr"' in organizer.get("/events/cup/entry/").html) is found
    assert ('class="qr"' in organizer.get("/events/cup/players/p1").html) is found


def test_paper_says_instead_what_to_do(cup, organizer):
    cup.app.config[LISTENING] = "127.0.0.1"
    assert "Enter at the desk." in organizer.get("/events/cup/entry/flyer")
    assert "No phone?" not in organizer.get("/events/cup/entry/flyer")
    codes = organizer.get("/events/cup/print/codes")
    assert "Results: at your table’s tablet, on the slip or at the desk." in codes
    assert codes.html.count('class="code-text num"') == 4


def test_a_tablets_code_is_shown_with_why_it_cannot_be_used_yet(cup, organizer, listening):
    tablet(cup, 1)
    organizer.post("/devices/", event="cup", table="2", name="")
    page = organizer.get("/devices/codes")
    assert ("Phones and tablets cannot find this box" in page) is (listening == "127.0.0.1")
    assert "and type:" in page


def test_a_box_for_one_machine_and_a_box_without_a_network_are_told_apart(cup, organizer, monkeypatch):
    cup.app.config[LISTENING] = "127.0.0.1"
    assert "it was started for this machine only" in organizer.get("/events/cup/entry/")
    cup.app.config.pop(LISTENING)
    monkeypatch.setattr("server.box.addresses.lan_address", lambda _host: "127.0.0.1")
    assert "it is in no network" in organizer.get("/events/cup/entry/")
    monkeypatch.setattr("server.box.addresses.lan_address", lambda _host: "192.168.178.20")
    assert "cannot find this box" not in organizer.get("/events/cup/entry/")
