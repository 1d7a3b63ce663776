"""A demo never stands beside a real event, and an event that runs is not put away by one tap."""

import pytest

from engine.decisions import rounds
from server.event.demo import make_demo
from tests.server.cup import Cup


@pytest.fixture
def demo(app):
    with app.app_context():
        return make_demo()


def test_a_demo_alone_is_on_walls_phones_and_the_buzzer(stranger, demo):
    assert [event["id"] for event in stranger.client.get("/api/wall").json["events"]] == [demo]
    assert [event["id"] for event in stranger.client.get("/api/clocks").json["events"]] == [demo]
    assert stranger.get("/e/").path == f"/e/{demo}/"


def test_beside_a_real_event_it_is_on_none_of_them(app, organizer, stranger, demo):
    Cup(app).begin(4).do(rounds.publish)
    assert [event["id"] for event in stranger.client.get("/api/wall").json["events"]] == ["cup"]
    assert [event["id"] for event in stranger.client.get("/api/clocks").json["events"]] == ["cup"]
    assert [event["id"] for event in stranger.client.get("/api/tournaments").json["tournaments"]] == ["cup"]
    assert stranger.get("/e/").path == "/e/cup/"
    assert "Ember Cup (demo)" in organizer.get("/")
    organizer.post("/events/cup/archive", sure="1")
    assert [event["id"] for event in stranger.client.get("/api/wall").json["events"]] == [demo]


def test_archiving_a_running_event_asks_first(app, organizer, stranger):
    Cup(app).begin(4).do(rounds.publish)
    page = organizer.post("/events/cup/archive")
    assert "Archive Cup now?" in page
    assert "2 tables without a result" in page
    assert stranger.get("/e/cup/").status == 200
    assert "The event is archived." in organizer.post("/events/cup/archive", sure="1")
    assert stranger.get("/e/cup/").status == 404


def test_archiving_an_event_that_has_not_begun_asks_nothing(app, organizer):
    Cup(app).begin(4)
    assert "The event is archived." in organizer.post("/events/cup/archive")
