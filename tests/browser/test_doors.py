"""The doors open in real browsers: the wall shows the code, phones change by themselves, pasting takes four clicks."""

import re

from playwright.sync_api import expect

from tests.box import Visitor
from tests.browser import looks
from tests.browser.conftest import PHONE
from tests.browser.pictures import picture

CLUB = "Tabletop-Freunde Hamburg-Altona von 1987 e. V."
WHOLE = (
    "(clubs) => clubs.map((club) => club.scrollWidth <= club.clientWidth && club.scrollHeight <= club.clientHeight + 1)"
)


def test_phones_and_the_wall_follow_the_desk_from_entering_to_checking_in(chromium, box, desk):
    desk.new_event("Open doors", "Ashes Reborn", ["Ana", "Ben"])
    expect(desk.page.get_by_role("heading", name="Check-in", exact=True)).to_be_visible()
    event = desk.event
    tid = event.rpartition("/")[2]
    desk.follow("Let players enter by phone")
    desk.fill("Places", "4")
    desk.fill("Fee", "10 €")
    desk.press("^Open entry by phone")
    desk.sees("Players can enter by phone now.")
    opened = []
    try:
        opened += [phone(chromium, box, tid, name) for name in ("Iris Chen", "Gwen Okafor")]
        iris, gwen = opened
        for n in range(2):
            enter_without_a_browser(box, tid, f"Somebody {n}")
        expect(iris.get_by_text("Your entry waits for the desk.")).to_be_visible()
        assert not looks.faults(iris)
        desk.visit("/entry/")
        assert not looks.faults(desk.page)
        desk.follow("^Look")
        desk.sees("Who is this?")
        assert not looks.faults(desk.page)
        desk.visit("/entry/flyer")
        desk.sees("Enter at the desk")
        assert not looks.faults(desk.page)
        desk.page.goto(f"{event}/players/")
        desk.sees("2 new, entered by phone: Iris Chen, Gwen Okafor.")
        assert not looks.faults(desk.page)
        picture(desk.page, "door-check-in")
        desk.sees("2 on the waiting list.")
        desk.press("^Accept all")
        desk.sees("2 players accepted.")
        assert desk.page.locator("td.c-club:has(.name)").evaluate_all(WHOLE) == [
            True,
            True,
        ]  # it tells two of one name apart
        expect(iris.get_by_text("You are in.", exact=True)).to_be_visible()
        expect(gwen.get_by_text("No code is needed.").first).to_be_visible()
        desk.press("^Open$")
        desk.sees("Check-in is open.")
        iris.get_by_role("button", name="I am here").click()
        expect(iris.get_by_text("You are in, and checked in.").first).to_be_visible()
        iris.get_by_role("link", name="To my page").click()
        expect(iris.get_by_text("You are checked in.").first).to_be_visible()
        assert not looks.faults(iris)
        desk.sees("1 of 4 here")
        picture(iris, "door-own-phone")
    finally:
        for page in opened:
            page.context.close()


def test_from_the_first_page_to_round_1_by_pasting_takes_no_more_than_before(chromium, box):
    """Four clicks, the PIN, a name and the list."""
    context = chromium.new_context()
    try:
        page, done = context.new_page(), []

        def click(role, name):
            done.append("click")
            page.get_by_role(role, name=re.compile(name)).first.click()

        def fill(label, text):
            done.append("fill")
            page.get_by_label(label, exact=True).fill(text)

        page.goto(f"{box.address}/sign-in")
        fill("PIN", box.pin)
        click("button", "Sign in")
        click("link", "New event")
        fill("Name", "Four clicks")
        fill("Players", "\n".join(("Ana", "Ben", "Cai", "Dee")))
        click("button", "Create and check in")
        click("button", "Start and pair 4 players")
        expect(page.get_by_text("draft of the pairings").first).to_be_visible()
        assert (done.count("click"), done.count("fill")) == (4, 3)
    finally:
        context.close()


def phone(chromium, box, tid, name):
    page = chromium.new_context(viewport=PHONE).new_page()
    page.goto(f"{box.address}/enter/{tid}")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Club or town, if you like").fill(CLUB)
    page.get_by_role("button", name="Enter", exact=True).click()
    return page


def enter_without_a_browser(box, tid, name):
    visitor = Visitor(box)
    visitor.get(f"/enter/{tid}")
    visitor.post(f"/enter/{tid}", name=name)
