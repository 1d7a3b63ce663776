"""People of earlier events are offered while a list is pasted and when staff is named; nobody is decided by the box."""

import re

import pytest

from server.core import box_journal, journal
from server.core.known_people import directory
from server.directory.person_page import person_page
from tests.server.core.test_box_journal import harm
from tests.server.people.listed import event, people, person

NEW = "/events/new-one/players"


@pytest.fixture
def box(app):
    """Anna and José were here before, with their clubs; a new event has nobody yet."""
    with app.app_context():
        event("old", "Anna Schmidt/Jena", "José García/Lima", "Ben Adler", "Cai Lund")
        event("new-one", "Ben Adler")
    return app


def offers(page):
    return re.findall(r'name="(known-\d+)" value="(\w+)"', page.html if hasattr(page, "html") else page)


def preview(organizer, text, **form):
    return organizer.client.post(f"{NEW}/preview", data={"players": text, **form}).get_data(as_text=True)


def test_a_pasted_name_is_offered_as_whoever_it_may_be(organizer, box):
    page = preview(organizer, "Ana Schmitt\njose garcia\nCai Lund\nZoe New")
    with box.app_context():
        anna, jose = person("Anna Schmidt"), person("José García")
    assert offers(page) == [("known-1", anna), ("known-2", jose)]
    assert "1 known from earlier events" in page
    assert "4 new players" in page


def test_whoever_is_ticked_is_entered_as_that_person_and_nobody_new(organizer, box):
    with box.app_context():
        anna, before = person("Anna Schmidt"), len(directory().people)
    organizer.post(f"{NEW}/add", players="Ana Schmitt\nZoe New", **{"known-1": anna})
    with box.app_context():
        assert ("Anna Schmidt", "Jena", "new-one.p2", "old.p1") in people()
        assert len(directory().people) == before + 1


def test_whoever_is_not_ticked_is_somebody_new_and_asked_about(organizer, box):
    page = organizer.post(f"{NEW}/add", players="Ana Schmitt")
    assert "Somebody from last time?" in page
    with box.app_context():
        assert ("Ana Schmitt", "", "new-one.p2") in people()


def test_only_who_was_offered_can_be_ticked(organizer, box):
    with box.app_context():
        jose = person("José García")
    organizer.post(f"{NEW}/add", players="Ana Schmitt", **{"known-1": jose})
    with box.app_context():
        assert ("Ana Schmitt", "", "new-one.p2") in people()


def test_whoever_is_in_the_event_is_offered_to_nobody(organizer, box):
    assert offers(preview(organizer, "Ben Adlar")) == []


def test_without_scripts_the_list_is_looked_at_first(organizer, box):
    page = organizer.post(f"{NEW}/add", players="Ana Schmitt", look="1")
    assert len(offers(page)) == 1
    assert "Ana Schmitt" in page
    with box.app_context():
        assert len(journal.read("new-one").tournament.players) == 1


def test_a_new_event_offers_them_too(organizer, box):
    page = organizer.post("/events/preview", name="Third", ruleset="ashes-reborn", players="Ana Schmitt\nZoe New")
    ((field, anna),) = offers(page)
    organizer.post("/events", name="Third", ruleset="ashes-reborn", players="Ana Schmitt\nZoe New", **{field: anna})
    with box.app_context():
        assert len(person_page(directory(), anna).events) == 2


def test_two_of_one_name_and_club_are_not_guessed(organizer, box):
    organizer.post("/people/new", name="Anna Schmidt", club="Jena")
    assert offers(preview(organizer, "Ana Schmitt")) == []


def test_a_damaged_directory_offers_nobody_and_stops_no_list(organizer, box):
    with box.app_context():
        harm("UPDATE box_journal SET facts = '[]' WHERE seq = 1")
    assert "1 new player" in preview(organizer, "Ana Schmitt")
    assert organizer.post(f"{NEW}/add", players="Ana Schmitt").status == 200
    assert organizer.get("/events/new-one/staff/").status == 200


def test_staff_is_named_from_the_directory(organizer, box):
    page = organizer.get("/events/new-one/staff/")
    assert '<option value="Anna Schmidt, Jena">' in page.html
    with box.app_context():
        before = len(directory().people)
    page = organizer.post("/events/new-one/staff/", name="Anna Schmidt, Jena", role="judge")
    assert "Anna Schmidt" in page
    with box.app_context():
        assert len(directory().people) == before
        assert [each.event for each in person_page(directory(), person("Anna Schmidt")).events] == ["new-one", "old"]


def test_staff_of_a_name_that_is_only_alike_is_asked_about(organizer, box):
    page = organizer.post("/events/new-one/staff/", name="Anna Schmidt", role="judge")
    assert "Somebody from last time?" in page


def test_a_double_tap_names_one_of_the_staff(organizer, box):
    for _ in range(2):
        organizer.post("/events/new-one/staff/", name="Anna Schmidt, Jena", role="judge", request_id="tap")
    with box.app_context():
        assert len(journal.read("new-one").tournament.staff) == 1
        assert len(box_journal.read().box.people.given) == 1
