"""Several people at once, one of them taking something back: nothing is lost, nothing is done twice."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from engine.decisions import results, rounds
from engine.fold import replay
from engine.refusals import Refused
from server.core import books, journal
from server.core.books import undoing_in
from server.core.chain import find_damage
from server.core.db import db
from server.core.stored_journal import whole_journal
from tests.server.played import act, play_round, started, t_of

CUP = "cup"


@pytest.fixture
def acts(app):
    """An event in its second round, one result in; how many acts that are."""
    started(app, 8)
    play_round(app, CUP)
    act(app, CUP, rounds.pair_round)
    act(app, CUP, rounds.publish)
    _win(app, 1)
    return _book(app).revision.seq


def test_two_desks_take_the_same_act_back(app, acts):
    said = _at_once(app, lambda: _undo(acts), lambda: _undo(acts))
    assert sorted(said) == [f"Change {acts} is already undone. To do it again, undo the undo.", "done"]
    _is_sound(app, acts + 1)


def test_two_desks_take_two_acts_back(app, acts):
    _win(app, 2)
    assert _at_once(app, lambda: _undo(acts), lambda: _undo(acts + 1)) == ["done", "done"]
    _is_sound(app, acts + 3)
    assert [match.result for match in t_of(app, CUP).current_round.matches] == [None] * 4


@pytest.mark.parametrize("times", range(4))
def test_an_undo_and_a_report_come_at_once(app, acts, times):
    said = _at_once(app, lambda: _undo(acts), lambda: _enter(3))
    assert said == ["done", "done"]
    _is_sound(app, acts + 2)
    assert {m.table for m in t_of(app, CUP).current_round.matches if m.result} == {3}


def test_what_was_prepared_for_another_state_is_decided_again(app, acts):
    """The round is closed between looking and doing: a result in it is no longer undone."""
    for table in (2, 3, 4):
        _win(app, table)

    def decide(book):
        return undoing_in(book, acts).facts

    with app.app_context():
        decide(journal.read(CUP))
    act(app, CUP, rounds.close)
    with app.app_context(), pytest.raises(Refused, match="is closed: correct the result of table 1"):
        journal.record_from_book(CUP, "s1", decide=decide)
    assert t_of(app, CUP).current_round.phase == "closed"


def test_what_was_looked_at_is_folded_no_second_time_while_others_wait(app, acts, monkeypatch):
    with app.app_context():
        undoing_in(journal.read(CUP), acts)
        for name in ("fold_anew", "fold_on", "undoing"):
            monkeypatch.setattr(books, name, lambda *_: pytest.fail("folded again"))
        journal.record_from_book(CUP, "s1", decide=lambda book: undoing_in(book, acts).facts)
    monkeypatch.undo()
    _is_sound(app, acts + 1)


def _undo(seq):
    undoing_in(journal.read(CUP), seq)
    journal.record_from_book(CUP, "s1", decide=lambda book: undoing_in(book, seq).facts)


def _enter(table):
    def decide(t):
        match = t.current_round.match_at(table)
        return results.record_win(t, table, winner=match.players[0], wounds=5)

    journal.record(CUP, "s1", decide=decide)


def _win(app, table):
    with app.app_context():
        _enter(table)


def _at_once(app, *work):
    """What came of each: done, or the sentence it was refused with."""
    start = Barrier(len(work))

    def run(one):
        with app.app_context():
            start.wait()
            try:
                one()
            except Refused as why:
                return str(why)
            return "done"

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(run, work))


def _book(app):
    with app.app_context():
        return journal.read(CUP)


def _is_sound(app, seq):
    """The journal as it is stored is whole, and what is in memory is what it makes."""
    with app.app_context(), db.engine.connect() as connection:
        head, rows = whole_journal(connection, CUP)
    book = _book(app)
    assert find_damage(rows, head) is None
    assert (head.acts, book.head) == (seq, head)
    assert book.tournament == replay(book.acts)
    journal.forget(CUP)
    assert _book(app).tournament == book.tournament
