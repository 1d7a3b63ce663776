"""A draft group's tablet in a real browser: both orientations, calling a judge, a step back, an impatient finger."""

import secrets
import time
from itertools import product

import pytest
from playwright.sync_api import expect

from engine.decisions import people, setup, stages
from server.core.timekeeping import moment
from server.draft.draft_page import group_cards
from tests.browser.conftest import somebody
from tests.browser.hall import field
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import BOTH_WAYS, at_table, place
from tests.soaking import SOAK

# Milliseconds between two taps, and until the answer comes.
TAPS = list(product([300, 500, 900], [0, 600])) if SOAK else [(300, 0), (900, 600)]
NEXT = "Everybody is done"
STEPS = 20  # set up, deal, eleven picks, six more to build with, and ready
SOON = 0.9  # seconds
# Two taps on one place, so many milliseconds apart, whatever is there at the time.
TWICE = """([x, y, apart]) => new Promise(done => {
    const tap = () => { const hit = document.elementFromPoint(x, y).closest("button"); if (hit) hit.click(); };
    tap();
    setTimeout(() => { tap(); done(); }, apart);
})"""
LATE = """delay => {
    const asked = fetch;
    window.fetch = async (...what) => {
        if (String(what[0]).includes("at-table/draft")) await new Promise(go => setTimeout(go, delay));
        return asked(...what);
    };
}"""
# What reaches over the edge of the screen, or is cut off in itself.
OVER_THE_EDGE = """[...document.querySelectorAll("#tablet, #tablet *")].filter(part => {
    const at = part.getBoundingClientRect();
    const cut = part.matches("button") && part.scrollWidth > part.clientWidth + 1;
    return at.right > innerWidth + .5 || at.left < -.5 || cut;
}).map(part => [part.tagName, part.textContent, part.getBoundingClientRect().right])"""
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


@BOTH_WAYS
def test_a_group_reads_its_pick_time_and_seats_whichever_way_its_tablet_stands(chromium, box, past, drafting, viewport):
    """Landscape tablets had lost the draft's styling: it stood with what is for portrait only."""
    with at_table(chromium, box, past, drafting, 1, viewport=viewport) as tablet:
        tablet.on("draft").sees("Pick 1 of 11, pass left")
        expect(tablet.page.locator(".t-head")).to_contain_text("Draft")
        sizes = "[...document.querySelectorAll('.t-timer')].map(each => parseFloat(getComputedStyle(each).fontSize))"
        assert tablet.page.evaluate(sizes) == [64]
        columns = "getComputedStyle(document.querySelector('.t-seats')).gridTemplateColumns.split(' ').length"
        assert tablet.page.evaluate(columns) == 2
        lowest = place(tablet.page.locator(".t-seats li").last)
        foot = place(tablet.page.locator(".t-foot"))
        assert lowest["y"] + lowest["height"] <= foot["y"]


@BOTH_WAYS
def test_every_step_of_a_draft_has_its_buttons_whole_and_in_one_place(chromium, box, past, viewport):
    """With “One step back” beside it the way on ran off the right edge of a tablet that stands upright."""
    event = field(past, f"draft-{secrets.token_hex(4)}", 8, ruleset="ashes-draft")
    event.do(setup.start)
    with at_table(chromium, box, past, event, 1, viewport=viewport) as tablet:
        feet = set()
        for step in range(STEPS):
            if step:
                event.do(lambda t: stages.advance_draft(t, 0, now=moment()))
            card = group_cards(event.t)[0]
            expect(tablet.page.locator(".t-ask")).to_contain_text(f"Pick {card.pick} of" if card.pick else card.title)
            tablet.on("draft")
            assert tablet.page.evaluate(OVER_THE_EDGE) == [], card.title
            if card.next:
                feet.add(place(tablet.page.locator(".t-foot"))["y"])
        assert card.ready
        assert len(feet) == 1


def test_a_group_calls_a_judge_and_the_desk_hears_it(chromium, box, past, drafting, desk):
    with at_table(chromium, box, past, drafting, 1) as tablet:
        with tablet.page.expect_response("**/at-table/call"):
            tablet.tap("Call a judge")
        tablet.sees("A judge is called. Please wait here.")
        desk.page.goto(f"{box.address}/events/{drafting.tid}/")
        desk.sees("Group 1 calls a judge")
        desk.page.goto(f"{box.address}/events/{drafting.tid}/floor/")
        desk.sees("Draft group 1 calls a judge")
        desk.press("I’ll take it")
        tablet.sees("A judge is coming")
        desk.press("^Done$")
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
        at = place(tablet.page.get_by_role("button", name=NEXT))
        finger = [at["x"] + at["width"] / 2, at["y"] + at["height"] / 2]
        assert tablet.page.evaluate(UNDER_THE_FINGER, finger) is False
        expect(tablet.page.get_by_role("button", name="Everybody is done: Pick 3")).to_be_visible()
        tablet.tap(NEXT)
        tablet.sees("Pick 3 of 11")


@pytest.mark.parametrize(("apart", "delay"), TAPS)
def test_two_taps_within_a_second_are_one_pick_however_late_the_answer_comes(
    chromium, box, past, drafting, apart, delay
):
    with at_table(chromium, box, past, drafting, 1) as tablet:
        tablet.sees("Pick 1 of 11")
        tablet.page.get_by_role("button", name=NEXT).click(trial=True)
        tablet.page.evaluate(LATE, delay)
        at = place(tablet.page.get_by_role("button", name=NEXT))
        tablet.page.evaluate(TWICE, [at["x"] + at["width"] / 2, at["y"] + at["height"] / 2, apart])
        tablet.page.get_by_role("button", name="Everybody is done: Pick 3").click(trial=True)  # nothing is on its way
        assert drafting.t.drafting[0].pick == 2


@pytest.mark.parametrize("js", [True, False], ids=["", "without JavaScript"])
def test_next_pressed_twice_at_the_desk_is_one_pick(chromium, box, drafting, js):
    """The page that answers has the next button under the same finger."""
    with somebody(chromium, box, java_script_enabled=js) as desk:
        while twice_at_the_desk(desk.page, next_pick(desk.page, box, drafting)) > SOON:
            if drafting.t.drafting[0].pick >= 9:
                pytest.skip("this machine is too slow to be an impatient finger")
        pick = drafting.t.drafting[0].pick
        desk.press(f"Next: Pick {pick + 1}")  # once the page has settled it goes on
        expect(desk.page.get_by_role("button", name=f"Next: Pick {pick + 2}")).to_be_visible()
        assert drafting.t.drafting[0].pick == pick + 1


def next_pick(page, box, event):
    """Which pick the page offers that is opened now: a press that came too late may have counted, or be on its way."""
    page.goto(f"{box.address}/events/{event.tid}/draft/")
    return int(page.get_by_role("button", name="Next: Pick").inner_text().rsplit(" ", 1)[1])


def twice_at_the_desk(page, pick):
    """Two presses on the same place, the second as soon as the answer is there; how long both took."""
    at = place(page.get_by_role("button", name=f"Next: Pick {pick}"))
    finger = (at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.get_by_role("button", name=f"Next: Pick {pick}").click(trial=True)
    began = time.monotonic()
    page.mouse.click(*finger)
    page.get_by_role("button", name=f"Next: Pick {pick + 1}").wait_for()
    page.mouse.click(*finger)
    took = time.monotonic() - began
    page.wait_for_load_state()
    return took


def test_what_was_prepared_stays_ticked_after_a_reload(chromium, box, past):
    event = field(past, f"draft-{secrets.token_hex(4)}", 8, ruleset="ashes-draft")
    event.do(setup.start)
    with somebody(chromium, box) as desk:
        desk.page.goto(f"{box.address}/events/{event.tid}/draft/")
        ticks = desk.page.locator(".draft-prepare input[type=checkbox]")
        ticks.nth(1).check()
        ticks.nth(4).check()
        ticks.nth(4).uncheck()
        desk.page.reload()
        expect(ticks.nth(1)).to_be_checked()
        expect(ticks.nth(4)).not_to_be_checked()
        event.do(lambda t: people.drop(t, "p1"))  # the page still follows the event, ticks or not
        desk.sees("7 players: 9 decks, 81 cards.")
        expect(ticks.nth(1)).to_be_checked()
        event.do(setup.draw_draft_anew)  # cards go back, and everything is prepared once more
        desk.page.goto(f"{box.address}/events/{event.tid}/draft/")
        expect(ticks.nth(1)).not_to_be_checked()
