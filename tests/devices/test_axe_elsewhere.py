"""Axe in Firefox and WebKit, too: what a browser makes of a page for a screen reader is its own affair."""

import json

from tests.browser.looks import axe
from tests.browser.pages import every_kind
from tests.browser.prepared import past_the_pages
from tests.devices.flows import clock_is_on, desk_pages_are_styled
from tests.soaking import LONG

pytestmark = LONG
LARGEST = {"width": 1366, "height": 768}
# In one go: what a driver's script leaves behind is gone with the next one.
RUN = """(async () => {
  const module = undefined, define = undefined;
  %s
  const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
  return JSON.stringify(violations.map(({ id, nodes }) => `${location.pathname}: ${id}: ${nodes[0].target}`));
})()"""

# What is still fading in is measured as pale.
AT_REST = "!document.getAnimations().some((each) => each.playState === 'running')"


def test_no_page_has_a_fault_in_another_engine(engine, box, prepared):
    with past_the_pages(box) as app:
        tid = clock_is_on(app).tid
    engine(lambda browser: looked_over(browser, box, tid), **LARGEST)


def looked_over(browser, box, tid):
    desk_pages_are_styled(browser, box, ("/",))
    found = []
    for address in (*every_kind(box), f"{box.address}/events/{tid}/", f"{box.address}/e/{tid}/", f"{box.address}/wall"):
        browser.visit(address)
        found += [fault for fault in faults(browser) if fault in faults(browser)]
    assert found == []


def faults(browser):
    """Asked twice where there is one: a wall goes on to its next scene while it is looked at."""
    browser.wait("document.querySelector('h1')")
    browser.wait(AT_REST)
    return json.loads(browser.value(RUN % axe()))
