"""A new event asks only for what the chosen rulebook has."""

import re

import pytest
from playwright.sync_api import expect

ASKED = ["Rounds", "Cut to the top", "Chess clocks", "The final has no time limit"]


@pytest.mark.parametrize(
    ("book", "asked", "factions"),
    [
        ("Ashes Reborn", ASKED, False),
        ("Ashes Classic", ["Rounds", "Cut to the top", "The final has no time limit"], False),
        ("Ashes Draft", ASKED, False),  # scored by Ashes Reborn it may be played with chess clocks
        ("Summoner Wars", ASKED, True),
        ("Spellfire", [], False),
    ],
)
def test_what_a_rulebook_does_not_have_is_not_offered(desk, book, asked, factions):
    desk.page.goto(f"{desk.box.address}/events/new")
    desk.page.locator(".book").filter(has_text=re.compile(book)).click()
    desk.page.get_by_text("Change these").click()
    for label in ASKED:
        expect(desk.page.get_by_label(label, exact=True)).to_be_visible(visible=label in asked)
    expect(desk.page.get_by_text(", factions", exact=True)).to_be_visible(visible=factions)
