"""A real server and a real Chromium. The organizer only clicks and types."""

import re
import shutil
from contextlib import contextmanager
from functools import partial

import pytest
from playwright.sync_api import expect, sync_playwright

from server.app import opened_app
from server.core import journal
from server.core.config import Config
from tests.box import Box
from tests.browser.complaints import Complaints
from tests.browser.hall import furnish
from tests.browser.prepared import past_the_pages, prepare
from tests.browser.walls import FULL, Wall
from tests.soaking import SOAK
from tests.waiting import PATIENCE_S

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]
LAPTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
BOTH = ["with JavaScript", "without JavaScript"]
# For long events: the soak run plays them both ways, the short one only the harder.
HARDER = pytest.mark.parametrize("organizer", BOTH if SOAK else BOTH[1:], indirect=True)
expect.set_options(timeout=PATIENCE_S * 1000)


@pytest.fixture(scope="session")
def chromium():
    """Debian's Chromium; the one without windows does the same with half of the work."""
    path = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
    if not path:
        pytest.skip("Chromium is missing: install the package chromium-headless-shell or chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        browser.new_context = partial(_patient_context, browser.new_context)
        yield browser
        browser.close()


def _patient_context(new_context, **options):
    """Half a minute, which Playwright waits for whatever it is told to do, is not long on a busy machine."""
    context = new_context(**options)
    context.set_default_timeout(PATIENCE_S * 1000)
    return context


@pytest.fixture(scope="session")
def box(tmp_path_factory):
    """One box for all: every test makes its own event on it."""
    with Box(tmp_path_factory.mktemp("box")) as box:
        yield box


@pytest.fixture(scope="session")
def prepared(box):
    """Events in every state on the box; tests look at them and change nothing."""
    with past_the_pages(box) as app:
        prepare(app)


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A box with an event for every scene."""
    data = tmp_path_factory.mktemp("hall")
    journal.forget()
    with opened_app(Config(data)) as app:
        furnish(app)
    journal.forget()
    with Box(data) as box:
        yield box


@pytest.fixture(scope="module")
def wall(chromium, hall):
    """A screen in the hall, and the desk that tells it what to show."""
    viewport = dict(zip(("width", "height"), FULL, strict=True))
    # A page that the test has changed counts as one from outside, and would get no streams from this machine.
    context = chromium.new_context(viewport=viewport, reduced_motion="reduce", permissions=["local-network-access"])
    yield Wall(context.new_page(), hall)
    context.close()


@pytest.fixture(params=BOTH)
def organizer(request, chromium, box):
    """An organizer at a laptop, signed in; every console error fails the test."""
    with somebody(chromium, box, java_script_enabled=request.param == "with JavaScript") as desk:
        yield desk


@pytest.fixture
def desk(chromium, box):
    """An organizer at a laptop with JavaScript."""
    with somebody(chromium, box) as desk:
        yield desk


@contextmanager
def somebody(chromium, box, *, viewport=LAPTOP, **options):
    """Somebody signed in at a screen of this size. Scripts must not fail, and no page may want what the CSP forbids."""
    context = chromium.new_context(viewport=viewport, **options)
    try:
        desk = Organizer(context.new_page(), box)
        desk.sign_in()
        yield desk
        assert not desk.complaints.left()
    finally:
        context.close()


class Organizer:
    """What an organizer does, in clicks."""

    def __init__(self, page, box):
        self.page, self.box, self.taps = page, box, 0
        self.complaints = Complaints(page, "status of 409")  # how a refused form is answered

    def sign_in(self):
        self.page.goto(f"{self.box.address}/sign-in")
        self.fill("PIN", self.box.pin)
        self.press("Sign in")
        expect(self.page.get_by_label("PIN", exact=True)).to_have_count(0)

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
        """By the rail at the side. The list of players is called Check-in there until round 1 is out."""
        place = "(Players|Check-in)" if place == "Players" else place
        rail = self.page.get_by_role("navigation", name="Event", exact=True)
        rail.get_by_role("link", name=re.compile(f"^{place}")).click()
        expect(rail.locator("[aria-current=page]")).to_contain_text(re.compile(place))

    def visit(self, path):
        """Straight to a page of the event."""
        self.page.goto(f"{self.event}{path}")

    @property
    def event(self):
        """The address of the event the page is about."""
        return re.match(r".*/events/[^/]+", self.page.url)[0]

    def sees(self, words):
        expect(self.page.locator("body")).to_contain_text(words)

    def sees_not(self, words):
        expect(self.page.locator("body")).not_to_contain_text(words)

    def texts(self, locator):
        """What these say, once the page they are on has come: a click does not wait for it."""
        expect(locator.first).to_be_visible()
        self.page.wait_for_load_state()
        return locator.all_inner_texts()

    def new_event(self, name, rulebook, players, **numbers):
        """From the first page to the page of the new event. `numbers` by their labels: Rounds=3."""
        self.page.goto(self.box.address)
        self.taps = 0
        self.follow("New event")
        self.fill("Name", name)
        if rulebook != "Ashes Reborn":
            self.taps += 1
            self.page.locator("label", has_text=rulebook).first.click()
        self.fill("Players", "\n".join(players))
        if numbers:
            self.page.get_by_text("Change these").click()
        for label, number in numbers.items():
            self.fill(label, number)
        self.press("Create and check in")

    def tables(self):
        """Table → names, of the round on the pairings page."""
        self.go("Pairings")
        rows = self.page.locator("table.pairings tr:has(td.t)").evaluate_all(
            "rows => rows.map(row => [row.querySelector('td.t').innerText.trim(),"
            " [...row.querySelectorAll('.pl bdi')].map(name => name.innerText.trim())])"
        )
        return {int(table): names for table, names in rows if table.isdigit()}

    def slip(self, table, winner, wounds, *, asked=""):
        """One slip: three fields and Enter; what it is `asked` about is so."""
        number = self.page.locator("input[name=table]").first
        number.fill(str(table))
        self.page.locator("input[name=winner]").fill(str(winner))
        self.page.locator("form[data-slips] input[name=wounds]").fill(str(wounds))
        self.page.keyboard.press("Enter")
        if asked:
            self.sees(asked)
            self.press("^Yes, it is correct")
        expect(number).to_have_value("")

    def play_round(self, order, *, drawn=()):
        """Enter every slip: who stands first in this order of names wins; these tables end in a draw."""
        tables = self.tables()
        self.go("Results")
        self.follow("Enter slips")
        for table, (one, two) in tables.items():
            if table in drawn:
                self.slip(table, "d", f"{table + 6}-{table + 3}", asked="Time has not been called")
            else:
                self.slip(table, 1 if order.index(one) < order.index(two) else 2, 3 * table % 17)
        return tables

    def pair(self):
        """Pair the next round and publish it."""
        self.go("Now")
        self.press("^Pair (round|Legendary|the )")
        self.sees("draft of the pairings")
        self.press("^Publish")
        self.sees("Everybody can see where they sit.")

    def close(self):
        self.go("Now")
        self.press("^Close the round")
        self.sees("The round is closed.")
