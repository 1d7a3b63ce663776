"""Axe, headings and states in Firefox and WebKit, too: what a browser tells a screen reader is its own affair."""

import json

import pytest

from engine.decisions import clock
from server.core.timekeeping import moment
from tests.box import Box
from tests.browser.looks import axe
from tests.browser.pages import every_kind
from tests.browser.prepared import past_the_pages
from tests.devices import firefox, webkit
from tests.devices.conftest import LONG
from tests.server.result_event import Event

pytestmark = LONG
# In one go: what a driver's script leaves behind is gone with the next one.
RUN = """(async () => {
  const window = globalThis.window;
  %s
  const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
  return JSON.stringify(violations.map(({ id, nodes }) => `${location.pathname}: ${id}: ${nodes[0].target}`));
})()"""


@pytest.fixture(params=[webkit.WebKit, firefox.Firefox], ids=["webkit", "firefox"])
def screen(request):
    if why := {webkit.WebKit: webkit, firefox.Firefox: firefox}[request.param].why_not():
        pytest.skip(why)
    browser = request.param(width=1280, height=800)
    yield browser
    browser.close()


def faults(browser):
    return json.loads(browser.value(RUN % axe()))


def test_no_page_has_a_fault(screen, box, prepared):
    screen.visit(f"{box.address}/sign-in")
    screen.value(f"document.querySelector('input[name=pin]').value = '{box.pin}'")
    screen.press("Sign in")
    screen.wait("document.body.innerText.includes('New event')")
    found = []
    for address in every_kind(box):
        screen.visit(address)
        found += faults(screen)
        assert screen.value("document.querySelectorAll('h1').length"), address
    assert found == []


def test_no_wall_has_a_fault(screen, tmp_path):
    with Box(tmp_path) as box, past_the_pages(box) as app:
        Event(app, ["Ana", "Ben", "Cleo", "Dag"]).start().do(lambda t: clock.start_clock(t, moment()))
        screen.visit(f"{box.address}/wall")
        screen.wait("document.querySelector('[data-digits]')")
        assert faults(screen) == []
