"""A whole event at the desk without a mouse, from the PIN to the prizes."""

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import Keyboard

FOUR = ["Ana Kovač", "Ben Adeyemi", "Zoë van der Meer", "Dag"]


@pytest.fixture
def keys(chromium, box):
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    organizer = Keyboard(context.new_page(), box)
    yield organizer
    assert not organizer.complaints.left()
    context.close()


def sign_in(keys):
    keys.page.goto(f"{keys.box.address}/sign-in")
    keys.fill("PIN", keys.box.pin)
    keys.page.keyboard.press("Enter")
    expect(keys.page.get_by_label("PIN", exact=True)).to_have_count(0)


def make_event(keys):
    """The rulebook by arrows: down and up again."""
    keys.follow("^New event")
    expect(keys.page.get_by_label("Name", exact=True)).to_be_focused()
    keys.page.keyboard.type("Keys only")
    keys.to(lambda at: at["kind"] == "radio")
    chosen = keys.page.locator("input[name=ruleset]:checked")
    first = chosen.get_attribute("value")
    keys.page.keyboard.press("ArrowDown")
    expect(chosen).not_to_have_value(first)
    keys.page.keyboard.press("ArrowUp")
    expect(chosen).to_have_value(first)
    keys.fill("Players", "\n".join(FOUR))
    keys.press("Create and check in")
    keys.sees("Check-in")


def play_round(keys):
    """Every slip: table, winner, number, Enter."""
    keys.go("Results")
    keys.follow("Enter slips")
    for table in (1, 2):
        expect(keys.page.get_by_label("Table", exact=True)).to_be_focused()
        keys.page.keyboard.type(str(table))
        expect(keys.page.locator("[data-slip-who] .name").first).to_be_visible()  # the page's script has come
        keys.page.keyboard.press("Enter")
        for typed in ("1", "7"):
            keys.page.keyboard.type(typed)
            keys.page.keyboard.press("Enter")
        keys.sees(f"Table {table}:")
    keys.sees("All results are in.")
    keys.go("Now")
    keys.press("^Close the round")
    keys.sees("The round is closed.")


def test_an_event_is_run_with_the_keyboard_alone(keys):
    sign_in(keys)
    make_event(keys)
    keys.go("Check-in")
    keys.to(lambda at: at["tag"] == "button" and "Ana" in at["name"] and "here" in at["name"])
    keys.page.keyboard.press("Space")
    expect(keys.page.locator("[aria-pressed=true]")).to_have_count(1)
    keys.go("Now")
    keys.press("Start and pair")
    keys.sees("draft of the pairings")
    keys.press("^Publish")
    keys.sees("Everybody can see where they sit.")
    keys.go("Now")
    keys.press("^Start the clock")
    expect(keys.page.locator(".d-clock time")).to_be_visible()
    play_round(keys)
    keys.go("Standings")
    keys.to(lambda at: at["tag"] == "summary")
    keys.page.keyboard.press("Enter")
    expect(keys.page.locator("details[open]")).to_have_count(1)
    keys.go("Now")
    keys.press("^Pair round 2")
    keys.sees("draft of the pairings")
    keys.press("^Publish")
    keys.sees("Everybody can see where they sit.")
    play_round(keys)
    keys.go("Now")
    keys.follow("Places and prizes")
    keys.fill("Prizes", "A playmat")
    keys.press("Finish the event")
    keys.sees("The event is finished.")
    keys.go("History")
    keys.follow("^Undo")
    keys.sees("Preview. Nothing is changed yet.")
    keys.press("^Undo")
    keys.sees("is undone")


def test_what_has_the_focus_stays_in_view_when_the_page_grows_above_it(keys):
    sign_in(keys)
    make_event(keys)
    keys.go("Check-in")
    keys.to(lambda at: at["tag"] == "button" and "Ana" in at["name"] and "here" in at["name"])
    looks = []  # the page's own looks for what is new wait until the focus is where it is pushed down
    keys.page.route("**", lambda look: looks.append(look) if "x-live" in look.request.headers else look.continue_())
    with keys.page.expect_request(lambda request: "x-live" in request.headers):
        keys.page.keyboard.press("Space")
    expect(keys.page.locator("[aria-pressed=true]")).to_have_count(1)
    keys.page.locator("#door a").focus()
    before = keys.page.evaluate("document.documentElement.scrollHeight")
    for look in looks:
        look.continue_()
    keys.page.wait_for_function("(before) => document.documentElement.scrollHeight > before", arg=before)
    assert keys.focused()["seen"]


def test_the_first_tab_leads_past_the_places_to_the_work(keys, prepared):
    sign_in(keys)
    for path in ("/", "/events/playing/", "/events/playing/results/"):
        keys.page.goto(keys.box.address + path)
        keys.page.evaluate("document.activeElement.blur()")
        keys.page.keyboard.press("Tab")
        assert keys.focused()["name"] == "Skip to content"
        keys.page.keyboard.press("Enter")
        keys.page.keyboard.press("Tab")
        assert keys.page.evaluate("document.querySelector('main').contains(document.activeElement)"), path


def test_shortcuts_open_pages_and_a_question_mark_shows_them(keys, prepared):
    sign_in(keys)
    page, press = keys.page, keys.page.keyboard.press
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    page.goto(f"{keys.box.address}/events/playing/")
    press("?")
    expect(sheet).to_be_focused()
    expect(sheet).to_contain_text("Standings")
    press("Escape")
    expect(sheet).to_be_hidden()
    page.keyboard.type("gr")
    expect(page.locator(".d-rail [aria-current=page]")).to_contain_text("Results")
    page.wait_for_load_state()  # its scripts have come
    press("/")
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    page.keyboard.type("gn?")  # in a field they are letters
    expect(field).to_have_value("gn?")
    expect(sheet).to_be_hidden()


def test_shortcuts_can_be_turned_off_on_a_device_and_on_again_by_the_help(keys, prepared):
    sign_in(keys)
    page, press = keys.page, keys.page.keyboard.press
    page.goto(f"{keys.box.address}/events/playing/")
    press("?")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    sheet.get_by_role("button", name="Turn shortcuts off").press("Enter")
    sheet.get_by_role("button", name="Close").press("Enter")
    press("?")
    press("g")
    press("r")
    expect(sheet).to_be_hidden()
    page.goto(f"{keys.box.address}/help#shortcuts")
    page.locator("main").get_by_role("button", name="Turn shortcuts on").press("Enter")
    page.evaluate("document.activeElement.blur()")
    press("?")
    expect(sheet).to_be_visible()
