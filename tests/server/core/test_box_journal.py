"""The journal of the box: the same acts, chain, undo and damage as an event's, and neither takes the other down."""

import gzip
import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select, text

from engine.box.facts import PeopleAdded, PeopleMerged
from engine.box.words import who_is
from engine.decisions import directory
from engine.decisions.undo_box import undo
from engine.refusals import Refused
from server.app import opened_app
from server.box import backups, restoring
from server.box.copies_inside import box_damage
from server.box.journal_rows import box_journal_of
from server.core import box_journal, box_mending, journal
from server.core.chain import StoredAct, find_damage, head_of, sealed
from server.core.config import Config
from server.core.db import db
from server.core.journal import Stale
from server.core.models import BoxAsideRow, BoxHeadRow, BoxJournalRow
from server.core.stored_box import BoxDamaged, whole_box
from tests.journals.box.write import outcome
from tests.server.core.damages import DAMAGES
from tests.server.events import begun

GOLDEN = Path(__file__).parents[2] / "journals" / "box"


@pytest.fixture(params=["sqlite", "postgresql"])
def here(request, tmp_path):
    """A box in a file, and one in PostgreSQL."""
    if request.param == "sqlite":
        app = request.getfixturevalue("app")
        with app.app_context():
            yield app
        return
    cluster = request.getfixturevalue("cluster")
    url = cluster.make(f"box{abs(hash(request.node.name)) % 10**8}")
    box_journal.forget()
    with opened_app(Config(tmp_path, url)) as app, app.app_context():
        yield app
    journal.forget()
    box_journal.forget()


def added(*people):
    return box_journal.record("s1", decide=lambda box: directory.add(box, people))


def merged(into, gone, **form):
    return box_journal.record("s1", decide=lambda box: directory.merge(box, into, gone=gone), **form)


def filled():
    """Nine acts, of which the last three undo, redo and add."""
    for name in "abcdef":
        added(name)
    merged("a", "b")
    for seq in (7, 8):
        box_journal.record_from_book("s1", decide=lambda book, seq=seq: undo(book.acts, seq))
    return box_journal.read()


def rows():
    with db.engine.connect() as connection:
        return whole_box(connection)


def test_a_new_box_has_an_empty_journal(here):
    book = box_journal.read()
    assert (str(book.revision), book.acts, book.box.people.known) == ("1.0", (), frozenset())


def test_acts_are_numbered_chained_and_end_where_the_head_says(here):
    book = filled()
    _, head, stored = rows()
    assert [act.seq for act in stored] == list(range(1, 10))
    assert find_damage(stored, head) is None
    assert book.head == head == head_of(sealed(stored))
    box_journal.forget()
    assert box_journal.read() == book


def test_a_double_tap_is_recorded_once(here):
    added("a", "b")
    first = merged("a", "b", request_id="tap")
    second = merged("a", "b", request_id="tap")
    assert (first.facts, second.facts) == ((PeopleMerged("a", "b"),),) * 2
    assert (first.again, second.again) == (False, True)
    assert box_journal.read().revision.seq == 2


def test_a_form_made_for_an_older_state_is_refused_with_what_changed(here):
    added("a", "b")
    seen = str(box_journal.read().revision)
    added("c")
    with pytest.raises(Stale, match="⟨c⟩ added to the directory"):
        merged("a", "b", seen=seen)
    with pytest.raises(Stale, match="restored from a backup"):
        merged("a", "b", seen="9.1")
    merged("a", "b", seen=str(box_journal.read().revision))


def test_undoing_is_one_more_act(here):
    added("a", "b")
    merged("a", "b")
    done = box_journal.record_from_book("s1", decide=lambda book: undo(book.acts, 2))
    assert who_is(done.after.box, "b") == "b"
    assert done.after.revision.seq == 3


def test_what_is_refused_leaves_nothing_behind(here):
    def beside(connection):
        connection.execute(text("INSERT INTO person VALUES ('x', 'X', '', '', '', '')"))

    with pytest.raises(Refused):
        box_journal.record("s1", decide=lambda box: (PeopleAdded(("a", "a")),), beside=beside)
    with db.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM person")).scalar_one() == 0
    assert box_journal.read().revision.seq == 0


def test_two_at_once_queue(here):
    app, failed = here, []

    def work(name):
        with app.app_context():
            try:
                for n in range(5):
                    added(f"{name}{n}")
            except Exception as why:
                failed.append(why)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    book = box_journal.read()
    assert (book.revision.seq, len(book.box.people.known)) == (20, 20)
    _, head, stored = rows()
    assert find_damage(stored, head) is None


def test_an_act_of_another_process_is_folded_in(here):
    """Memory is known by the checksum of its last act, never by its number."""
    filled()
    kept = box_journal._known[0]
    added("g")
    box_journal._known[:] = [kept]
    assert "g" in box_journal.read().box.people.known


def harm(*statements):
    """Behind the server's back."""
    with db.engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    box_journal.forget()


END = {
    "a lost end": ("DELETE FROM box_journal WHERE seq = 9", "Act 9 is missing", 8),
    "a changed mark": ("UPDATE box_head SET head = 'f' || head", "The mark where the journal ends", 9),
    "an older mark": (
        "UPDATE box_head SET acts = 4, head = (SELECT checksum FROM box_journal WHERE seq = 4)",
        "The mark where the journal ends",
        9,
    ),
    "a lost journal": ("DELETE FROM box_journal", "Acts 1 to 9 are missing", 0),
}


def statements(kind):
    if kind in END:
        step, told, sound = END[kind]
        return [step], told, sound
    steps, told, sound = DAMAGES[kind]
    made = [
        step.format(at="FROM box_journal WHERE")
        if step.startswith("DELETE")
        else f"UPDATE box_journal SET {step.format(at='WHERE')}"
        for step in steps
    ]
    for here, there in (("'seed', 'sead'", "'people', 'peeple'"), ("version = 1", "version = 2")):
        made = [each.replace(here, there) for each in made]
    return made, told, 9 if sound is None else sound


@pytest.mark.parametrize("kind", [*DAMAGES, *END])
def test_damage_is_found_named_and_opened_up_to(app, kind):
    with app.app_context():
        filled()
        done, told, sound = statements(kind)
        harm(*done)
        with pytest.raises(BoxDamaged, match=told):
            box_journal.read()
        with pytest.raises(BoxDamaged, match=told):
            added("z")
        assert box_journal.damage() is not None
        aside = box_mending.open_up_to_damage()
        book = box_journal.read()
        assert (book.revision.epoch, book.revision.seq) == (2, sound)
        with db.engine.connect() as connection:
            assert len(connection.execute(select(BoxAsideRow.seq)).all()) == aside
        added("z")
        assert box_journal.damage() is None


def test_an_epoch_that_was_kept_badly_too_keeps_nobody_from_going_on(app):
    with app.app_context():
        filled()
        harm("UPDATE box_journal SET facts = '[' WHERE seq = 5", "UPDATE box_head SET epoch = 'x'")
        box_mending.open_up_to_damage()
        book = box_journal.read()
        assert (book.revision.epoch > 2, book.revision.seq) == (True, 4)


def test_a_damaged_directory_takes_no_event_down(app, organizer):
    with app.app_context():
        filled()
        begun(4)
        harm("UPDATE box_journal SET facts = '[' WHERE seq = 2")
    assert organizer.get("/events/cup/").status == 200
    assert organizer.get("/").status == 200
    with app.app_context():
        before = len(journal.read("cup").acts)
    organizer.post("/events/cup/players/add", players="Zoe")
    with app.app_context():
        assert len(journal.read("cup").acts) == before + 1


def test_damaged_acts_are_put_back_from_a_backup_that_has_them(app):
    with app.app_context():
        book = filled()
        made = backups.copy_here(app.config["CINDERBOX"])
        added("g")
        harm("UPDATE box_journal SET facts = replace(facts, 'people', 'peeple') WHERE seq = 3")
        with closing(sqlite3.connect(made)) as copy:
            _, theirs = box_journal_of(copy)
        assert box_mending.can_mend_with(theirs)
        assert box_mending.mend_with(theirs) == 1
        assert box_journal.read().acts[:9] == book.acts
        assert "g" in box_journal.read().box.people.known


def test_a_backup_without_what_is_damaged_mends_nothing(app):
    with app.app_context():
        filled()
        harm("DELETE FROM box_journal WHERE seq = 9")
        _, _, theirs = rows()
        with pytest.raises(Refused, match="does not hold what is damaged"):
            box_mending.mend_with(theirs[:3])


def test_a_backup_that_holds_a_damaged_directory_is_not_proved(app):
    config = app.config["CINDERBOX"]
    with app.app_context():
        filled()
        assert backups.is_proved(backups.copy_here(config))
        harm("UPDATE box_journal SET facts = '[' WHERE seq = 2")
        made = backups.copy_here(config)
    assert not backups.is_proved(made)
    assert "Act 2" in box_damage(made).what


def test_a_restore_brings_the_directory_back_in_a_new_epoch(app):
    config = app.config["CINDERBOX"]
    with app.app_context():
        book = filled()
        made = backups.copy_here(config)
        added("later")
        restoring.restore(config, made)
        back = box_journal.read()
        assert back.box == book.box
        assert (back.revision.epoch, back.revision.seq) == (2, 9)
        added("again")


def test_who_did_it_on_another_box_is_somebody_else_here(app, organizer, tmp_path):
    """The numbers of sign-ins differ from box to box; the chain is made again around them."""
    config = app.config["CINDERBOX"]
    with app.app_context():
        filled()
        made = backups.copy_here(config)
        with closing(sqlite3.connect(made)) as copy, copy:
            copy.execute("UPDATE sign_in SET token_hash = 'other', name = 'Elsewhere'")
        restoring.restore(config, made)
        book = box_journal.read()
        assert {act.by for act in book.acts} == {"s2"}
        assert find_damage(*reversed(rows()[1:])) is None


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json.gz")), ids=lambda path: path.name.split(".")[0])
def test_a_golden_journal_of_the_box_opens_and_says_the_same(app, path):
    """Written by a released version; never written again."""
    golden = json.loads(gzip.decompress(path.read_bytes()))
    with app.app_context():
        with db.engine.begin() as connection:
            for act in golden["acts"]:
                connection.execute(BoxJournalRow.__table__.insert().values(request_id=None, **act))
            end = StoredAct(**golden["acts"][-1])
            connection.execute(BoxHeadRow.__table__.update().values(acts=end.seq, head=end.checksum))
        told = outcome(box_journal.read().box)
    assert told == golden["expected"]


def test_there_is_a_golden_journal_of_the_box():
    assert list(GOLDEN.glob("*.json.gz"))
