"""Chess clocks on tablets held both ways: two at one table, and a judge who sets the banks right."""

import os
import secrets
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine import facts as f
from server.chess import chess_clocks
from server.core import auth
from tests.browser.conftest import PHONE, somebody
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LANDSCAPE, PORTRAIT, at_table
from tests.browser.test_phone import good
from tests.server.result_event import Event
from tests.waiting import wait_until

NAMES = ["Ana Kovač", "Maximiliana Oberhauser-Wiśniewska", "<b>Tom</b> & Co", "田中 美咲"]


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


def picture(page, name):
    if folder := os.environ.get("CINDERBOX_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def bank(tablet, seat):
    return tablet.page.locator(f".t-bank:has([data-bank='{seat}'])")


def seconds(shown):
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)


def agree(one, two, seat):
    """Both show the same second, or one has just gone on to the next."""
    read = "seat => document.querySelector(`[data-bank='${seat}']`).textContent"
    first, second, again = (each.page.evaluate(read, seat) for each in (one, two, one))
    return seconds(again) - 1 <= seconds(second) <= seconds(first) + 1


def test_a_judge_sets_the_banks_right_and_a_second_tablet_watches(chromium, box, past):
    """One tablet keeps the clock, the other shows the same second and can take over; the judge wins over both."""
    event = Event(past, NAMES, tid=f"chess-{secrets.token_hex(4)}").start()
    event.do(lambda t: (f.SettingsChanged(replace(t.settings, timer="chess", round_minutes=60)),))
    with past.app_context():
        auth.set_pin("judge", "24682468")
    with (
        at_table(chromium, box, past, event, 1, viewport=LANDSCAPE) as keeps,
        at_table(chromium, box, past, event, 1, viewport=PORTRAIT) as watches,
        somebody(chromium, box, viewport=PHONE) as judge,
    ):
        keeps.on("chess").sees("Table 1")
        watches.on("chess").sees("Table 1")
        bank(keeps, 0).click()
        expect(bank(keeps, 0)).to_have_attribute("data-state", "running")
        watches.sees("This tablet only watches.")
        expect(bank(watches, 0)).to_have_attribute("data-state", "running")
        expect(bank(watches, 0)).to_be_disabled()
        watches.good()
        picture(watches.page, "chess-watches")
        bank(keeps, 0).click()
        expect(bank(watches, 1)).to_have_attribute("data-state", "running")
        assert agree(keeps, watches, 1)
        keeps.good()
        picture(keeps.page, "chess-keeps")

        # The table is out of reach while the judge sets its clock, and somebody taps on.
        keeps.offline(True)
        bank(keeps, 1).click()
        expect(bank(keeps, 0)).to_have_attribute("data-state", "running")
        judge.page.goto(f"{box.address}/events/{event.tid}/floor/1")
        judge.follow("^Correct")
        judge.follow("^Passed by accident")
        good(judge)
        picture(judge.page, "chess-judge")
        judge.page.get_by_label("Time left for").first.fill("25:00")
        judge.page.get_by_label("Time left for").last.fill("28:30")
        judge.press("Set the clock")
        judge.sees("The chess clock of table 1 is set.")
        picture(judge.page, "chess-judge-after")
        expect(watches.page.locator("[data-bank='0']")).to_have_text("25:00")
        keeps.offline(False)
        keeps.page.evaluate("dispatchEvent(new Event('online'))")
        keeps.sees("A judge set the clock: passed by accident.")
        expect(keeps.page.locator("[data-bank='1']")).to_have_text("28:30")
        keeps.good()
        picture(keeps.page, "chess-set")
        keeps.reloaded("chess").sees("A judge set the clock")
        keeps.tap("Resume")
        expect(bank(keeps, 0)).to_have_attribute("data-state", "running")
        # A tap that has not reached the box yet is lost to whoever takes over: both must see it run.
        expect(bank(watches, 0)).to_have_attribute("data-state", "running")

        watches.tap("Use this tablet instead")
        watches.sees("Time used up?")
        keeps.sees("This tablet only watches.")
        picture(keeps.page, "chess-watches-landscape")
        picture(watches.page, "chess-took-over")
        # Whoever reports needs no pause first: nobody's time runs while they tell.
        watches.tap("Report the result")
        watches.on("who")
        with past.app_context():
            wait_until(
                lambda: chess_clocks.clocks(event.tid, 1)[1].since is None, "the box has heard that it is paused"
            )
            assert chess_clocks.clocks(event.tid, 1)[1].correction == 1


def test_both_clocks_stand_at_one_height_whatever_the_names_are(chromium, box, past):
    """A name of two lines pushed its clock down beside the other one."""
    event = Event(past, NAMES, tid=f"chess-{secrets.token_hex(4)}").start()
    event.do(lambda t: (f.SettingsChanged(replace(t.settings, timer="chess", round_minutes=60)),))
    table = next(match.table for match in event.t.current_round.matches if "p2" in match.players)
    with at_table(chromium, box, past, event, table, viewport=LANDSCAPE) as tablet:
        tablet.on("chess")
        left, right = (bank(tablet, seat).locator(".left").bounding_box() for seat in (0, 1))
    assert abs(left["y"] - right["y"]) < 1
