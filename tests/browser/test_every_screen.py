"""Screens that a list of addresses does not lead to: with axe, one heading, targets for fingers.

Tablets and phones that report are looked at wherever a test plays with them (`tablets.py`, `test_phones.py`).
"""

import re
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine.decisions import results
from engine.words import Game
from server.core import journal
from server.core.config import Config
from server.table import tablets
from tests.box import Box
from tests.browser.conftest import LAPTOP, PHONE, somebody
from tests.browser.looks import faults, headings, too_small
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LYING, UPRIGHT, Tablet, at_table
from tests.browser.test_decks import code_of
from tests.browser.test_spellfire import tap_realms
from tests.server.core.damages import damage
from tests.server.deck_lists import with_lists
from tests.server.played import played
from tests.server.result_event import Event

FOUR = ["Ana", "Ben", "Cleo", "Dag"]
SCREENS = Path("server/table/static/tablet/screens.js")


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


def well(page, *, fingers=False):
    """Nothing is wrong with it in the light nor in the dark."""
    page.wait_for_load_state()
    assert faults(page) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page, "dark", runOnly=["color-contrast"]) == []
    page.emulate_media(color_scheme="light")
    assert len(headings(page)) == 1
    assert not fingers or too_small(page) == []


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_page_of_a_wall_at_the_desk(chromium, box, viewport):
    with somebody(chromium, box, viewport=viewport) as desk:
        wall = desk.page.context.new_page()
        wall.goto(f"{box.address}/wall?screen=access")
        expect(wall.locator("#wall")).to_have_attribute("data-scene", re.compile("."))
        screen = wall.evaluate("localStorage.getItem('cinderbox-screen-access')")
        wall.close()
        desk.page.goto(f"{box.address}/devices/screens/{screen}")
        well(desk.page, fingers=viewport == PHONE)


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_damaged_event(chromium, tmp_path, viewport):
    with Box(tmp_path) as box:
        with past_the_pages(box) as app:
            played(app, 6, 2)
        box.stop()
        damage(Config(tmp_path), "a torn text")
        journal.forget()
        box.start()
        with somebody(chromium, box, viewport=viewport) as desk:
            desk.complaints.excuse("status of 503")
            for path in ("/events/cup/", "/events/cup/damage", "/"):
                desk.page.goto(box.address + path)
                desk.sees("damaged")
                well(desk.page, fingers=viewport == PHONE)


@LYING
def test_the_doors_of_a_tablet(chromium, box, past, viewport):
    """The code, the event, the table; and a box that does not answer."""
    Event(past, FOUR, tid=f"other-{secrets.token_hex(4)}").start()
    event = Event(past, FOUR, tid=f"door-{secrets.token_hex(4)}").start()
    context = chromium.new_context(viewport=viewport, has_touch=True)
    tablet = Tablet(context.new_page(), box)
    tablet.page.goto(f"{box.address}/tablet")
    tablet.good()
    context.close()
    with at_table(chromium, box, past, event, 1, viewport=viewport, bound=False) as tablet:
        expect(tablet.page.locator("h1")).to_contain_text("Which event")
        tablet.good()
        tablet.page.goto(f"{box.address}/tablet/choose?event={event.tid}")
        expect(tablet.page.locator("h1")).to_contain_text("Which table")
        tablet.good()
        tablet.tap("Table 1")
        tablet.on("idle")


@UPRIGHT
def test_a_game_that_is_told_in_two_ways_on_one_tablet(chromium, box, past, viewport):
    event = Event(past, [*FOUR, "Eva", "Finn"], ruleset_id="spellfire", tid=f"pod-{secrets.token_hex(4)}").start()
    match = event.match(1)
    told = Game(match.seats[0].side, (6, 5, 4))
    event.do(lambda t: results.report_game(t, 1, player=match.players[0], game=told))
    with at_table(chromium, box, past, event, 1, viewport=viewport) as tablet:
        tablet.on("gameConfirm").tap("No", exact=True)
        tablet.on("gameNo").tap(event.names_at(1)[1])
        tablet.on("realms")
        tap_realms(tablet.page, 5, 6, 4)
        tablet.tap("Next: the others confirm")
        tablet.on("gameVersions")


@LYING
def test_a_tablet_that_is_not_let_in_any_more_or_never_heard_the_box(chromium, box, past, viewport):
    event = Event(past, FOUR, tid=f"out-{secrets.token_hex(4)}").start()
    with at_table(chromium, box, past, event, 1, viewport=viewport) as tablet:
        tablet.on("idle")
        tablet.page.route("**/at-table/state*", lambda route: route.abort())
        tablet.page.add_init_script("localStorage.clear()")
        tablet.page.reload()
        tablet.on("looking")
        tablet.page.unroute("**/at-table/state*")
        with past.app_context():
            tablets.revoke(tablet.id)
        tablet.on("unknown")


def test_a_players_own_deck_list_and_leaving(chromium, box, past):
    event = with_lists(past, FOUR, tid=f"own-{secrets.token_hex(4)}")
    context = chromium.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(f"{box.address}/me#{event.tid}.{code_of(box, event.tid, 'p1')}")
    expect(page).to_have_url(f"{box.address}/me/table")
    page.goto(f"{box.address}/me/deck")
    well(page, fingers=True)
    page.goto(f"{box.address}/me/drop")
    well(page, fingers=True)
    context.close()


def test_every_screen_of_a_tablet_is_played_somewhere():
    """By its name: a new one is not forgotten."""
    named = re.findall(r"\.\.\.\{([^}]*)\}", SCREENS.read_text(encoding="utf-8"))
    screens = {name.strip() for names in named for name in names.split(",")}
    played_with = "".join(path.read_text(encoding="utf-8") for path in Path("tests/browser").glob("test_*.py"))
    assert {screen for screen in screens if not re.search(rf'\((["\']){screen}\1', played_with)} == set()
