"""Almost nothing moves, and for whoever asked for less nothing does; what stays as it is is not drawn again."""

import pytest
from playwright.sync_api import expect

from tests.box import Box
from tests.browser.conftest import somebody
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import at_table
from tests.server.result_event import Event

# Counts what a script sets in motion.
COUNTED = """
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };
"""


@pytest.mark.parametrize(("asked", "fades"), [("no-preference", True), ("reduce", False)])
def test_the_wall_fades_only_for_those_who_did_not_ask_for_less_motion(chromium, tmp_path, asked, fades):
    with Box(tmp_path) as box, past_the_pages(box) as app:
        context = chromium.new_context(reduced_motion=asked)
        context.add_init_script(COUNTED)
        wall = context.new_page()
        wall.goto(f"{box.address}/wall")
        expect(wall.locator("#wall")).to_have_attribute("data-scene", "welcome")
        Event(app, ["Ana", "Ben", "Cleo", "Dag"]).start()
        expect(wall.locator("#wall")).to_have_attribute("data-scene", "pairings")
        assert bool(wall.evaluate("window.moved")) is fades
        context.close()


# How often the browser had to lay the page out while its clocks were looked at twenty times and more.
LOOKED = "() => new Promise(done => { let looks = 0; setInterval(() => ++looks === 20 && done(), 100); })"


def drawn_again(page):
    inspector = page.context.new_cdp_session(page)
    inspector.send("Performance.enable")

    def layouts():
        return {each["name"]: each["value"] for each in inspector.send("Performance.getMetrics")["metrics"]}[
            "LayoutCount"
        ]

    before = layouts()
    page.evaluate(LOOKED)
    return layouts() - before


def test_a_screen_on_which_nothing_changes_is_not_drawn_again(chromium, box):
    """An old tablet drew its clock ten times a second all day, whether it had changed or not."""
    with past_the_pages(box) as app, somebody(chromium, box) as desk:
        event = Event(app, ["Ana", "Ben", "Cleo", "Dag"], tid="calm").start()
        found = {}
        with at_table(chromium, box, app, event, 1) as tablet:
            tablet.on("idle").sees("60:00")
            found["tablet"] = drawn_again(tablet.page)
        for path in ("/e/calm/pairings", "/e/calm/p/p1", "/events/calm/", "/events/calm/clock/", "/wall?event=calm"):
            desk.page.goto(box.address + path)
            found[path] = drawn_again(desk.page)
    assert max(found.values()) < 10, found  # what came after the page itself is drawn once
