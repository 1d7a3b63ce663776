"""Spellfire by clicking only: tables of three and four, games on slips, tablet and phone, fill-ups, the wrap-up."""

import re
from contextlib import contextmanager
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from engine import facts as f
from engine.decisions import clock, results, rounds
from engine.words import Game
from server.core import holders, keys
from server.core.timekeeping import moment
from tests.browser.conftest import HARDER
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import UPRIGHT, at_table
from tests.browser.test_phones import SIZE, Phone
from tests.server.result_event import Event
from tests.server.team_spirit import TeamSpirit
from tests.soaking import LONG

LAST = ("Ash", "Birch", "Cedar", "Dogwood")
MAGES = [f"{first} {last}" for last in LAST for first in ("Ana", "Ben", "Cy", "Di", "Eva")]


def of_table(seats, winner, *, most=5):
    """The realms of a game: the winner's six, then fewer from seat to seat."""
    others = iter(range(most, -1, -1))
    return " ".join("6" if seat == winner else str(next(others)) for seat in range(seats))


def play(desk, *, done=()):
    """Two games to none for the first name of the list at every table; everybody's places at their table."""
    tables = desk.tables()
    desk.go("Results")
    desk.follow("Enter slips")
    for table, names in tables.items():
        first = min(range(len(names)), key=lambda seat: MAGES.index(names[seat]))
        for most in (5, 4) if table not in done else ():  # the same numbers twice would be asked about
            desk.slip(table, first + 1, of_table(len(names), first, most=most))
    return tables


def fill_up(desk, number):
    desk.go("Now")
    desk.follow(f"Choose for (round {number}|the championship round)")
    desk.sees("Another chance for")
    desk.press("Fill up and pair")
    desk.press("^Publish")
    desk.sees("Everybody can see where they sit.")


@LONG
@HARDER
def test_eighteen_players_are_filled_up_to_a_final_of_three(organizer):
    """The printed grid for 18: six tables, two, and a final of two winners and one who fills up."""
    organizer.new_event("Realm Day", "Spellfire", MAGES[:18])
    organizer.press("Start and pair")
    organizer.sees("draft of the pairings")
    assert organizer.taps <= 12
    organizer.press("^Publish")
    first = play(organizer)
    assert [len(names) for names in first.values()] == [3] * 6
    organizer.close()
    organizer.pair()
    second = play(organizer)
    winners = {min(names, key=MAGES.index) for names in first.values()}
    assert {name for names in second.values() for name in names} == winners
    organizer.close()
    fill_up(organizer, 3)
    ((*final,),) = play(organizer).values()
    through = {min(names, key=MAGES.index) for names in second.values()}
    assert len(through & set(final)) == 2
    organizer.close()

    champion = min(final, key=MAGES.index)
    organizer.go("Now")
    organizer.sees(f"{champion} is the champion")
    name_staff(organizer)
    organizer.go("Now")
    organizer.follow("Places and prizes")
    first = organizer.page.locator("table.places tbody tr").first
    expect(first).to_contain_text(re.compile(rf"{champion}.*4 \+ 8 \+ 15", re.S))
    organizer.sees("A scored event of 18 players")
    organizer.press("Finish the event")
    organizer.sees("The event is finished.")
    organizer.go("Standings")
    expect(organizer.page.locator("tr", has_text="Cora Coordinator")).to_contain_text("18")


def name_staff(organizer):
    organizer.go("Settings")
    organizer.follow("Name the staff")
    organizer.fill("Name", "Cora Coordinator")
    organizer.press("Add to the staff")
    organizer.sees("Noted.")


@pytest.fixture
def app(box):
    with past_the_pages(box) as app:
        yield app


def test_twenty_players_have_two_tables_of_four_one_on_a_tablet_and_one_on_phones(desk, chromium, box, app):
    desk.new_event("Realm Night", "Spellfire", MAGES)
    desk.sees("Spellfire: Championship—Standard [55]")
    desk.press("Start and pair")
    desk.press("^Publish")
    tables = desk.tables()
    assert sorted(len(names) for names in tables.values()) == [3, 3, 3, 3, 4, 4]
    fours = [table for table, names in tables.items() if len(names) == 4]
    event = Known(app, desk.event.rpartition("/")[2])
    on_a_tablet(chromium, box, app, event, fours[0])
    on_phones(chromium, box, event, fours[1])
    desk.go("Results")
    expect(desk.page.locator(".r-list tr", has_text=tables[fours[1]][1]).first).to_contain_text("1 game in")

    assert play(desk, done=fours) == tables
    desk.slip(fours[1], 2, of_table(4, 1))
    desk.close()
    desk.pair()
    assert [len(names) for names in play(desk).values()] == [3, 3]
    desk.close()
    fill_up(desk, 3)
    assert [len(names) for names in play(desk).values()] == [3]
    desk.close()
    desk.go("Now")
    desk.sees("is the champion")


class Known(Event):
    """An event that was made by clicking."""

    def __init__(self, app, tid):
        self.app, self.tid = app, tid


def on_a_tablet(chromium, box, app, event, table):
    """Two games told on the table's tablet: realms, one tap each, and one other says yes."""
    with at_table(chromium, box, app, event, table) as tablet:
        for number in (1, 2):
            tablet.on("podIdle")
            tablet.tap(f"Report game {number}")
            tablet.on("realms")
            expect(tablet.page.get_by_role("button", name="Call a judge")).to_be_visible()
            tap_realms(tablet.page, 6, 5, 4, 3)
            expect(tablet.page.locator(".t-realm").first).to_contain_text("won this game")
            tablet.tap("Next: the others confirm")
            tablet.on("gameConfirm")
            tablet.page.get_by_role("button", name="yes, correct").last.click()
        tablet.on("done")
        tablet.sees("wins the table")
        tablet.sees("4 points")


def on_phones(chromium, box, event, table):
    """One tells a game on their own phone; another says no and tells it differently; then they agree."""
    one, two = event.pair(table)[:2]
    with phone(chromium, box, event, one) as mine, phone(chromium, box, event, two) as theirs:
        tell(mine, "Report game 1", 6, 2, 1, 0)
        mine.sees("Waiting for one of the others.")
        theirs.sees("won game 1")  # before that the only “No” is about sound
        tell(theirs, "^No$", 2, 6, 1, 0)
        mine.sees("reported in different ways")
        mine.good()
        tell(mine, "change mine", 2, 6, 1, 0)
        for each in (mine, theirs):
            expect(each.page.get_by_role("button", name="Report game 2")).to_be_visible()
            each.good()


def tell(phone, button, *realms):
    phone.tap(button)
    expect(phone.page.locator("[data-screen=realms]")).to_be_visible()
    phone.good()
    tap_realms(phone.page, *realms)
    phone.tap("^Next")


def tap_realms(page, *realms):
    for seat, count in enumerate(realms):
        page.locator(".t-realm").nth(seat).get_by_role("button", name=str(count), exact=True).click()


@contextmanager
def phone(chromium, box, event, player):
    """A phone of 360 px that is this player's for the day; its scripts must not fail."""
    with event.app.app_context():
        code = keys.personal_code(holders.secret(event.tid), player, codes=0)
    context = chromium.new_context(viewport=SIZE, has_touch=True)
    try:
        found = Phone(context.new_page(), box)
        found.open("/me")
        for which in found.page.locator("select").all():  # only a box with several events asks
            which.select_option(event.tid)
        found.page.locator("input[name=code]").fill(code)
        found.tap("This is my phone")
        yield found
        assert not found.complaints.left()
    finally:
        context.close()


def out_of_time(app, tid):
    """Three mages in a round of an hour, whose clock runs."""
    event = Event(app, MAGES[:3], ruleset_id="spellfire", tid=tid)
    timed = replace(event.t.settings, timer="common", round_minutes=60, bracket_minutes=60)
    event.do(lambda t: (f.SettingsChanged(timed),))
    event.start().do(lambda t: clock.start_clock(t, moment()))
    return event


@UPRIGHT
def test_when_time_is_called_the_tablet_asks_for_everyones_realms(chromium, box, app, viewport):
    """Ruling, time called: the unfinished game is recorded with everybody's realms and no winner."""
    event = out_of_time(app, f"time{viewport['width']}")
    with at_table(chromium, box, app, event, 1, viewport=viewport) as tablet:
        tablet.on("podIdle")
        tablet.sees("First to two games")
        event.do(lambda t: clock.call_time(t, moment()))
        tablet.sees("Time is called.")
        tablet.sees("Most games won takes the table.")
        tablet.on("podIdle")
        tablet.twice("Count your unrazed realms")
        tablet.on("realms")
        tablet.sees("when time was called in game 1")
        assert tablet.page.locator(".t-nums").first.get_by_role("button").count() == 6  # nobody has won with six
        tap_realms(tablet.page, 3, 3, 1)
        tablet.tap("Next")
        tablet.on("gameConfirm")
        tablet.sees("Time was called in game 1.")
        tablet.offline(True)
        tablet.page.locator(".t-yes button").first.click()
        tablet.on("gameKept")
        tablet.offline(False)
        tablet.on("done")
        tablet.sees("by lot")
    match = event.match(1)
    assert (match.games, match.result.how) == ((Game(None, (3, 3, 1)),), "ended-early")


def test_whoever_did_not_come_stands_apart_at_the_table(chromium, box, app):
    """“did not come” stood behind a name as bright as those who play."""
    event = Event(app, MAGES[:4], ruleset_id="spellfire", tid="apart").start()
    gone = event.match(1).players[1]
    event.do(lambda t: results.leave_table(t, 1, player=gone, no_show=True))
    with at_table(chromium, box, app, event, 1) as tablet:
        tablet.on("podIdle")
        apart = tablet.page.locator(".t-people li[data-left]")
        expect(apart).to_have_count(1)
        expect(apart).to_contain_text(event.name(gone))
        expect(apart).to_contain_text("did not come")


def test_and_so_do_phones(chromium, box, app):
    event = out_of_time(app, "phones")
    event.do(lambda t: clock.call_time(t, moment()))
    one, two, _ = event.match(1).players
    with phone(chromium, box, event, one) as first, phone(chromium, box, event, two) as second:
        first.sees("Time! Count your realms")
        first.sees("Game 1 was won before that")
        tell(first, "^Count your unrazed realms", 4, 2, 2)
        first.sees("Waiting for one of the others.")
        second.sees("Time was called in game 1.")
        second.good()
        second.tap("^Yes, correct")
        second.sees("Your result is in")
        first.sees("by lot")
    assert event.match(1).result.outcomes[0].place == 1


# Tags and names that reach into what stands right of them.
REACHING = """() => [...document.querySelectorAll(".ranks .who")].flatMap((who) => {
  const end = who.nextElementSibling.getBoundingClientRect().left;
  return [...who.querySelectorAll(".tag, .name")].filter((e) => e.getBoundingClientRect().right > end + 1);
}).map((e) => e.textContent)"""


@pytest.mark.parametrize("teams", [False, True])
def test_on_an_organizers_phone_ranks_and_corrections_are_whole(desk, box, app, teams):
    """“goes on to the championship rou4”."""
    tid = f"phone-ranks-{teams}"
    event = (
        TeamSpirit(app, players=18, tid=tid).start()
        if teams
        else Event(app, MAGES[:9], ruleset_id="spellfire", tid=tid).start()
    )
    if teams:
        event.play_all()
    else:
        for match in event.t.current_round.matches:
            event.game(match.table, 0, 6, 3, 2).game(match.table, 0, 6, 1, 2)
        event.do(rounds.close)
    desk.page.set_viewport_size(SIZE)
    desk.page.goto(f"{box.address}/events/{tid}/standings/")
    desk.sees("goes on to the championship round")
    assert desk.page.evaluate(REACHING) == []
    desk.page.goto(f"{box.address}/events/{tid}/results/round/1/1/correct")
    desk.sees("Show what it changes")
    # The seats of a table stood in a row that had to be pushed aside, and none but the first was seen.
    assert desk.page.locator(".r-scroll").evaluate("all => all.scrollWidth <= all.clientWidth")
