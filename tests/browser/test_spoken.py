"""Whoever does not see the screen: the clock is spoken at ten, five and one minute, and results as they come in."""

import secrets

import pytest
from playwright.sync_api import expect

from engine.clock import Moment
from engine.decisions import clock
from server.core.timekeeping import moment
from tests.box import Box
from tests.browser.conftest import somebody
from tests.browser.pages import address_of
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import at_table
from tests.server.result_event import Event
from tests.waiting import wait_until

SIX = ["Ana", "Ben", "Cleo", "Dag", "Eva", "Finn"]
MINUTE, TEN = 60_000, "10 minutes left."
SPOKEN = "[data-spoken]"
# Everything that the page says by itself from now on.
LISTEN = """() => {
  const said = () => document.querySelector("[data-spoken]")?.textContent || "";
  window.spoken = [];
  let last = said();
  new MutationObserver(() => {
    if (said() && said() !== last) window.spoken.push(said());
    last = said() || last;
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def event(past):
    return Event(past, SIX, tid=f"spoken-{secrets.token_hex(4)}").start()


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (("running", 10 * MINUTE + 1), ("warning", 10 * MINUTE), "10 minutes left."),
        (("warning", 10 * MINUTE), ("warning", 10 * MINUTE - 1000), ""),
        (("warning", 5 * MINUTE + 90), ("warning", 5 * MINUTE - 10), "5 minutes left."),
        (("warning", MINUTE + 90), ("warning", MINUTE), "1 minute left."),
        (("running", 12 * MINUTE), ("warning", 3.2 * MINUTE), "4 minutes left."),
        (("warning", 10), ("called", 0), "Time is called."),
        (("called", -10), ("called", -1000), ""),
        (("running", 30 * MINUTE), ("paused", 30 * MINUTE), "The clock is paused."),
        (("paused", 30 * MINUTE), ("running", 30 * MINUTE), "The clock is running."),
        (("paused", 4 * MINUTE), ("warning", 4 * MINUTE), "The clock is running. 4 minutes left."),
        (("warning", 4 * MINUTE), ("running", 14 * MINUTE), "14 minutes left."),
        (("not-started", 60 * MINUTE), ("running", 60 * MINUTE), "The clock is running."),
        (("none", 0), ("not-started", 60 * MINUTE), ""),
    ],
)
def test_the_clock_is_spoken_when_there_is_something_to_say(desk, before, now, said):
    given = [dict(zip(("phase", "left"), each, strict=True)) for each in (before, now)]
    ask = "async ([where, before, now]) => (await import(where)).clockWords(before, now)"
    assert desk.page.evaluate(ask, [address_of("server/core/static/spoken.js"), *given]) == said


def test_every_screen_speaks_of_ten_minutes_once_and_not_of_seconds(chromium, tmp_path):
    """Desk, phone, tablet and wall at once: the clock stands shortly before the mark, and goes on when all listen."""
    with Box(tmp_path) as box, past_the_pages(box) as app, somebody(chromium, box) as desk:
        event = Event(app, SIX).start()
        length, began = event.t.settings.round_minutes * MINUTE, moment()
        event.do(lambda t: clock.start_clock(t, Moment(began.boot_id, began.ms - length + 10 * MINUTE + 3_000)))
        event.do(lambda t: clock.pause_clock(t, Moment(began.boot_id, began.ms)))
        context = chromium.new_context()
        with at_table(chromium, box, app, event, 1) as tablet:
            pages = {desk.page: "/events/cup/", context.new_page(): "/e/cup/pairings", context.new_page(): "/wall"}
            for page, path in pages.items():
                page.goto(box.address + path)
            pages[tablet.page] = "tablet"
            for page in pages:
                expect(page.locator("body")).to_contain_text("10:03")
                page.evaluate(LISTEN)
            event.do(lambda t: clock.start_clock(t, moment()))
            for page in pages:
                wait_until(lambda page=page: TEN in page.evaluate("window.spoken"), "ten minutes are spoken of")
            for page, where in pages.items():
                page.wait_for_timeout(1_200)
                assert page.evaluate("window.spoken") == ["The clock is running.", TEN], where
        context.close()


def test_the_desk_hears_results_come_in(desk, event):
    desk.page.goto(f"{desk.box.address}/events/{event.tid}/standings/")
    expect(desk.page.locator("[data-live='where']")).to_be_visible()
    desk.page.evaluate(LISTEN)
    event.win(1)
    event.win(2)
    expect(desk.page.locator(SPOKEN)).to_have_text("2 of 3 results are in.")
    assert "Somebody needs you." not in desk.page.evaluate("window.spoken")


def test_a_phone_says_where_to_sit_when_the_pairings_come(chromium, box, event):
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{box.address}/e/{event.tid}/p/p1")
    page.evaluate(LISTEN)
    event.play()
    event.next_round()
    wait_until(lambda: "table" in "".join(page.evaluate("window.spoken")), "the phone says where to sit")
    context.close()


def test_a_tablet_leads_whoever_goes_by_keyboard_to_the_next_question(chromium, box, past, event):
    """A new screen is read out: its heading has the focus, and the next Tab is its first button."""
    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.on("idle")
        keys, focused = tablet.page.keyboard, tablet.page.locator(":focus")
        tablet.page.get_by_role("button", name="Report the result").focus()
        keys.press("Enter")
        tablet.on("who")
        expect(focused).to_contain_text("Who won?")
        keys.press("Tab")
        expect(focused).to_contain_text(event.names_at(1)[0])
        tablet.page.wait_for_selector("#tablet:not([data-settling])")
        keys.press("Enter")
        tablet.on("count")
        for figure in "12":
            tablet.page.get_by_role("button", name=figure, exact=True).focus()
            tablet.page.wait_for_selector("#tablet:not([data-settling])")
            keys.press("Enter")
            expect(focused).to_have_text(figure)
        tablet.page.get_by_role("button", name="Next").focus()
        keys.press("Enter")
        tablet.on("confirm")
        expect(focused).to_contain_text(event.names_at(1)[1])
        tablet.page.evaluate(LISTEN)
        event.report(1, 0, winner=0, wounds=12)
        tablet.page.get_by_role("button", name="Yes, correct").focus()
        tablet.page.wait_for_selector("#tablet:not([data-settling])")
        keys.press("Enter")
        tablet.on("done")
