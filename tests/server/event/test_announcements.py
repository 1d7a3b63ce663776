"""Announcements: a sentence for everybody, put up and taken down by the staff."""

import re

import pytest

from server.core import time_of_day
from server.event.announcement_routes import bp
from tests.server.result_event import Event

PAGE = "/events/cup/announcements/"


@pytest.fixture
def app(app):
    if "announcements" not in app.blueprints:
        app.register_blueprint(bp)
    Event(app, ("Ana", "Ben", "Cai"))
    return app


def test_a_judge_announces_and_takes_down(judge):
    page = judge.post(PAGE, text="Lunch is <b>here</b>")
    assert "Announced." in page
    assert "Lunch is <b>here</b>" in page
    assert "<b>here" not in page.html
    down = re.search(r'action="([^"]+/down)"', page.html)[1]
    assert "Lunch" not in judge.post(down)
    assert judge.post(down).status == 200


def test_the_newest_is_first(organizer):
    organizer.post(PAGE, text="One")
    page = organizer.post(PAGE, text="Two")
    assert page.text.index("Two") < page.text.index("One since")


def test_the_newest_is_first_on_a_box_that_woke_up_on_an_earlier_day(organizer, monkeypatch):
    organizer.post(PAGE, text="One")
    monkeypatch.setattr(time_of_day.time, "time_ns", lambda: 10**18)
    page = organizer.post(PAGE, text="Two")
    assert page.text.index("Two since") < page.text.index("One since")


def test_a_double_tap_announces_once(judge):
    for _ in range(2):
        page = judge.post(PAGE, text="Once only", request_id="tap")
    assert page.text.count("Once only") == 1


@pytest.mark.parametrize(
    ("text", "sentence"), [("  ", "Type what everybody should know"), ("x" * 281, "281 characters")]
)
def test_nothing_and_too_much_are_refused_and_kept(judge, text, sentence):
    page = judge.post(PAGE, text=text)
    assert page.status == 409
    assert sentence in page
    assert text in page.html


def test_it_is_for_the_staff_and_for_events_that_exist(stranger, judge):
    assert stranger.get(PAGE).path == "/sign-in"
    assert judge.get("/events/none/announcements/").status == 404
    assert judge.post("/events/none/announcements/", text="x").status == 404
