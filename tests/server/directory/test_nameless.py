"""Old events lose their names after a time the organizer sets; off until somebody switches it on."""

import pytest
from sqlalchemy import select, text

from server.core import box_journal, journal, texts
from server.core.db import db, writer
from server.core.known_people import directory
from server.core.models import PlayerRow
from server.directory import nameless
from tests.server.people.listed import event, people, person, play


@pytest.fixture
def box(app):
    """An event of two years ago and one of today; Ben was in both, and of Cai something is noted."""
    with app.app_context():
        play(event("old", "Ana Alt", "Ben", "Cai", "Dee"), 1)
        event("new", "Ben", "Eve")
        with writer() as connection, connection.begin():
            texts.write(connection, "old", id="late", kind="penalty", text="Ana Alt was late")
            connection.execute(
                text("UPDATE journal SET at = '2024-01-01T10:00:00.000+00:00' WHERE tournament_id = 'old'")
            )
            connection.execute(text("UPDATE person SET note = 'pays in coins' WHERE name = 'Cai'"))
            # Who did what when is part of the chain, so it is made again around the other day.
            connection.execute(text("UPDATE journal SET checksum = NULL WHERE tournament_id = 'old'"))
            connection.execute(text("UPDATE tournament SET acts = 0, head = '' WHERE id = 'old'"))
        journal.forget()
        journal.prove("old")
    return app


def names(tid):
    asked = select(PlayerRow.name).where(PlayerRow.tournament_id == tid).order_by(PlayerRow.id)
    with db.engine.connect() as connection:
        return list(connection.execute(asked).scalars())


def test_it_is_off_until_somebody_switches_it_on(box):
    with box.app_context():
        nameless.make_old_events_nameless()
        assert names("old") == ["Ana Alt", "Ben", "Cai", "Dee"]


def test_the_organizer_is_asked_before_names_go(box, organizer):
    page = organizer.post("/people/privacy", months="12")
    assert "The names of 1 event would go at once, and for good." in page
    assert "Save, and remove these names" in page
    with box.app_context():
        assert names("old")[0] == "Ana Alt"
    page = organizer.post("/people/privacy", months="12", sure="1")
    assert "The names of 1 event are gone" in page
    with box.app_context():
        assert names("old") == ["Player 1", "Player 2", "Player 3", "Player 4"]
        assert names("new") == ["Ben", "Eve"]


def test_results_stay_and_whoever_was_only_there_leaves_the_directory(box):
    with box.app_context():
        before = list(journal.read("old").tournament.rounds)
        nameless.set_months(12)
        nameless.make_old_events_nameless()
        assert list(journal.read("old").tournament.rounds) == before
        assert people() == [("Ben", "", "new.p1"), ("Cai", ""), ("Eve", "", "new.p2")]
        raw = (box.config["CINDERBOX"].data / "cinderbox.db").read_bytes()
        assert b"Ana Alt" not in raw


def test_a_nameless_event_stays_so_and_is_done_once(box):
    with box.app_context():
        nameless.set_months(12)
        nameless.make_old_events_nameless()
        acts, seq = len(journal.read("old").acts), box_journal.read().revision.seq
        nameless.make_old_events_nameless()
        assert (len(journal.read("old").acts), box_journal.read().revision.seq) == (acts, seq)
        assert not [each for each in directory().people.values() if each.name.startswith("Player")]


def test_it_happens_when_the_next_event_is_made(box):
    with box.app_context():
        nameless.set_months(12)
        event("newer", "Fay")
        assert names("old")[0] == "Player 1"
        assert person("Fay")


@pytest.mark.parametrize("months", ["-1", "121", "a year", "99999"])
def test_a_senseless_time_is_refused(organizer, box, months):
    assert "A number of months from 1 to 120" in organizer.post("/people/privacy", months=months)
    with box.app_context():
        assert nameless.months() == 0
