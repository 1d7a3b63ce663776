"""The desk on a phone, with names nobody tested for."""

import pytest

from tests.browser.conftest import PHONE, somebody
from tests.browser.pages import BOX, of_event

# Each as long as a name may be, so that whoever has the bye or wins is one of them.
BEGINNINGS = (
    "<b>Tom</b> & <script>alert(1)</script> ",
    "عمر الخطيب ",
    "🔥🐉 Ember Dragon 👩‍👩‍👧‍👦 ",
    "W",
    "Wolfeschlegelsteinhausen ",
    "Zoë & Co ",
    "田中 美咲",
)
NAMES = [(beginning * 200)[:198] + str(number) for number, beginning in enumerate(BEGINNINGS)]


@pytest.fixture
def phone(chromium, box):
    with somebody(chromium, box, viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2) as phone:
        yield phone


def test_a_round_is_entered_and_closed_on_a_phone_and_no_page_is_wider_than_it(phone):
    phone.new_event("Night of the " + "Long " * 30 + "Names", "Ashes Reborn", NAMES)
    fits(phone)
    phone.press("Start and pair")
    phone.sees("draft of the pairings")
    fits(phone)
    phone.visit("/pairings/?pick=p4")
    fits(phone)
    phone.press("^Publish")
    phone.visit("/results/slips")
    for table in (1, 2, 3):
        phone.slip(table, 1, 7)
        fits(phone)
    phone.close()
    phone.sees("After round 1")
    fits(phone)
    phone.pair()
    for address in [*of_event(phone), *(phone.box.address + path for path in BOX)]:
        phone.page.goto(address)
        fits(phone)
    assert phone.page.locator("main script").count() == 0


def test_the_phone_finds_the_way_to_all_events_and_out(phone):
    phone.new_event("Small", "Ashes Reborn", ["Ana", "Ben", "Cleo", "Dag"])
    phone.sees("Start with round 1")
    phone.follow("^Cinderbox$")
    phone.sees("Look around in a demo event")
    phone.follow("^sign out$")
    phone.press("^Sign out")
    phone.page.goto(phone.box.address)
    phone.sees("PIN")


def fits(phone):
    """Nothing sticks out to the side; what does is named, the outermost first."""
    phone.page.wait_for_load_state()
    wide = phone.page.evaluate(
        """() => document.documentElement.scrollWidth <= 390 ? [] :
        [...document.querySelectorAll('main, main *')].filter(e => e.getBoundingClientRect().right > 391)
        .slice(0, 9).map(e => `${e.tagName}.${e.className} ${Math.round(e.getBoundingClientRect().right)}`)"""
    )
    assert not wide, f"{phone.page.url}: {', '.join(wide)}"
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
