"""A short sound, a vibration and a word on phones and tablets: time gets short, time is called, pairings come."""

import pytest
from playwright.sync_api import expect

from engine.decisions import clock
from server.core.timekeeping import moment
from tests.browser.felt import FELT, felt, wait_felt
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import at_table
from tests.browser.test_phones import Phone, own_phone, phones  # noqa: F401
from tests.server.result_event import Event

MINUTE = 60_000


@pytest.fixture(scope="module")
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def cup(past, request):
    return Event(past, ["Ana", "Ben", "Cai", "Dee"], tid=f"alert-{len(request.node.name)}").start()


def nine_minutes_left(event):
    event.do(lambda t: clock.start_clock(t, moment()))
    event.do(lambda t: clock.add_time(t, 9 * MINUTE - t.clock.length_ms, now=moment()))


def test_a_phone_that_said_yes_sounds_vibrates_and_says_it(phones, cup):  # noqa: F811
    player = cup.pair(1)[0]
    wants, silent = own_phone(phones, cup, player), own_phone(phones, cup, cup.pair(1)[1])
    for phone, answer in ((wants, "^Yes$"), (silent, "^No$")):
        phone.page.evaluate(FELT)
        phone.tap(answer)
    expect(wants.page.locator("[data-alerts-said]")).to_have_text("Sound and vibration are on.")
    wait_felt(wants.page, 1, 2)
    nine_minutes_left(cup)
    expect(wants.page.locator("[data-short]")).to_have_text("The last ten minutes.")
    wait_felt(wants.page, 2, 6)
    cup.do(lambda t: clock.call_time(t, moment()))
    expect(wants.page.locator("[data-called]")).to_be_visible()
    expect(wants.page.locator("[data-short]")).to_be_hidden()
    wait_felt(wants.page, 3, 12)
    cup.play().next_round()
    wait_felt(wants.page, 4, 16)
    silent.sees("your table is")
    assert felt(silent.page) == [0, 0]
    wants.tap("^Turn off$")
    expect(wants.page.locator("[data-alerts-said]")).to_have_text("Sound and vibration are off.")


def test_a_tablet_that_said_yes_sounds_vibrates_and_says_it(chromium, box, past, cup):
    with at_table(chromium, box, past, cup, 1) as tablet:
        tablet.on("idle").page.evaluate(FELT)
        tablet.tap("Yes", exact=True)
        expect(tablet.page.locator("#tablet")).not_to_contain_text("A short sound here")
        wait_felt(tablet.page, 1, 2)
        nine_minutes_left(cup)
        tablet.sees("The last ten minutes.")
        wait_felt(tablet.page, 2, 6)
        cup.do(lambda t: clock.call_time(t, moment()))
        wait_felt(tablet.page, 3, 12)
        expect(tablet.page.locator("#tablet")).not_to_contain_text("The last ten minutes.")
        cup.play().next_round()
        wait_felt(tablet.page, 4, 16)
