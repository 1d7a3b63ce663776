"""What is done in every browser: the least that must work in a hall."""

import os
import secrets
import time
from pathlib import Path

from engine.decisions import clock
from server.core import holders, keys
from server.core.timekeeping import moment
from server.table import tablets
from tests.box import Visitor
from tests.server.result_event import Event

PICTURES = os.environ.get("CINDERBOX_PICTURES")
FOUR = ["Ana", "Ben", "Cleo", "Dag"]
# Icons are as large as their text; without styles one fills the screen.
LARGEST_ICON = "Math.max(0, ...[...document.querySelectorAll('.icon')].map((e) => e.getBoundingClientRect().height))"
DIGITS = "document.querySelector('[data-digits]')"
# How far the middle of each joint of a bracket is from between the two boxes that it joins.
JOINTS = """(() => {
  const middle = (e) => { const at = e.getBoundingClientRect(); return at.top + at.height / 2; };
  return [...document.querySelectorAll('.w-joints')].flatMap((joints) => {
    const boxes = [...joints.previousElementSibling.querySelectorAll('li')].map(middle);
    const between = (i) => (boxes[2 * i] + boxes[2 * i + 1]) / 2;
    return [...joints.querySelectorAll('svg')].map((svg, i) => Math.abs(middle(svg) - between(i)));
  });
})()"""
# What the desk can put on a wall, and the event of `prepared` that has it.
WALL_SCENES = {
    "welcome": "check-in",
    "roster": "check-in",
    "pairings": "playing",
    "set-up": "playing",
    "standings": "playing",
    "bracket": "bracket",
    "places": "finished",
}
DESK_PAGES = ("/", "/results/", "/pairings/", "/standings", "/clock/", "/players/")
PHONE_PAGES = ("/e/playing/", "/e/playing/pairings", "/e/playing/standings", "/e/bracket/bracket")
SCREEN = "document.querySelector('#tablet, [data-report]').dataset.screen"
# What was told is shown at once and sent meanwhile; whoever is next in this browser must not find it unsent.
SENT = "!localStorage.getItem('cinderbox:outbox')"


def kept(browser, name):
    """A picture to look at, where somebody wants them."""
    if PICTURES:
        time.sleep(0.5)  # a scene of the wall fades in
        browser.picture(Path(PICTURES) / f"{type(browser).__name__}-{browser.version}-{name}.png")


def clock_is_on(app):
    """A new event of four whose clock runs."""
    event = Event(app, FOUR, tid=f"clock-{secrets.token_hex(3)}").start()
    event.do(lambda t: clock.start_clock(t, moment()))
    return event


def digits_are_large(wall):
    wall.wait(f"{DIGITS} && {DIGITS}.innerText.length >= 5")
    assert wall.value(f"{DIGITS}.getBoundingClientRect().height / innerHeight") > 0.25
    assert "too old" not in wall.text()
    kept(wall, "wall")


def wall_shows(wall, box, scenes):
    """The desk puts one scene after the other on this wall: each comes by itself, and nothing of it is cut off."""
    wall.visit(f"{box.address}/wall")
    wall.wait("localStorage.getItem('cinderbox-screen')")
    screen = wall.value("localStorage.getItem('cinderbox-screen')")
    desk = Visitor(box).sign_in()
    for scene, event in scenes.items():
        desk.get("/devices/")
        desk.post(f"/devices/screens/{screen}", name="Bar", event=event, scene=scene, volume=50)
        wall.wait(f"document.querySelector('#wall').dataset.scene === '{scene}'")
        kept(wall, f"wall-{scene}-{event}")
        assert wall.value("document.documentElement.scrollHeight <= innerHeight + 1"), scene
        assert "too old" not in wall.text()
        if scene == "bracket":
            assert max(wall.value(JOINTS)) < 3
        if scene == "clock":
            digits_are_large(wall)


def result_told_at(tablet, box, app):
    """From letting the tablet in to a result that both confirmed."""
    event = Event(app, FOUR, tid=f"tablet-{secrets.token_hex(3)}").start()
    with app.app_context():
        code = tablets.make_tablet(f"tablet {event.tid}", event.tid, 1)
    tablet.visit(f"{box.address}/tablet")
    tablet.value(f"document.querySelector('input[name=code]').value = '{code}'")
    tablet.press("Connect this tablet")
    _tell(tablet)
    tablet.wait(f"{SCREEN} === 'confirm'")
    kept(tablet, "tablet-confirm")
    tablet.settled()
    tablet.press("Yes")
    tablet.wait(f"{SCREEN} === 'done' && {SENT}")
    kept(tablet, "tablet-done")
    assert event.match(1).result.outcomes[1].blood == 12


def _tell(browser):
    """The first one won, and has twelve on."""
    browser.press("Report the result")
    browser.wait("document.querySelectorAll('.t-who').length === 2")
    kept(browser, "who")
    assert browser.value(LARGEST_ICON) < 100
    browser.settled()
    browser.value("document.querySelector('.t-who').click()")
    for key in ("1", "2", "Next"):
        browser.settled()
        browser.press(key)


def result_told_on(phone, box, app):
    """A player's own phone tells; the other one has said the same before."""
    event = Event(app, FOUR, tid=f"phone-{secrets.token_hex(3)}").start()
    player = event.pair(1)[0]
    event.report(1, 1, winner=0, wounds=12)
    with app.app_context():
        code = keys.personal_code(holders.secret(event.tid), player, codes=0)
    phone.visit(f"{box.address}/me#{event.tid}.{code}")
    phone.wait("location.pathname === '/me/table'")
    phone.wait(f"{SCREEN} === 'confirm'")
    kept(phone, "phone-confirm")
    phone.settled()
    phone.press("Yes")
    phone.wait(f"{SCREEN} === 'done' && {SENT}")
    assert event.match(1).result.outcomes[1].blood == 12


def phone_pages_fit(phone, box, paths=PHONE_PAGES):
    for path in paths:
        phone.visit(f"{box.address}{path}")
        assert phone.value(LARGEST_ICON) < 100
        assert phone.value("document.documentElement.scrollWidth <= innerWidth"), path
        kept(phone, f"phone{path.replace('/', '-')}")


def comes_back(phone, box, app):
    """With the browser's “back” a page may come as it was left, scripts and all; it catches up by itself. Gives whether
    it came so: Firefox loads it anew while it is driven."""
    event = Event(app, FOUR, tid=f"back-{secrets.token_hex(3)}").start()
    phone.visit(f"{box.address}/e/{event.tid}/pairings")
    phone.wait("document.body.innerText.includes('0 of 2 results in')")
    phone.value("(window.asItWas = true)")
    phone.visit(f"{box.address}/e/{event.tid}/standings")
    event.win(1)
    phone.back()
    phone.wait("document.body.innerText.includes('1 of 2 results in')")
    as_it_was = phone.value("window.asItWas === true")
    event.win(2)
    phone.wait("document.body.innerText.includes('2 of 2 results in')")
    return as_it_was


def desk_pages_are_styled(desk, box, paths=DESK_PAGES):
    desk.visit(f"{box.address}/sign-in")
    desk.value(f"document.querySelector('input[name=pin]').value = '{box.pin}'")
    desk.press("Sign in")
    desk.wait("document.body.innerText.includes('New event')")
    for path in paths:
        desk.visit(f"{box.address}/events/playing{path}")
        assert desk.value(LARGEST_ICON) < 100
        assert "playing" in desk.value("location.pathname")
        kept(desk, f"desk{path.replace('/', '-')}")
