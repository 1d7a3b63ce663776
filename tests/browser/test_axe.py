"""Every desk page with axe-core, light and dark: nothing serious and nothing critical."""

import hashlib
import os
import re
from importlib import resources

import pytest

from tests.browser.conftest import somebody
from tests.browser.pages import every_kind, packs, previews

SOAK = bool(os.environ.get("SOAK"))
AXE = "84494fec757e4710dc751c8d7a636e457f4532f08f85c86dc9070133fbff53bc"
DARK = 3  # one page of so many is looked at in the dark too: all take their colours from the same place


@pytest.fixture(scope="session")
def axe():
    """The text of axe.min.js, which a package carries: exactly the one these tests were written for."""
    script = resources.files("axe_playwright_python").joinpath("axe.min.js").read_bytes()
    assert script.startswith(b"/*! axe v4.12.1\n")
    assert hashlib.sha256(script).hexdigest() == AXE
    return script.decode()


@pytest.fixture
def look(chromium, box, axe):
    """Somebody whose pages let a script in from outside; `look.over()` gathers the faults of the page that is open."""
    with somebody(chromium, box, bypass_csp=True) as desk:
        yield Look(desk, axe)


class Look:
    def __init__(self, desk, axe):
        self.desk, self.axe, self.faults = desk, axe, []

    def over(self, address=None, *, dark=True):
        """Light with every rule, then dark, where only the colours differ."""
        page = self.desk.page
        if address:
            page.goto(address)
        page.wait_for_load_state()
        page.evaluate(self.axe)
        self.faults += found(page, "light", {})
        if dark:
            page.emulate_media(color_scheme="dark")
            self.faults += found(page, "dark", {"runOnly": ["color-contrast"]})
            page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("half", [0, 1])  # so that two cores can share them
def test_no_page_has_a_serious_fault(look, prepared, half):
    for number, address in enumerate(every_kind(look.desk.box)[half::2]):
        look.over(address, dark=SOAK or number % DARK == 0)
    assert look.faults == []


def test_no_preview_has_a_serious_fault(look, prepared):
    for _ in previews(look.desk):
        look.over()
    assert look.faults == []


def test_no_sheet_for_paper_has_a_serious_fault(look, prepared):
    for address in packs(look.desk.box):
        look.over(address)
    assert look.faults == []


def test_axe_sees_a_fault_where_there_is_one(look):
    look.desk.page.goto(look.desk.box.address)
    look.desk.page.evaluate("document.querySelector('main').innerHTML += '<input><p class=faint>faint</p>'")
    look.desk.page.add_style_tag(content="@media (prefers-color-scheme: dark) { .faint { color: #222; } }")
    look.over()
    assert {fault.split(": ")[1] for fault in look.faults} == {"label", "color-contrast"}


def found(page, ground, rules):
    """Serious and critical faults of the page, as lines to read."""
    run = "async rules => (await axe.run(document, {resultTypes: ['violations'], ...rules})).violations"
    where = re.sub(r"https?://[^/]+(/events/[^/]+)?", "", page.url)
    return [
        f"{where} in {ground}: {fault['id']}: {node['target']} {node['failureSummary'][:300]}"
        for fault in page.evaluate(run, rules)
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
