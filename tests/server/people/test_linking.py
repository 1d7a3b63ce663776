"""Who plays is found in the directory by the same name and club; nobody is guessed."""

import pytest
from sqlalchemy import text

from engine.decisions import directory as decisions
from engine.decisions import roster
from engine.decisions.undo import undo
from server.core import box_journal, journal
from server.core.db import db
from server.core.known_people import directory
from server.event.demo import make_demo
from server.people import linking, lookalikes
from tests.server.people.listed import event, people, rename


@pytest.fixture
def box(app):
    with app.app_context():
        yield app


def test_the_same_name_and_club_is_the_same_person(box):
    event("one", "Ana/Berlin", "Ben")
    event("two", "ana/BERLIN", "Ben", "Cai")
    assert people() == [
        ("Ana", "Berlin", "one.p1", "two.p1"),
        ("Ben", "", "one.p2", "two.p2"),
        ("Cai", "", "two.p3"),
    ]


@pytest.mark.parametrize("other", ["Ana/Hamburg", "Ana", "Aná/Berlin", "Anna/Berlin"])
def test_anything_less_sure_is_somebody_new_and_only_suggested(box, other):
    event("one", "Ana/Berlin")
    event("two", other)
    assert len(people()) == 2
    assert len(lookalikes.pairs(directory())) == 1


def test_names_that_are_one_letter_apart_or_turned_round_are_asked_about(box):
    event("one", "Anna Schmidt", "José García", "Ben Li")
    event("two", "Ana Schmitt", "Garcia Jose", "Ban Li")
    asked = {frozenset((one.name, two.name)) for one, two in lookalikes.pairs(directory())}
    assert asked == {
        frozenset(("Anna Schmidt", "Ana Schmitt")),
        frozenset(("José García", "Garcia Jose")),
        frozenset(("Ben Li", "Ban Li")),
    }


def test_two_of_one_event_are_two_people_whatever_they_are_called(box):
    event("one", "Anna Schmidt", "Ana Schmidt", "Anna Schmidt")
    assert len(people()) == 3
    assert lookalikes.pairs(directory()) == ()


def test_whoever_might_be_one_of_two_is_not_guessed(box):
    event("one", "Anna Schmidt", "Anna Schmidt")
    event("two", "Anna Schmidt")
    assert len(people()) == 3
    assert len(lookalikes.pairs(directory())) == 2


def test_nobody_is_asked_again_about_two_who_were_told_apart(box):
    event("one", "Anna Schmidt/Berlin")
    event("two", "Anna Schmidt/Hamburg")
    ((one, two),) = lookalikes.pairs(directory())
    box_journal.record("s1", decide=lambda box: decisions.tell_apart(box, one.id, two.id))
    assert lookalikes.pairs(directory()) == ()


def test_a_merged_name_is_found_from_then_on(box):
    event("one", "Anna Schmidt")
    event("two", "Ana Schmitt")
    ((one, two),) = lookalikes.pairs(directory())
    box_journal.record("s1", decide=lambda box: decisions.merge(box, one.id, gone=two.id))
    event("three", "Ana Schmitt")
    event("four", "Anna Schmidt")
    (person,) = directory().people.values()
    assert {person.name, *person.others} == {"Anna Schmidt", "Ana Schmitt"}


def test_somebody_taken_off_the_list_leaves_and_comes_back(box):
    event("one", "Ana")
    event("two", "Ana")
    journal.record("two", "s0", decide=lambda t: roster.take_off(t, "p1"))
    assert people() == [("Ana", "", "one.p1")]
    journal.record_from_book("two", "s0", decide=lambda book: undo(book.acts, 2))
    assert people() == [("Ana", "", "one.p1", "two.p1")]
    journal.record_from_book("two", "s0", decide=lambda book: undo(book.acts, 3))  # that undo is undone
    assert people() == [("Ana", "", "one.p1")]
    journal.record_from_book("two", "s0", decide=lambda book: undo(book.acts, 4))
    assert people() == [("Ana", "", "one.p1", "two.p1")]


def test_taking_back_what_is_about_no_list_reads_no_list(box, monkeypatch):
    """It read and decoded the whole journal after every undo."""
    event("one", "Ana", "Ben")
    journal.record("one", "s0", decide=lambda t: roster.check_in(t, "p1", present=True))
    monkeypatch.setattr(linking, "link", lambda *_, **__: pytest.fail("looked at the lists"))
    last = journal.read("one").revision.seq
    journal.record_from_book("one", "s0", decide=lambda book: undo(book.acts, last))
    journal.record_from_book("one", "s0", decide=lambda book: undo(book.acts, last + 1))


def test_a_mistyped_name_is_corrected_in_the_directory_too(box):
    event("one", "Ana Smth")
    rename("one", "p1", "Ana Smith", "Leeds")
    assert people() == [("Ana Smith", "Leeds", "one.p1")]


def test_a_corrected_name_finds_whoever_it_is(box):
    event("one", "Ana Smith")
    event("two", "Ana Smth")
    rename("two", "p1", "Ana Smith")
    (person,) = directory().people.values()
    assert (person.name, person.others) == ("Ana Smith", ("Ana Smth",))


def test_somebody_known_from_several_events_keeps_their_name(box):
    event("one", "Ana Smith")
    event("two", "Ana Smith")
    rename("two", "p1", "Ana Jones")
    assert people() == [("Ana Smith", "", "one.p1", "two.p1")]


def test_staff_are_people_and_whoever_plays_too_is_one(box, organizer):
    event("one", "Ana", "Ben")
    event("two", "Cy")
    organizer.post("/events/one/staff/", name="Cy", role="judge")
    organizer.post("/events/one/staff/", name="", player="p1", role="organizer")
    found = people()
    assert [each[:2] for each in found] == [("Ana", ""), ("Ben", ""), ("Cy", "")]
    assert len(found[2]) == 4


def test_people_of_a_demo_are_made_up(box):
    make_demo("s0")
    assert people() == []


def test_events_of_before_are_linked_at_the_next_start(box):
    event("one", "Ana/Berlin", "Ben")
    event("two", "Ana/Berlin", "Cai")
    with db.engine.begin() as connection:
        for table in ("entry", "person", "box_journal"):
            connection.execute(text(f"DELETE FROM {table}"))
        connection.execute(text("UPDATE box_head SET acts = 0, head = ''"))
    box_journal.forget()
    linking.link_whoever_is_missing()
    assert len(box_journal.read().acts) == 1
    assert people() == [("Ana", "Berlin", "one.p1", "two.p1"), ("Ben", "", "one.p2"), ("Cai", "", "two.p2")]
    linking.link_whoever_is_missing()
    assert len(box_journal.read().acts) == 1
