"""No button of the next screen lies under the finger of the last one; the second yes is not where the first one was."""

import secrets

import pytest
from playwright.sync_api import expect

from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LANDSCAPE, PORTRAIT, at_table, place
from tests.server.result_event import Event

PEOPLE = ["Ana Kovač", "Ben", "Cai", "Dee", "Eve", "Fay"]
BUTTONS_AT = """([x, y]) => [...document.querySelectorAll("#tablet button:not([disabled])")].filter(each => {
    const at = each.getBoundingClientRect();
    return x > at.left && x < at.right && y > at.top && y < at.bottom;
}).map(each => each.textContent)"""


@pytest.fixture(scope="module")
def past(box):
    with past_the_pages(box) as app:
        yield app


def tap(tablet, target, screen):
    """Tap it in the middle; then another screen is on, with nothing where the finger is. Where that was."""
    target.click(trial=True)
    at = place(target)
    point = [at["x"] + at["width"] / 2, at["y"] + at["height"] / 2]
    tablet.page.mouse.click(*point)
    expect(tablet.page.locator("#tablet")).to_have_attribute("data-screen", screen)
    assert tablet.page.evaluate(BUTTONS_AT, point) == [], screen
    return point


@pytest.mark.parametrize(("viewport", "seat"), [(LANDSCAPE, 0), (PORTRAIT, 1)], ids=["landscape", "portrait"])
def test_a_result_is_told_and_undone_without_a_button_under_the_last_finger(chromium, box, past, viewport, seat):
    event = Event(past, PEOPLE, tid=f"finger-{secrets.token_hex(4)}").start()
    with at_table(chromium, box, past, event, 1, viewport=viewport) as tablet:
        button = lambda name: tablet.page.get_by_role("button", name=name).first  # noqa: E731
        tap(tablet, button("Report the result"), "who")
        tap(tablet, tablet.page.locator(".t-who").nth(seat), "count")
        tablet.tap("7", exact=True)
        tap(tablet, button("Next"), "confirm")
        tablet.on("confirm")
        tap(tablet, button("Yes, correct"), "done")
        tablet.on("done").tap("Undo this result")
        tablet.on("idle")
        assert event.match(1).result is None
        assert event.match(1).reports == ()


def to_the_last_question(tablet):
    """A result is told; from now on time passes only when told to, and enough has."""
    tablet.page.clock.install()
    tablet.reloaded("idle").tap("Report the result")
    tablet.page.clock.run_for(500)
    tablet.winner(0)
    tablet.page.clock.run_for(500)
    tablet.wounds(7)
    tablet.page.clock.run_for(1_300)


def test_a_yes_right_after_a_judge_was_called_counts_for_nothing(chromium, box, past):
    """The call leaves the last question as it stands: whoever drums on would answer it by the way."""
    event = Event(past, PEOPLE, tid=f"finger-{secrets.token_hex(4)}").start()
    with at_table(chromium, box, past, event, 1) as tablet:
        to_the_last_question(tablet)
        tablet.tap("Call a judge")
        tablet.sees("Not needed any more")
        expect(tablet.page.locator("[data-settling]")).to_have_count(1)
        at = place(tablet.page.get_by_role("button", name="Yes, correct"))
        tablet.page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        tablet.on("confirm")
        tablet.page.clock.run_for(1_300)
        tablet.tap("Yes, correct")
        tablet.on("done")


def test_half_a_minute_later_the_desk_is_asked(chromium, box, past):
    event = Event(past, PEOPLE, tid=f"finger-{secrets.token_hex(4)}").start()
    with at_table(chromium, box, past, event, 1) as tablet:
        to_the_last_question(tablet)
        tablet.tap("Yes, correct")
        tablet.on("done").sees("Undo this result")
        tablet.page.clock.run_for(31_000)
        tablet.sees("Wrong result? Tell the desk")
