"""In a venue's Wi-Fi something else may answer in place of the box: a page to sign in, a redirect, a refusal. Nobody's
page is lost by that, nothing counts as sent, and all goes on by itself when the box is there again."""

import secrets

import pytest
from playwright.sync_api import expect

from engine.decisions import clock
from server.core import holders, keys
from server.core.timekeeping import moment
from tests.box import Visitor
from tests.browser.complaints import Complaints
from tests.browser.conftest import PHONE, somebody
from tests.browser.portals import KINDS, kinds, portal
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import at_table
from tests.browser.test_tablets import recorded
from tests.server.result_event import Event
from tests.waiting import wait_until

NAMES = ["Ana Kovač", "Ben Adeyemi", "Iris Chen", "José Fernández"]
ABOUT = "[{...document.body.dataset}, document.querySelector('[data-clock]').dataset.clock]"
AGAIN = "dispatchEvent(new Event('online'))"  # what a browser says when its network has changed


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def event(past):
    return Event(past, NAMES, tid=f"portal-{secrets.token_hex(4)}").start()


def mark(page):
    page.evaluate("window.stillHere = true")


def still_here(page):
    return page.evaluate("window.stillHere === true")


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_tablet_tells_a_hotels_wi_fi_is_kept_and_sent_to_the_box(chromium, box, past, event, kind):
    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.tap("Report the result")
        mark(tablet.page)
        with portal(tablet.page.context, kind):
            tablet.tells(0, 5)
            tablet.on("confirm").tap("Yes, correct")
            tablet.on("kept").sees("Not sent yet, trying")
            tablet.page.evaluate(AGAIN)
            with tablet.page.expect_request("**/at-table/report"):  # it goes on trying
                pass
            tablet.on("kept")
        tablet.on("done")
        assert still_here(tablet.page)
    assert recorded(event) == 1


@kinds("page", "refusal")
def test_a_players_page_stays_what_it_was_until_the_box_answers(chromium, box, past, event, kind):
    player = event.pair(1)[0]
    context = chromium.new_context(viewport=PHONE)
    try:
        page = context.new_page()
        complaints = Complaints(page, "Failed to load", "CORS", "ERR_", "Content Security Policy")
        page.goto(f"{box.address}/e/{event.tid}/p/{player}")
        mark(page)
        expect(page.locator("main")).to_contain_text("your table is")
        before = page.evaluate(ABOUT)
        with portal(context, kind, only=f"**/e/{event.tid}/**"):
            with page.expect_request(f"**/p/{player}"):
                event.win(1, wounds=9)
            page.wait_for_timeout(500)
            assert page.evaluate(ABOUT) == before
            expect(page.locator("main")).to_contain_text("your table is")
        event.win(2)
        expect(page.locator("main")).to_contain_text("Your result is in.")
        assert still_here(page)
        assert not complaints.left()
    finally:
        context.close()


@kinds("redirect", "words")
def test_the_desk_takes_no_hotel_page_for_its_own(chromium, box, past, event, kind):
    with somebody(chromium, box) as desk:
        desk.page.goto(f"{box.address}/events/{event.tid}/results/")
        desk.complaints.excuse("Failed to load|CORS|ERR_|Content Security Policy")
        desk.sees("0 of 2 in")
        mark(desk.page)
        with portal(desk.page.context, kind, only=f"**/events/{event.tid}/**"):
            with desk.page.expect_request(f"**/events/{event.tid}/results/"):
                event.win(1)
            desk.page.wait_for_timeout(500)
            expect(desk.page.locator("[data-offer]")).to_be_hidden()
        event.win(2)
        desk.sees("2 of 2 in")
        assert still_here(desk.page)


@kinds("page", "refusal")
def test_a_tick_that_a_hotel_answered_is_not_taken_for_done(chromium, box, past, kind):
    """The page was loaded again, and the hotel's stood in its place."""
    event = Event(past, NAMES, tid=f"ticks-{secrets.token_hex(4)}")
    with somebody(chromium, box) as desk:
        desk.page.goto(f"{box.address}/events/{event.tid}/players/")
        desk.complaints.excuse("Failed to load|CORS|ERR_|Content Security Policy")
        mark(desk.page)
        tick = desk.page.locator("button[form=ticks]").first
        with portal(desk.page.context, kind, only="**/players/**"):
            tick.click()
            desk.sees("The box did not answer. Try again.")
            assert still_here(desk.page)
        before = tick.get_attribute("aria-pressed") or tick.inner_text()
        tick.click()
        expect(desk.page.locator("main")).not_to_contain_text("The box did not answer")
        expect(desk.page.locator("button[form=ticks]").first).not_to_have_text(before)


@kinds("redirect", "words")
def test_a_wall_behind_a_hotels_wi_fi_keeps_its_clock(chromium, box, past, event, kind):
    event.do(lambda t: clock.start_clock(t, moment()))
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    try:
        page = context.new_page()
        page.goto(f"{box.address}/wall")
        screen = wait_until(lambda: page.evaluate("localStorage.getItem('cinderbox-screen')"))
        desk = Visitor(box).sign_in()
        desk.get("/devices/")
        desk.post(f"/devices/screens/{screen}", name="Bar", event=event.tid, scene="clock", volume=50)
        mark(page)
        digits = page.locator("[data-digits]")
        expect(digits).to_be_visible()
        with portal(context, kind):
            event.win(1)
            before = digits.inner_text()
            page.evaluate(AGAIN)
            expect(digits).not_to_have_text(before)
        assert still_here(page)
        expect(digits).to_be_visible()
    finally:
        context.close()


@kinds("page", "refusal")
def test_a_players_own_phone_keeps_what_it_told(chromium, box, past, event, kind):
    player = event.pair(1)[0]
    with past.app_context():
        code = keys.personal_code(holders.secret(event.tid), player, codes=0)
    context = chromium.new_context(viewport=PHONE)
    try:
        page = context.new_page()
        page.goto(f"{box.address}/me#{event.tid}.{code}")
        page.get_by_role("button", name="Report the result").click()
        mark(page)
        page.locator(".t-who").first.click()
        page.get_by_role("button", name="7", exact=True).click()
        with portal(context, kind):
            page.get_by_role("button", name="Next").click()
            expect(page.locator("main")).to_contain_text("Not sent yet, trying")
            page.evaluate(AGAIN)
            expect(page.locator("main")).to_contain_text("Kept on this phone")
        expect(page.locator("main")).to_contain_text("You said")
        assert still_here(page)
    finally:
        context.close()
    assert len(event.match(1).reports) == 1
