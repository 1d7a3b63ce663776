"""Names that are gone must not make two people one: points of the staff stay what they were."""

import json

import pytest

from engine.decisions import stages
from engine.standings.staff import staff_points
from server.core import journal
from server.core.db import db
from server.core.desk import desk
from server.core.known_people import directory, is_removed
from server.directory import erasing, nameless
from server.event.transfer import export_event, import_event
from server.people.staff import names_of
from server.series.kept_entries import names_in
from tests.server.people.listed import people, person
from tests.server.results.test_spellfire_desk import CUP, mages, play


@pytest.fixture
def cup(app, organizer):
    """Nine mages, two rounds, over; Cy coordinates, Jo and Lu judge, and Mage 3 judges beside playing."""
    event = mages(app, 9).start()
    for role, name in (("coordinator", "Cy"), ("judge", "Jo Jones"), ("judge", "Lu"), ("judge", "Mage 3")):
        organizer.post(f"{CUP}/staff/", role=role, name=name)
    play(play(event).next_round())
    event.do(stages.finish)
    return app


def paid():
    with db.engine.connect() as connection:
        names = names_in(connection, "cup")
    return sorted(staff_points(journal.read("cup").tournament, names).values())


def test_a_judge_and_a_player_who_are_erased_are_still_two(cup):
    with cup.app_context():
        before = paid()
        assert before == [0, 4, 4, 9]
        for name in ("Mage 1", "Jo Jones", "Lu", "Mage 3"):
            erasing.erase(person(name), "s0")
            assert paid() == before, name


def test_whoever_was_erased_is_numbered_where_there_are_several(cup):
    with cup.app_context():
        for name in ("Mage 1", "Mage 2"):
            erasing.erase(person(name), "s0")
        called = [each.name for each in desk("cup").people.values()]
        assert called[:3] == ["Removed player", "Removed player 2", "Mage 3"]
        assert all(map(is_removed, called[:2]))
        assert not is_removed("Removed players")


def test_nobody_becomes_a_person_again_by_a_name_that_is_none(cup):
    with cup.app_context():
        for name in ("Mage 1", "Mage 2"):
            erasing.erase(person(name), "s0")
        known = len(directory().people)
        file = json.dumps(export_event("cup"))
        import_event(file, tournament_id="again")
        assert len(directory().people) == known


def test_an_old_event_without_names_pays_its_staff_as_before(cup):
    with cup.app_context():
        before = paid()
        nameless.make_nameless("cup")
        assert paid() == before
        assert sorted(each for each in names_of(desk("cup")).values() if "Staff" in each) == [
            "Staff 1",
            "Staff 2",
            "Staff 3",
        ]


def test_an_event_without_names_is_so_on_another_box_too(cup):
    with cup.app_context():
        nameless.make_nameless("cup")
        import_event(json.dumps(export_event("cup")), tournament_id="there")
        assert not [each for each in people() if each[0].startswith(("Player", "Staff"))]


def test_whoever_is_in_a_typed_wrap_up_does_not_leave_with_an_old_event(cup, organizer):
    world = organizer.post("/series/new", name="World Ranking", by="spellfire", events="every").path
    form = {"name": "Far Away", "ruleset": "spellfire", "first_day": "1996-03-02", "players": "9", "scored": "on"}
    assert organizer.post(f"{world}/wrap-up", **form, lines="1; Mage 1; ; 4+10").status == 200
    with cup.app_context():
        nameless.make_nameless("cup")
        assert [each[0] for each in people()] == ["Mage 1"]
