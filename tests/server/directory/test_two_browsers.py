"""Two organizers with the same page open: whoever comes second loses nothing, and reads what the other one did."""

import re

import pytest

from engine.box.words import who_is
from server.core import box_journal
from server.core.known_people import directory
from server.directory.person_page import person_page
from tests.server.conftest import hidden
from tests.server.people.listed import event, person, play
from tests.server.series.test_series import made, ranked, two_events  # noqa: F401
from tests.server.series.test_spellfire_ledger import LINES


@pytest.fixture
def two_names(app):
    with app.app_context():
        play(event("one", "Anna Schmidt/Berlin", "Ben", "Cai", "Dee"), 2)
        play(event("two", "Ana Schmitt/Berlin", "Ben", "Eve", "Fay"), 2)
    return app


DETAILS = {"name": "Ben", "club": "", "number": "", "note": "", "spellings": ""}


def test_what_one_wrote_down_of_a_person_is_not_wiped_out_by_the_other(organizer, second, two_names):
    """One saved a number; the other had the form open from before and saved a note, and the number was gone."""
    with two_names.app_context():
        ben = person("Ben")
    at = f"/people/{ben}/edit"
    one, two = (hidden(who.get(at), "was") for who in (organizer, second))
    organizer.post(at, **{**DETAILS, **one, "number": "B-7"})
    page = second.post(at, **{**DETAILS, **two, "note": "left-handed"})
    assert page.status == 409
    assert "Somebody else saved this while you had it open, so yours is not saved yet." in page
    assert "number “B-7”" in page
    assert "left-handed" in page.html, "nothing typed is lost"
    with two_names.app_context():
        assert (directory().people[ben].number, directory().people[ben].note) == ("B-7", "")
    second.post(at, **{**DETAILS, **hidden(page, "was"), "number": "B-7", "note": "left-handed"})
    with two_names.app_context():
        assert (directory().people[ben].number, directory().people[ben].note) == ("B-7", "left-handed")


def test_a_double_tap_is_not_somebody_else(organizer, two_names):
    with two_names.app_context():
        ben = person("Ben")
    at = f"/people/{ben}/edit"
    form = {**DETAILS, **hidden(organizer.get(at), "was"), "number": "B-7", "request_id": "tap"}
    for _ in range(2):
        assert "Saved." in organizer.post(at, **form)


def test_rules_of_a_series_that_one_changed_are_not_put_back_by_the_other(organizer, second, two_events):  # noqa: F811
    path = made(organizer, events="every")
    form = {"name": "Ember League", "by": "place", "points": "5 3 2", "rest": "1", "each": "1", "events": "every"}
    one, two = (hidden(who.get(f"{path}/rules"), "was") for who in (organizer, second))
    organizer.post(f"{path}/rules", **{**form, **one, "best": "1"})
    page = second.post(f"{path}/rules", **{**form, **two, "name": "Winter League"})
    assert page.status == 409
    assert "so yours is not saved yet" in page
    assert "the best 1 event of each" in page
    assert 'value="Winter League"' in page.html
    assert "the best 1 event of each" in organizer.get(path)
    again = {**form, **hidden(page, "was"), "name": "Winter League", "best": "1"}
    assert "Saved." in second.post(f"{path}/rules", **again)
    assert "Winter League" in organizer.get(path)


def test_a_wrap_up_that_one_typed_again_is_not_put_back_by_the_other(organizer, second, app):
    world = organizer.post("/series/new", name="World Ranking", by="spellfire", events="every").path
    form = {"name": "Far Away", "ruleset": "spellfire", "first_day": "1996-03-02", "players": "9", "scored": "on"}
    organizer.post(f"{world}/wrap-up", **form, lines=LINES)
    with app.app_context():
        (far,) = box_journal.read().box.typed
    at = f"{world}/wrap-up/{far}"
    one, two = (hidden(who.get(at), "was") for who in (organizer, second))
    assert "is saved" in organizer.post(at, **{**form, **one, "code": "SP1"}, lines=LINES)
    page = second.post(at, **{**form, **two, "players": "12"}, lines=LINES)
    assert page.status == 409
    assert "tournament code “SP1”" in page
    with app.app_context():
        assert box_journal.read().box.typed[far].code == "SP1"


def test_whoever_was_merged_meanwhile_is_found_as_whom_they_are_now(organizer, second, two_names):
    """Every page about somebody who was merged leads to the one person, with what the other organizer did."""
    with two_names.app_context():
        anna, ana = person("Anna Schmidt"), person("Ana Schmitt")
        seen = str(box_journal.read().revision)
    form = {**DETAILS, "name": "Ana Schmitt", **hidden(second.get(f"/people/{ana}/edit"), "was")}
    organizer.post(f"/people/{anna}/merge", gone=ana, seen=seen)
    for page in (
        second.get(f"/people/{ana}/edit"),
        second.get(f"/people/{ana}/erase"),
        second.get(f"/people/{anna}/merge", gone=ana),
        second.post(f"/people/{anna}/merge", gone=ana, seen=seen, referrer=f"/people/{anna}/merge?gone={ana}"),
        second.post(f"/people/{ana}/edit", **form, referrer=f"/people/{ana}/edit"),
        second.post(f"/people/{ana}/erase", name="Ana Schmitt", referrer=f"/people/{ana}/erase/sure"),
    ):
        assert (page.status, page.path) == (200, f"/people/{anna}"), page.text
        assert re.search("Ana Schmitt (was )?merged into Anna Schmidt", page.text), page.text
        assert page.html.count('role="alert"') == 1, "told once"
    with two_names.app_context():
        assert directory().people[anna].name == "Anna Schmidt"


def test_an_event_is_given_to_somebody_new_by_the_button_on_the_page(organizer, two_names):
    """The page says what it has seen, and adding somebody was itself a change since: it was refused every time."""
    with two_names.app_context():
        ben, before = person("Ben"), len(directory().people)
    page = organizer.get(f"/people/{ben}/entry", event="two", entry="p2")
    form = {"event": "two", "entry": "p2", "to": "", "request_id": "tap", **hidden(page, "seen")}
    for _ in range(2):
        page = organizer.post(f"/people/{ben}/entry", **form)
        assert page.path not in (f"/people/{ben}", f"/people/{ben}/entry"), page.text
        assert "Events 1" in page
        assert "Entered twice?" not in page, "that they are two was just said"
    assert "Now two people have this name and club" in page
    with two_names.app_context():
        assert len(directory().people) == before + 1
        assert [each.event for each in person_page(directory(), ben).events] == ["one"]
        assert who_is(box_journal.read().box, ben) == ben


def test_the_second_who_gives_an_event_away_reads_that_it_is_not_theirs_any_more(organizer, second, two_names):
    with two_names.app_context():
        ben, eve = person("Ben"), person("Cai")
    at = f"/people/{ben}/entry?event=two&entry=p2"
    seen = hidden(second.get(f"/people/{ben}/entry", event="two", entry="p2"), "seen")
    organizer.post(f"/people/{ben}/entry", event="two", entry="p2", to=eve)
    page = second.post(f"/people/{ben}/entry", event="two", entry="p2", to="", **seen, referrer=at)
    assert "so nothing was done" in page
    with two_names.app_context():
        assert [each.name for each in directory().people.values()].count("Ben") == 1, "and nobody was added"
