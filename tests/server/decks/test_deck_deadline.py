"""Lists that close at a time of day: set at the desk, shown on phones, carried out by the box itself."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import update

from engine import facts as f
from engine.decisions import rounds
from engine.decisions.undo import undo
from server.core import deadlines, journal
from server.core.db import writer
from server.core.models import JournalRow
from server.decks import deadline
from tests.server.deck_lists import ILLEGAL, LEGAL, hand_in, kept, with_lists
from tests.server.phone.test_own_deck import OWN, phone
from tests.waiting import wait_until

DECKS = "/events/cup/decks/"


class Time:
    """The time of day on the box."""

    def __init__(self, app):
        self.app = app
        self.now = datetime(2026, 5, 2, 9, 0).astimezone()

    def later(self, minutes):
        self.now += timedelta(minutes=minutes)

    def passes(self, minutes):
        """The same, and the box has looked at its deadlines since."""
        self.later(minutes)
        with self.app.app_context():
            deadline.carry_out()


@pytest.fixture
def time(app, monkeypatch):
    time = Time(app)
    monkeypatch.setattr(deadline, "now", lambda: time.now)
    return time


@pytest.fixture
def cup(app):
    return with_lists(app)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"at": "9:30"}, "Lists close at 09:30."),
        ({"at": "08:59"}, "Lists close at 08:59 tomorrow."),
        ({"minutes": "45"}, "Lists close at 09:45."),
        ({"at": "", "minutes": ""}, "There is no deadline."),
        ({"at": "25:00"}, "Write the time of day like 9:30."),
        ({"at": "soon"}, "Write the time of day like 9:30."),
        ({"minutes": "0"}, "Lists close in 1 to 1440 minutes."),
        ({"minutes": "9" * 5000}, "Lists close in 1 to 1440 minutes."),
        ({"minutes": "000000001999999999999"}, "Lists close in 1 to 1440 minutes."),
        ({"minutes": "000000005999"}, "Lists close in 1 to 1440 minutes."),
        ({"minutes": "1441"}, "Lists close in 1 to 1440 minutes."),
        ({"minutes": "4²"}, "Lists close in 1 to 1440 minutes."),
        ({"at": "9:30", "minutes": "45"}, "not both"),
    ],
)
def test_a_deadline_is_a_time_of_day_or_so_many_minutes(organizer, cup, time, typed, told):
    assert told in organizer.post(f"{DECKS}deadline", referrer=DECKS, **typed)


def test_the_deadline_stands_at_the_desk_and_on_phones_until_it_is_taken_away(organizer, cup, time):
    organizer.post(f"{DECKS}deadline", at="10:30")
    assert "Lists close at 10:30" in organizer.get(DECKS)
    assert "Lists close at 10:30 . Hand yours in before." in phone(cup).get(OWN)
    organizer.post(f"{DECKS}deadline")
    assert "Lists close at" not in organizer.get(DECKS)
    assert "Lists close at" not in phone(cup).get(OWN)


@pytest.mark.parametrize(
    ("days", "told"), [(0, "10:30"), (1, "10:30 tomorrow"), (2, "10:30 on 2026-05-04"), (-1, "10:30 on 2026-05-01")]
)
def test_a_deadline_of_another_day_says_which(time, days, told):
    due = (time.now + timedelta(days=days)).replace(hour=10, minute=30)
    assert deadline.told(due.isoformat()) == told


def test_at_the_deadline_every_list_is_locked_as_it_is(organizer, cup, time):
    own = phone(cup)
    own.post(OWN, list=ILLEGAL, do="save")
    organizer.post(f"{DECKS}deadline", minutes="30")
    time.later(29)
    assert "Saved" in own.post(OWN, list=LEGAL, do="save")
    time.passes(1)
    page = own.post(OWN, list=ILLEGAL, do="save")
    assert page.status == 409
    assert "time was up" in page
    assert kept(cup, "p1") == LEGAL
    assert cup.t.players["p1"].deck_locked
    assert cup.book.acts[-1].by == "system"


@pytest.mark.parametrize("do", ["save", "hand-in"])
def test_a_list_is_late_at_once_also_before_the_box_has_looked(organizer, cup, time, do):
    own = phone(cup)
    organizer.post(f"{DECKS}deadline", minutes="30")
    time.later(30)
    page = own.post(OWN, list=LEGAL, do=do)
    assert (page.status, kept(cup, "p1")) == (409, None)
    assert "Lists closed at 09:30. Ask at the desk." in page
    assert "Hand in" not in own.get(OWN)


def test_whoever_only_looks_writes_nothing(organizer, stranger, cup, time):
    """The first look after the deadline locked, also a stranger's; on a full disk nobody could look any more."""
    own = phone(cup)
    organizer.post(f"{DECKS}deadline", minutes="30")
    time.later(31)
    before = cup.book.acts
    for who, path in ((stranger, DECKS), (stranger, f"{DECKS}player/p1"), (organizer, DECKS), (own, OWN)):
        assert who.get(path).status == 200
    assert cup.book.acts == before


def test_a_running_box_carries_deadlines_out_by_itself(app, organizer, cup, time, monkeypatch):
    monkeypatch.setattr(deadlines, "LOOK_EVERY", 0.01)
    organizer.post(f"{DECKS}deadline", minutes="30")
    time.later(31)
    done = deadlines.keep_looking(app)
    try:
        wait_until(lambda: all(player.deck_locked for player in cup.t.players.values()), "all lists are locked")
    finally:
        done.set()
    assert "No list, closed" in organizer.get(DECKS)


def test_an_event_that_cannot_be_read_keeps_no_other_open(app, organizer, cup, time):
    """The oldest event's journal is spoilt; the deadline of the others counts all the same."""
    with_lists(app, tid="spoilt")
    organizer.post(f"{DECKS}deadline", minutes="30")
    with app.app_context(), writer() as connection, connection.begin():
        connection.execute(update(JournalRow).where(JournalRow.tournament_id == "spoilt").values(facts="[]"))
    journal.forget()
    time.passes(31)
    assert all(player.deck_locked for player in cup.t.players.values())


def test_the_deadline_survives_a_restart(organizer, cup, time):
    hand_in(cup, "p1")
    organizer.post(f"{DECKS}deadline", at="9:30")
    journal.forget()
    time.passes(60)
    assert "No list, closed" in organizer.get(DECKS)
    assert all(player.deck_locked for player in cup.t.players.values())


def test_whoever_missed_it_is_let_in_by_the_organizer_alone(organizer, cup, time):
    organizer.post(f"{DECKS}deadline", minutes="30")
    time.passes(31)
    own = phone(cup, "p2")
    assert "Lists are closed, and yours is not in." in own.get(OWN)
    assert "Unlock" in organizer.get(f"{DECKS}player/p2")
    organizer.post(f"{DECKS}player/p2/unlock")
    assert "Handed in and locked" in own.post(OWN, list=LEGAL, do="hand-in")
    acts = len(cup.book.acts)
    time.passes(1)
    assert len(cup.book.acts) == acts


def test_there_is_no_deadline_after_round_one_has_begun(organizer, judge, cup, time):
    assert judge.post(f"{DECKS}deadline", minutes="30").status == 403
    cup.begin()
    cup.do(rounds.publish)
    assert "lists are closed already" in organizer.post(f"{DECKS}deadline", referrer=DECKS, minutes="30")
    assert "Set a deadline" not in organizer.get(DECKS)


def locked(cup):
    return [player.deck_locked for player in cup.t.players.values()]


def undo_locking(cup):
    act = next(act for act in reversed(cup.book.acts) if any(isinstance(fact, f.DeckLocked) for fact in act.facts))
    with cup.app.app_context():
        journal.record_from_book(cup.tid, "s0", decide=lambda book: undo(book.acts, act.seq))


def test_whoever_takes_the_locking_back_has_open_lists_and_no_deadline(organizer, cup, time):
    organizer.post(f"{DECKS}deadline", minutes="30")
    time.passes(31)
    assert all(locked(cup))
    undo_locking(cup)
    time.passes(1)
    assert not any(locked(cup))
    assert "Lists close at" not in organizer.get(DECKS)
    assert "Handed in and locked" in phone(cup).post(OWN, list=LEGAL, do="hand-in")


def test_a_deadline_after_round_one_has_begun_is_none(organizer, cup, time):
    """It locked everybody in the middle of the round, and the form to take it away was gone."""
    organizer.post(f"{DECKS}deadline", minutes="30")
    cup.begin()
    cup.do(rounds.publish)
    assert "Lists close at" not in organizer.get(DECKS)
    time.passes(31)
    assert not any(locked(cup))


def test_whoever_stops_collecting_lists_takes_the_deadline_away(organizer, cup, time):
    """Lists that were collected again hours later were all locked at once."""
    organizer.post(f"{DECKS}deadline", minutes="30")
    organizer.post("/events/cup/settings", asked_deck_lists="1")
    time.passes(31)
    organizer.post("/events/cup/settings", asked_deck_lists="1", deck_lists="on")
    time.passes(1)
    assert not any(locked(cup))
    assert "Lists close at" not in organizer.get(DECKS)
