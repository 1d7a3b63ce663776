"""Penalties of one's own stand on one's own phone, and on no public page."""

import pytest

from engine.decisions.penalties import give_penalty, lift_penalty
from tests.server.at_table_devices import phone
from tests.server.result_event import Event


@pytest.fixture
def cup(app):
    event = Event(app, ("Ana", "Ben", "Cai", "Dee")).start()
    event.do(lambda t: give_penalty(t, "p1", kind="warning", fault="Slow play", id="w1"))
    return event


def own(event, player):
    return " ".join(phone(event, player).client.get("/me/table").text.split())


def test_a_player_sees_what_they_got_what_for_and_when(cup):
    page = own(cup, "p1")
    assert "Your penalty" in page
    assert "<b>Warning</b>, round 1: Slow play" in page
    assert "Only you and the staff see this." in page


def test_a_lifted_one_says_so(cup):
    cup.do(lambda t: lift_penalty(t, "w1"))
    assert 'Slow play <span class="quiet">(lifted)' in own(cup, "p1")


def test_nobody_else_sees_it(cup, stranger):
    others = [own(cup, player) for player in ("p2", "p3", "p4")]
    public = [stranger.get(path).html for path in ("/e/cup/p/p1", "/e/cup/standings", "/e/cup/pairings", "/e/cup/")]
    for page in (*others, *public):
        assert "Your penalt" not in page
        assert "Slow play" not in page


def test_what_a_judge_noted_about_it_stays_with_the_judges(cup, judge):
    judge.post("/events/cup/results/penalties/new", player="p1", kind="warning", fault="Slow play", reason="zitronella")
    assert "zitronella" in judge.get("/events/cup/results/penalties")
    assert "zitronella" not in own(cup, "p1")
