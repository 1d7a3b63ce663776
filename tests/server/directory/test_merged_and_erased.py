"""Merged, taken back, merged the other way, then erased: in several events, on a staff, and in a typed wrap-up."""

import pytest

from server.core import box_journal
from server.core.known_people import directory
from server.directory.person_page import person_page
from tests.server.people.listed import person
from tests.server.series.test_series import made, ranked, two_events  # noqa: F401


@pytest.fixture
def league(organizer, two_events):  # noqa: F811
    """Every event; Dee also judges the first and is in a wrap-up from elsewhere."""
    organizer.post("/events/one/staff/", name="Dee", role="judge")
    path = made(organizer, events="every", ruleset="ashes-reborn")
    form = {"name": "Far Away", "ruleset": "ashes-reborn", "first_day": "2026-03-02", "lines": "1; Dee\n2; Eve"}
    assert organizer.post(f"{path}/wrap-up", **form).status == 200
    return path


def merge(organizer, into, gone):
    assert "one person now" in organizer.post(f"/people/{into}/merge", gone=gone)


def undo(organizer, app):
    with app.app_context():
        book = box_journal.read()
    assert "is undone" in organizer.post(f"/people/history/{book.revision.seq}/undo", seen=str(book.revision))


def test_merged_undone_and_merged_the_other_way(organizer, app, league):
    before = ranked(organizer, league)
    with app.app_context():
        ana, dee = person("Ana"), person("Dee")
        events = {who: len(person_page(directory(), who).events) for who in (ana, dee)}
    points = {name: int(points) for _, name, points in before}
    merge(organizer, ana, dee)
    assert ("1", "Ana", str(points["Ana"] + points["Dee"])) in ranked(organizer, league)
    undo(organizer, app)
    assert ranked(organizer, league) == before
    merge(organizer, dee, ana)
    assert ("1", "Dee", str(points["Ana"] + points["Dee"])) in ranked(organizer, league)
    with app.app_context():
        page = person_page(directory(), dee)
        assert len({each.event for each in page.events}) == 2
        assert len(page.events) == sum(events.values())


def test_the_preview_of_a_merge_says_where_they_would_stand_in_a_ranking(organizer, app, league):
    """As it is when they are merged; and nothing of a series in which nobody would stand elsewhere."""
    organizer.post("/series/new", name="Only Eve", by="wins", ruleset="spellfire", events="every", each="1")
    with app.app_context():
        ana, dee = person("Ana"), person("Dee")
    before = {name: (int(rank), int(points)) for rank, name, points in ranked(organizer, league)}
    page = organizer.get(f"/people/{ana}/merge", gone=dee)
    assert "Only Eve" not in page
    assert ranked(organizer, league) == [(str(r), name, str(p)) for name, (r, p) in before.items()], "a preview alone"
    merge(organizer, ana, dee)
    rank, points = next((int(r), int(p)) for r, name, p in ranked(organizer, league) if name == "Ana")
    moved = f"stays {rank}" if rank == before["Ana"][0] else f"{before['Ana'][0]} → {rank}"
    assert f"Ana {moved}, {before['Ana'][1]} → {points} points" in page, page.text
    assert f"Dee no longer in the ranking, before rank {before['Dee'][0]} with {before['Dee'][1]} point" in page


def test_a_merge_of_somebody_who_was_erased_since_offers_no_undo_and_says_why(organizer, app, league):
    with app.app_context():
        ana, dee = person("Ana"), person("Dee")
    merge(organizer, ana, dee)
    with app.app_context():
        book = box_journal.read()
        names = dict(directory().names)
    at = f"/people/history/{book.revision.seq}/undo"
    assert f'aria-label="Undo {book.revision.seq}"' in organizer.get("/people/history").html
    assert organizer.post(f"/people/{ana}/erase", name=names[ana]).status == 200
    page = organizer.get("/people/history")
    assert f'aria-label="Undo {book.revision.seq}"' not in page.html
    assert f'aria-label="Why no undo? {book.revision.seq}"' in page.html
    assert "erased since" in organizer.get(at)
    with app.app_context():
        seen = str(box_journal.read().revision)
    assert "erased since" in organizer.post(at, seen=seen)
    with app.app_context():
        assert {ana, dee}.isdisjoint(directory().people)
        assert str(box_journal.read().revision) == seen


def test_erased_after_being_merged_they_keep_every_point_and_no_name(organizer, app, league):
    with app.app_context():
        ana, dee = person("Ana"), person("Dee")
    merge(organizer, dee, ana)
    total = [points for _, _, points in ranked(organizer, league)]
    organizer.post(f"/people/{dee}/erase", name="Dee")
    rows = ranked(organizer, league)
    assert [points for _, _, points in rows] == total
    assert [name for _, name, _ in rows if name in ("Ana", "Dee")] == []
    for page in (league, f"{league}/events", f"{league}/print", "/events/one/staff/", "/events/two/players/"):
        text = f" {organizer.get(page).text} "
        assert " Ana " not in text, page
        assert " Dee " not in text, page
