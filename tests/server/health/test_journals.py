"""Damage in a journal is found before anybody opens the event, and told by event and act."""

import io
import zipfile
from functools import partial

import pytest

from server.core import journal
from server.health import journals, watch
from server.health.findings import findings
from tests.server.core.damages import KINDS, damage
from tests.server.played import played
from tests.waiting import PATIENCE_S


@pytest.fixture
def config(app, monkeypatch):
    """However slow the machine is, a little while is long enough for all journals."""
    monkeypatch.setattr(journals, "look_on", partial(journals.look_on, seconds=PATIENCE_S))
    journals._waiting.clear()
    journals._begun.clear()
    return app.config["CINDERBOX"]


@pytest.fixture
def two(cup_and_league):
    """The cup, and a league beside it."""


@pytest.mark.parametrize("kind", KINDS)
def test_health_names_the_event_and_the_act(app, two, organizer, stranger, config, kind):
    told, _ = damage(config, kind)
    page = organizer.get("/box/health")
    assert "Cup is damaged." in page
    assert told in page
    answer = stranger.client.get("/healthz")
    assert answer.status_code == 503
    assert answer.get_json()["error"] == "Cup is damaged."
    ((found),) = answer.get_json()["damaged"]
    assert (found["event"], told in found["what"]) == ("cup", True)
    assert "Cup is damaged." in organizer.get("/events/league/")


def test_an_archived_event_is_not_named_to_everybody(app, two, organizer, stranger, config):
    organizer.post("/events/cup/archive", sure="1")
    damage(config, "a lost act")
    assert "Cup is damaged." in organizer.get("/box/health")
    assert stranger.client.get("/healthz").get_json()["error"] == "An archived event is damaged."


def test_a_box_without_damage_says_how_many_events_it_looked_at(app, two, organizer, config):
    assert "2 events" in organizer.get("/box/health")


def test_journals_are_looked_at_a_few_at_a_time_and_all_in_the_end(app, config, monkeypatch):
    for number in range(5):
        played(app, 4, 1, tid=f"cup{number}")
    looked = []
    monkeypatch.setattr(journal, "prove", looked.append)
    with app.app_context():
        for _ in range(9):
            before = len(looked)
            journals.look_on(config, seconds=1e-9)
            assert len(looked) - before <= 1
        journals.look_on(config)
    assert sorted(looked) == [f"cup{number}" for number in range(5)]


def test_what_is_damaged_on_the_disk_is_found_while_the_event_is_in_memory(app, two, organizer, config):
    with app.app_context():
        known = journal.read("cup")
    damage(config, "a letter of the facts")
    with app.app_context():
        from server.core import books

        books.keep(known)
        journals.look_on(config)
        assert watch.look(config).startswith("Cup is damaged. Act 5 was changed")
    assert organizer.get("/events/cup/").status == 503


def test_it_is_well_again_once_the_event_is_open_again(app, two, organizer, stranger, config):
    damage(config, "a torn text")
    organizer.get("/box/health")
    organizer.post("/events/cup/damage/open")
    assert stranger.client.get("/healthz").status_code == 200
    with app.app_context():
        assert watch.look(config) == ""


def test_a_deleted_event_is_no_longer_damaged(app, two, organizer, stranger, config):
    damage(config, "a torn text")
    organizer.get("/box/health")
    organizer.post("/events/cup/delete")
    assert stranger.client.get("/healthz").status_code == 200


def test_check_reads_every_journal(app, two, config, cinderbox):
    told, _ = damage(config, "two rows swapped")
    ran = cinderbox("check", "--data", config.data)
    assert ran.exit == 1
    assert f"events: Cup is damaged. {told}" in ran.out
    assert "Traceback" not in ran.err


def test_the_debug_bundle_holds_what_can_be_read(app, two, organizer, config):
    damage(config, "bytes that are no text")
    raw = organizer.client.get("/box/health/bundle").get_data()
    with zipfile.ZipFile(io.BytesIO(raw)) as bundle:
        assert "cannot be read" in bundle.read("cinderbox-debug/journals.json").decode()
        assert "Cup" not in bundle.read("cinderbox-debug/checks.txt").decode()


def test_findings_tell_the_rest_of_the_box_all_the_same(app, two, config):
    """What else is wrong with the machine of the tests, such as a /tmp in memory, is told before and after."""
    already = troubled(app, config)
    damage(config, "a lost journal")
    assert troubled(app, config) == {"events", *already}


def troubled(app, config):
    with app.app_context():
        journals.look_at_all()
        return {each.part for each in findings(config) if each.trouble}
