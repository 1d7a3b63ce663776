"""An Ashes Reborn event with deck lists: one is rejected, handed in on a phone, and a First Five has a fault."""

import re

from playwright.sync_api import expect

from server.core import holders, keys
from tests.browser.conftest import PHONE, somebody
from tests.browser.prepared import past_the_pages
from tests.browser.test_phone import good
from tests.server.deck_lists import CARDS, ILLEGAL, LEGAL, hand_in, with_lists

PEOPLE = ["Ana", "Ben", "Cleo", "Dag"]


def code_of(box, tid, player):
    with past_the_pages(box) as app, app.app_context():
        return keys.personal_code(holders.secret(tid), player, codes=0)


def test_an_event_with_deck_lists(chromium, box, desk):
    desk.new_event("Lists", "Ashes Reborn", PEOPLE)
    tid = desk.event.rpartition("/")[2]
    desk.go("Settings")
    desk.page.get_by_text("Collect deck lists").click()
    desk.press("Save the settings")
    hands_in(chromium, box, tid)
    enters_the_others(desk)
    desk.go("Now")
    desk.press("Start and pair")
    desk.press("^Publish")
    desk.sees("Everybody can see where they sit.")
    table = next(number for number, names in desk.tables().items() if "Ana" in names)
    checks_a_first_five(chromium, box, desk.event, table)
    desk.go("History")
    desk.sees("First Five of Ana has a fault")


def hands_in(chromium, box, tid):
    """On the player's own phone: a list with faults is rejected, the next one is in, and then it is locked."""
    context = chromium.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    try:
        page = context.new_page()
        page.goto(f"{box.address}/me?event={tid}")
        page.locator("input[name=code]").fill(code_of(box, tid, "p1"))
        page.get_by_role("button").last.click()
        page.get_by_role("link", name="Deck list").click()
        page.get_by_label("Deck list").fill(ILLEGAL)
        expect(page.get_by_text("Molten Gold is banned from constructed decks.")).to_be_visible()
        page.get_by_role("button", name="Hand in").click()
        expect(page.get_by_text("Not handed in: the list has 2 faults.")).to_be_visible()
        page.get_by_label("Deck list").fill(LEGAL)
        expect(page.get_by_text("This list is legal.")).to_be_visible()
        page.get_by_role("button", name="Hand in").click()
        expect(page.get_by_text("Good luck!")).to_be_visible()
        expect(page.get_by_role("button", name="Hand in")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    finally:
        context.close()


def enters_the_others(desk):
    """At the desk: the second player's list by hand, field by field, and the deadline."""
    desk.go("Decks")
    desk.sees("1 of 4 handed in and legal.")
    desk.follow("^Ben$")
    desk.follow("Fill in a form instead")
    desk.fill("Phoenixborn", "Rin Northfell")
    for die in ("Natural", "Divine"):
        desk.fill(die, 5)
    for number, card in enumerate(CARDS, start=1):
        desk.fill(f"Card {number}, how many", 3)
        desk.fill(f"Card {number}", card)
    desk.press("Check and save")
    desk.sees("It is legal.")
    desk.go("Decks")
    desk.page.get_by_text("Lock all now").click()
    desk.press("Lock every list")
    desk.sees("2 of 4 handed in and legal.")


def checks_a_first_five(chromium, box, event, table):
    """On the judge's phone: a Chained card is named, the fault recorded, and then five good ones."""
    with somebody(chromium, box, viewport=PHONE, is_mobile=True, has_touch=True) as judge:
        judge.page.goto(f"{event}/floor/{table}")
        judge.follow("First Five of Ana")
        good(judge)
        for card in (*CARDS[:4], "Hypnotize"):
            judge.page.get_by_label(re.compile(rf"^\s*{card}")).check()
        judge.press("Check these five")
        judge.sees("Hypnotize is Chained; it cannot be in the First Five.")
        judge.press("Record this fault")
        judge.sees("the First Five of Ana has a fault")
        good(judge)
        for card in CARDS[:5]:
            judge.page.get_by_label(re.compile(rf"^\s*{card}")).check()
        judge.press("Check these five")
        judge.sees("the First Five of Ana is fine")


def test_every_page_of_a_long_list_on_paper_says_whose_it_is(desk, box):
    """“The tournament organizer may require players to register their decks and sideboards”: the second page of 55
    cards said neither a name nor the event."""
    kinds = ("Realm", "Holding", "Ally", "Event", "Magical item", "Wizard spell", "Cleric spell", "Artifact")
    cards = [f"{kind}: Card {number} of a long list" for kind in kinds for number in range(8)]
    with past_the_pages(box) as app:
        hand_in(with_lists(app, ("Ana",), ruleset_id="spellfire", tid="longlist"), "p1", text="\n".join(cards))
    page = desk.page
    page.goto(f"{box.address}/events/longlist/sheets/decks")
    # A link in a line is written down on each page of the file that the line is on.
    page.locator(".s-line", has_text="Ana").evaluate(
        "line => line.innerHTML = '<a href=\"http://whose.invalid/\">Ana</a>'"
    )
    paper = page.pdf(format="A4", prefer_css_page_size=True)
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", paper))
    assert pages > 1
    assert paper.count(b"http://whose.invalid/") == pages
