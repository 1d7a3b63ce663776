"""Almost nothing moves, and for whoever asked for less nothing does."""

import pytest
from playwright.sync_api import expect

from tests.box import Box
from tests.browser.prepared import past_the_pages
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
