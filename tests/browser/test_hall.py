"""A whole event in a full hall: six tablets, two phones and one desk in one browser, and everything that goes wrong."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.box import Box
from tests.browser.conftest import somebody
from tests.browser.full_hall import Hall, again, codes, recorded, the_last_word
from tests.browser.tablets import LANDSCAPE, PORTRAIT, Tablet
from tests.browser.test_phones import SIZE
from tests.browser.test_whole_events import finish

PEOPLE = [
    *("Ana Kovač", "Ben Adeyemi", "Iris Chen", "José Fernández", "Maximiliana Oberhauser-Wiśniewska", "عمر الخطيب"),
    *("<b>Tom</b> & Co", "田中 美咲", "Zoë van der Meer", "Дмитрий Соколов", "Nguyễn Văn Ánh", "Priya Ramanathan"),
]


@pytest.fixture
def box(tmp_path):
    """A box of its own: it is killed in the middle."""
    with Box(tmp_path / "data") as box:
        yield box


@pytest.fixture
def contexts(chromium):
    """As many devices as wanted, each with its own cookies, storage and network."""
    with ExitStack() as stack:

        def context(**options):
            made = chromium.new_context(has_touch=True, **options)
            stack.callback(made.close)
            return made

        yield context


@pytest.fixture
def hall(chromium, box, contexts):
    """Twelve players, three rounds, five tablets bound to their tables and one that is free."""
    with somebody(chromium, box) as desk:
        desk.new_event("Hall Cup", "Ashes Reborn", PEOPLE, Rounds=3)
        the_last_word(desk, "desk")
        sizes = [PORTRAIT, LANDSCAPE] * 3
        hall = Hall(desk, [Tablet(contexts(viewport=size).new_page(), box) for size in sizes])
        for tablet, code in zip(hall.tablets.values(), codes(desk), strict=True):
            tablet.let_in(code)
        yield hall
        everybody = (desk, *hall.tablets.values(), *hall.phones.values())
        for each in everybody:
            each.complaints.excuse("net::ERR_")  # the network was away
        assert [text for each in everybody for text in each.complaints.left()] == []


def test_a_hall_plays_a_whole_event_and_the_journal_holds_each_result_once(hall, contexts):
    the_free_tablet_takes_the_wrong_table(hall)
    for name, typed in zip(hall.tables[5], (True, False), strict=True):
        hall.give_phone(contexts(viewport=SIZE, is_mobile=True), name, typed=typed)
    one_table_calls_a_judge(hall)
    the_first_results_are_told(hall)
    the_desk_has_the_last_word(hall)
    hall.desk.close()
    a_look_at_the_standings(hall.tablets[1])

    the_last_word(hall.desk, "players")
    hall.desk.pair()
    hall.begin_round()
    ana, ben = hall.phones
    the_server_dies_in_the_middle_of_everything(hall, ben)
    the_desk_decides_between_two_versions(hall, ana)
    hall.each(hall.tables, lambda _, tablet: tablet.on("done"))
    somebody_leaves(hall)
    hall.desk.close()
    two_rounds_are_enough(hall)
    finish(hall.desk, ["The cup"])
    hall.each(hall.tablets, lambda _, tablet: tablet.sees("The event is over"))
    assert recorded(hall) == hall.told


def the_free_tablet_takes_the_wrong_table(hall):
    free = hall.tablets[6]
    hall.each(range(1, 6), lambda _, tablet: tablet.on("nobody").sees("The first round is not paired yet"))
    free.good().tap("Table 5", exact=True)
    free.on("nobody")
    hall.desk.go("Now")
    hall.desk.press("Start and pair")
    hall.desk.press("^Publish")
    free.on("idle").sees(hall.desk.tables()[5][0])
    free.reloaded("idle").tap("Another table")
    free.page.wait_for_url("**/tablet/choose")
    free.good().tap("Table 6", exact=True)
    hall.begin_round()


def one_table_calls_a_judge(hall):
    """It is claimed and resolved, and the tablet says so."""
    tablet, desk = hall.tablets[1], hall.desk
    tablet.twice("Report the result")
    tablet.on("who").twice("Call a judge")
    tablet.reloaded("who").sees("A judge is called")
    desk.go("Floor")
    desk.sees("calls a judge")
    desk.page.reload()  # what only just appeared takes no tap
    desk.press("^I’ll take it$")
    tablet.sees("A judge is coming")
    desk.press("^Done$")
    desk.sees("No judge calls.")
    expect(tablet.page.get_by_role("button", name="Call a judge")).to_be_visible()


def the_first_results_are_told(hall):
    """The desk confirms: everything stays open until then. Every step is reloaded somewhere."""
    tablets = hall.tablets
    hall.each((2, 3, 4, 6), lambda _, tablet: tablet.on("idle").tap("Report the result"))
    tablets[2].on("who").reloaded("who")
    tablets[3].on("who").winner(0)
    tablets[3].tap("1", exact=True)
    tablets[3].reloaded("count").tap("Back")
    hall.agree((1, 2, 3, 4))
    tablets[4].reloaded("confirm").offline(True)
    hall.each((2, 4), lambda _, tablet: tablet.tap("Yes, correct"))
    tablets[1].twice("Yes, correct")
    tablets[4].on("kept").sees("Not sent yet, trying")
    hall.kept.add((hall.round, 4))
    a_mistake_is_taken_back(hall, 2)
    two_versions_become_the_same(hall, 3)
    tablets[4].on("kept").offline(False)
    too_many_wounds(hall, 6)
    phone_to_phone(hall, 5)


def a_mistake_is_taken_back(hall, table):
    tablet = hall.tablets[table]
    tablet.on("waiting").reloaded("waiting").twice("Take it back")
    tablet.on("idle").tap("Report the result")
    tablet.tells(0, 2)
    expect(tablet.page.locator("#tablet")).not_to_contain_text("Nothing was reported")
    tablet.on("confirm").tap("Yes, correct")
    hall.note(table, 0, 2)


def two_versions_become_the_same(hall, table):
    tablet, (one, two) = hall.tablets[table], hall.tables[table]
    tablet.tap("No", exact=True)  # the second seat won by the first version, so the first one is asked
    tablet.on("who").sees(f"{one}, who won?")
    tablet.tells(0, 5)
    tablet.on("versions")
    hall.desk.go("Results")
    hall.desk.sees(f"Table {table} needs you")
    tablet.reloaded("versions").tap(f"{two}: change mine")
    tablet.on("who").reloaded("who").tells(0, 5)
    tablet.on("waiting")
    hall.desk.sees_not(f"Table {table} needs you")
    hall.note(table, 0, 5)


def too_many_wounds(hall, table):
    tablet = hall.tablets[table]
    tablet.on("who").tells(1, 31)
    tablet.on("sure").reloaded("sure").tap("Yes, 31")
    tablet.on("confirm").tap("Yes, correct")
    hall.note(table, 1, 31)


def phone_to_phone(hall, table):
    """Each on their own phone; the tablet at their table only looks on."""
    one, two = hall.tables[table]
    ana, ben = hall.phones[one], hall.phones[two]
    ana.tap("^Report the result")
    again(ana, "who")
    ana.tells(one, 8)
    ana.sees(f"Waiting for {two}")
    again(ana, "told")
    hall.tablets[table].on("confirm").reloaded("confirm")
    ben.sees(f"{one} won with 8 wounds on their Phoenixborn. Correct?")
    again(ben, "confirm")
    ben.tap("^Yes, correct")
    for phone in (ana, ben):
        phone.sees("The desk looks at it.")
        again(phone, "waiting")
    hall.note(table, 0, 8)


def the_desk_has_the_last_word(hall):
    """One tap for what is plausible; what is not is looked at."""
    hall.each(hall.tablets, lambda _, tablet: tablet.on("waiting"))
    hall.desk.go("Results")
    hall.desk.press("^Confirm all 5 plausible")
    hall.desk.sees_not("plausible")
    hall.desk.press("^Confirm table 6$")
    hall.each(hall.tablets, lambda _, tablet: tablet.on("done").sees("Confirmed by both"))
    for phone in hall.phones.values():
        phone.sees("Your result is in.")
        again(phone, "done")


def a_look_at_the_standings(tablet):
    tablet.sees("This round is over")
    tablet.reloaded("done").tap("Standings")
    tablet.on("standings").sees("Standings after round 1")
    tablet.reloaded("standings").tap("Back")
    tablet.on("done")


def the_server_dies_in_the_middle_of_everything(hall, name):
    """Every table is somewhere else with its telling; one player tells on their phone while the box is away."""
    theirs, phone = hall.table_of(name), hall.phones[name]
    asked, sent, counting, *_ = others = without_phones(hall)
    hall.each(others, lambda _, tablet: tablet.tap("Report the result"))
    hall.agree((asked, sent))
    hall.tablets[counting].on("who").winner(0)
    hall.tablets[counting].tap("1", exact=True)
    hall.desk.box.kill()
    hall.tablets[sent].twice("Yes, correct")
    hall.tablets[sent].on("kept").sees("Not sent yet, trying")
    phone.report(name, 6)
    phone.sees("Kept on this phone.")
    hall.note(theirs, hall.tables[theirs].index(name), 6)
    hall.kept |= {(hall.round, sent), (hall.round, theirs)}
    hall.desk.box.start()
    hall.tablets[theirs].on("confirm").tap("Yes, correct")
    everybody_is_where_they_were(hall, asked=asked, sent=sent, counting=counting)


def without_phones(hall):
    theirs = {hall.table_of(name) for name in hall.phones}
    return [table for table in hall.tables if table not in theirs]


def everybody_is_where_they_were(hall, *, asked, sent, counting):
    tablets = hall.tablets
    tablets[sent].on("done").reloaded("done").sees("Confirmed by both")
    tablets[asked].on("confirm").reloaded("confirm").twice("Yes, correct")
    tablets[counting].on("count").reloaded("count").tap("2", exact=True)
    tablets[counting].tap("Next")
    tablets[counting].on("confirm").sees("with 12 wounds on their Phoenixborn. Correct?")
    tablets[counting].tap("Yes, correct")
    hall.note(counting, 0, 12)
    rest = [table for table in without_phones(hall) if table not in (asked, sent, counting)]
    hall.agree(rest)
    hall.each(rest, lambda _, tablet: tablet.tap("Yes, correct"))


def the_desk_decides_between_two_versions(hall, name):
    """One is told on a phone, the other on the tablet."""
    table, phone = hall.table_of(name), hall.phones[name]
    tablet, mine = hall.tablets[table], hall.tables[table].index(name)
    phone.report(name, 11)
    phone.sees("Waiting for")
    tablet.on("confirm").tap("No", exact=True)
    tablet.on("who").tells(1 - mine, 4)
    tablet.on("versions")
    phone.sees("You reported different results.")
    again(phone, "versions")
    hall.desk.go("Results")
    hall.desk.sees(f"Table {table} needs you")
    hall.desk.page.reload()
    hall.desk.page.get_by_role("button", name=f"{name} is right", exact=True).click()
    tablet.on("done").sees("The desk has recorded it")
    phone.sees("Your result is in.")
    hall.note(table, mine, 11)


def somebody_leaves(hall):
    """Whoever is offered it after the match; not one of those with a phone."""
    table, name = next((table, n) for table, names in hall.tables.items() for n in names if n not in hall.phones)
    tablet, seat = hall.tablets[table], hall.tables[table].index(name)
    tablet.tap("Drop from the event")
    tablet.on("leaving").reloaded("leaving").winner(seat)
    tablet.on("leavingCode").types(hall.code(name))
    tablet.reloaded("leavingCode").twice("Drop from the event")
    tablet.on("done").sees(f"{name} has dropped from the event")
    hall.desk.go("Players")
    hall.desk.page.locator("#people").get_by_role("link", name=name).click()
    hall.desk.sees("Dropped")


def two_rounds_are_enough(hall):
    hall.desk.visit("/settings")
    hall.desk.fill("Rounds", 2)
    hall.desk.press("^Save")
    hall.desk.sees("Saved")
