"""The desk on a phone, with names nobody tested for."""

import pytest

from tests.browser.conftest import PHONE, somebody
from tests.browser.looks import too_small
from tests.browser.pages import every_kind, more_states, packs, previews, sheets
from tests.browser.prepared import NAMES
from tests.soaking import one_in


@pytest.fixture
def phone(chromium, box):
    with somebody(chromium, box, viewport=PHONE, is_mobile=True, has_touch=True) as phone:
        yield phone


def test_a_round_is_entered_and_closed_on_a_phone(phone):
    phone.new_event("Night of the " + "Long " * 30 + "Names", "Ashes Reborn", NAMES)
    good(phone)
    phone.press("Start and pair")
    phone.sees("draft of the pairings")
    phone.press("^Publish")
    phone.visit("/clock/")
    assert phone.page.evaluate(CUT_OFF) == []
    phone.visit("/results/slips")
    for table in (1, 2, 3):
        phone.slip(table, 1, 7)
        good(phone)
    phone.close()
    phone.sees("After round 1")
    good(phone)


def test_every_page_fits_a_phone_and_a_finger_and_can_be_read(phone, prepared):
    faults = []
    for address in (*every_kind(phone.box), *one_in(3, more_states(phone.box))):
        phone.page.goto(address)
        fits(phone)
        faults += too_little(phone)
    assert faults == []
    for _ in previews(phone):
        good(phone)
    assert phone.page.locator("main script:not([type='application/json'])").count() == 0


def test_a_sheet_for_paper_is_not_wider_than_the_phone(phone, prepared):
    for address in one_in(3, (*packs(phone.box), *sheets(phone.box))):
        phone.page.goto(address)
        fits(phone)


def test_the_phone_finds_the_way_to_all_events_and_out(phone):
    phone.new_event("Small", "Ashes Reborn", ["Ana", "Ben", "Cleo", "Dag"])
    phone.sees("Check-in")
    phone.follow("^More$")
    assert [fault for fault in too_small(phone.page) if "sign out" in fault or "This box" in fault] == []
    phone.follow("^Cinderbox$")
    phone.sees("Look around in a demo event")
    phone.follow("^More$")
    phone.follow("^sign out$")
    phone.press("^Sign out")
    phone.page.goto(phone.box.address)
    phone.sees("Staff: sign in")


def good(phone):
    """The page fits, and what is on it is large enough to be touched and to be read."""
    fits(phone)
    assert too_little(phone) == []


def too_little(phone):
    """What is too small to be read or to be touched."""
    return [f"{phone.page.url}: {what}" for what in (*phone.page.evaluate(SMALL), *too_small(phone.page))]


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


# Names that end at the edge of something instead of with an ellipsis.
CUT_OFF = """() => [...document.querySelectorAll('main .versus .name')]
  .filter(e => e.getBoundingClientRect().right > e.closest('td').getBoundingClientRect().right + 1)
  .map(e => e.textContent)"""

# What is smaller than letters should be (16 px).
SMALL = """() => {
  const found = [];
  const seen = e => e.checkVisibility({visibilityProperty: true}) && !e.closest('.sr');
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    const size = parseFloat(getComputedStyle(e).fontSize);
    if (walk.currentNode.data.trim() && size < 16 && size > 0 && seen(e) && e.localName !== 'script')
      found.push(`${size} px: ${e.outerHTML.slice(0, 120)}`);
  }
  return [...new Set(found)].slice(0, 40);
}"""
