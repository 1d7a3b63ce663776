"""An Ashes Reborn event with deck lists: wounds that the winner's own Phoenixborn does not survive are asked about."""

import pytest

from engine.decisions import rounds
from tests.browser.pictures import picture
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LANDSCAPE, UPRIGHT, at_table
from tests.browser.test_phones import own_phone, phones  # noqa: F401
from tests.server.deck_lists import ashes_list, hand_in, with_lists

PEOPLE = ("Ana Kovač", "Maximiliana Oberhauser-Wiśniewska", "عمر الخطيب", "Dee")


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def lists(past, request):
    """First seats play Coal Roarkwin, who falls at 15, the others Maeoni Viper, who falls at 20 (in classic at 22)."""
    book = "ashes-classic" if "draw" in request.node.name else "ashes-reborn"
    event = with_lists(past, PEOPLE, ruleset_id=book, tid=f"lives-{abs(hash(request.node.name))}").begin()
    for match in event.t.current_round.matches:
        for player, name in zip(match.players, ("Coal Roarkwin", "Maeoni Viper"), strict=True):
            hand_in(event, player, text=ashes_list(phoenixborn=name))
    event.do(rounds.publish)
    return event


@UPRIGHT
def test_a_tablet_asks_by_the_winners_own_life(chromium, box, past, lists, viewport):
    one, _ = lists.names_at(1)
    with at_table(chromium, box, past, lists, 1, viewport=viewport) as tablet:
        tablet.tap("Report the result")
        tablet.tells(0, 15)
        tablet.on("sure").sees("15 wounds, really?")
        tablet.sees(f"{one}’s Phoenixborn falls at 15.")
        picture(tablet.page, f"lives-{'wide' if viewport is LANDSCAPE else 'tall'}")
        tablet.tap("No, change it")
        tablet.on("count").tap("Back")
        tablet.tells(1, 19)
        tablet.on("confirm").tap("Yes, correct")
        tablet.on("done")
    assert [each.blood for each in lists.match(1).result.outcomes] == [19, 25]


def test_a_phone_asks_and_the_desk_sees_what_was_meant_all_the_same(phones, desk, lists):  # noqa: F811
    one, two = lists.pair(1)
    ana, ben = own_phone(phones, lists, one), own_phone(phones, lists, two)
    ana.report(lists.name(one), 16)
    ana.sees("Phoenixborn falls at 15.")
    ana.good()
    picture(ana.page, "lives-phone")
    ana.tap("^Yes, 16")
    ben.sees("Correct?")
    ben.tap("^Yes, correct$")
    ana.sees("Your result is in.")
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.page.goto(f"{desk.box.address}/events/{lists.tid}/results/")
    desk.sees("16 wounds, really?")
    desk.sees("Look again")
    picture(desk.page, "lives-desk")


def test_in_a_draw_a_tablet_asks_about_both_numbers(chromium, box, past, lists):
    with at_table(chromium, box, past, lists, 1) as tablet:
        tablet.tap("Report the result")
        tablet.tap("Draw")
        tablet.on("early").tap("Yes, a draw")
        tablet.wounds(15)
        tablet.wounds(22)
        tablet.on("sure").sees("15 and 22 wounds, really?")
        tablet.sees("falls at 15.")
        tablet.sees("falls at 22.")
        picture(tablet.page, "lives-draw")
        tablet.tap("No, change it")
        tablet.on("count")
    assert not lists.match(1).reports
