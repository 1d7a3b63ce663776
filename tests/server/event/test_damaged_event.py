"""One damaged event: everybody else's day goes on, and there is a way out of it that throws nothing away."""

import sqlite3
from contextlib import closing

import pytest

from engine.decisions import rounds
from engine.refusals import Refused
from server.box import backups, restoring
from server.clock import heartbeat
from server.clock.clock_feed import event_clocks
from server.core import journal
from server.core.stored_journal import Damaged
from server.decks import deadline
from server.live import stream_messages
from tests.server.core.damages import KINDS, damage
from tests.server.played import act, play_round

SOME = ["a letter of the facts", "bytes that are no text", "two rows swapped", "a lost act", "a lost end"]

WAYS = ("Put back what is damaged", "Open it up to act", "Take it from the backup", "Export what can", "Delete it")


@pytest.fixture
def config(app):
    return app.config["CINDERBOX"]


@pytest.fixture
def two(cup_and_league):
    """The cup, and a league beside it."""
    return "cup", "league"


def direct(config, statement):
    with closing(sqlite3.connect(config.data / "cinderbox.db")) as connection, connection:
        return connection.execute(statement).fetchall()


def acts_of(app, tid="cup"):
    with app.app_context():
        return journal.read(tid).acts


@pytest.mark.parametrize("archived", [False, True], ids=["open", "archived"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_first_page_names_it_and_lists_the_others(app, two, organizer, stranger, judge, config, kind, archived):
    if archived:
        organizer.post("/events/cup/archive", sure="1")
    told, _ = damage(config, kind)
    page = organizer.get("/")
    assert page.status == 200
    assert "Cup is damaged" in page
    assert told in page
    assert "Export what can be read" in page
    assert '/events/league/"' in page.html
    assert (stranger.get("/").status, judge.get("/").status) == (200, 200)
    assert "Export what can be read" not in judge.get("/")


@pytest.mark.parametrize("kind", SOME)
def test_its_own_address_says_what_is_wrong_and_offers_the_ways_out(app, two, organizer, judge, stranger, config, kind):
    backups.backup(config)
    told, _ = damage(config, kind)
    for address in ("/events/cup/", "/events/cup/standings/", "/events/cup/history/", "/events/cup/damage"):
        page = organizer.get(address)
        assert page.status == 503
        assert told in page
        for way in (
            "Put back what is damaged",
            "Open it up to act",
            "Take it from the backup",
            "Export what can",
            "Delete it",
        ):
            assert way in page
    assert "The organizer can open it again" in judge.get("/events/cup/standings/")
    assert "This event cannot be shown right now" in stranger.get("/e/cup/")
    answer = stranger.client.get("/api/tournaments/cup")
    assert (answer.status_code, told in answer.get_json()["error"]) == (503, True)


@pytest.mark.parametrize("kind", SOME)
def test_everything_else_goes_on(app, two, organizer, stranger, config, kind):
    """Walls, phones, API, the buzzer's feed, streams, the heartbeat and the deadlines of lists."""
    damage(config, kind)
    assert [each["id"] for each in stranger.client.get("/api/tournaments").get_json()["tournaments"]] == ["league"]
    assert [each["id"] for each in stranger.client.get("/api/wall").get_json()["events"]] == ["league"]
    assert [each["id"] for each in stranger.client.get("/api/clocks").get_json()["events"]] == ["league"]
    assert "league" in stranger.get("/").html
    for address in ("/events/league/", "/box", "/box/health", "/devices", "/events/new"):
        assert organizer.get(address).status == 200
    with app.app_context():
        assert stream_messages.state("cup")["gone"] is True
        assert "gone" not in stream_messages.state("league")
        assert stream_messages.about_tables("cup", {1}) == {}
        assert [each.id for each in event_clocks()] == ["league"]
        heart = heartbeat.Heart()
        heartbeat._beat(heart)
        assert heart.well
        heart.rest()
        deadline.carry_out()
    act(app, "league", rounds.pair_round)


def test_a_phone_with_a_slip_of_it_may_look_at_the_others(app, two, stranger, config):
    with stranger.client.session_transaction() as session:
        session["slip"] = {"kind": "slip", "tournament": "cup", "round": 1, "table": 1, "key": "x"}
    damage(config, "a torn text")
    assert stranger.get("/e/league/").status == 200
    assert stranger.client.get("/at-table/state?event=league&as=slip").status_code == 401


# The ways out


@pytest.mark.parametrize("kind", KINDS)
def test_the_event_opens_up_to_the_act_before(app, two, organizer, config, kind):
    before = acts_of(app)
    _, sound = damage(config, kind)
    page = organizer.post("/events/cup/damage/open")
    if not sound:
        assert "Nothing before the damage can be read" in page
        return
    assert "The event is open again." in page
    assert acts_of(app) == before[:sound]
    rows = direct(config, "SELECT epoch, acts FROM tournament WHERE id = 'cup'")
    assert rows == [(2, sound)]
    assert organizer.get("/events/cup/").status == 200
    journal.forget()
    assert acts_of(app) == before[:sound]


@pytest.mark.parametrize("value", ["'x'", "9223372036854775807"])
def test_it_opens_also_where_its_epoch_was_kept_badly_too(app, two, organizer, config, value):
    damage(config, "a torn text")
    direct(config, f"UPDATE tournament SET epoch = {value} WHERE id = 'cup'")
    assert "The event is open again." in organizer.post("/events/cup/damage/open")
    ((kind, epoch),) = direct(config, "SELECT typeof(epoch), epoch FROM tournament WHERE id = 'cup'")
    assert kind == "integer"
    assert 1 < epoch < 2**31


def test_nothing_is_thrown_away_when_it_opens(app, two, organizer, config):
    ((facts,),) = direct(config, "SELECT facts FROM journal WHERE tournament_id = 'cup' AND seq = 6")
    damage(config, "a torn text")
    assert "are kept aside" in organizer.post("/events/cup/damage/open")
    kept = direct(config, "SELECT seq, facts FROM aside WHERE tournament_id = 'cup' ORDER BY seq")
    assert [seq for seq, _ in kept] == list(range(5, 5 + len(kept)))
    assert dict(kept)[6] == facts
    assert organizer.client.get("/events/cup/export/readable.json").get_json()["aside"][1]["facts"] == facts


def test_it_can_be_played_on(app, two, organizer, config):
    damage(config, "a lost end")
    organizer.post("/events/cup/damage/open")
    act(app, "cup", rounds.close)
    play_round(app, "cup")
    journal.forget()
    assert acts_of(app)[-1].seq > 9


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_damaged_is_put_back_from_a_backup_and_nothing_is_lost(app, two, organizer, config, kind):
    """Also what was recorded after the backup, where the checksums prove that it follows."""
    backups.backup(config)
    play_round(app, "cup")
    before = acts_of(app)
    damage(config, kind)
    page = organizer.get("/events/cup/")
    if "Put back what is damaged" not in page:
        assert kind in ("a lost end", "a lost half", "a lost journal", "a changed mark", "an older mark")
        return
    name = backups.backups(config)[0].name
    assert "Nothing is lost." in organizer.post("/events/cup/damage/mend", backup=name)
    assert acts_of(app) == before
    journal.forget()
    assert acts_of(app) == before


def test_a_backup_that_does_not_hold_what_is_damaged_mends_nothing(app, two, organizer, config):
    made = backups.backup(config)
    play_round(app, "cup")
    damage(config, "a lost end")
    assert "does not hold what is damaged" in organizer.post("/events/cup/damage/mend", backup=made.name)
    with app.app_context(), pytest.raises(Damaged):
        journal.read("cup")


@pytest.mark.parametrize("kind", KINDS)
def test_the_event_alone_is_taken_from_the_newest_good_backup(app, two, organizer, config, kind):
    made = backups.backup(config)
    before = acts_of(app)
    play_round(app, "cup")
    play_round(app, "league")
    league = acts_of(app, "league")
    damage(config, kind)
    page = organizer.get("/events/cup/")
    assert "Take it from the backup" in page
    assert "kept aside" in organizer.post("/events/cup/damage/take", backup=made.name)
    assert acts_of(app) == before
    assert acts_of(app, "league") == league
    assert "Name p1" in organizer.get("/events/cup/players/")
    assert direct(config, "SELECT count(*) FROM aside WHERE tournament_id = 'cup'")[0][0] or kind == "a lost journal"


def test_a_backup_in_which_it_is_damaged_too_is_not_offered(app, two, organizer, config):
    good = backups.backup(config)
    damage(config, "a torn text")
    bad = backups.backup(config)
    page = organizer.get("/events/cup/")
    assert good.name in page.html
    assert bad.name not in page.html
    assert "not sound" in organizer.post("/events/cup/damage/take", backup=bad.name)


@pytest.mark.parametrize("kind", KINDS)
def test_what_can_be_read_is_exported_and_comes_in_again(app, two, organizer, config, kind):
    before = acts_of(app)
    _, sound = damage(config, kind)
    answer = organizer.client.get("/events/cup/export/readable.json")
    assert answer.status_code == 200
    assert len(answer.get_json()["acts"]) == sound
    if sound:
        with app.app_context():
            from server.event.transfer import import_event

            new = import_event(answer.get_data())
            assert [each.facts for each in journal.read(new).acts] == [each.facts for each in before[:sound]]


@pytest.mark.parametrize("kind", KINDS)
def test_it_can_be_deleted_and_a_copy_still_holds_it(app, two, organizer, config, kind):
    damage(config, kind)
    assert "Download what can be read" in organizer.get("/events/cup/delete")
    page = organizer.post("/events/cup/delete")
    assert "The event is deleted." in page
    assert "damage and all" in page
    assert "Cup is damaged" not in organizer.get("/")
    (copy,) = backups.backups(config)
    assert not copy.proved
    assert {event.id for event in backups.inside(copy.path)} == {"cup", "league"}


@pytest.mark.parametrize("kind", SOME)
def test_a_sound_backup_can_be_restored_over_it(app, two, organizer, config, kind):
    made = backups.backup(config)
    before = acts_of(app)
    damage(config, kind)
    kept = restoring.restore(config, made)
    assert acts_of(app) == before
    assert not backups.is_proved(kept)


@pytest.mark.parametrize("value", ["'x'", "x'00'", "9223372036854775807", "1e300", "-7"])
@pytest.mark.parametrize("table", ["tournament", "box_head"])
def test_an_epoch_that_the_disk_kept_badly_keeps_no_backup_from_being_restored(
    app, two, organizer, config, table, value
):
    """It was counted on from, and what was no number kept every backup out."""
    made = backups.backup(config)
    direct(config, f"UPDATE {table} SET epoch = {value}")
    journal.forget()
    assert "Restored from" in organizer.post(f"/box/backups/{made.name}/restore", request_id=f"{table} {value}")
    found = direct(config, f"SELECT typeof(epoch), epoch FROM {table}")
    assert found
    assert all(kind == "integer" and 1 < epoch < 2**31 for kind, epoch in found), found
    assert organizer.get("/events/cup/").status == organizer.get("/people").status == 200


@pytest.mark.parametrize("kind", SOME)
def test_a_backup_with_a_damaged_event_can_be_restored_for_the_others(app, two, organizer, config, kind):
    told, _ = damage(config, kind)
    copy = backups.backup(config)
    asked = organizer.get(f"/box/backups/{copy.name}/restore")
    assert told in asked
    restoring.restore(config, copy)
    assert acts_of(app, "league")
    with app.app_context(), pytest.raises(Refused, match=told):
        journal.read("cup")


def test_making_a_backup_says_that_it_is_not_proved(app, two, organizer, config):
    damage(config, "a torn text")
    page = organizer.post("/box/backups")
    assert "Something in it is damaged, so it is not proved" in page
    assert "not proved" in organizer.get("/box")


def test_a_second_tap_changes_nothing_more(app, two, organizer, config):
    damage(config, "a torn text")
    organizer.post("/events/cup/damage/open")
    after = acts_of(app)
    organizer.post("/events/cup/damage/open")
    assert acts_of(app) == after
    assert direct(config, "SELECT epoch FROM tournament WHERE id = 'cup'") == [(2,)]
    assert organizer.get("/events/cup/damage").path == "/events/cup/"


# Rows beside the journal


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM player WHERE tournament_id = 'cup'",
        "DELETE FROM player WHERE tournament_id = 'cup' AND id = 'p1'",
        "UPDATE player SET name = CAST(x'80ff' AS TEXT) WHERE id = 'p1'",
        "UPDATE player SET name = x'00ff' WHERE id = 'p1'",
        "UPDATE player SET id = CAST(x'80ff' AS TEXT) WHERE id = 'p1'",
        "UPDATE player SET club = x'00ff', paid = 'x' WHERE id = 'p1'",
    ],
)
def test_a_damaged_name_takes_no_page_along(app, two, organizer, stranger, config, harm):
    direct(config, harm)
    journal.forget()
    for page in ("", "players/", "pairings/", "results/", "standings/", "decks/", "floor/", "history/"):
        assert organizer.get(f"/events/cup/{page}").status == 200
    for address in ("/", "/e/cup/", "/api/tournaments/cup", "/api/tournaments/cup/wall", "/api/wall"):
        assert stranger.client.get(address, follow_redirects=True).status_code == 200
