"""Every desk page with axe-core, light and dark: nothing serious and nothing critical."""

import re
import subprocess
import tarfile

import pytest

from tests.browser.conftest import somebody
from tests.browser.pages import BOX, of_event


@pytest.fixture(scope="session")
def axe(tmp_path_factory):
    """The text of axe.min.js, fetched for this run."""
    folder = tmp_path_factory.mktemp("axe")
    subprocess.run(["npm", "pack", "--silent", "axe-core@4"], cwd=folder, check=True, capture_output=True)
    (packed,) = folder.glob("axe-core-*.tgz")
    with tarfile.open(packed) as tar:
        return tar.extractfile("package/axe.min.js").read().decode()


@pytest.fixture
def look(chromium, box, axe):
    """Somebody whose pages let a script in from outside; `look.over()` gathers the faults of the page that is open."""
    with somebody(chromium, box, bypass_csp=True) as desk:
        yield Look(desk, axe)


class Look:
    def __init__(self, desk, axe):
        self.desk, self.axe, self.faults, self.seen = desk, axe, [], 0

    def over(self, address=None):
        """Light with every rule, then dark, where only the colours differ."""
        page = self.desk.page
        if address:
            page.goto(address)
        page.wait_for_load_state()
        page.evaluate(self.axe)
        for ground, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
            page.emulate_media(color_scheme=ground)
            self.faults += found(page, ground, rules)
        page.emulate_media(color_scheme="light")
        self.seen += 1


def test_no_page_before_the_start_or_of_the_box_has_a_serious_fault(look):
    desk = look.desk
    desk.new_event("Draft", "Ashes Reborn", ["Ana", "Ben", "Cleo", "Dag", "Eva"])
    look.over()
    look.over(desk.event + "/players/")
    desk.visit("/")
    desk.press("Start and pair")
    desk.sees("draft of the pairings")
    look.over()
    look.over(desk.event + "/pairings/?pick=p1")
    for path in (*BOX, "/sign-in"):
        look.over(desk.box.address + path)
    assert look.seen == 8
    assert look.faults == []


def test_no_page_of_an_event_under_way_has_a_serious_fault(look):
    desk = look.desk
    desk.page.goto(desk.box.address)
    desk.press("demo event")
    desk.sees("Ember Cup (demo)")
    addresses = of_event(desk)
    for address in addresses:
        look.over(address)
    desk.page.goto(addresses[0])
    desk.follow("^Undo")
    desk.sees("Nothing is changed yet.")
    look.over()
    desk.visit("/results/round/1/1/correct")
    desk.page.get_by_label("Wounds on the winner").fill("3")
    desk.press("Show what it changes")
    desk.sees("Preview. Nothing is recorded yet.")
    look.over()
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
