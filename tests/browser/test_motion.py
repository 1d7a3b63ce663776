"""Almost nothing moves, and for whoever asked for less nothing does."""

import pytest
from playwright.sync_api import expect

from tests.box import Box
from tests.browser.pages import every_kind
from tests.browser.prepared import past_the_pages
from tests.server.result_event import Event

# Counts what a script sets in motion.
COUNTED = """
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };
"""
# What a style sheet has set in motion. A sentence that appears after a while and a button that waits do not move.
MOVING = """() => {
  const motion = ["transform", "opacity", "left", "top"];
  return document.getAnimations()
    .filter(({ effect }) => effect.getKeyframes().some((frame) => motion.some((name) => name in frame)))
    .map(({ effect }) => effect.target.outerHTML.slice(0, 80));
}"""


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


def test_nothing_on_a_page_moves_by_itself(desk, prepared):
    for address in every_kind(desk.box):
        desk.page.goto(address)
        assert desk.page.evaluate(MOVING) == [], address
