"""A tablet is turned, shares its screen with another app, or shows a keyboard: nothing typed is lost, everything can be
reached and hit, and the field that is typed in stays in sight."""

import secrets

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, somebody
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LANDSCAPE, PORTRAIT, at_table
from tests.server.result_event import Event

NAMES = [f"{first} Oberhauser-Wiśniewska" for first in ("Maximiliana", "Bartholomäus", "Konstantina", "Emmanuelle")]
# A half, a third, and the upper half of a tablet; half of a small one; the narrowest window there is.
SHARED = [(507, 768), (375, 768), (1024, 430), (600, 400), (320, 640)]
# What cannot be touched even after scrolling to it.
OUT_OF_REACH = """[...document.querySelectorAll("main button:not([disabled])")].filter((button) => {
  button.scrollIntoView({ block: "center" });
  const at = button.getBoundingClientRect();
  const hit = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
  return !button.contains(hit);
}).map((button) => button.textContent)"""
# Keys that are not in sight as the page stands.
HIDDEN_KEYS = """[...document.querySelectorAll(".t-keys button")].filter((key) => {
  key.closest(".t-main").scrollTop = 0;
  const [at, room] = [key.getBoundingClientRect(), key.closest(".t-main").getBoundingClientRect()];
  return at.bottom > room.bottom + 1 || at.top < room.top - 1;
}).map((key) => key.textContent)"""
IN_SIGHT = """(field) => {
  const at = field.getBoundingClientRect();
  const hit = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
  return at.top >= 0 && at.bottom <= innerHeight && (hit === field || field.contains(hit));
}"""


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def event(past):
    return Event(past, NAMES, tid=f"turned-{secrets.token_hex(4)}").start()


def sized(tablet, size):
    width, height = size if isinstance(size, tuple) else (size["width"], size["height"])
    tablet.page.set_viewport_size({"width": width, "height": height})
    tablet.good()
    expect(tablet.page.locator("[data-settling], [data-resting]")).to_have_count(0)
    assert tablet.page.evaluate(OUT_OF_REACH) == [], size
    assert tablet.page.evaluate("document.querySelector('#tablet').scrollWidth <= innerWidth"), size


def test_a_tablet_turned_in_the_middle_keeps_what_was_typed(chromium, box, past, event):
    """On a tablet held upright the last row of keys, with “Next”, was cut off."""
    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.tap("Report the result")
        tablet.winner(0)
        tablet.tap("1", exact=True)
        for size in (PORTRAIT, LANDSCAPE, PORTRAIT):
            sized(tablet, size)
            assert tablet.page.evaluate(HIDDEN_KEYS) == [], size
            expect(tablet.page.locator(".t-value")).to_contain_text("1")
        tablet.tap("2", exact=True)
        tablet.tap("Next")
        sized(tablet.on("confirm"), LANDSCAPE)
        tablet.tap("Yes, correct")
        tablet.on("done")
    assert event.match(1).result.outcomes[1].blood == 12


@pytest.mark.parametrize("size", SHARED, ids="{0[0]}x{0[1]}".format)
def test_a_tablet_that_shares_its_screen_can_still_tell_a_result(chromium, box, past, event, size):
    """At a third of the screen, “Report the result” was cut off at the side."""
    with at_table(chromium, box, past, event, 1) as tablet:
        sized(tablet.on("idle"), size)
        tablet.tap("Report the result")
        sized(tablet.on("who"), size)
        tablet.winner(1)
        sized(tablet.on("count"), size)
        tablet.wounds(12)
        sized(tablet.on("confirm"), size)
        tablet.tap("Yes, correct")
        sized(tablet.on("done"), size)


@pytest.mark.parametrize("size", [(1024, 400), (768, 620), (600, 400), (390, 440)], ids="{0[0]}x{0[1]}".format)
def test_a_keyboard_covers_neither_the_code_nor_its_button(chromium, box, size):
    """As a browser that makes its page smaller for the keyboard; others scroll to the field by themselves."""
    context = chromium.new_context(viewport=LANDSCAPE, has_touch=True)
    try:
        page = context.new_page()
        page.goto(f"{box.address}/tablet")
        code = page.locator("input[name=code]")
        expect(code).to_be_focused()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert code.get_attribute("inputmode") == "numeric"
        assert code.evaluate(IN_SIGHT)
        assert page.get_by_role("button", name="Connect this tablet").evaluate(IN_SIGHT)
    finally:
        context.close()


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/e/playing/", "[data-search] input"),
        ("/me", "input[name=code]"),
        ("/events/playing/results/3", "input[name=wounds]"),
        ("/events/playing/results/slips", "input[name=wounds]"),
    ],
)
def test_on_a_phone_the_field_that_is_typed_in_stays_above_the_keyboard(chromium, box, prepared, path, field):
    with somebody(chromium, box, viewport=PHONE, is_mobile=True, has_touch=True) as judge:
        page = judge.page
        page.goto(f"{box.address}{path}")
        typed = page.locator(f"{field}:visible").first
        typed.tap()
        page.set_viewport_size({"width": PHONE["width"], "height": 430})
        typed.scroll_into_view_if_needed()  # what a browser does for the field that has the cursor
        assert typed.evaluate(IN_SIGHT)
