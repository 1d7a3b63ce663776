"""A real server and a real Chromium. The organizer only clicks and types."""

import re
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.box import Box

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]
expect.set_options(timeout=15_000)


@pytest.fixture(scope="session")
def chromium():
    """Debian's Chromium, headless; `make test` installs it where it is missing."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "Chromium is missing: `make chromium` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def box(tmp_path):
    box = Box(tmp_path)
    yield box
    box.stop()


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def organizer(request, chromium, box):
    """An organizer at a laptop, signed in; every console error fails the test."""
    context = chromium.new_context(
        viewport={"width": 1440, "height": 900}, java_script_enabled=request.param == "with JavaScript"
    )
    desk = Organizer(context.new_page(), box)
    desk.sign_in()
    yield desk
    context.close()
    assert not desk.complaints


class Organizer:
    """What an organizer does, in clicks."""

    def __init__(self, page, box):
        self.page, self.box, self.complaints, self.taps = page, box, [], 0
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    def sign_in(self):
        self.page.goto(f"{self.box.address}/sign-in")
        self.fill("PIN", self.box.pin)
        self.press("Sign in")

    def fill(self, label, text):
        self.taps += 1
        self.page.get_by_label(label, exact=True).fill(str(text))

    def press(self, name):
        self.taps += 1
        self.page.get_by_role("button", name=re.compile(name)).first.click()

    def follow(self, name):
        self.taps += 1
        self.page.get_by_role("link", name=re.compile(name)).first.click()

    def go(self, place):
        """By the rail at the side."""
        self.page.get_by_role("navigation").get_by_role("link", name=re.compile(f"^{place}")).click()

    def sees(self, words):
        expect(self.page.locator("body")).to_contain_text(words)

    def new_event(self, name, rulebook, players):
        self.page.goto(self.box.address)
        self.taps = 0
        self.follow("New event")
        self.fill("Name", name)
        if rulebook != "Ashes Reborn":
            self.taps += 1
            self.page.locator("label", has_text=rulebook).first.click()
        self.fill("Players", "\n".join(players))
        self.press("Create and check in")

    def tables(self):
        """Table → names, of the round on the pairings page."""
        self.go("Pairings")
        rows = self.page.locator("table tr:has(td.t)").all()
        found = {}
        for row in rows:
            table = row.locator("td.t").inner_text().strip()
            if table.isdigit():
                found[int(table)] = [name.inner_text().strip() for name in row.locator("bdi").all()][:2]
        return found

    def slip(self, table, winner, wounds):
        """One slip by keyboard."""
        self.page.get_by_label("Table", exact=True).fill(str(table))
        self.page.get_by_label("Winner", exact=True).fill(str(winner))
        self.page.get_by_label("Wounds", exact=True).fill(str(wounds))
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_label("Table", exact=True)).to_have_value("")

    def play_round(self, winners):
        """Enter every slip: the stronger by this order of names wins."""
        tables = self.tables()
        self.go("Results")
        self.follow("slips")
        for table, (one, two) in tables.items():
            self.slip(table, 1 if winners.index(one) < winners.index(two) else 2, (3 * table) % 25)
        return tables
