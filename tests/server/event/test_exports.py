"""Events and lists as files: what goes out comes back the same, and nothing else comes in."""

import csv
import io
import json

import pytest

from engine import clock as clocks
from engine.decisions import clock, people, results, rounds
from server.clock import heartbeat
from server.clock.clock_feed import event_clocks
from server.clock.heartbeat import note_power_cuts
from server.core import journal
from server.core.auth import staff_names
from server.core.db import db
from server.core.desk import desk
from server.core.models import PlayerRow, TextRow, TournamentRow
from server.core.timekeeping import moment
from server.event.export_routes import csv_bytes
from server.event.transfer import export_event, import_event
from tests.server.conftest import Actor, Page
from tests.server.played import act, in_bracket, played, started, t_of


def exported(organizer, tid="cup"):
    answer = organizer.client.get(f"/events/{tid}/export/event.json")
    assert answer.status_code == 200
    return answer


def test_an_exported_file_has_a_line_for_each_act_and_each_player(app, organizer):
    """People look into it, and compare two of them; indented all through it would take Python's slow encoder."""
    played(app, 6, 2)
    text = exported(organizer).text
    doc, lines = json.loads(text), text.splitlines()
    for each in (*doc["acts"], *doc["players"]):
        assert json.dumps(each, ensure_ascii=False) in (line.rstrip(",") for line in lines)
    assert len(lines) < len(doc["acts"]) + len(doc["players"]) + 40


def send(actor, data, *, name="event.json", request_id="one"):
    """Upload a file as the page of the box does."""
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    form = {"request_id": request_id, "file": (io.BytesIO(raw), name)}
    headers = {"Referer": "http://localhost/box"}
    answer = actor.client.post("/box/import", data=form, headers=headers, follow_redirects=True)
    for each in (*answer.history, answer):
        each.request.environ["wsgi.input"].close()  # a large body is a file of the test client's
    return Page(answer)


def events_here(app):
    with app.app_context(), db.engine.connect() as connection:
        return set(connection.execute(TournamentRow.__table__.select().with_only_columns(TournamentRow.id)).scalars())


def test_an_event_goes_out_whole(app, organizer):
    tid = played(app, 6, 2)
    answer = exported(organizer)
    assert answer.headers["Content-Disposition"] == "attachment; filename=cup.json"
    doc = answer.get_json()
    assert doc["cinderbox"] == 1
    assert doc["name"] == "Cup"
    assert [act["seq"] for act in doc["acts"]] == list(range(1, len(doc["acts"]) + 1))
    assert {"seq", "facts", "version", "by", "at"} <= set(doc["acts"][0])
    assert {player["id"] for player in doc["players"]} == set(t_of(app, tid).players)
    assert doc["staff"] == {"s1": "Olga"}


def test_what_went_out_comes_back_as_a_new_event_of_a_later_epoch(app, organizer):
    played(app, 7, 2)
    with app.app_context(), db.engine.begin() as connection:
        row = {"tournament_id": "cup", "id": "t1", "kind": "penalty", "text": "slow ünï", "at": "", "gone": False}
        connection.execute(TextRow.__table__.insert().values(**row))
        connection.execute(PlayerRow.__table__.update().where(PlayerRow.id == "p1").values(name="Zoë <b>", paid=True))
    page = send(organizer, exported(organizer).get_data())
    assert "The event is here" in page
    (new,) = events_here(app) - {"cup"}
    assert t_of(app, new) == t_of(app, "cup")
    with app.app_context():
        assert desk(new).people == desk("cup").people
        before, after = export_event("cup"), export_event(new)
    assert after["texts"] == before["texts"]
    assert after["epoch"] == before["epoch"] + 1
    assert [act["at"] for act in after["acts"]] == [act["at"] for act in before["acts"]]


def test_who_did_what_keeps_the_name_they_had_elsewhere(app, organizer):
    """The number of a sign-in means somebody else on another box, and their name opens no door on this one."""
    played(app, 4, 1)
    doc = exported(organizer).get_json()
    send(organizer, doc | {"staff": {"s1": "Petra"}})
    (new,) = events_here(app) - {"cup"}
    with app.app_context(), db.engine.connect() as connection:
        names = staff_names(connection)
        assert {names[act.by] for act in journal.read(new).acts} == {"Somebody", "Petra"}
        assert connection.exec_driver_sql("SELECT revoked FROM sign_in WHERE name = 'Petra'").scalars().all() == [1]
    assert "Petra" not in organizer.get("/box")


def test_who_did_what_on_this_very_box_is_still_them(app, organizer):
    played(app, 4, 1)
    send(organizer, exported(organizer).get_data())
    (new,) = events_here(app) - {"cup"}
    with app.app_context():
        assert {act.by for act in journal.read(new).acts} == {"public", "s1"}


def test_a_double_tap_brings_it_in_once(app, organizer):
    played(app, 4, 1)
    raw = exported(organizer).get_data()
    pages = [send(organizer, raw, request_id="same") for _ in range(2)]
    assert pages[0].path == pages[1].path
    assert len(events_here(app)) == 2
    send(organizer, raw, request_id="another")
    assert len(events_here(app)) == 3


def test_a_bracket_and_a_running_round_come_back_too(app):
    tid = in_bracket(app)
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    with app.app_context():
        new = import_event(json.dumps(export_event(tid)))
    assert t_of(app, new) == t_of(app, tid)


@pytest.fixture
def running(app, monkeypatch):
    """An event that was exported twenty minutes after its clock was started; then the machine is another one."""
    tid = started(app, 4)
    for decide in (rounds.pair_round, rounds.publish, lambda t: clock.start_clock(t, moment())):
        act(app, tid, decide)
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(20 * 60_000))
    with app.app_context():
        doc = export_event(tid)
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "another boot")
    return doc


def arrived(app, doc):
    """The event on this box, once its clocks were looked at."""
    with app.app_context():
        new = import_event(json.dumps(doc))
        note_power_cuts(event_clocks(), heartbeat.moment())
    return new


def test_a_running_clock_comes_with_the_time_it_showed(app, organizer, running):
    """The heartbeat did not travel: the twenty minutes were given back, and the page said nothing had been."""
    new = arrived(app, running)
    assert 39 * 60_000 < clocks.remaining(t_of(app, new).clock, moment()) <= 40 * 60_000
    assert "The clock was kept at the second it stopped" in organizer.get(f"/events/{new}/clock/")


def test_the_clock_of_an_older_file_says_that_nobody_knows(app, organizer, running):
    new = arrived(app, {key: value for key, value in running.items() if key != "heartbeat"})
    assert clocks.remaining(t_of(app, new).clock, moment()) == 60 * 60_000
    page = organizer.get(f"/events/{new}/clock/")
    assert "Nobody knows how long the clock ran since its last change; check the time" in page


def test_acts_that_say_no_time_are_left_out_of_what_is_expected(app, organizer):
    """Their event came in, and then its first page could not be shown."""
    played(app, 4, 1, rounds=3)
    doc = before_checksums(exported(organizer).get_json())
    send(organizer, doc | {"acts": [each | {"at": ""} for each in doc["acts"]]})
    (new,) = events_here(app) - {"cup"}
    for page in ("", "clock/", "history/", "standings/"):
        assert organizer.get(f"/events/{new}/{page}").status == 200


def before_checksums(doc):
    """A file as versions before there were checksums wrote it."""
    acts = [{key: value for key, value in act.items() if key != "checksum"} for act in doc["acts"]]
    return {key: value for key, value in doc.items() if key != "head"} | {"acts": acts}


def without(key):
    return lambda doc: {k: v for k, v in doc.items() if k != key}


def with_(**changes):
    return lambda doc: doc | changes


def act_changed(n, **changes):
    return lambda doc: doc | {"acts": [a | changes if i == n else a for i, a in enumerate(doc["acts"])]}


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda doc: [], "not an event that Cinderbox exported"),
        (lambda doc: {"name": "x"}, "not an event that Cinderbox exported"),
        (with_(cinderbox=2), "another version (2)"),
        (without("acts"), "no list of acts"),
        (with_(acts=[]), "do not follow from each other"),
        (with_(acts="all"), "no list of acts"),
        (lambda doc: doc | {"acts": doc["acts"][1:]}, "act 1 is missing or out of order"),
        (lambda doc: doc | {"acts": doc["acts"][:1] + doc["acts"][2:]}, "act 2 is missing or out of order"),
        (lambda doc: doc | {"acts": [*doc["acts"], 7]}, "is missing or out of order"),
        (act_changed(0, version="1"), "does not say which version"),
        (act_changed(0, version=99), "Update Cinderbox"),
        (act_changed(0, facts=[{"fact": "Nonsense"}]), "a fact this version does not know"),
        (act_changed(0, facts=[["x"]]), "damaged at act 1"),
        (act_changed(1, facts=[{"fact": "RoundClosed", "number": 9}]), "do not follow from each other"),
        (act_changed(1, facts=[{"fact": "RoundClosed", "number": "one"}]), "a whole number"),
        (act_changed(0, by=None), "who did act 1"),
        (act_changed(0, at="yesterday"), "damaged at act 1"),
        (without("players"), "no list of players"),
        (with_(players=[{"id": "p1"}]), "a player's id or name"),
        (with_(players=[{"id": "p1", "name": "x" * 201}]), "too long"),
        (with_(players=[{"id": "p1", "name": "A"}, {"id": "p1", "name": "B"}]), "a player twice"),
        (with_(players=[{"id": "p1", "name": "A", "paid": 3}]), "details of a player"),
        (with_(texts=[{"id": "x"}]), "a text is missing"),
        (with_(name=""), "no name or no epoch"),
        (with_(name=None), "the event's name"),
        (with_(epoch="one"), "no name or no epoch"),
        (with_(epoch=True), "no name or no epoch"),
        (with_(staff=["Olga"]), "names of the staff"),
        (with_(heartbeat="boot"), "when the clock last ran"),
        (with_(heartbeat={"boot": "b", "ms": 1.5}), "when the clock last ran"),
        (lambda doc: b"", "This file is empty."),
        (lambda doc: b"\xff\xfe not text", "not JSON text"),
        (lambda doc: b"{", "not JSON text"),
        (lambda doc: b"[" * 100_000, "not JSON text"),
        (with_(name="half \ud800 a letter"), "not JSON text"),
    ],
)
def test_a_damaged_file_gets_a_sentence_and_leaves_no_trace(app, organizer, damage, told):
    played(app, 4, 1)
    page = send(organizer, damage(before_checksums(exported(organizer).get_json())))
    assert told in page
    assert page.status == 200
    assert page.path == "/box"
    assert events_here(app) == {"cup"}


def test_a_journal_of_an_unknown_ruleset_is_not_taken(app, organizer):
    """It would replay, and then no page of it could be shown."""
    played(app, 4, 1)
    doc = before_checksums(exported(organizer).get_json())
    for each in doc["acts"]:
        for fact in each["facts"]:
            if "settings" in fact:
                fact["settings"]["ruleset"] = "poker"
    assert "no ruleset “poker”" in send(organizer, doc)
    assert events_here(app) == {"cup"}


def test_players_without_a_name_are_called_by_their_id(app, organizer):
    played(app, 4, 1)
    doc = exported(organizer).get_json() | {"players": []}
    send(organizer, doc)
    (new,) = events_here(app) - {"cup"}
    with app.app_context():
        assert desk(new).names["p1"] == "p1"


def test_no_file_is_told(app, organizer):
    page = organizer.post("/box/import", referrer="/box")
    assert "Choose the .json file of an export first" in page


def test_an_event_larger_than_any_form_is_taken_and_only_from_the_organizer(app, organizer, judge, stranger):
    played(app, 4, 1)
    doc = exported(organizer).get_json() | {"comment": "x" * 3_000_000}
    assert "The event is here" in send(organizer, doc)
    assert send(judge, doc).status == 403
    assert send(stranger, doc).path == "/sign-in"
    assert len(events_here(app)) == 2


def read_csv(actor, what, **args):
    answer = actor.client.get(f"/events/cup/export/{what}.csv", query_string=args)
    assert answer.status_code == 200
    raw = answer.get_data()
    assert raw.startswith(b"\xef\xbb\xbf")
    assert answer.mimetype == "text/csv"
    return list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def test_standings_as_a_spreadsheet(app, judge):
    played(app, 6, 2)
    rows = read_csv(judge, "standings")
    assert rows[0][:3] == ["Place", "Name", "Record"]
    assert "Opponents' wins" in rows[0]
    assert len(rows) == 7
    assert rows[1][0] == "1"
    assert read_csv(judge, "standings", round=1) != rows


def test_pairings_as_a_spreadsheet(app, judge):
    played(app, 7, 2)
    rows = read_csv(judge, "pairings", round=1)
    assert rows[0] == ["Round", "Table", "Player 1", "Player 2", "Round name"]
    assert len(rows) == 5
    assert rows[-1][1] == "bye"


def test_results_as_a_spreadsheet(app, judge):
    tid = played(app, 7, 2)
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    table = t_of(app, tid).current_round.matches[0].table
    act(app, tid, lambda t: results.record_double_loss(t, table))
    rows = read_csv(judge, "results")
    assert len(rows) == 1 + 3 * 7
    assert {row[4] for row in rows[1:]} == {"win", "loss", "bye", ""}
    assert "double-loss" in {row[7] for row in rows[1:]}


def test_a_disqualified_player_has_no_place_in_the_file(app, judge):
    tid = played(app, 6, 1)
    act(app, tid, lambda t: people.disqualify(t, "p1"))
    last = read_csv(judge, "standings")[-1]
    assert last[0] == ""
    assert last[-1] == "disqualified"


def test_lists_of_an_event_that_has_not_begun_are_refused(app, judge):
    started(app, 6)
    assert "no round has been played" in judge.get("/events/cup/export/standings.csv")
    assert "No round is paired yet" in judge.get("/events/cup/export/pairings.csv")


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+49 30", "-5", "@SUM(A1)", "\tx", "\rx", "\nx", "  =1", "＝1", "＠x"],
)
def test_no_cell_is_taken_for_a_formula(name):
    (row,) = csv.reader(io.StringIO(csv_bytes([[name, 5]]).decode("utf-8-sig"), newline=""))
    assert row == [f"'{name}", "5"]


@pytest.mark.parametrize("name", ['She said "hi", twice', "a;b", "two\nlines", "Ana–Maria", "O'Neill", "'quoted'"])
def test_other_names_come_out_as_they_are(name):
    (row,) = csv.reader(io.StringIO(csv_bytes([[name]]).decode("utf-8-sig"), newline=""))
    assert row == [name]


def test_a_file_has_a_name_every_system_takes(app, organizer):
    played(app, 4, 1)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(TournamentRow.__table__.update().values(name='../Élan "X"\r\n: 田中'))
    assert exported(organizer).headers["Content-Disposition"] == "attachment; filename=elan-x.json"


def test_the_whole_event_is_for_the_organizer(app, judge):
    played(app, 4, 1)
    assert judge.get("/events/cup/export/event.json").status == 403
    assert Actor(app).get("/events/cup/export/standings.csv").path == "/sign-in"


@pytest.mark.parametrize("file", ["event.json", "readable.json"])
def test_an_event_that_is_not_here_does_not_go_out(organizer, file):
    page = organizer.get(f"/events/nowhere/export/{file}")
    assert page.status == 404
    assert "There is no such event on this box." in page
