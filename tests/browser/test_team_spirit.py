"""Team Spirit on tablets, phones, the desk and the wall: teams are told and shown as teams."""

import re
from contextlib import contextmanager
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from engine import facts as f
from engine.decisions import clock, desk_results
from engine.sides import sides
from engine.words import Game
from server.core.timekeeping import moment
from tests.box import Visitor
from tests.browser.complaints import Complaints
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LYING, UPRIGHT, at_table
from tests.browser.test_spellfire import phone
from tests.browser.walls import Wall, readable
from tests.server.team_spirit import TeamSpirit

WON = (6, 5, 3, 3, 2, 1)  # A1 A2 B1 B2 C1 C2
BY_SEAT = (6, 3, 2, 5, 3, 1)


@pytest.fixture
def app(box):
    with past_the_pages(box) as app:
        yield app


def spirit(app, tid, **how):
    return TeamSpirit(app, tid=re.sub(r"\W", "", tid)[-24:], **how).start()


def tap_keys(page, *counts):
    """The numbers one after the other: the next player is asked for by itself."""
    for count in counts:
        page.locator(".t-count").get_by_role("button", name=str(count), exact=True).click()


def teams(page):
    """What stands on the rows of the teams."""
    return [" ".join(text.split()) for text in page.locator(".t-people li").all_inner_texts()]


@LYING
def test_a_tablet_shows_teams_and_asks_for_their_realms_team_by_team(chromium, box, app, viewport, request):
    cup = spirit(app, f"tablet{viewport['width']}")
    (a1, a2), *_ = cup.sides()
    with at_table(chromium, box, app, cup, 1, viewport=viewport) as tablet:
        tablet.on("podIdle")
        for side, (row, letter) in enumerate(zip(teams(tablet.page), "ABC", strict=True)):
            assert row.startswith(f"{letter} {cup.together(side)}")
        tablet.sees(f"{a1} won the draw, sits first and starts.")
        tablet.tap("Report game 1")
        tablet.on("realms")
        tap_keys(tablet.page, *WON)
        tablet.on("realms")
        expect(tablet.page.locator(".t-team").first).to_contain_text("won this game")
        expect(tablet.page.locator(".t-team").first).to_contain_text("11")
        tablet.tap("Next: another team confirms")
        tablet.on("gameConfirm")
        tablet.sees(f"{cup.together(0)} won game 1.")
        confirming = tablet.page.locator(".t-yes button").all_inner_texts()
        assert not any(name in text for text in confirming for name in (a1, a2))
        assert len(confirming) == 5
        tablet.page.locator(".t-yes button").first.click()
        tablet.on("podIdle")
        tablet.sees(f"Game 1 went to {cup.together(0)}.")
        tablet.tap("Report game 2")
        tap_keys(tablet.page, *WON)
        tablet.tap("Next")
        tablet.page.locator(".t-yes button").first.click()
        tablet.on("done")
        tablet.sees("5 points each")
        assert len(teams(tablet.page)) == 3
    assert cup.match(1).games == (Game(0, BY_SEAT),) * 2


def test_where_two_teams_have_ten_the_table_says_which_one_won(chromium, box, app):
    """“The first team to have 10 unrazed realms at the start of one of the team member’s turns wins.”"""
    cup = spirit(app, "twohaveten")
    with at_table(chromium, box, app, cup, 1) as tablet:
        tablet.tap("Report game 1")
        tap_keys(tablet.page, 6, 5, 5, 5, 2, 1)
        tablet.sees("Tap the team that won.")
        tablet.page.locator(".t-team").nth(1).locator("button.who").click()
        tablet.tap("Next")
        tablet.sees(f"{cup.together(1)} won game 1.")


def test_a_wrong_number_is_put_right_by_tapping_the_player(chromium, box, app):
    cup = spirit(app, "wrongnumber")
    with at_table(chromium, box, app, cup, 1) as tablet:
        tablet.tap("Report game 1")
        tap_keys(tablet.page, 6, 9)
        tablet.page.locator(".t-member").nth(1).click()
        tap_keys(tablet.page, 5)
        expect(tablet.page.locator(".t-team").first).to_contain_text("11")
        tap_keys(tablet.page, 3, 3, 2, 1)
        tablet.tap("Next")
        tablet.on("gameConfirm")


def test_a_team_that_has_left_has_nothing_and_cannot_win(chromium, box, app):
    cup = spirit(app, "teamleft")
    gone = sides(cup.match(1))[1]
    cup.do(lambda t: desk_results.leave(t, 1, players=gone))
    with at_table(chromium, box, app, cup, 1) as tablet:
        tablet.sees("have left")
        tablet.tap("Report game 1")
        expect(tablet.page.locator(".t-team").nth(1).locator("button")).to_have_count(0)
        tap_keys(tablet.page, 6, 5, 2, 1)
        tablet.tap("Next")
        tablet.on("gameConfirm")
        assert tablet.page.locator(".t-yes button").count() == 3


@UPRIGHT
def test_when_time_is_called_realms_are_counted_and_places_go_by_team(chromium, box, app, viewport):
    cup = spirit(app, f"called{viewport['width']}", timed=True)
    cup.do(lambda t: clock.start_clock(t, moment()))
    cup.do(lambda t: clock.call_time(t, moment()))
    with at_table(chromium, box, app, cup, 1, viewport=viewport) as tablet:
        tablet.on("podIdle")
        tablet.tap("Count your unrazed realms")
        tablet.on("realms")
        tap_keys(tablet.page, 4, 4, 3, 3, 3, 3)
        tablet.tap("Next")
        tablet.on("gameConfirm")
        tablet.page.locator(".t-yes button").first.click()
        tablet.on("done")
        tablet.sees("by lot")
        assert len(teams(tablet.page)) == 3
    assert cup.match(1).result.how == "ended-early"


def test_phones_a_partner_cannot_confirm_and_another_team_can(chromium, box, app):
    cup = spirit(app, "teamphones")
    one, other, _, partner, *_ = cup.pair(1)
    with three(chromium, box, cup, one, partner, other) as (mine, theirs, against):
        mine.tap("Report game 1")
        expect(mine.page.locator("[data-screen=realms]")).to_be_visible()
        mine.good()
        tap_keys(mine.page, *WON)
        mine.good()
        mine.tap("^Next")
        mine.sees("Waiting for another team.")
        theirs.sees("Waiting for another team.")
        theirs.good()
        expect(theirs.page.get_by_role("button", name="Yes, correct")).to_have_count(0)
        against.sees(f"{cup.together(0)} won game 1.")
        against.good()
        against.tap("^Yes, correct")
        expect(mine.page.get_by_role("button", name="Report game 2")).to_be_visible()
    assert cup.match(1).games == (Game(0, BY_SEAT),)


@contextmanager
def three(chromium, box, cup, *players):
    with (
        phone(chromium, box, cup, players[0]) as one,
        phone(chromium, box, cup, players[1]) as two,
        phone(chromium, box, cup, players[2]) as other,
    ):
        yield one, two, other


@pytest.mark.parametrize("scene", ["pairings", "set-up", "rules", "clock", "standings"])
def test_the_wall_shows_teams_that_can_be_read(chromium, box, app, scene):
    """Nothing is cut off or too small, by name and by table, with sideboards that need a step more."""
    cup = TeamSpirit(app, players=18, tid=f"wall{scene.replace('-', '')}")
    event = replace(cup.t.settings.event, variants=("Sideboard",))
    cup.do(lambda t: (f.SettingsChanged(replace(t.settings, event=event)),))
    cup.start()
    if scene == "standings":
        cup.play_all()
    if scene == "clock":
        cup.played(1)
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    try:
        wall = Screen(context.new_page(), box)
        wall.shows(cup.tid, scene)
        readable(wall.picture())
    finally:
        context.close()


class Screen(Wall):
    """A wall on a box where other events are shown, too."""

    def __init__(self, page, box):
        self.page, self.complaints = page, Complaints(page, console=False)
        page.goto(f"{box.address}/wall")
        self.root = page.locator("#wall")
        expect(self.root).to_have_attribute("data-scene", re.compile("."))
        self.id = page.evaluate("localStorage.getItem('cinderbox-screen')")
        self.desk = Visitor(box).sign_in()
        self.desk.get("/devices/")
