"""A tablet that was put away for ten minutes shows how things are now, and nothing that was told at it is lost."""

import secrets

import pytest
from playwright.sync_api import expect

from engine.decisions import clock
from server.core.timekeeping import moment
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import at_table
from tests.server.result_event import Event

NAMES = ["Ana Kovač", "Ben Adeyemi", "Iris Chen", "José Fernández"]
TEN_MINUTES = 10 * 60_000


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def event(past):
    return Event(past, NAMES, tid=f"asleep-{secrets.token_hex(4)}").start()


def shown_ms(page):
    """What the clock in the tablet's head shows."""
    minutes, seconds = page.locator("[data-clock] [data-digits]").inner_text().split(":")
    return 1000 * (60 * int(minutes) + int(seconds))


def test_a_tablet_that_slept_for_ten_minutes_shows_the_round_that_is_on(chromium, box, past, event):
    with at_table(chromium, box, past, event, 1) as tablet:
        page = tablet.page
        page.clock.install()
        tablet.reloaded("idle")
        page.clock.resume()
        event.do(lambda t: clock.start_clock(t, moment()))
        expect(page.locator("[data-clock]")).to_have_attribute("data-state", "running")
        tablet.offline(True)
        event.play().next_round()
        event.do(lambda t: clock.start_clock(t, moment()))
        page.clock.fast_forward(TEN_MINUTES)  # as closing the lid: what was due meanwhile happens once, on waking
        tablet.offline(False)
        tablet.sees("Round 2 of")
        tablet.on("idle").sees(event.names_at(1)[0])
        expect(page.locator("[data-clock]")).to_have_attribute("data-state", "running")
        expect(page.locator("#tablet")).not_to_contain_text("No connection")
        assert abs(shown_ms(page) - 3_600_000) < 120_000  # the new round's hour, whatever the tablet's own time is


def test_what_was_told_before_a_sleep_is_sent_after_it_once(chromium, box, past, event):
    with at_table(chromium, box, past, event, 1) as tablet:
        page = tablet.page
        page.clock.install()
        tablet.reloaded("idle").tap("Report the result")
        page.clock.run_for(300)
        tablet.winner(0)
        page.clock.run_for(300)
        tablet.offline(True)
        tablet.tap("7", exact=True)
        tablet.tap("Next")
        page.clock.run_for(300)
        tablet.on("confirm").tap("Yes, correct")
        tablet.on("kept")
        page.clock.fast_forward(TEN_MINUTES)
        tablet.offline(False)
        page.clock.resume()
        tablet.on("done")
    assert event.match(1).result.outcomes[1].blood == 7
