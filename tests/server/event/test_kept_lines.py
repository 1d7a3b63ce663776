"""The lists of events replay nothing that is over: what they show of it is kept, and can be thrown away."""

import pytest

from engine.decisions import people, stages
from engine.decisions.undo import undo
from server.core import event_cache, journal
from server.event.kept_lines import event_lines
from tests.server.people.listed import event, person, play


@pytest.fixture
def box(app, organizer, stranger):
    """One event that is over, one that is on; both were seen in the list."""
    with app.app_context():
        journal.record(play(event("over", "Ana", "Ben", "Cai", "Dee"), 2), "s0", decide=stages.finish)
        play(event("running", "Eve", "Fay", "Gus", "Hal"), 1)
    organizer.get("/")
    return app


def replayed(box, monkeypatch, actor):
    """Which events are folded from their journals when the list is opened after a start."""
    found = []
    read = journal.read.__globals__["_fold"]

    def noting(tournament_id, *rest):
        found.append(tournament_id)
        return read(tournament_id, *rest)

    journal.forget()
    with monkeypatch.context() as patch:
        patch.setitem(journal.read.__globals__, "_fold", noting)
        page = actor.get("/")
    return set(found), page


def test_the_lists_replay_only_what_is_not_over(box, organizer, stranger, monkeypatch):
    before = organizer.get("/").text
    seen = stranger.get("/").text
    found, page = replayed(box, monkeypatch, organizer)
    assert found == {"running"}
    assert page.text == before
    found, page = replayed(box, monkeypatch, stranger)
    assert found <= {"running"}
    assert page.text == seen


def test_once_it_is_over_everybody_who_played_is_counted(app, organizer, stranger):
    """“9 players” stood in the lists, “of 10” on every phone: one had dropped."""
    with app.app_context():
        journal.record(play(event("over", "Ana", "Ben", "Cai", "Dee"), 1), "s0", decide=lambda t: people.drop(t, "p4"))
        assert "3 players" in organizer.get("/")
        assert "3 players" in stranger.get("/")
        journal.record(play("over", 1), "s0", decide=stages.finish)
    for actor in (organizer, stranger):
        assert "4 players" in actor.get("/")


def test_what_is_kept_can_be_thrown_away_or_spoilt(box, organizer):
    before = organizer.get("/").text
    with box.app_context():
        event_cache.throw_away()
    assert organizer.get("/").text == before
    with box.app_context():
        event_cache.file().write_bytes(b"no database")
    assert organizer.get("/").text == before
    with box.app_context():
        state = next(iter(journal.read("over").head))
        event_cache.write("line", {"over": (str(state), {"strange": 1})})
    assert organizer.get("/").text == before


def test_a_correction_is_seen_in_the_list(box, organizer):
    with box.app_context():
        seq = journal.read("over").revision.seq
    with box.app_context():
        journal.record_from_book("over", "s0", decide=lambda book: undo(book.acts, seq))
    found = organizer.get("/").text
    assert "round 2" in found.casefold()


def test_what_is_kept_of_one_kind_does_not_throw_away_another(box, organizer):
    with box.app_context():
        event_cache.throw_away()
        ana = person("Ana")
    organizer.get("/")
    organizer.get(f"/people/{ana}")
    with box.app_context():
        assert set(event_lines(["over"])) == {"over"}
