"""People from last time: chosen from an earlier event, entered and checked in, in one act."""

import re

from server.core import journal
from tests.server.events import new_event

AT = "/events/cup/players/last-time"


def earlier(organizer, name="Last month", players="name;club\nAna;Leeds\nBen;\nAnna Schmidt;Berlin"):
    page = organizer.post("/events", name=name, ruleset="ashes-reborn", players=players)
    return page.path.split("/")[2]


def here(app):
    with app.app_context():
        return journal.read("cup")


def test_ticked_people_are_entered_and_checked_in_in_one_act(app, organizer):
    before = earlier(organizer)
    with app.app_context():
        new_event(2)
    assert "People from last time…" in organizer.get("/events/cup/players/")
    page = organizer.get(AT)
    assert re.search("Last month.*Ana.*Anna Schmidt.*Ben", page.text)
    acts = len(here(app).acts)
    page = organizer.post(AT, event=before, player=["p1", "p3"])
    assert "2 players entered and checked in." in page
    assert "Anna Schmidt" in page
    assert len(here(app).acts) == acts + 1
    assert [player.present for player in here(app).tournament.players.values()] == [False, False, True, True]


def test_who_is_on_the_list_already_is_not_offered_and_not_entered_twice(app, organizer):
    before = earlier(organizer)
    with app.app_context():
        new_event(2)
    organizer.post(AT, event=before, player="p1")
    page = organizer.get(AT, event=before)
    assert "Ana on the list" in page
    assert "Nobody new is ticked." in organizer.post(AT, event=before, player="p1", referrer=AT)
    assert len(here(app).tournament.players) == 3


def test_the_same_name_with_another_club_is_still_offered(app, organizer):
    before = earlier(organizer)
    with app.app_context():
        new_event(2)
    organizer.post("/events/cup/players/add", players="name;club\nAnna Schmidt;Hamburg")
    organizer.post(AT, event=before, player="p3")
    assert len(here(app).tournament.players) == 4


def test_they_come_with_the_name_the_directory_has_today(app, organizer):
    before = earlier(organizer, players="Ana Kovac")
    organizer.post(f"/events/{before}/players/p1", name="Ana Kovač", club="Zagreb")
    with app.app_context():
        new_event(2)
    organizer.post(AT, event=before, player="p1")
    assert "Ana Kovač" in organizer.get("/events/cup/players/")


def test_without_an_earlier_event_or_with_a_wrong_one_a_sentence_says_so(app, organizer):
    with app.app_context():
        new_event(2)
    assert "There is no earlier event on this box." in organizer.get(AT)
    assert "is not on this box any more" in organizer.post(AT, event="nothing", player="p1", referrer=AT)
