"""The places of an event: at the side of the desk, four of them on a phone, and still there on pages of the box."""

import re

import pytest

from engine.decisions import clock
from server.core.timekeeping import moment
from tests.server.result_event import Event


@pytest.fixture
def cup(app):
    return Event(app, ("Ana", "Ben", "Cai", "Dee")).start()


def places(page, which=""):
    rail = re.search(r'<nav class="d-rail".*?</nav>', page.html, re.S)[0]
    return re.findall(rf'<a href="[^"]+"{which}[^>]*>.*?<span[^>]*>(?:<bdi>)?(.*?)<', rail, re.S)


@pytest.mark.parametrize(
    ("who", "four"),
    [
        ("organizer", ["Now", "Floor", "Players", "Results"]),
        ("judge", ["Floor", "Results", "Players", "Pairings"]),
    ],
)
def test_a_phone_has_four_places_in_hand_and_the_others_behind_more(request, cup, who, four):
    page = request.getfixturevalue(who).get("/events/cup/clock/")
    assert places(page, " data-in-hand") == four
    assert re.search(r'<a class="d-more" href="#menu" data-here>', page.html)


@pytest.mark.parametrize("page", ["/box", "/box/health", "/devices/"])
def test_pages_of_the_box_keep_the_menu_of_the_event_one_comes_from(organizer, cup, page):
    assert "Standings" not in places(organizer.get(page))
    organizer.get("/events/cup/")
    assert places(organizer.get(page)) == places(organizer.get("/events/cup/"))


def test_pages_of_all_events_lead_back_to_the_event(organizer, cup):
    organizer.get("/events/cup/results/")
    assert places(organizer.get("/people"))[0] == "Ember Cup"


def test_an_event_that_is_gone_has_no_menu(organizer, cup):
    organizer.get("/events/cup/")
    with organizer.client.session_transaction() as session:
        session["event"] = "gone"
    assert "Standings" not in places(organizer.get("/box"))


def test_the_clock_says_when_time_is_called_beside_the_forecast(organizer, cup, monkeypatch):
    monkeypatch.setenv("CINDERBOX_TIME_OF_DAY", "known")
    assert "Time is called at" not in organizer.get("/events/cup/clock/")
    cup.do(lambda t: clock.start_clock(t, moment()))
    assert re.search(r"Time is called at \d\d:\d\d . Round over about", organizer.get("/events/cup/clock/").text)


def test_starting_the_clock_stays_on_now(organizer, cup):
    form = re.search(
        r'<form method="post" action="/events/cup/clock/start">.*?</form>', organizer.get("/events/cup/").html, re.S
    )[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert organizer.post("/events/cup/clock/start", **fields).path == "/events/cup/"


def test_every_place_has_a_letter_of_its_own_on_the_sheet_of_shortcuts(organizer, judge, cup):
    page = organizer.get("/events/cup/").html
    letters = re.findall(r'<a href="([^"]+)" data-letter="([A-Z])">(.*?)<', page)
    assert len({letter for _, letter, _ in letters}) == len(letters)
    places_of_rail = re.findall(
        r'<a href="(/events/cup/[^"]*)"', re.search(r'<nav class="d-rail".*?</nav>', page, re.S)[0]
    )
    assert set(places_of_rail) <= {href for href, _, _ in letters}
    assert ("/events/cup/results/slips", "S", "Enter slips") in letters
    assert "This box" not in re.search(r"<section[^>]* data-keys.*?</section>", judge.get("/events/cup/").html, re.S)[0]


def test_pages_of_the_box_have_the_shortcuts_of_the_event_one_comes_from(organizer, cup):
    assert 'data-letter="E"' in organizer.get("/box").html
    organizer.get("/events/cup/")
    assert 'data-letter="R">Results' in organizer.get("/box").html
