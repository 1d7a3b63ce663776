"""The same on PostgreSQL: linked, merged, erased, and erased again in a dump that is put back."""

from threading import Barrier, Thread

import pytest
from sqlalchemy import select, text

from engine.decisions import directory as decisions
from engine.decisions import series
from engine.series.rules import Series, SeriesRules
from server.app import opened_app
from server.box import backups, restoring
from server.core import box_journal, journal, known_people
from server.core.config import Config
from server.core.db import db
from server.core.models import PlayerRow
from server.core.titles import keeping_title, titles
from server.directory import erasing
from server.directory.person_page import person_page
from server.people import known_staff
from server.people.known_names import with_known
from server.people.pasting import read
from tests.server.people.listed import event, people, person, play
from tests.waiting import wait_until


@pytest.fixture
def box(cluster, tmp_path, request):
    for part in (journal, box_journal, known_people):
        part.forget()
    with (
        opened_app(Config(tmp_path, cluster.make(f"people{abs(hash(request.node.name)) % 10**8}"))) as app,
        app.app_context(),
    ):
        yield app
    for part in (journal, box_journal, known_people):
        part.forget()


def test_linked_merged_erased_and_a_dump_loses_the_name_again(box):
    config = box.config["CINDERBOX"]
    play(event("one", "Anna Schmidt", "Ben", "Cai", "Dee"), 1)
    play(event("two", "Ana Schmitt", "Ben", "Eve", "Fay"), 1)
    anna, ana = person("Anna Schmidt"), person("Ana Schmitt")
    box_journal.record("s1", decide=lambda box: decisions.merge(box, anna, gone=ana))
    known = known_people.directory()
    assert len(person_page(known, anna).events) == 2
    made = backups.copy_here(config) if backups.can_back_up(config) else None
    erasing.erase(anna, "s1")
    assert [each[0] for each in people()] == ["Ben", "Cai", "Dee", "Eve", "Fay"]
    if made is not None:
        restoring.restore(config, made)
    with db.engine.connect() as connection:
        names = set(connection.execute(select(PlayerRow.name)).scalars())
    assert names == {"Removed player", "Ben", "Cai", "Dee", "Eve", "Fay"}
    assert box_journal.read().revision.epoch == (2 if made else 1)


def at_once(app, count, act):
    """So many organizers do this in the same moment; what went wrong, if anything did."""
    start, failed = Barrier(count), []

    def one(number):
        with app.app_context():
            start.wait()
            try:
                act(number)
            except Exception as why:
                failed.append(repr(why))

    threads = [Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed


def make(number):
    terms = Series(SeriesRules(by="wins"))
    box_journal.record(
        f"s{number}",
        decide=lambda box: series.make_series(box, f"series-{number}", terms=terms),
        beside=keeping_title(f"series-{number}", f"Ligue № {number} 田中"),
    )


def everybody_made_theirs(app):
    assert at_once(app, 8, make) == []
    box_journal.forget()
    book = box_journal.read()
    assert [act.seq for act in book.acts] == list(range(1, 9))
    assert set(book.box.series) == {f"series-{number}" for number in range(8)}
    assert {titles()[f"series-{number}"] for number in range(8)} == {f"Ligue № {number} 田中" for number in range(8)}


def test_eight_organizers_at_once_on_a_box_that_has_no_act_yet(box):
    everybody_made_theirs(box)


def test_eight_organizers_at_once_on_sqlite(app):
    with app.app_context():
        everybody_made_theirs(app)


def test_a_title_is_replaced_and_scrubbed(box):
    make(1)
    keep = keeping_title("series-1", "Anna Schmidt Cup")
    box_journal.record("s1", decide=lambda box: series.rename_series(box, "series-1"), beside=keep)
    assert titles()["series-1"] == "Anna Schmidt Cup"
    event("one", "Anna Schmidt", "Ben")
    erasing.erase(person("Anna Schmidt"), "s1")
    assert titles()["series-1"] == "Removed player Cup"


def test_people_are_offered_and_lists_are_kept(box):
    event("one", "Anna Schmidt/Jena", "Ben")
    event("two", "Ben")
    pasted = with_known(read("Ana Schmitt"), {}, event="two")
    assert [(offer.name, offer.club) for offer in pasted.offers] == [("Anna Schmidt", "Jena")]
    assert known_staff.offered() == ("Anna Schmidt, Jena", "Ben")


def test_two_servers_that_write_the_first_act_at_once_wait_for_each_other(box):
    """Writers of one process wait for each other anyway; here there are two."""
    terms, failed = Series(SeriesRules(by="wins")), []

    def elsewhere():
        with box.app_context():
            try:
                with db.engine.connect() as connection, connection.begin():
                    box_journal.record_within(
                        connection, "s2", decide=lambda book: series.make_series(book.box, "second", terms=terms)
                    )
            except Exception as why:
                failed.append(repr(why))

    with db.engine.connect() as connection, connection.begin():
        box_journal.record_within(
            connection, "s1", decide=lambda book: series.make_series(book.box, "first", terms=terms)
        )
        other = Thread(target=elsewhere)
        other.start()
        wait_until(lambda: _waits() or not other.is_alive())
    other.join()
    assert failed == []
    box_journal.forget()
    assert [len(act.facts) for act in box_journal.read().acts] == [1, 1]


def _waits():
    """Does somebody wait for a lock?"""
    with db.engine.connect() as connection:
        asked = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return connection.execute(asked).scalar() > 0
