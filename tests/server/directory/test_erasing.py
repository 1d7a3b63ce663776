"""Somebody is erased: no byte of the database, no page and no log has the name; every result stays.

And whatever older copy comes back, it loses the name again.
"""

import gzip
import json
import logging
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import insert, select

from engine.decisions import directory as decisions
from engine.decisions import stages
from engine.refusals import Refused
from server.box import backups, restoring
from server.core import box_journal, event_cache, journal, texts
from server.core.db import db, writer
from server.core.known_people import REMOVED, directory
from server.core.models import DeckRow, EntryRow, ErasedRow, PersonRow, PlayerRow
from server.directory import erasing
from server.directory.person_page import person_page
from server.directory.scrubbing import replacer
from server.door import waiting
from server.event.transfer import export_event, import_event
from tests.server.conftest import Actor
from tests.server.people.listed import event, people, person, play

NAME = "Änna Schmïdtmüller"
PAGES = (
    *("/", "/people", "/people/history", "/people/privacy", "/box", "/events/one/", "/events/one/players/"),
    *("/events/one/players/p1", "/events/one/staff/", "/events/one/standings/", "/events/one/history/"),
    *("/events/one/results/", "/events/one/pairings/", "/events/one/floor/", "/events/one/announcements/"),
    *("/events/one/export/event.json", "/events/one/export/standings.csv", "/events/one/export/players.csv"),
    *("/e/one/", "/e/one/p/p1", "/e/one/standings", "/e/one/pairings", "/api/tournaments/one"),
    *("/api/tournaments/one/standings", "/api/tournaments/one/wall", "/events/two/staff/", "/events/two/players/"),
    *("/events/one/paper/", "/events/one/penalties/", "/events/one/decks/"),
)


@pytest.fixture
def box(app, organizer, caplog):
    """The name is on a list, on the staff, in a deck, in free texts, in the name of an event, and signed in."""
    caplog.set_level(logging.DEBUG)
    with app.app_context():
        play(event("one", f"{NAME}/Berlin", "Ben", "Cai", "Dee"), 2)
        event("two", "Eve", "Fay")
        text = texts.keeping("one", id="said", kind=texts.ANNOUNCEMENT, text=f"Prize for {NAME.upper()} and Ben!")
        note = texts.keeping("two", id="note", kind="penalty", text="anna  schmidtmuller’s dice")
        with writer() as connection, connection.begin():
            text(connection)
            note(connection)
            deck = {"tournament_id": "one", "player_id": "p1", "by": "player:p1", "at": "2026"}
            list_ = json.dumps({"text": f'Deck of "{NAME}"\nPhoenixborn: Aradel Summergaard'})
            connection.execute(insert(DeckRow).values(list=list_, **deck))
    organizer.post("/events/two/staff/", name=NAME, role="judge")
    organizer.post(f"/people/{_id(app)}/edit", name=NAME, club="Berlin", spellings="Schmïdtmüller Änna", note="x")
    Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text(), NAME)
    return app


def _id(app):
    with app.app_context():
        return next(id for id, each in directory().people.items() if each.name == NAME and each.club)


def erase(organizer, app, name=NAME, **form):
    who = _id(app)
    assert "This cannot be undone" in organizer.get(f"/people/{who}/erase")
    assert "Type the name" in organizer.get(f"/people/{who}/erase/sure")
    return organizer.post(f"/people/{who}/erase", name=name, **form)


def bytes_of(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def merge_both(app):
    """The one on the staff is the one who plays."""
    with app.app_context():
        ids = [id for id, each in directory().people.items() if each.name == NAME]
        ours = _id(app)
        for other in ids:
            if other != ours:
                box_journal.record("s1", decide=lambda box, other=other: decisions.merge(box, ours, gone=other))


def has_name(raw):
    """As it was typed anywhere: with its accents composed or not, in capitals or plain."""
    said = raw.decode("utf-8", "replace").casefold()
    return any(each in said for each in (NAME.casefold(), "anna schmidtm", "schmïdtmüller änna", "schm\\u00efdt"))


def test_before_it_is_everywhere(box):
    with box.app_context(), closing(sqlite3.connect(box.config["CINDERBOX"].data / "cinderbox.db")) as direct:
        direct.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert any(has_name(raw) for raw in bytes_of(box.config["CINDERBOX"].data).values())


def test_no_byte_of_the_data_no_page_and_no_log_has_the_name_afterwards(box, organizer, caplog):
    merge_both(box)
    organizer.post("/box/backups")
    page = erase(organizer, box, backups="1")
    assert "Results stay" in page
    left = [path.name for path, raw in bytes_of(box.config["CINDERBOX"].data).items() if has_name(raw)]
    assert left == []
    for path in PAGES:
        answer = organizer.client.get(path, follow_redirects=True)
        raw = answer.get_data()
        if answer.headers.get("Content-Encoding") == "gzip":
            raw = gzip.decompress(raw)
        assert not has_name(raw), path
    assert not has_name(caplog.text.encode())
    assert [kept.number for kept in backups.backups(box.config["CINDERBOX"])] == [2]


def test_results_stay_under_removed_player(box, organizer):
    merge_both(box)
    with box.app_context():
        ben = person("Ben")
        before = person_page(directory(), ben)
        results = list(journal.read("one").tournament.rounds)
    erase(organizer, box)
    with box.app_context():
        after = person_page(directory(), ben)
        assert list(journal.read("one").tournament.rounds) == results
    assert (after.record, after.matches) == (before.record, before.matches)
    renamed = [(line.name.replace(NAME, REMOVED), line.met, line.record) for line in before.opponents]
    assert sorted(renamed) == sorted((line.name, line.met, line.record) for line in after.opponents)
    assert "Removed player" in organizer.get("/events/one/standings/")


def test_it_is_asked_twice_and_the_name_has_to_be_typed(box, organizer):
    assert "was not typed" in erase(organizer, box, name="somebody")
    with box.app_context():
        assert _id(box) in directory().people


def test_erasing_is_not_undone_and_a_double_tap_is_one(box, organizer):
    who = _id(box)
    for _ in range(2):
        organizer.post(f"/people/{who}/erase", name=NAME, request_id="tap")
    with box.app_context():
        seq = box_journal.read().revision.seq
        acts = [act for act in box_journal.read().acts if "PersonErased" in str(act.facts)]
    assert len(acts) == 1
    assert "gone for good" in organizer.get(f"/people/history/{seq}/undo")


def test_a_text_with_a_part_of_the_name_is_shown_first(box, organizer):
    with box.app_context(), writer() as connection, connection.begin():
        texts.write(connection, "one", id="late", kind="penalty", text="Änna came late")
    page = organizer.get(f"/people/{_id(box)}/erase")
    assert "Änna came late" in page


def test_a_name_of_one_word_is_taken_out_of_their_own_events_alone(app, organizer):
    with app.app_context():
        event("one", "Max", "Ben")
        event("two", "Cai", "Dee")
        with writer() as connection, connection.begin():
            for tid in ("one", "two"):
                texts.write(connection, tid, id="said", kind="penalty", text="Max. 3 rounds")
    with app.app_context():
        who = person("Max")
    organizer.post(f"/people/{who}/erase", name="Max")
    with app.app_context(), db.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT tournament_id, text FROM text ORDER BY 1").all()
    assert [tuple(row) for row in rows] == [("one", "Removed player. 3 rounds"), ("two", "Max. 3 rounds")]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Anna Schmidt", "X"),
        ("ANNA   SCHMIDT’s", "X’s"),
        ("Ánnà Schmìdt", "X"),
        ("Joanna Schmidt", "Joanna Schmidt"),
        ("Anna Schmidtke", "Anna Schmidtke"),
        ("Anna", "Anna"),
    ],
)
def test_a_name_is_found_whole_and_however_it_is_written(text, left):
    assert replacer(["Anna Schmidt"], "X")(text) == left


def test_whoever_waits_under_the_name_without_its_accents_goes_too(box, organizer):
    """A phone types Anna Schmidtmuller; she entered so, and the desk refused it."""
    with box.app_context():
        event("three", "Eve", "Fay")
        for who in ("ANNA SCHMIDTMULLER", "Anna Schmidt"):
            entry = waiting.WaitingEntry("", who)
            waiting.add("three", entry, address="10.0.0.7", tokens=())
    erase(organizer, box)
    with box.app_context():
        assert [each.name for each in waiting.entries("three", "waiting", "refused")] == ["Anna Schmidt"]


def test_the_name_is_typed_without_its_accents_where_a_keyboard_has_none(box, organizer):
    assert "Erased" in erase(organizer, box, name="anna schmidtmuller")


def test_a_prize_that_bears_the_name_is_told_before(box, organizer):
    """It is written into the result of the event, which cannot be changed any more."""
    assert "These prizes" not in organizer.get(f"/people/{_id(box)}/erase")
    with box.app_context():
        journal.record("one", "s0", decide=lambda t: stages.finish(t, prizes=("A playmat", "The Schmidtmüller cup")))
    page = organizer.get(f"/people/{_id(box)}/erase")
    assert "The Schmidtmüller cup" in page
    assert "A playmat" not in page
    assert "stand in the results of an event and stay" in page


# Older copies


def erased_names(app):
    with app.app_context(), db.engine.connect() as connection:
        return set(connection.execute(select(PlayerRow.name).where(PlayerRow.id == "p1")).scalars())


def test_a_restored_backup_loses_the_name_again(box, organizer):
    merge_both(box)
    config = box.config["CINDERBOX"]
    with box.app_context():
        made = backups.copy_here(config)
    erase(organizer, box)
    with box.app_context():
        restoring.restore(config, made)
        assert NAME not in {each.name for each in directory().people.values()}
        assert ("Removed player", "Berlin") not in [each[:2] for each in people()]
    made.unlink()
    for kept in backups.backups(config):
        kept.path.unlink()
    assert [path.name for path, raw in bytes_of(config.data).items() if has_name(raw)] == []


def test_a_backup_from_before_there_was_a_directory_loses_it_too(box, organizer):
    """Without links the entry is known by the event's origin."""
    config = box.config["CINDERBOX"]
    with box.app_context():
        made = backups.copy_here(config)
    with closing(sqlite3.connect(made)) as copy, copy:
        for table in ("entry", "person", "box_journal", "erased"):
            copy.execute(f"DELETE FROM {table}")
        copy.execute("UPDATE box_head SET acts = 0, head = ''")
    erase(organizer, box)
    with box.app_context():
        restoring.restore(config, made)
        with db.engine.connect() as connection:
            assert connection.execute(select(PlayerRow.name).where(PlayerRow.id == "p1")).scalars().first() == REMOVED


def test_an_imported_file_loses_it_again(box, organizer):
    with box.app_context():
        exported = export_event("one")
    assert NAME in json.dumps(exported, ensure_ascii=False)
    erase(organizer, box)
    for people_of in (exported["people"], {}):
        with box.app_context():
            tid = import_event(json.dumps({**exported, "people": people_of}))
            found = export_event(tid)
        assert found["players"][0]["name"] == REMOVED
        assert NAME not in json.dumps(found["players"], ensure_ascii=False)


def test_a_file_is_linked_on_another_box_and_keeps_its_ids(app, box):
    with app.app_context():
        exported = export_event("one")
        with db.engine.begin() as connection:
            for table in ("entry", "person", "box_journal", "tournament"):
                connection.exec_driver_sql(f"DELETE FROM {table}")
            connection.exec_driver_sql("UPDATE box_head SET acts = 0, head = ''")
        journal.forget()
        box_journal.forget()
        erasing.forgotten()
        tid = import_event(json.dumps(exported))
        assert export_event(tid)["people"] == exported["people"]
        called = {who: directory().people[id].name for who, id in exported["people"].items()}
        assert {player["id"]: player["name"] for player in exported["players"]}.items() <= called.items()


def test_what_was_erased_is_kept_without_a_name(box, organizer):
    erase(organizer, box)
    with box.app_context(), db.engine.connect() as connection:
        rows = connection.execute(select(ErasedRow.__table__)).all()
        assert {row.entry for row in rows} >= {"p1", ""}
        assert connection.execute(select(PersonRow.id)).scalars().all()
    assert not has_name(str(rows).encode())


def test_somebody_who_comes_again_is_somebody_new(box, organizer):
    old = _id(box)
    erase(organizer, box)
    with box.app_context():
        event("three", f"{NAME}/Berlin")
        assert _id(box) != old
        assert _entries("one") >= {("p1", old)}


def _entries(tid):
    with db.engine.connect() as connection:
        asked = select(EntryRow.entry, EntryRow.person_id).where(EntryRow.tournament_id == tid)
        return {tuple(row) for row in connection.execute(asked)}


def test_somebody_else_of_the_same_name_keeps_it(box, organizer):
    """The one on the staff of the other event was not merged, so it is another person."""
    assert "may be the same person" in organizer.get(f"/people/{_id(box)}/erase")
    erase(organizer, box)
    assert NAME in organizer.get("/events/two/staff/")
    assert NAME not in organizer.get("/events/one/players/")


def test_nothing_is_done_at_a_start_when_nobody_was_erased_or_all_is_done(box, organizer):
    with box.app_context():
        before = box_journal.read().revision
        erasing.apply_again()
        assert box_journal.read().revision == before
    erase(organizer, box)
    with box.app_context():
        before = box_journal.read().revision
        acts = len(journal.read("one").acts)
        erasing.apply_again()
        assert box_journal.read().revision == before
        assert len(journal.read("one").acts) == acts


def test_what_is_kept_of_events_holds_no_name_and_can_be_thrown_away(box):
    with box.app_context():
        page = person_page(directory(), person("Ben"))
        file = box.config["CINDERBOX"].data / event_cache.FILE
        assert file.exists()
        assert not has_name(file.read_bytes())
        event_cache.throw_away()
        assert person_page(directory(), person("Ben")) == page
        file.write_bytes(b"no database at all")
        assert person_page(directory(), person("Ben")) == page


def test_an_unknown_person_is_not_erased(app):
    with app.app_context(), pytest.raises(Refused):
        erasing.erase("nobody", "s1")
