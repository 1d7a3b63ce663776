"""A shop's Summoner Wars: three factions for four rounds, chosen on tablets and phones, played and counted."""

import pytest
from playwright.sync_api import expect

from tests.browser.pictures import picture
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LANDSCAPE, LYING, at_table
from tests.browser.test_phones import own_phone, phones  # noqa: F401
from tests.server.decks.test_faction_pool import SECRET, pool_event
from tests.soaking import LONG

PEOPLE = ("Ana Kovač", "Maximiliana Oberhauser-Wiśniewska", "عمر الخطيب", "Dee")
LIST = """name;factions
Ana;Vanguards, Cave Goblins, Breakers
Ben;Vanguards, Tundra Orcs, Vanguards
Cleo;Breakers, Tundra Orcs, Fallen Kingdom
Dag"""


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def shop(past, request):
    """Round 1 is on; every test has its own event."""
    return pool_event(past, PEOPLE, tid=f"shop-{abs(hash(request.node.name))}").start()


@LYING
def test_both_choose_at_the_tablet_and_then_it_is_shown(chromium, box, past, shop, viewport):
    one, _ = shop.pair(1)
    shape = "wide" if viewport is LANDSCAPE else "tall"
    with at_table(chromium, box, past, shop, 1, viewport=viewport) as tablet:
        tablet.on("factions").sees("Which factions?")
        picture(tablet.page, f"pool-{shape}-1")
        tablet.winner(0)
        tablet.on("faction").sees(f"{shop.name(one)}Which faction do you play?")
        picture(tablet.page, f"pool-{shape}-2")
        tablet.twice(SECRET)
        tablet.on("factions").reloaded("factions").sees("has chosen")
        expect(tablet.page.locator("#tablet")).not_to_contain_text(SECRET)
        tablet.winner(1)
        tablet.on("faction").tap("Vanguards")
        tablet.on("idle").sees(SECRET)
        tablet.sees("Vanguards")
        picture(tablet.page, f"pool-{shape}-3")
        tablet.tap("Report the result")
        tablet.tells(0, 5)
        tablet.on("confirm").tap("Yes, correct")
        tablet.on("done")
    assert [faction for _, faction in shop.match(1).chosen] == [SECRET, "Vanguards"]


def test_a_choice_made_without_the_box_is_kept_and_sent_once(chromium, box, past, shop):
    with at_table(chromium, box, past, shop, 1) as tablet:
        tablet.on("factions").offline(True)
        tablet.winner(0)
        tablet.on("faction").tap("Vanguards")
        tablet.on("factions").sees("has chosen")
        tablet.sees("Not sent yet")
        tablet.offline(False)
        expect(tablet.page.locator("#tablet")).not_to_contain_text("Not sent yet")
        tablet.on("factions").sees("has chosen")
    assert len(shop.match(1).chosen) == 1


def test_a_result_can_be_told_without_choosing(chromium, box, past, shop):
    with at_table(chromium, box, past, shop, 1) as tablet:
        tablet.on("factions").tap("Later")
        tablet.on("idle").reloaded("idle").tap("Choose factions")
        tablet.on("factions").tap("Later")
        tablet.on("idle").tap("Report the result")
        tablet.tells(0, 5)
        tablet.on("confirm").tap("Yes, correct")
        tablet.on("done")


def test_two_phones_choose_and_neither_sees_the_other_first(phones, shop):  # noqa: F811
    one, two = shop.pair(1)
    ana, ben = own_phone(phones, shop, one), own_phone(phones, shop, two)
    ana.sees("Which faction do you play?")
    ana.good()
    picture(ana.page, "pool-phone-1")
    ana.tap(SECRET)
    ana.sees("You have chosen.")
    ana.good()
    picture(ana.page, "pool-phone-2")
    expect(ben.page.locator("main")).not_to_contain_text(", you play")
    ben.tap("Cave Goblins")
    for phone in (ana, ben):
        phone.sees(", you play")
        phone.good()
    ben.sees(f"plays {SECRET}")
    picture(ben.page, "pool-phone-3")
    ana.report(shop.name(one), 9)
    ben.tap("^Yes, correct$")
    ana.sees("Your result is in.")


@LONG
def test_a_shop_plays_three_factions_for_four_rounds_by_its_desk(desk):
    desk.page.goto(f"{desk.box.address}/events/new")
    desk.fill("Name", "Friday")
    desk.page.locator("label", has_text="Summoner Wars").first.click()
    desk.page.get_by_label("Base decks, a pool").check()
    desk.fill("Players", LIST)
    desk.sees("“Ben” (line 3) names Vanguards more than once. A pool has each faction once.")
    picture(desk.page, "pool-desk-new")
    desk.press("Create and check in")
    desk.go("Decks")
    desk.sees("2 of 4 complete, 1 has faults.")
    desk.follow("^Ben$")
    desk.fill("Faction 3", "Breakers")
    desk.press("Save the roster")
    desk.follow("All decks")
    desk.follow("^Dag$")
    for number, faction in enumerate(("Vanguards", "Breakers", "Tundra Orcs"), start=1):
        desk.fill(f"Faction {number}", faction)
    desk.press("Save the roster")
    desk.go("Settings")
    desk.fill("Rounds", 4)
    desk.press("Save the settings")
    desk.go("Now")
    desk.press("Start and pair")
    desk.press("^Publish")
    for number in range(1, 4):  # four players meet three times without a rematch
        tables = desk.tables()
        for table, (one, two) in tables.items():
            desk.visit(f"/results/{table}")
            desk.page.get_by_label(f"Faction of {one}").select_option("Breakers")
            desk.page.get_by_label(f"Faction of {two}").select_option(index=1)
            if (number, table) == (1, 1):
                picture(desk.page, "pool-desk-table")
            desk.press("Save the factions")
            desk.sees(f"Table {table}: the factions are saved.")
        desk.play_round(["Ana", "Ben", "Cleo", "Dag"])
        desk.close()
        if number < 3:
            desk.pair()
    desk.go("Decks")
    desk.sees("How the factions did")
    desk.sees("Breakers")
    picture(desk.page, "pool-desk-decks")
