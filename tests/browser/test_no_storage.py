"""Private windows, and browsers told to keep nothing: whatever asks for the storage gets an error in its place. It all
works until the page is closed. (Firefox does it for real in tests/devices/test_cookies_blocked.py.)"""

import secrets
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from engine.decisions import clock
from server.core import holders, keys
from server.core.timekeeping import moment
from server.table import tablets
from tests.box import Box
from tests.browser.complaints import Complaints
from tests.browser.conftest import PHONE
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LANDSCAPE, Tablet
from tests.browser.test_tablets import recorded
from tests.server.result_event import Event

NAMES = ["Ana Kovač", "Ben Adeyemi", "Iris Chen", "José Fernández"]
FORBIDDEN = """
  const get = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
  for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, { get });
"""
FULL = 'Storage.prototype.setItem = () => { throw new DOMException("No room.", "QuotaExceededError"); };'


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def event(past):
    return Event(past, NAMES, tid=f"private-{secrets.token_hex(4)}").start()


@contextmanager
def private(chromium, storage=FORBIDDEN, *, viewport=LANDSCAPE):
    """A page in a browser that keeps nothing; its scripts must not fail."""
    context = chromium.new_context(viewport=viewport, has_touch=True)
    try:
        context.add_init_script(storage)
        page = context.new_page()
        complaints = Complaints(page, console=False)
        yield page
        assert not complaints.left()
    finally:
        context.close()


def let_in(page, box, past, event):
    with past.app_context():
        code = tablets.make_tablet(f"tablet {secrets.token_hex(3)}", event.tid, 1)
    return Tablet(page, box).let_in(code)


@pytest.mark.parametrize("storage", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_a_tablet_that_may_keep_nothing_tells_a_result(chromium, box, past, event, storage):
    """It said for ever that the box did not answer."""
    with private(chromium, storage) as page:
        tablet = let_in(page, box, past, event)
        tablet.on("idle").tap("Report the result")
        tablet.on("who").tells(0, 12)
        tablet.on("confirm").tap("Yes, correct")
        tablet.on("done")
        expect(page.locator("#tablet")).not_to_contain_text("No connection")
    assert recorded(event) == 1


def test_a_tablet_that_keeps_nothing_says_so_while_something_is_not_sent(chromium, box, past, event):
    with private(chromium) as page:
        tablet = let_in(page, box, past, event)
        tablet.on("idle").tap("Report the result")
        tablet.winner(1)
        tablet.offline(True)
        tablet.wounds(7)
        tablet.on("confirm").tap("Yes, correct")
        tablet.on("kept").sees("Not sent yet, trying. Leave this page open: this browser keeps nothing.")
        tablet.offline(False)
        tablet.on("done")
    assert recorded(event) == 1


def test_a_tablet_that_is_not_let_in_any_more_says_why_and_does_not_load_for_ever(chromium, box, past, event):
    """It noted in the storage that it had looked anew, and without one looked anew for ever."""
    with private(chromium) as page:
        tablet = let_in(page, box, past, event)
        tablet.on("idle")
        loads = []
        page.on("load", lambda loaded: loads.append(loaded.url))
        words = {"status": 403, "content_type": "application/json", "body": '{"error": "This tablet is elsewhere."}'}
        page.route("**/at-table/state*", lambda route: route.fulfill(**words, headers={"X-Cinderbox": "1"}))
        page.evaluate("dispatchEvent(new Event('online'))")
        tablet.sees("This tablet is elsewhere.")
        page.wait_for_timeout(1500)
        tablet.sees("This tablet is elsewhere.")
        assert len(loads) == 1


def test_a_players_phone_that_keeps_nothing_finds_its_table_and_reports(chromium, box, past, event):
    player = event.pair(1)[0]
    event.report(1, 1, winner=0, wounds=12)
    with past.app_context():
        code = keys.personal_code(holders.secret(event.tid), player, codes=0)
    with private(chromium, viewport=PHONE) as page:
        page.goto(f"{box.address}/e/{event.tid}/")
        page.locator(f"[data-player={player}]").click()
        expect(page.locator("main")).to_contain_text("your table is")
        page.get_by_role("link", name="Change").click()
        expect(page.locator("main")).to_contain_text("Who are you?")
        page.goto(f"{box.address}/me#{event.tid}.{code}")
        page.get_by_role("button", name="Yes, correct").click()
        expect(page.locator("[data-report]")).to_have_attribute("data-screen", "done")
    assert recorded(event) == 1


def test_a_wall_that_keeps_nothing_shows_and_sounds_the_clock(chromium, tmp_path):
    with Box(tmp_path) as box, past_the_pages(box) as app, private(chromium) as page:
        event = Event(app, NAMES).start()
        page.goto(f"{box.address}/wall")
        event.do(lambda t: clock.start_clock(t, moment()))
        expect(page.locator("[data-digits]")).to_be_visible()
        expect(page.locator("#wall")).to_have_attribute("data-state", "running")
