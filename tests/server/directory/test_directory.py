"""The directory at the desk: found by any part of a name, a person over all events, merged, told apart, undone."""

import json
from dataclasses import replace

import pytest

from engine.box.words import who_is
from server.core import box_journal, journal
from server.core.known_people import directory
from server.directory.merging import merge_page
from server.directory.person_page import person_page
from server.event.transfer import export_event, import_event
from tests.server.conftest import Actor
from tests.server.core.test_box_journal import harm
from tests.server.people.listed import event, person, play


@pytest.fixture
def two_events(app):
    with app.app_context():
        play(event("one", "Anna Schmidt/Berlin", "Ben", "Cai", "José García"), 2)
        play(event("two", "Ana Schmitt/Berlin", "Ben", "Dee", "Eve"), 2)
    return app


def id_of(app, name):
    with app.app_context():
        return person(name)


def test_somebody_is_found_by_any_part_of_a_name_whatever_its_accents(organizer, two_events):
    page = organizer.get("/people", q="jose gar")
    assert "José García" in page
    assert "Ben" not in page.text.split("Everybody")[1]
    assert "No name matches" in organizer.get("/people", q="xyz")


def test_a_persons_page_tells_events_record_and_opponents(organizer, two_events):
    page = organizer.get(f"/people/{id_of(two_events, 'Ben')}")
    assert "Events 2" in page
    assert "Matches 4" in page
    for name in ("One", "Two", "Anna Schmidt"):
        assert name in page


def test_an_unknown_person_is_told_so(organizer, two_events):
    assert organizer.get("/people/nobody").status == 404


def test_two_are_merged_after_a_preview_and_the_history_takes_it_back(organizer, two_events):
    anna, ana = id_of(two_events, "Anna Schmidt"), id_of(two_events, "Ana Schmitt")
    page = organizer.get(f"/people/{anna}/merge", gone=ana)
    assert "Preview" in page
    assert "Two" in page
    organizer.post(f"/people/{anna}/merge", gone=ana)
    page = organizer.get(f"/people/{ana}")
    assert page.path == f"/people/{anna}"
    assert "Events 2" in page
    with two_events.app_context():
        seq = box_journal.read().revision.seq
        seen = str(box_journal.read().revision)
    assert "Ana Schmitt merged into Anna Schmidt" in organizer.get("/people/history")
    assert "No longer counts" in organizer.get(f"/people/history/{seq}/undo")
    organizer.post(f"/people/history/{seq}/undo", seen=seen)
    assert "Events 1" in organizer.get(f"/people/{ana}")


def test_whoever_is_called_alike_is_offered_before_anything_is_typed(organizer, two_events):
    """To merge them, and as who it was in an event; only the very same name was, and nobody at all."""
    anna, ana = id_of(two_events, "Anna Schmidt"), id_of(two_events, "Ana Schmitt")
    assert f"gone={ana}" in organizer.get(f"/people/{anna}/merge").html
    page = organizer.get(f"/people/{anna}/entry", event="one", entry="p1")
    assert f'name="to" value="{ana}"' in page.html
    assert "Ana Schmitt Berlin" in page
    page = organizer.get(f"/people/{anna}/merge", q="jose")
    assert "José García" in page
    assert "Ana Schmitt" not in page


def test_two_of_one_name_are_told_apart_by_their_clubs_before_they_are_merged(organizer, app):
    with app.app_context():
        event("one", "Ben Okafor/Jena", "Cai")
        event("two", "Ben Okafor", "Dee")
        jena, nowhere = (id for id, each in directory().people.items() if each.name == "Ben Okafor")
        if directory().people[nowhere].club:
            jena, nowhere = nowhere, jena
    page = organizer.get(f"/people/{nowhere}/merge", gone=jena)
    assert "Ben Okafor , Jena , goes on as Ben Okafor , no club." in page, page.text
    assert "Club, number and note are those of the one that stays" in page
    assert "Keep the other one" in page
    organizer.post(f"/people/{nowhere}/merge", gone=jena)
    assert "Ben Okafor (Jena) merged into Ben Okafor" in organizer.get("/people/history")


def test_two_of_one_name_are_told_apart_before_one_of_them_is_erased(organizer, app):
    """Erase Ben Okafor, and Ben Okafor may be the same person: which of them goes for good?"""
    with app.app_context():
        event("one", "Ben Okafor/Jena", "Cai/Ulm")
        event("two", "Ben Okafor", "Dee")
        jena = next(id for id, each in directory().people.items() if each.name == "Ben Okafor" and each.club)
        cai = person("Cai")
    page = organizer.get(f"/people/{jena}/erase")
    assert "Erase Ben Okafor (Jena) ?" in page
    assert "Ben Okafor , no club, may be the same person" in page
    page = organizer.get(f"/people/{jena}/erase/sure")
    assert "Erase Ben Okafor (Jena) for good?" in page
    assert "was not typed" in organizer.post(f"/people/{jena}/erase", name="Ben")
    assert "Erased" in organizer.post(f"/people/{jena}/erase", name="Ben Okafor (Jena)"), "as it is shown"
    assert "Erase Cai ?" in organizer.get(f"/people/{cai}/erase")


def test_an_opponent_of_the_same_name_has_their_club_behind_it(organizer, app):
    with app.app_context():
        play(event("one", "Ben Okafor/Jena", "Ben Okafor/Ulm"))
        jena = next(id for id, each in directory().people.items() if each.club == "Jena")
    assert "Ben Okafor (Ulm)" in organizer.get(f"/people/{jena}")


def test_two_who_are_merged_while_both_are_on_a_list_are_told_before_round_1(organizer, app):
    """Both were seated, and played each other for all the box knew."""
    with app.app_context():
        event("cup", "Anna Schmidt", "Ana Schmitt", "Ben", "Cai", "Dee")
        anna, ana = person("Anna Schmidt"), person("Ana Schmitt")
    assert "one person in the directory" not in organizer.get("/events/cup/players/")
    organizer.post(f"/people/{anna}/merge", gone=ana)
    for page in ("/events/cup/players/", "/events/cup/"):
        assert "Anna Schmidt and Ana Schmitt are one person in the directory." in organizer.get(page)
    organizer.post("/events/cup/players/p2/remove")
    assert "one person in the directory" not in organizer.get("/events/cup/players/")


def test_whoever_was_taken_off_this_list_is_nobody_of_an_earlier_event(organizer, app, two_events):
    """Entered twice with a slip of the pen, one of them taken off: the desk asked about “an earlier event”."""
    with app.app_context():
        event("cup", "Cara Lindt", "Kara Lindt", "José Garcia", "Dee")
    assert "of an earlier event" in organizer.get("/events/cup/players/")
    organizer.post("/events/cup/players/p2/remove")
    with app.app_context():
        event("next", "Cara Lindt", "José Garcia", "Dee")
    for tid in ("cup", "next"):
        page = organizer.get(f"/events/{tid}/players/")
        assert "Kara Lindt of an earlier event" not in page
        assert "Is José Garcia the José García of an earlier event?" in page


def test_whoever_played_in_the_same_event_is_not_merged(organizer, two_events):
    ben, cai = id_of(two_events, "Ben"), id_of(two_events, "Cai")
    assert "Both played in One" in organizer.get(f"/people/{ben}/merge", gone=cai)
    assert "so they are two people" in organizer.post(f"/people/{ben}/merge", gone=cai)
    with two_events.app_context():
        assert who_is(box_journal.read().box, cai) == cai


def test_the_desk_asks_whether_it_is_the_one_of_last_time(organizer, two_events):
    page = organizer.get("/events/two/players/")
    asked = " ".join(page.text.replace(" ,", ",").split())
    assert "Is Ana Schmitt, Berlin, the Anna Schmidt, Berlin, of an earlier event?" in asked
    one, two = id_of(two_events, "Anna Schmidt"), id_of(two_events, "Ana Schmitt")
    page = organizer.post("/people/apart", one=one, two=two, event="two")
    assert page.path == "/events/two/players/"
    assert "Somebody from last time?" not in page


def test_details_are_changed_and_the_name_of_before_is_another_spelling(organizer, two_events):
    ben = id_of(two_events, "Ben")
    form = {"name": "Benjamin", "club": "Jena", "number": "B-7", "note": "left-handed", "spellings": "Benny"}
    page = organizer.post(f"/people/{ben}/edit", **form)
    assert "left-handed" in page
    with two_events.app_context():
        found = directory().people[ben]
    assert (found.name, found.club, found.number) == ("Benjamin", "Jena", "B-7")
    assert found.spellings == ("Benny", "Ben")
    assert "Ben" in organizer.get("/events/one/players/")


def test_an_event_that_was_somebody_else_is_given_away_and_back(organizer, two_events):
    ben = id_of(two_events, "Ben")
    page = organizer.post(f"/people/{ben}/entry", event="two", entry="p2", to="")
    assert page.path != f"/people/{ben}"
    assert "Events 1" in page
    assert "Events 1" in organizer.get(f"/people/{ben}")
    with two_events.app_context():
        book = box_journal.read()
    organizer.post(f"/people/history/{book.revision.seq}/undo", seen=str(book.revision))
    assert "Events 2" in organizer.get(f"/people/{ben}")


def test_a_double_tap_adds_somebody_once(organizer, app):
    for _ in range(2):
        organizer.post("/people/new", name="Zoe", club="", request_id="tap")
    with app.app_context():
        assert [each.name for each in directory().people.values()] == ["Zoe"]


def test_phones_see_a_persons_page_only_if_the_organizer_opens_it(organizer, stranger, two_events):
    ben = id_of(two_events, "Ben")
    organizer.post(f"/people/{ben}/edit", name="Ben", club="", number="B-7", note="left-handed", spellings="")
    assert stranger.get(f"/e/who/{ben}").status == 404
    assert "Record over all events" not in stranger.get("/e/two/p/p2")
    organizer.post(f"/people/{ben}/open")
    page = stranger.get(f"/e/who/{ben}")
    assert "Anna Schmidt" in page
    assert "left-handed" not in page.html
    assert "B-7" not in page.html
    assert "Record over all events" in stranger.get("/e/two/p/p2")
    organizer.post(f"/people/{ben}/close")
    assert stranger.get(f"/e/who/{ben}").status == 404
    assert "Record over all events" not in stranger.get("/e/two/p/p2")


def test_phones_are_told_what_is_kept(stranger, two_events):
    for page in ("/", "/e/one/"):
        assert "to have your name erased" in stranger.get(page)


def test_a_form_for_an_older_state_merges_nobody(organizer, two_events):
    anna, ana = id_of(two_events, "Anna Schmidt"), id_of(two_events, "Ana Schmitt")
    with two_events.app_context():
        seen = str(box_journal.read().revision)
    organizer.post("/people/new", name="Zoe")
    assert "Something changed" in organizer.post(f"/people/{anna}/merge", gone=ana, seen=seen)


def test_whoever_comes_second_reads_what_the_other_organizer_did_and_goes_on_there(organizer, app, two_events):
    """Both have the same question open: one merges or erases, the other presses the button a moment later."""
    second = Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text(), "Otto")
    anna, ana, ben = (id_of(app, name) for name in ("Anna Schmidt", "Ana Schmitt", "Ben"))
    with app.app_context():
        seen = str(box_journal.read().revision)
    asked = f"/people/{anna}/merge?gone={ana}"
    organizer.post(f"/people/{anna}/merge", gone=ana, seen=seen)
    page = second.post(f"/people/{anna}/merge", gone=ana, seen=seen, referrer=asked)
    assert "nothing was done: Ana Schmitt merged into Anna Schmidt" in page
    assert (page.status, page.path) == (200, f"/people/{anna}"), "the one they are now"
    organizer.post(f"/people/{ben}/erase", name="Ben")
    page = second.post(f"/people/{ben}/erase", name="Ben", referrer=f"/people/{ben}/erase/sure")
    assert "They may have been merged or erased" in page
    assert "Cai" in page


def test_a_damaged_directory_has_ways_out_and_takes_nothing_along(organizer, stranger, two_events):
    ben = id_of(two_events, "Ben")
    with two_events.app_context():
        harm("UPDATE box_journal SET facts = '[' WHERE seq = 2")
    for path in ("/people", f"/people/{ben}", "/people/history"):
        page = organizer.get(path)
        assert page.status == 503
        assert "Open it up to there" in page
    for path in ("/", "/events/one/", "/events/one/players/", "/events/one/players/p1"):
        assert organizer.get(path).status == 200
    assert stranger.get("/e/one/p/p1").status == 200
    assert stranger.get(f"/e/who/{ben}").status == 404
    assert organizer.client.get("/events/one/export/event.json").status_code == 200
    organizer.post("/people/damage/open")
    assert organizer.get("/people").status == 200


def test_the_directory_is_put_back_from_a_backup_that_has_what_is_damaged(organizer, two_events):
    organizer.post("/box/backups")
    with two_events.app_context():
        harm("UPDATE box_journal SET facts = '[' WHERE seq = 2")
    page = organizer.get("/people")
    assert "Put back what is damaged from backup no. 1" in page
    name = two_events.config["CINDERBOX"].backups.glob("*.db")
    organizer.post("/people/damage/mend", backup=next(name).name)
    assert organizer.get("/people").status == 200
    with two_events.app_context():
        assert len(journal.read("one").acts) > 3


def test_an_event_that_came_in_twice_counts_once_for_everybody_in_it(organizer, two_events):
    """A file of an event that is here already; the day of an event is when it was, not when the file came."""
    ben, anna = id_of(two_events, "Ben"), id_of(two_events, "Anna Schmidt")
    with two_events.app_context():
        before = person_page(directory(), ben)
        import_event(json.dumps(export_event("one")), tournament_id="ones")
        after = person_page(directory(), ben)
        (copy,) = (line for line in after.events if line.event == "ones")
        assert copy.place == "a copy"
        assert replace(after, events=before.events) == before
        assert merge_page(directory(), ben, anna).matches == before.matches + 2
    page = organizer.get("/people", q="ben")
    assert "Ben 2 2" in page, page.text
    assert "Events 2" in organizer.get(f"/people/{ben}")
