"""A short sound, a vibration and a word on phones and tablets: time gets short, time is called, pairings come."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from engine.decisions import clock, people, results, setup
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


def test_pairings_sound_without_a_time_limit_too_and_so_does_a_bye(phones, past):  # noqa: F811
    """Only a page with the steps of “time called” sounded: nobody's in Spellfire, with chess clocks or with a bye."""
    event = Event(past, ["Ana", "Ben", "Cai"], tid="alert-untimed")
    event.do(lambda t: setup.change_settings(t, replace(t.settings, timer="none")))
    all_three = {player: own_phone(phones, event, player) for player in event.ids.values()}
    for phone in all_three.values():
        phone.page.evaluate(FELT)
        phone.tap("^Yes$")
        wait_felt(phone.page, 1, 2)
    event.start()
    for phone in all_three.values():
        wait_felt(phone.page, 2, 6)
    one, two = event.pair(1)
    event.win(1)
    all_three[one].sees("Your result is in")
    event.do(lambda t: results.take_back(t, 1))
    all_three[one].sees("your table is")
    event.play()
    all_three[two].sees("is over")
    assert [felt(phone.page) for phone in all_three.values()] == [[2, 6]] * 3


def test_nobody_is_asked_for_what_their_browser_cannot_do(chromium, box, past, phones, cup):  # noqa: F811
    silent = "delete window.AudioContext; delete window.webkitAudioContext; delete Navigator.prototype.vibrate;"
    phone = own_phone(phones, cup, cup.pair(1)[0])
    expect(phone.page.locator("[data-alerts-said]")).to_have_text(
        "Sound and vibrate when time is called and pairings come?"
    )
    phone.page.add_init_script("delete Navigator.prototype.vibrate;")
    phone.page.reload()
    expect(phone.page.locator("[data-alerts-said]")).to_have_text(
        "A short sound when time is called and pairings come?"
    )
    phone.page.add_init_script(silent)
    phone.page.reload()
    phone.sees("Report the result")
    expect(phone.page.locator("[data-alerts]")).to_be_hidden()
    with at_table(chromium, box, past, cup, 1) as tablet:
        tablet.sees("A short sound here")
        tablet.page.add_init_script(silent)
        tablet.page.reload()
        tablet.on("idle")
        expect(tablet.page.locator("#tablet")).not_to_contain_text("A short sound here")


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


def test_whoever_is_out_is_asked_about_no_sound_and_whoever_is_back_is(phones, past):  # noqa: F811
    event = Event(past, ["Ana", "Ben", "Cai"], tid="alert-out")
    phone = own_phone(phones, event, "p1")
    asked = phone.page.locator("[data-alerts]")
    expect(asked).to_be_visible()
    event.do(lambda t: people.drop(t, "p1"))
    phone.sees("You have dropped from the event.")
    expect(asked).to_be_hidden()
    event.do(lambda t: people.reinstate(t, "p1"))
    phone.sees("You are on the list")
    expect(asked).to_be_visible()
