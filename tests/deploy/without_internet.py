"""Run by test_no_internet.py in a network that ends at this machine: server, desk, wall and a phone, in Chromium."""

import re
import socket

import pytest
from playwright.sync_api import expect

from tests.box import Box
from tests.browser.conftest import PHONE, chromium, somebody  # noqa: F401 (a fixture)


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    """The machine's own screen may show the first PIN."""
    run = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as env:
        env.setenv("CINDERBOX_RUN", str(run))
        box = Box(tmp_path_factory.mktemp("data"))
    box.token = (run / "wall-token").read_text()
    yield box
    box.stop()


@pytest.fixture
def asked():
    """Every host that any page asks for anything."""
    return set()


def listening(page, asked):
    page.on("request", lambda request: asked.add(re.match(r"[a-z]+:(//[^/:]*)?", request.url)[0]))
    return page


def test_this_network_ends_at_this_machine():
    with pytest.raises(OSError, match="unreachable"), socket.create_connection(("192.0.2.1", 80), timeout=2):
        pass


def test_the_first_start_and_an_event_need_nobody_outside(chromium, box, asked):  # noqa: F811
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    wall = listening(context.new_page(), asked)
    wall.goto(f"{box.address}/wall#{box.token}")
    expect(wall.locator(".w-pin b")).to_have_text(box.pin)
    expect(wall.locator("#wall")).to_contain_text("This box is not on a network yet.")

    with somebody(chromium, box) as desk:
        listening(desk.page, asked)
        expect(wall.locator(".w-pin")).to_have_count(0)
        desk.new_event("Quiet Cup", "Ashes Reborn", ["Ana", "Ben", "Cai", "Dee"])
        desk.press("Start and pair")
        desk.press("^Publish")
        desk.go("Clock")
        desk.press("^Start")
        expect(wall.locator("#wall")).to_have_attribute("data-scene", "clock")
        event = desk.event.rpartition("/")[2]
        for place in ("Players", "Pairings", "Results", "Standings", "History", "Print", "Settings"):
            desk.go(place)
        desk.page.goto(f"{box.address}/box/health")
        desk.sees("Health")
    phone = listening(chromium.new_context(viewport=PHONE).new_page(), asked)
    phone.goto(f"{box.address}/e/{event}/")
    expect(phone.locator("body")).to_contain_text("Ana")
    phone.goto(f"{box.address}/tablet")
    expect(phone.locator("body")).to_contain_text("six digits")
    phone.context.close()
    context.close()
    assert asked - {"data:", "blob:"} == {"http://127.0.0.1"}
