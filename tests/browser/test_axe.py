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


@pytest.fixture(params=["light", "dark"])
def looking(request, chromium, box):
    """Somebody whose pages let a script in from outside."""
    with somebody(chromium, box, color_scheme=request.param, bypass_csp=True) as looking:
        yield looking


def test_no_page_of_the_desk_has_a_serious_fault(looking, axe):
    page, faults = looking.page, []
    page.goto(f"{looking.box.address}/events/new")
    looking.new_event("Draft", "Ashes Reborn", ["Ana", "Ben", "Cleo", "Dag", "Eva"])
    faults += found(page, axe)  # before the start
    looking.press("Start and pair")
    looking.sees("draft of the pairings")
    faults += found(page, axe)
    looking.visit("/pairings/?pick=p1")
    faults += found(page, axe)
    page.goto(looking.box.address)
    looking.press("demo event")
    looking.sees("Ember Cup (demo)")
    addresses = of_event(looking)
    for address in [*addresses, *(looking.box.address + path for path in BOX)]:
        page.goto(address)
        faults += found(page, axe)
    page.goto(addresses[0])
    looking.follow("^Undo")
    faults += found(page, axe)
    page.goto(f"{looking.event}/results/round/1/1/correct")
    page.get_by_label("Wounds on the winner").fill("3")
    looking.press("Show what it changes")
    looking.sees("Preview. Nothing is recorded yet.")
    faults += found(page, axe)
    page.goto(looking.box.address + "/sign-in")
    faults += found(page, axe)
    assert faults == []


def found(page, axe):
    """Serious and critical faults of the page, as lines to read."""
    assert "Sorry" not in page.title(), page.url
    page.evaluate(axe)
    violations = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    where = re.sub(r"https?://[^/]+(/events/[^/]+)?", "", page.url)
    return [
        f"{where}: {fault['id']}: {node['target']} {node['failureSummary'][:300]}"
        for fault in violations
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
