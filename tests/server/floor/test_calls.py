"""Calls from the tables: made once, claimed by one judge, over when seen to or when the round is closed."""

from types import SimpleNamespace

import pytest
from sqlalchemy import select

from engine.decisions import results, rounds
from engine.refusals import Refused
from server.core import changes
from server.core.db import db
from server.core.models import CallRow
from server.floor import calls
from tests.server.result_event import Event


@pytest.fixture
def cup(app):
    event = Event(app, ("Ana", "Ben", "Cai", "Dee")).start()
    with app.app_context():
        yield event


def call(kind="judge", *, round=1, table=1, by="d1", request_id=None):
    return calls.make_call("cup", round, table, kind=kind, by=by, request_id=request_id)


def waiting(event):
    return [(c.table, c.kind) for c in calls.open_calls("cup", event.t)]


def rows():
    with db.engine.connect() as connection:
        return connection.execute(select(CallRow)).all()


def test_a_call_waits_until_somebody_has_seen_to_it(cup):
    made = call()
    assert waiting(cup) == [(1, "judge")]
    calls.resolve("cup", made.id)
    assert waiting(cup) == []


def test_the_same_request_is_one_call_also_after_it_was_seen_to(cup):
    made = call(request_id="r1")
    assert call(request_id="r1").id == made.id
    calls.resolve("cup", made.id)
    assert call(request_id="r1").id == made.id
    assert waiting(cup) == []


def test_a_table_that_already_waits_does_not_call_twice(cup):
    assert call(by="player:p1", request_id="r1").id == call(by="player:p2", request_id="r2").id
    assert len(rows()) == 1


def test_a_table_can_call_again_after_the_judge_has_left(cup):
    calls.resolve("cup", call().id)
    call()
    assert waiting(cup) == [(1, "judge")]


def test_the_longest_waiting_comes_first(cup):
    call(table=2)
    call(table=1)
    assert [table for table, _ in waiting(cup)] == [2, 1]


def test_the_table_takes_its_call_back_and_no_other(cup):
    call(table=1)
    call(table=2)
    calls.take_back("cup", 1, table=1, kind="judge")
    assert waiting(cup) == [(2, "judge")]


def test_two_judges_do_not_go_to_the_same_table_unknowingly(cup):
    made = call()
    calls.claim("cup", made.id, by="s1")
    with pytest.raises(Refused, match="already on the way to table 1"):
        calls.claim("cup", made.id, by="s2")
    calls.claim("cup", made.id, by="s2", instead_of="s1")
    assert calls.open_calls("cup", cup.t)[0].claimed_by == "s2"


def test_claiming_twice_is_claiming_once(cup):
    made = call()
    calls.claim("cup", made.id, by="s1")
    calls.claim("cup", made.id, by="s1")
    assert calls.open_calls("cup", cup.t)[0].claimed_by == "s1"


def test_a_judge_who_cannot_go_after_all_leaves_the_call_to_others(cup):
    made = call()
    calls.claim("cup", made.id, by="s1")
    calls.let_go("cup", made.id)
    assert calls.open_calls("cup", cup.t)[0].claimed_by is None


def test_a_call_that_was_seen_to_cannot_be_claimed(cup):
    made = call()
    calls.resolve("cup", made.id)
    calls.resolve("cup", made.id)
    with pytest.raises(Refused, match="already seen to"):
        calls.claim("cup", made.id, by="s1")


def test_a_call_for_a_judge_ends_with_its_round(cup):
    call()
    cup.play()
    assert waiting(cup) == []
    cup.next_round()
    assert waiting(cup) == []


def test_that_a_result_is_wrong_outlives_the_round(cup):
    cup.play(close=False)
    call("wrong-result")
    cup.do(rounds.close)
    assert waiting(cup) == [(1, "wrong-result")]
    cup.next_round()
    assert waiting(cup) == [(1, "wrong-result")]


def test_a_result_that_was_taken_back_is_no_longer_wrong(cup):
    cup.win(1)
    call("wrong-result")
    cup.do(lambda t: results.take_back(t, 1))
    assert waiting(cup) == []


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"table": 9}, "not being played at table 9"),
        ({"round": 2}, "Round 2 is not being played"),
        ({"kind": "wrong-result"}, "no result of round 1"),
        ({"kind": "pizza"}, "can call a judge"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused(cup, how, why):
    with pytest.raises(Refused, match=why):
        call(**how)
    assert not rows()


def test_nobody_calls_before_the_round_is_published(app):
    Event(app, ("Ana", "Ben", "Cai", "Dee")).begin()
    with app.app_context(), pytest.raises(Refused, match="Round 1 is not being played"):
        call()


def test_a_call_of_another_event_is_not_touched(app, cup):
    Event(app, ("Eva", "Fay", "Gus", "Hal"), tid="other").start()
    call(request_id="r1")
    made = calls.make_call("other", 1, 1, kind="judge", by="d1", request_id="r1")
    for act in (calls.resolve, calls.let_go):
        with pytest.raises(Refused):
            act("cup", made.id)
    with pytest.raises(Refused):
        calls.claim("cup", made.id, by="s1")
    assert len(calls.open_calls("other", cup.t)) == 1


def test_everybody_who_listens_hears_of_the_table(cup):
    heard = []
    stop = changes.listen(lambda tid, table: heard.append((tid, table)))
    made = call()
    calls.claim("cup", made.id, by="s1")
    calls.resolve("cup", made.id)
    stop()
    assert heard == [("cup", 1)] * 3


def test_a_call_whose_time_the_disk_has_lost_is_the_oldest():
    """The rulings log sorts calls among everything else by their time: it did not come any more."""
    row = SimpleNamespace(id=1, round=1, table_number=2, kind="judge", by="", at=None, claimed_by=None, player=None)
    assert calls._call(row).at == ""
