"""A draft group's tablet in a real browser: both orientations, calling a judge, a step back, an impatient finger."""

import secrets

import pytest
from playwright.sync_api import expect

from engine.decisions import setup, stages
from server.core.timekeeping import moment
from tests.browser.hall import field
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LANDSCAPE, PORTRAIT, at_table

NEXT = "Everybody is done"
# Where the finger was, at the moment in which the next question appears.
UNDER_THE_FINGER = """([x, y]) => new Promise(told => {
    new MutationObserver((_, watching) => {
        if (!document.querySelector("h1").textContent.includes("Pick 2")) return;
        watching.disconnect();
        told(document.elementFromPoint(x, y).closest("button") !== null);
    }).observe(document.querySelector("#tablet"), { childList: true, subtree: true });
    document.querySelector("footer [data-kind=go]").click();
})"""


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def drafting(past):
    """A group of eight at its first pick, ninety seconds each."""
    event = field(past, f"draft-{secrets.token_hex(4)}", 8, ruleset="ashes-draft", pick_seconds=90)
    event.do(setup.start)
    for _ in range(2):
        event.do(lambda t: stages.advance_draft(t, 0, now=moment()))
    return event


@pytest.mark.parametrize("viewport", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
def test_a_group_reads_its_pick_time_and_seats_whichever_way_its_tablet_stands(chromium, box, past, drafting, viewport):
    """Landscape tablets had lost the draft's styling: it stood with what is for portrait only."""
    with at_table(chromium, box, past, drafting, 1, viewport=viewport) as tablet:
        tablet.on("draft").sees("Pick 1 of 11, pass left")
        expect(tablet.page.locator(".t-head")).to_contain_text("Group 1")
        sizes = "[...document.querySelectorAll('.t-timer')].map(each => parseFloat(getComputedStyle(each).fontSize))"
        assert tablet.page.evaluate(sizes) == [64]
        columns = "getComputedStyle(document.querySelector('.t-seats')).gridTemplateColumns.split(' ').length"
        assert tablet.page.evaluate(columns) == 2
        lowest = tablet.page.locator(".t-seats li").last.bounding_box()
        foot = tablet.page.locator(".t-foot").bounding_box()
        assert lowest["y"] + lowest["height"] <= foot["y"]


def test_a_group_calls_a_judge_and_the_desk_hears_it(chromium, box, past, drafting, desk):
    with at_table(chromium, box, past, drafting, 1) as tablet:
        with tablet.page.expect_response("**/at-table/call"):
            tablet.tap("Call a judge")
        tablet.sees("A judge is called. Please wait here.")
        desk.page.goto(f"{box.address}/events/{drafting.tid}/")
        desk.sees("Group 1 calls a judge")
        desk.page.goto(f"{box.address}/events/{drafting.tid}/floor/")
        desk.sees("Draft group 1 calls a judge")
        desk.press("I go")
        tablet.sees("A judge is coming")
        desk.press("Seen to")
        desk.sees("Group 1: seen to.")
        expect(tablet.page.get_by_role("button", name="Call a judge")).to_be_visible()


def test_a_group_that_went_on_too_early_takes_a_step_back(chromium, box, past, drafting):
    with at_table(chromium, box, past, drafting, 1) as tablet:
        tablet.tap(NEXT)
        tablet.sees("Pick 2 of 11")
        tablet.tap("One step back")
        tablet.sees("Pick 1 of 11")
    assert drafting.t.drafting[0].pick == 1


def test_the_second_tap_of_an_impatient_finger_skips_no_pick(chromium, box, past, drafting):
    """The screen keeps its name from pick to pick; a tap right after the change still counts for nothing."""
    with at_table(chromium, box, past, drafting, 1) as tablet:
        at = tablet.page.get_by_role("button", name=NEXT).bounding_box()
        finger = [at["x"] + at["width"] / 2, at["y"] + at["height"] / 2]
        assert tablet.page.evaluate(UNDER_THE_FINGER, finger) is False
        expect(tablet.page.get_by_role("button", name="Everybody is done: Pick 3")).to_be_visible()
        tablet.tap(NEXT)
        tablet.sees("Pick 3 of 11")
