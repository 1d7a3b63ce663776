"""The journal in the database: one writer at a time, nothing twice, nothing lost."""

import json
import threading
import time

import pytest
from sqlalchemy import delete, event, update

from engine import facts as f
from engine.codec import VERSION
from engine.decisions import results, rounds, setup
from engine.decisions.undo import undo
from engine.fold import Act
from engine.history import sentence
from engine.refusals import Refused, Unknown
from server.core import books, journal
from server.core.db import db
from server.core.journal import Stale
from server.core.models import JournalRow, TournamentRow
from tests.server.events import begun, new_event


def test_what_is_recorded_is_read_back(app):
    with app.app_context():
        tid = new_event(4)
        journal.record(tid, "s1", decide=setup.start)
        book = journal.read(tid)
        assert book.tournament.stages[0].kind == "swiss"
        assert [act.by for act in book.acts] == ["s0", "s1"]
        journal.forget()
        assert journal.read(tid) == book


def test_a_slow_reader_does_not_put_an_older_state_back(app):
    """Whoever began to read before an act was recorded may be done after it; nobody folds that act a second time."""
    with app.app_context():
        tid = begun(4)
        older = journal.read(tid)
        journal.record(tid, "s1", decide=rounds.publish)
        newest = journal.read(tid)
        books.keep(older)
        assert journal.read(tid) is newest


def test_the_same_request_counts_once(app):
    with app.app_context():
        tid = begun(4)
        once = journal.record(tid, "s1", decide=rounds.publish, request_id="tap")
        again = journal.record(tid, "s1", decide=rounds.publish, request_id="tap")
        assert (once.again, again.again) == (False, True)
        assert once.facts == again.facts
        assert once.revision == again.revision


def test_a_form_of_an_older_page_is_refused_with_what_changed(app):
    with app.app_context():
        tid = begun(4)
        seen = str(journal.read(tid).revision)
        journal.record(tid, "s1", decide=rounds.publish)
        with pytest.raises(Stale, match="Round 1⟩ published"):
            journal.record(tid, "s2", decide=rounds.pair_round, seen=seen)


@pytest.mark.parametrize(("acts", "more"), [(3, ""), (4, " and 1 more"), (5, " and 2 more")])
def test_of_much_that_changed_the_last_three_acts_are_told(app, acts, more):
    with app.app_context():
        tid = new_event(4)
        seen = str(journal.read(tid).revision)
        for number in range(acts):
            journal.record(tid, "s1", decide=lambda t, p=f"p{number % 4 + 1}": (f.PresenceMarked(p, True),))
        with pytest.raises(Stale) as refused:
            journal.record(tid, "s2", decide=setup.start, seen=seen)
        told = "; ".join(sentence(act) for act in journal.read(tid).acts[-3:])
    assert f"nothing was done: {told}{more}. Look again" in str(refused.value)


def test_a_form_of_another_epoch_is_refused(app):
    with app.app_context():
        tid = begun(4)
        seen = str(journal.read(tid).revision)
        with journal.writer() as connection, connection.begin():
            connection.execute(update(TournamentRow).values(epoch=TournamentRow.epoch + 1))
        with pytest.raises(Stale, match="restored"):
            journal.record(tid, "s1", decide=rounds.publish, seen=seen)


def test_an_event_whose_first_facts_do_not_fit_is_not_created(app):
    with app.app_context():
        with pytest.raises(Refused, match="begins with"):
            journal.create(
                "cup", "Cup", facts=(f.PlayerEntered("p1", 1),), by="s1", beside=lambda connection: None, demo=False
            )
        with pytest.raises(Unknown):
            journal.read("cup")


def test_a_refused_decision_leaves_no_trace(app):
    with app.app_context():
        tid = begun(4)
        before = journal.read(tid)
        with pytest.raises(Refused):
            journal.record(tid, "s1", decide=rounds.close)
        assert journal.read(tid) == before


def test_what_stands_beside_a_refused_decision_is_not_written(app):
    with app.app_context():
        tid = begun(4)

        def beside(connection):
            connection.exec_driver_sql("UPDATE player SET name = 'changed'")
            raise Refused("no")

        with pytest.raises(Refused):
            journal.record(tid, "s1", decide=rounds.publish, beside=beside)
        with db.engine.connect() as connection:
            assert "changed" not in {row.name for row in connection.exec_driver_sql("SELECT name FROM player")}


def test_undo_reaches_the_readers(app):
    with app.app_context():
        tid = begun(4)
        journal.record(tid, "s1", decide=rounds.publish)
        acts = journal.read(tid).acts
        journal.record(tid, "s1", decide=lambda _: undo(acts, acts[-1].seq))
        assert journal.read(tid).tournament.current_round.phase == "draft"


def test_eight_writers_at_once_all_get_through_in_order(app):
    """8 threads × 50 writes: 400 acts, numbered without a gap, stamped in order."""
    with app.app_context():
        tid = new_event(8)
    start, wrong = threading.Barrier(8), []

    def write(me):
        with app.app_context():
            start.wait()
            for i in range(50):
                try:
                    journal.record(
                        tid,
                        f"s{me}",
                        decide=lambda t, i=i: (f.PresenceMarked(f"p{me + 1}", i % 2 == 0),),
                        request_id=f"{me}-{i}",
                    )
                except Exception as why:
                    wrong.append(why)

    threads = [threading.Thread(target=write, args=(me,)) for me in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    with app.app_context():
        journal.forget()
        acts = journal.read(tid).acts
    assert [act.seq for act in acts] == list(range(1, 402))
    assert [act.at for act in acts] == sorted(act.at for act in acts)


def _impatient(connection, _):
    connection.execute("PRAGMA busy_timeout=0")


def test_writers_of_one_box_wait_for_each_other_however_slow_it_is(app):
    """SQLite gives up after its timeout, and on a busy machine one of eight did not get its turn in time."""
    begun_, wrong = threading.Event(), []
    with app.app_context():
        tid = new_event(2)
        db.engine.dispose()
        event.listen(db.engine, "connect", _impatient)

    def slowly(t):
        begun_.set()
        time.sleep(0.2)
        return (f.PresenceMarked("p1", True),)

    def write(decide):
        with app.app_context():
            try:
                journal.record(tid, "s1", decide=decide)
            except Exception as why:
                wrong.append(why)

    slow = threading.Thread(target=write, args=(slowly,))
    slow.start()
    begun_.wait()
    write(lambda t: (f.PresenceMarked("p2", True),))
    slow.join()
    with app.app_context():
        event.remove(db.engine, "connect", _impatient)
        db.engine.dispose()
        assert not wrong
        assert len(journal.read(tid).acts) == 3


def test_two_results_for_one_table_at_the_same_moment_are_one_result(app):
    with app.app_context():
        tid = begun(2)
        journal.record(tid, "s1", decide=rounds.publish)
    start, said = threading.Barrier(2), []

    def write(winner):
        with app.app_context():
            start.wait()
            try:
                journal.record(
                    tid, winner, decide=lambda t: results.record_win(t, 1, winner=winner, wounds=3), request_id=winner
                )
                said.append("recorded")
            except Refused as why:
                said.append(str(why))

    threads = [threading.Thread(target=write, args=(p,)) for p in ("p1", "p2")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(said) == ["Table 1 already has a result. Take it back to enter another.", "recorded"]


def test_the_facts_are_plain_json_with_their_names(app):
    with app.app_context():
        tid = new_event(2)
        with db.engine.connect() as connection:
            (row,) = connection.exec_driver_sql("SELECT facts, version FROM journal").all()
    facts = json.loads(row.facts)
    assert [fact["fact"] for fact in facts] == ["TournamentCreated", "PlayerEntered", "PlayerEntered"]
    assert row.version == VERSION
    assert tid


def test_acts_can_be_written_as_they_are(app):
    """Import writes acts with their own stamps."""
    with app.app_context():
        tid = new_event(2)
        first, then = journal.read(tid).acts[0], "2020-01-01T00:00:00+00:00"
        with journal.writer() as connection, connection.begin():
            connection.execute(delete(JournalRow))
            journal.insert_acts(connection, tid, [first, Act(2, (f.PresenceMarked("p1", True),), "s9", then)])
        assert journal.read(tid).acts[-1].at.startswith("2020")
