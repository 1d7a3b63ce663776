"""What the host of a draft prepares, on paper and at the desk, and a list of seats for each group."""

import gzip
import json

import pytest

from engine.decisions import people
from tests.server.played import act, entered, t_of


@pytest.fixture
def ten(app):
    return entered(app, 10, ruleset="ashes-draft")


def test_what_the_host_prepares_is_a_sheet_with_the_numbers_of_each_group(organizer, ten):
    """“Each Phoenixborn-deck should now have exactly 9 cards.” Five players: 7 decks, 63 cards, three sleeves each."""
    page = organizer.get(f"/events/{ten}/sheets/draft-preparation")
    for words in (
        "Nine cards are left of each deck",
        "Reserve pile",
        "three extra sleeves",
        "10 of each type",
        "Tokens",
    ):
        assert words in page
    assert "Group 1 5 7 63 15 Group 2 5 7 63 15" in page


def test_a_blank_one_is_the_rulebooks_chart(organizer, ten):
    page = organizer.get(f"/events/{ten}/sheets/draft-preparation", blank=1)
    for players, decks, cards in ((4, 6, 54), (5, 7, 63), (6, 8, 72), (7, 9, 81), (8, 10, 90)):
        assert f"Group of {players} {decks} {cards} {3 * players}" in page


def test_the_desk_has_the_same_as_a_list_to_tick_off(organizer, ten):
    page = organizer.get(f"/events/{ten}/draft/")
    assert "Nine cards are left of each deck" in page
    assert page.html.count('type="checkbox"') == 7
    assert f"/events/{ten}/sheets/draft-preparation" in page.html


def test_each_group_has_its_seats_on_paper(app, organizer, ten):
    """“passes the other 10 cards to the player on their left”"""
    assert "The groups are not drawn yet." in organizer.get(f"/events/{ten}/print/")
    organizer.post(f"/events/{ten}/draft/open", decks="")
    page = organizer.get(f"/events/{ten}/sheets/draft-seats")
    for number, group in enumerate(t_of(app, ten).drafting, start=1):
        assert f"Draft, group {number}" in page
        for one, two in zip(group.seats, (*group.seats[1:], group.seats[0]), strict=True):
            assert f"Name {one} Name {two}" in page


def test_whoever_left_has_no_seat_on_paper_and_cards_go_past_them(app, organizer, ten):
    organizer.post(f"/events/{ten}/draft/open", decks="")
    before, gone, after = t_of(app, ten).drafting[0].seats[:3]
    act(app, ten, lambda t: people.drop(t, gone))
    page = organizer.get(f"/events/{ten}/sheets/draft-seats")
    assert f"Name {gone} " not in page
    assert f"Name {before} Name {after}" in page
    assert "Group 1 4 6 54 12" in organizer.get(f"/events/{ten}/sheets/draft-preparation")


def test_the_wall_says_how_many_cards_everybody_has_by_then(app, organizer, stranger, ten):
    """“Each player will now have 33 cards.” “The player will now have 36 cards”, then 30."""
    organizer.post(f"/events/{ten}/draft/open", decks="")
    seen = {}
    while t_of(app, ten).drafting[0].step != "ready":
        organizer.post(f"/events/{ten}/draft/1/next")
        shown = json.loads(gzip.decompress(stranger.client.get(f"/api/tournaments/{ten}/wall").data))["draft"][0]
        seen[shown["step"]] = shown["cards"]
    assert [seen[step] for step in ("pick", "copies", "unique", "return")] == [11, 33, 36, 30]


def test_uniques_may_go_back_and_need_not(app, organizer, stranger, ten):
    """“A player may return some or all of the Phoenixborn unique cards if they wish.”"""
    organizer.post(f"/events/{ten}/draft/open", decks="")
    while t_of(app, ten).drafting[0].step != "return":
        organizer.post(f"/events/{ten}/draft/1/next")
    assert "Uniques may go back" in organizer.get(f"/events/{ten}/draft/")
