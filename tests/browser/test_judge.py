"""A judge with a phone in the pocket: a table calls, the judge goes, stays, and leaves it some extra time."""

import os
import re
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine.decisions import clock
from server.core import auth
from server.core.timekeeping import moment
from tests.box import Box
from tests.browser.conftest import PHONE, Organizer
from tests.browser.felt import FELT, felt
from tests.browser.prepared import past_the_pages
from tests.browser.test_phone import good
from tests.server.result_event import Event

NAMES = ["Ana", "Maximiliana Oberhauser-Wiśniewska", "عمر الخطيب", "<b>Tom</b>"]


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    """A box of its own: the bar tells of the calls of every event."""
    with Box(tmp_path_factory.mktemp("floor")) as box:
        yield box


@pytest.fixture
def floor(box):
    """An event with its first round on and the clock running; judges have a PIN."""
    with past_the_pages(box) as app:
        event = Event(app, NAMES, tid="floor").start()
        event.do(lambda t: clock.start_clock(t, moment()))
        with app.app_context():
            auth.set_pin("judge", "24682468")
    return f"{box.address}/events/floor"


@contextmanager
def judge(chromium, box):
    context = chromium.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    try:
        pia = Organizer(context.new_page(), box)
        pia.page.goto(f"{box.address}/sign-in")
        pia.fill("PIN", "24682468")
        pia.fill("Your name", "Pia")
        pia.press("Sign in")
        pia.sees("Signed in as judge.")
        yield pia
        assert not pia.complaints.left()
    finally:
        context.close()


def add_tablet(desk, table):
    """At the desk; gives the code to type."""
    desk.page.goto(f"{desk.box.address}/devices/?tid=floor")
    desk.fill("Table", table)
    desk.press("Add and show its code")
    return desk.page.locator(".dv-digits").inner_text()


@contextmanager
def tablet(chromium, box, code):
    """A tablet that is let in by its code, as far as this test needs it: it can call."""
    context = chromium.new_context()
    try:
        page = context.new_page()
        page.goto(f"{box.address}/tablet")
        page.locator("input[name=code]").fill(code)
        page.locator("button").first.click()
        page.wait_for_url("**/tablet/table")
        yield page
    finally:
        context.close()


CALL = """async (table) => {
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const said = {event: 'floor', round: 1, table, kind: 'judge', request_id: 'once'};
  const headers = {'Content-Type': 'application/json', 'X-CSRFToken': token};
  return (await fetch('/at-table/call', {method: 'POST', headers, body: JSON.stringify(said)})).status;
}"""


def picture(page, name):
    if folder := os.environ.get("CINDERBOX_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def test_from_the_call_to_the_extra_time(chromium, box, desk, floor):
    code = add_tablet(desk, 1)
    desk.page.goto(f"{floor}/standings/")
    with judge(chromium, box) as pia, tablet(chromium, box, code) as table:
        pia.page.context.add_init_script(FELT)
        pia.page.goto(f"{floor}/floor/")
        pia.sees("No judge calls.")
        # Asked once; the answer is tried at once, and stays.
        pia.press("^Yes, on this device$")
        expect(pia.page.locator("[data-ask]")).to_be_hidden()
        pia.sees("This device sounds when a table calls.")
        pia.page.wait_for_function("felt.shakes === 1 && felt.tones === 8")
        pia.page.goto(f"{floor}/standings/")
        assert table.evaluate(CALL, 1) == 200

        # On whatever page of the staff: it is told, sounds once, and leads to the floor.
        bar = pia.page.locator("[data-call-bar] a")
        expect(bar).to_contain_text("Table 1 calls a judge")
        pia.page.wait_for_function("felt.shakes === 1")
        good(pia)
        picture(pia.page, "judge-bar")
        expect(desk.page.locator("[data-call-bar] a")).to_contain_text("Table 1 calls a judge")
        picture(desk.page, "desk-bar")
        # At the desk what is asked stands beside the tables, not over them.
        desk.page.goto(f"{floor}/floor/")
        asked, tables = (desk.page.locator(each).bounding_box() for each in ("[data-call-alert]", ".card[data-flush]"))
        assert asked["x"] + asked["width"] <= tables["x"]
        picture(desk.page, "desk-floor")
        desk.page.goto(f"{floor}/")
        bar.click()
        pia.page.wait_for_url(f"{floor}/floor/")
        pia.sees("calls a judge")
        assert felt(pia.page)[0] == 0
        pia.page.goto(box.address)
        pia.page.wait_for_url(f"{floor}/floor/")
        picture(pia.page, "judge-floor")

        # The call arrives by itself, on the phone and at the desk.
        expect(pia.page).to_have_title(re.compile(r"^\(1\) Floor"))
        desk.sees("Table 1 calls a judge")
        good(pia)
        # What only just appeared takes no tap: it was meant for what stood there before. By the page's own time.
        pia.page.evaluate("new Promise((go) => setTimeout(go, 600))")
        pia.press("^I’ll take it$")
        pia.sees("You are on your way.")
        desk.sees("Pia is on the way.")

        pia.press("^I am at table 1$")
        pia.sees("You are at table 1")
        expect(table.locator("#tablet")).to_contain_text("A judge is here: Pia.")
        expect(pia.page.get_by_role("timer").last).to_have_text(re.compile(r"0:0[2-9]|0:[1-5]\d"))
        good(pia)
        pia.follow("^Penalty")
        pia.page.locator("label", has_text="Slow play").first.click()
        pia.press("^Next")
        pia.press("^Give the penalty$")
        # Back at the table, and the stopwatch has run on.
        pia.page.wait_for_url(f"{floor}/floor/1")
        pia.sees("You are at table 1")
        pia.fill("Your ruling, in a word or two", "dice rerolled")
        picture(pia.page, "judge-table")
        pia.press(r"^Leave, give \+1:00$")
        pia.sees("Table 1 has 1:00 more.")
        pia.sees("No judge calls.")
        good(pia)
        pia.follow("^Rulings log$")
        for words in ("Judge called", "Judge at the table", "dice rerolled", "Warning: Slow play", "+1:00"):
            pia.sees(words)
        good(pia)
        picture(pia.page, "judge-log")
        desk.page.goto(f"{floor}/floor/log")
        picture(desk.page, "desk-log")
        desk.page.goto(f"{floor}/sheets/rulings")
        picture(desk.page, "paper-log")
        desk.page.goto(f"{floor}/")
        desk.sees("Extra +1:00")
        desk.sees_not("calls a judge")


NOT_WHOLE = """() => [...document.querySelectorAll("main .name")]
  .filter((name) => name.checkVisibility() && getComputedStyle(name).display !== "inline")
  .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 4)
  .map((name) => `${name.textContent.trim()} in ${name.parentElement.outerHTML.slice(0, 90)}`)"""


def test_two_versions_are_settled_on_a_phone_and_every_name_is_whole(chromium, box):
    """“Maximilia… is right”, and then its result in four columns: “bea” over “t”."""
    with past_the_pages(box) as app:
        event = Event(app, NAMES, tid="settled").start()
        with app.app_context():
            auth.set_pin("judge", "24682468")
        table = next(match.table for match in event.t.current_round.matches if "p2" in match.players)
        event.report(table, 0, winner=0, wounds=5).report(table, 1, winner=1, wounds=6)
        lost = next(name for name in event.names_at(table) if name != NAMES[1])
    with judge(chromium, box) as pia:
        pia.page.goto(f"{box.address}/events/settled/floor/{table}")
        pia.follow("Settle the result")
        pia.sees(f"Table {table} needs you")
        assert pia.page.evaluate(NOT_WHOLE) == []
        good(pia)
        pia.press(f"^{NAMES[1]} is right")
        result = pia.page.locator(".f-result p")
        expect(result).to_contain_text(f"{NAMES[1]} beat {lost}")
        assert "\n" not in result.inner_text().strip()
        assert pia.page.evaluate(NOT_WHOLE) == []
        good(pia)
