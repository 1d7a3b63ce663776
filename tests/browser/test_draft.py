"""A Legendary Draft by clicking only: two groups at their own speed, rounds inside them, a second draft, a winner."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import HARDER
from tests.browser.test_whole_events import finish
from tests.soaking import LONG

TEN = [f"{first} {last}" for last in ("Ash", "Birch") for first in ("Ana", "Ben", "Cy", "Di", "Eva")]
DECKS = [f"Phoenixborn {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"]


def lead_through(desk):
    """Every group, one after the other, until all are ready."""
    desk.go("Draft")
    buttons = desk.page.get_by_role("button", name=re.compile("^Next: "))
    while buttons.count():
        buttons.first.click()
        desk.page.wait_for_load_state()
    desk.sees("Every group is ready.")


@LONG
@HARDER
def test_ten_players_draft_play_in_groups_and_draft_again(organizer):
    desk = organizer
    desk.new_event("Phoenix Draft", "Ashes Draft", TEN)
    desk.go("Settings")
    desk.page.get_by_label("Kind", exact=True).select_option("legendary")
    desk.press("Save the settings")
    desk.go("Draft")
    desk.sees("2 groups of 5")
    desk.page.get_by_label("Decks, one per line").fill("\n".join(DECKS[:3]))
    desk.press("Draw groups and begin")
    desk.sees("deck")  # three are too few, and what was typed is still there
    expect(desk.page.get_by_label("Decks, one per line")).to_have_value("\n".join(DECKS[:3]))
    desk.page.get_by_label("Decks, one per line").fill("\n".join(DECKS))
    desk.press("Draw groups and begin")
    desk.sees("Groups and seats are drawn.")
    groups = [desk.page.locator(".draft-group").nth(number).locator("li bdi.name") for number in (0, 1)]
    seats = [group.all_inner_texts() for group in groups]
    assert sorted(name for group in seats for name in group) == sorted(TEN)
    lead_through(desk)

    for _ in range(3):
        desk.pair()
        tables = desk.play_round(TEN)
        assert len(tables) == 4  # in each group two tables, and a bye
        assert all(any(set(pair) <= set(group) for group in seats) for pair in tables.values())
        desk.close()

    desk.go("Now")
    desk.follow("See who goes on")
    through = desk.page.locator("table.cut tbody tr", has_text="drafts again").locator("bdi.name")
    best = desk.texts(through)
    assert [sum(name in group for name in best) for group in seats] == [2, 2]
    desk.press("Open the Legendary Draft")
    desk.go("Draft")
    expect(desk.page.locator(".draft-secret li")).to_have_count(6)  # the host's decks are drawn anew
    lead_through(desk)
    for number in range(3):
        desk.pair()
        tables = desk.play_round(TEN)
        assert {name for pair in tables.values() for name in pair} == set(best), number
        desk.close()
    finish(desk, ["The first pick of all"])
    expect(desk.page.locator("table.places tbody tr").first).to_contain_text(min(best, key=TEN.index))
