"""Televisions of 2021 and tablets of 2020: real Chromiums of that time play with us. What is drawn can be looked at
(`CINDERBOX_PICTURES=folder` keeps the pictures); that it looks right is seen there, not here."""

import os
import secrets
from pathlib import Path

import pytest

from engine.decisions import clock
from server.core.timekeeping import moment
from server.table import tablets
from tests.box import Box
from tests.browser.prepared import past_the_pages
from tests.server.result_event import Event

SOAK = bool(os.environ.get("SOAK"))
PICTURES = os.environ.get("CINDERBOX_PICTURES")
EVERY = [80, 92, 106] if SOAK else [80]
ON_A_DESK = [92, 106] if SOAK else [92]
# Icons are as large as their text; without styles one fills the screen.
LARGEST_ICON = "Math.max(0, ...[...document.querySelectorAll('.icon')].map((e) => e.getBoundingClientRect().height))"


def kept(browser, name):
    if PICTURES:
        browser.picture(Path(PICTURES) / f"{name}.png")


@pytest.mark.parametrize("version", EVERY)
def test_the_wall_of_an_old_television_shows_the_clock(old, tmp_path, version):
    with Box(tmp_path) as box, past_the_pages(box) as app:
        Event(app, ["Ana", "Ben", "Cleo", "Dag"]).start().do(lambda t: clock.start_clock(t, moment()))
        wall = old(version, width=1920, height=1080)
        wall.visit(f"{box.address}/wall")
        digits_are_large(wall, version)


def digits_are_large(wall, version):
    wall.wait(
        "document.querySelector('[data-digits]') && document.querySelector('[data-digits]').innerText.length >= 5"
    )
    assert wall.value("document.querySelector('[data-digits]').getBoundingClientRect().height") > 300
    assert "too old" not in wall.text()
    kept(wall, f"wall-{version}")


@pytest.mark.parametrize("version", EVERY)
def test_a_result_is_told_and_confirmed_at_an_old_tablet(old, box, version):
    with past_the_pages(box) as app:
        tid = f"old-{secrets.token_hex(3)}"
        event = Event(app, ["Ana", "Ben", "Cleo", "Dag"], tid=tid).start()
        with app.app_context():
            code = tablets.make_tablet(f"tablet {tid}", tid, 1)
        result_told_at(old(version, width=1024, height=768), box, code, version)
        assert event.match(1).result.outcomes[1].blood == 12


def result_told_at(tablet, box, code, version):
    tablet.visit(f"{box.address}/tablet")
    tablet.value(f"document.querySelector('input[name=code]').value = '{code}'")
    tablet.press("Let it in")
    tablet.press("Report the result")
    tablet.wait("document.querySelectorAll('.t-who').length === 2")
    kept(tablet, f"tablet-who-{version}")
    assert tablet.value(LARGEST_ICON) < 100
    tablet.settled()
    tablet.value("document.querySelector('.t-who').click()")
    for key in ("1", "2", "Next"):
        tablet.settled()
        tablet.press(key)
    tablet.wait("document.querySelector('#tablet').dataset.screen === 'confirm'")
    kept(tablet, f"tablet-confirm-{version}")
    tablet.settled()
    tablet.press("Yes")
    tablet.wait("document.querySelector('#tablet').dataset.screen === 'done'")
    kept(tablet, f"tablet-done-{version}")


@pytest.mark.parametrize("version", EVERY)
def test_an_old_phone_reads_everything(old, box, prepared, version):
    phone = old(version, width=390, height=844)
    for path in ("/e/playing/", "/e/playing/pairings", "/e/playing/standings", "/e/bracket/bracket"):
        phone.visit(f"{box.address}{path}")
        assert phone.value(LARGEST_ICON) < 100
        assert phone.value("document.documentElement.scrollWidth") <= 390
        kept(phone, f"phone{path.replace('/', '-')}{version}")


@pytest.mark.parametrize("version", ON_A_DESK)
def test_an_old_laptop_runs_the_desk(old, box, prepared, version):
    desk = old(version, width=1366, height=768)
    desk.visit(f"{box.address}/sign-in")
    desk.value(f"document.querySelector('input[name=pin]').value = '{box.pin}'")
    desk.press("Sign in")
    desk.wait("document.body.innerText.includes('New event')")
    for path in ("/", "/results/", "/pairings/", "/standings", "/clock/", "/players/"):
        desk.visit(f"{box.address}/events/playing{path}")
        assert desk.value(LARGEST_ICON) < 100
        kept(desk, f"desk{path.replace('/', '-')}{version}")
