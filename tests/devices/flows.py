"""What is done in every browser: the least that must work in a hall."""

import os
from pathlib import Path

PICTURES = os.environ.get("CINDERBOX_PICTURES")
# Icons are as large as their text; without styles one fills the screen.
LARGEST_ICON = "Math.max(0, ...[...document.querySelectorAll('.icon')].map((e) => e.getBoundingClientRect().height))"
DIGITS = "document.querySelector('[data-digits]')"


def kept(browser, name):
    """A picture to look at, where somebody wants them."""
    if PICTURES:
        browser.picture(Path(PICTURES) / f"{type(browser).__name__}-{browser.version}-{name}.png")


def digits_are_large(wall):
    wall.wait(f"{DIGITS} && {DIGITS}.innerText.length >= 5")
    assert wall.value(f"{DIGITS}.getBoundingClientRect().height / innerHeight") > 0.25
    assert "too old" not in wall.text()
    kept(wall, "wall")


def result_told_at(tablet, box, code):
    """From letting the tablet in to a result that both confirmed."""
    tablet.visit(f"{box.address}/tablet")
    tablet.value(f"document.querySelector('input[name=code]').value = '{code}'")
    tablet.press("Let it in")
    tablet.press("Report the result")
    tablet.wait("document.querySelectorAll('.t-who').length === 2")
    kept(tablet, "tablet-who")
    assert tablet.value(LARGEST_ICON) < 100
    tablet.settled()
    tablet.value("document.querySelector('.t-who').click()")
    for key in ("1", "2", "Next"):
        tablet.settled()
        tablet.press(key)
    tablet.wait("document.querySelector('#tablet').dataset.screen === 'confirm'")
    kept(tablet, "tablet-confirm")
    tablet.settled()
    tablet.press("Yes")
    tablet.wait("document.querySelector('#tablet').dataset.screen === 'done'")
    kept(tablet, "tablet-done")


def phone_pages_fit(phone, box):
    for path in ("/e/playing/", "/e/playing/pairings", "/e/playing/standings", "/e/bracket/bracket"):
        phone.visit(f"{box.address}{path}")
        assert phone.value(LARGEST_ICON) < 100
        assert phone.value("document.documentElement.scrollWidth <= innerWidth"), path
        kept(phone, f"phone{path.replace('/', '-')}")


def desk_pages_are_styled(desk, box):
    desk.visit(f"{box.address}/sign-in")
    desk.value(f"document.querySelector('input[name=pin]').value = '{box.pin}'")
    desk.press("Sign in")
    desk.wait("document.body.innerText.includes('New event')")
    for path in ("/", "/results/", "/pairings/", "/standings", "/clock/", "/players/"):
        desk.visit(f"{box.address}/events/playing{path}")
        assert desk.value(LARGEST_ICON) < 100
        kept(desk, f"desk{path.replace('/', '-')}")
