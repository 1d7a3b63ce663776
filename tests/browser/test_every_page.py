"""Every page is opened once and looked at in every way: axe-core, light and dark, headings, what moves, what only
a colour says, and where Tab leads."""

import re

import pytest
from playwright.sync_api import expect

from server.app import opened_app
from server.core.config import Config
from tests.box import Box
from tests.browser.conftest import somebody
from tests.browser.keyboard import FOCUS
from tests.browser.looks import faults, headings, moving, silent
from tests.browser.pages import LOOKED_AT_ELSEWHERE, every_kind, more_states, packs, previews, sheets, sorry
from tests.soaking import SOAK, one_in

IN_THE_DARK = 3  # one page of so many: all take their colours from the same place
BY_TAB = 3  # one page of so many: all have the same frame


@pytest.fixture
def look(chromium, box):
    """Somebody whose pages let a script in from outside; `look.over()` gathers the faults of the page that is open."""
    with somebody(chromium, box, bypass_csp=True) as desk:
        yield Look(desk.page, desk)


class Look:
    def __init__(self, page, desk=None):
        self.page, self.desk, self.faults = page, desk, []

    def over(self, address=None, *, dark=True, title=True):
        """Light with every rule, then dark, where only the colours differ."""
        page = self.page
        if address:
            page.goto(address)
        page.wait_for_load_state()
        self.faults += faults(page)
        if title and len(headings(page)) != 1:
            self.faults.append(f"{page.url} has the headings {headings(page)}")
        self.faults += [f"{page.url}: {what} moves by itself" for what in moving(page)]
        self.faults += [f"{page.url}: only its colour says how it is: {what}" for what in silent(page)]
        if dark:
            page.emulate_media(color_scheme="dark")
            self.faults += faults(page, "dark", runOnly=["color-contrast"])
            page.emulate_media(color_scheme="light")

    def by_tab(self):
        """Tab goes through the page in its own order, and what has the focus is seen."""
        page = self.page
        page.evaluate("document.activeElement.blur()")
        assert page.locator("[tabindex]:not([tabindex='0']):not([tabindex='-1'])").count() == 0
        seen = [page.keyboard.press("Tab") or page.evaluate(FOCUS) for _ in range(12)]
        self.faults += [f"{page.url}: {at} has the focus" for at in seen if not at["ring"] or not at["seen"]]


@pytest.mark.parametrize("half", [0, 1])  # so that two cores can share them
def test_no_page_has_a_fault(look, prepared, half):
    addresses = [*every_kind(look.desk.box), *(more_states(look.desk.box) if SOAK else ())]
    for number, address in enumerate(addresses[half::2]):
        look.over(address, dark=SOAK or number % IN_THE_DARK == 0)
        if SOAK or number % BY_TAB == 1:
            look.by_tab()
    assert look.faults == []


def test_no_preview_has_a_fault(look, prepared):
    for _ in previews(look.desk):
        look.over()
    assert look.faults == []


def test_a_page_on_paper_says_of_which_event_it_is(look, prepared):
    """As wide as A4; the head was left away, with the event's name."""
    look.page.set_viewport_size({"width": 794, "height": 1123})
    look.page.goto(f"{look.desk.box.address}/events/finished/statistics/")
    look.page.emulate_media(media="print")
    expect(look.page.locator(".d-top .where span")).to_be_visible()
    expect(look.page.get_by_role("navigation", name="Event", exact=True)).to_be_hidden()


def test_no_sheet_for_paper_has_a_fault(look, prepared):
    """Several sheets in one document have a heading each."""
    for address in one_in(3, (*packs(look.desk.box), *sheets(look.desk.box))):
        look.over(address, title=False)
        assert headings(look.page), address
    assert look.faults == []


def test_no_page_about_a_person_has_a_fault(look, prepared):
    """From the directory to somebody, what can be done with them, and what phones may see of them."""
    people, page = f"{look.desk.box.address}/people", look.page
    page.goto(people)
    person = page.locator(".folk .c-name a").first.get_attribute("href")
    page.goto(f"{look.desk.box.address}{person}")
    wrong = page.get_by_role("link", name=re.compile("^Not them")).first.get_attribute("href")
    look.over()
    for path in ("/edit", "/merge", "/erase", "/erase/sure"):
        look.over(f"{look.desk.box.address}{person}{path}")
    look.over(f"{look.desk.box.address}{wrong}")
    page.goto(f"{look.desk.box.address}{person}")
    look.desk.press("^Open it to phones")
    look.over(f"{look.desk.box.address}/e/who/{person.rpartition('/')[2]}")
    page.goto(f"{look.desk.box.address}{person}")
    look.desk.press("^Close it to phones")  # others look at it too
    look.desk.sees("Phones see only the name")
    page.goto(f"{people}/history")
    page.get_by_role("link", name="Undo").first.click()
    look.over()
    assert look.faults == []


def test_no_page_about_somebody_at_the_door_has_a_fault(look, prepared):
    look.page.goto(f"{look.desk.box.address}/events/door/entry/")
    look.page.locator("a.act[href^='/events/door/entry/']").first.click()
    look.over()
    assert look.faults == []


def test_no_page_that_says_no_has_a_fault(look, prepared):
    """Nothing there, not for you, gone, too much in an address."""
    look.desk.complaints.excuse("status of 4")
    for address in sorry(look.desk.box):
        look.over(address)
    assert look.faults == []


def test_no_page_of_a_box_that_lost_its_data_has_a_fault(chromium, tmp_path):
    """The rescue page, and the wall beside it."""
    with Box(tmp_path) as whole:
        assert whole.pin
    for part in ("-wal", "-shm"):
        (tmp_path / f"cinderbox.db{part}").unlink(missing_ok=True)
    (tmp_path / "cinderbox.db").write_bytes(b"\xa5" * 8192)
    with Box(tmp_path) as box:
        context = chromium.new_context(bypass_csp=True)
        look = Look(context.new_page())
        for path in ("/", "/wall"):
            look.over(box.address + path)
        assert "being repaired" in look.page.inner_text("body")
        context.close()
    assert look.faults == []


def test_axe_sees_a_fault_where_there_is_one(look):
    look.page.goto(look.desk.box.address)
    look.page.evaluate("document.querySelector('main').innerHTML += '<input><p class=faint>faint</p><h1>Two</h1>'")
    look.page.add_style_tag(content="@media (prefers-color-scheme: dark) { .faint { color: #222; } }")
    look.over()
    for sign in ("label: ", "headings", "in dark: color-contrast"):
        assert sign in "".join(look.faults)


def test_every_page_there_is_has_been_looked_at(tmp_path):
    """Whoever adds a page adds it to tests/browser/pages.py, or says there who else looks at it."""
    with opened_app(Config(tmp_path)) as app:
        places = app.url_map.bind("box")
        addresses = (every_kind, more_states, packs, sheets)
        paths = [address.partition("?")[0] for some in addresses for address in some(Nowhere)]
        seen = {places.match(path)[0] for path in paths}
        pages = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert pages - seen == set(LOOKED_AT_ELSEWHERE)


class Nowhere:
    address = ""
