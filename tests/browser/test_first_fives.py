"""Before the clock starts: First Fives at a small laptop and on a judge's phone, and all of them checked at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, somebody
from tests.browser.prepared import NAMES, past_the_pages
from tests.server.result_event import Event

SMALL_LAPTOP = {"width": 1366, "height": 768}
# What is to be seen and sticks out of the card that it stands in.
CUT_OFF = """() => [...document.querySelectorAll(".card button, .card a, .card li")].filter((part) => {
    if (!part.checkVisibility()) return false;
    const [inner, outer] = [part, part.closest(".card")].map((each) => each.getBoundingClientRect());
    return inner.right > outer.right + 1 || inner.left < outer.left - 1;
}).map((part) => part.textContent.trim())"""


@pytest.fixture(params=["desk", "phone"])
def fives(box, request):
    with past_the_pages(box) as app:
        yield Event(app, [*NAMES, *(f"Player {n}" for n in range(11))], tid=f"fives-{request.param}").start()


def test_nothing_is_cut_off_before_a_round_and_one_tap_checks_all(chromium, box, fives):
    viewport = PHONE if fives.tid.endswith("phone") else SMALL_LAPTOP
    with somebody(chromium, box, viewport=viewport) as desk:
        for path in ("clock", "floor"):
            desk.page.goto(f"{box.address}/events/{fives.tid}/{path}/")
            desk.sees("Summon Shining Hydra")
            assert desk.page.evaluate(CUT_OFF) == []
        desk.press("All checked")
        desk.sees("The First Fives of 9 tables are checked.")
        expect(desk.page.get_by_role("button", name="All checked")).to_have_count(0)
    assert all(set(match.players) == set(match.ready) for match in fives.t.current_round.matches)
