"""The public API: what other programs rely on."""

import gzip
import json

import pytest

from engine import facts as f
from engine.clock import Moment
from engine.decisions import clock, people, results, rounds, stages
from engine.words import Game
from server.core.db import db
from server.core.models import TournamentRow
from server.core.version import software
from server.public import public_view
from tests.server.played import act, in_bracket, play_open_round, play_round, played, started, t_of

API = "/api/tournaments"

# The examples of server/README: the fields each answer has.
SUMMARY = {
    "revision": "1.12",
    "id": "cup",
    "name": "Cup",
    "ruleset": "ashes-reborn",
    "ruleset_name": "Ashes Reborn",
    "state": "running",
    "where": "After round 1 of 2",
    "round": 1,
    "active_players": 4,
    "acted_at": "2026-05-02T09:41:07.512+00:00",
}
EVENT = {*SUMMARY, "rounds_planned", "cut", "round_minutes", "players", "rounds", "places", "prizes", "seed"}
STANDING = {
    *("rank", "player", "name", "record", "wins", "decided_by", "working", "dropped", "disqualified"),
    *("sos", "blood_earned", "blood_lost", "opponents_blood"),
}
CLOCK = {
    *("revision", "round", "round_name", "phase", "remaining_ms", "running", "length_ms", "added_ms", "warning_ms"),
    *("paused_because", "unseen", "called_at_ms", "extensions", "began_ms", "cues", "tables_out"),
}
WALL = {
    "touch",
    *(
        "csrf",
        "events",
        "box",
        "shop",
        "forecast",
        "power",
        "voice",
        "health",
        "server_ms",
        "wall_ms",
        "utc_minutes",
        "time_known",
    ),
    *("software", "page", "live"),
}
WALL_EVENT = {
    *("staff", "format", "starts_at", "entry", "check_in", "day"),
    *("event", "revision", "where", "round", "playlist", "roster", "pairings", "set_up", "plan", "games", "standings"),
    *(
        "bracket",
        "duels",
        "champion",
        "places",
        "ranking",
        "draft",
        "draft_name",
        "draft_note",
        "cards_back",
        "pause",
        "scenario",
        "rules",
        "forecast",
    ),
}


def ask(actor, path):
    answer = actor.client.get(path)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.mimetype == "application/json"
    return answer.get_json()


def test_a_healthy_box_says_so_to_anybody(app, stranger):
    assert ask(stranger, "/healthz") == {"ok": True, "version": software()}


def test_a_box_without_its_database_is_not_well(app, stranger):
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE tournament RENAME TO elsewhere")
    answer = stranger.client.get("/healthz")
    assert answer.status_code == 503
    assert answer.get_json()["ok"] is False


def test_the_list_names_every_open_event(app, stranger):
    assert ask(stranger, API)["tournaments"] == []
    played(app, 4, 1)
    started(app, 5, tid="second")
    found = ask(stranger, API)
    assert {event["id"] for event in found["tournaments"]} == {"cup", "second"}
    (cup,) = [event for event in found["tournaments"] if event["id"] == "cup"]
    assert cup == SUMMARY | {key: cup[key] for key in ("revision", "acted_at")}


def test_an_archived_event_is_nobodys_business(app, stranger):
    played(app, 4, 1)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(TournamentRow.__table__.update().values(archived=True))
    assert ask(stranger, API)["tournaments"] == []
    for path in ("", "/standings", "/clock"):
        answer = stranger.client.get(f"{API}/cup{path}")
        assert answer.status_code == 404
        assert "error" in answer.get_json()


def test_an_unknown_event_is_told_in_json(app, stranger):
    answer = stranger.client.get(f"{API}/nothing")
    assert answer.status_code == 404
    assert answer.get_json() == {"error": "There is no such event on this box. It may have been deleted."}
    assert stranger.client.get("/api/nothing").get_json()["error"]


def test_an_event_tells_its_players_and_rounds(app, stranger):
    tid = played(app, 5, 2)
    found = ask(stranger, f"{API}/cup")
    assert set(found) == EVENT
    assert found["players"][0] == {
        "id": "p1",
        "name": "Name p1",
        "present": False,
        "dropped": False,
        "disqualified": False,
    }
    first, second = found["rounds"]
    assert (first["number"], first["name"], first["stage"], first["closed"]) == (1, "round 1 of 3", "swiss", True)
    match = first["matches"][0]
    assert match["winner"] in match["players"]
    assert sorted(match["blood"])[-1] == 25
    assert match["draw"] is False
    assert len(second["byes"]) == 1
    assert {p for m in first["matches"] for p in m["players"]} | set(first["byes"]) == set(t_of(app, tid).players)


def test_a_match_that_is_being_played_has_no_result(app, stranger):
    tid = started(app, 4)
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    match = ask(stranger, f"{API}/cup")["rounds"][0]["matches"][0]
    assert match["done"] is False
    assert match["winner"] is None
    assert "blood" not in match


def test_standings_have_the_numbers_and_the_working(app, stranger):
    played(app, 6, 2)
    found = ask(stranger, f"{API}/cup/standings")
    assert found["round"] == 2
    assert found["closed"] is True
    assert [line["rank"] for line in found["standings"]] == [1, 2, 3, 4, 5, 6]
    assert set(found["standings"][0]) == STANDING
    assert found["standings"][0]["wins"] == 2


def test_standings_of_classic_have_its_columns(app, stranger):
    played(app, 6, 1, ruleset="ashes-classic")
    line = ask(stranger, f"{API}/cup/standings")["standings"][0]
    assert line["points"] == 3
    assert {"toep", "blood_earned"} <= set(line)
    assert "sos" not in line


def test_standings_are_those_of_the_last_closed_round_or_the_first_as_far_as_it_got(app, stranger):
    tid = started(app, 4)
    assert ask(stranger, f"{API}/cup/standings")["standings"] == []
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    table = t_of(app, tid).current_round.matches[0]
    act(app, tid, lambda t: results.record_win(t, table.table, winner=table.players[0], wounds=3))
    found = ask(stranger, f"{API}/cup/standings")
    assert (found["round"], found["closed"]) == (1, False)
    assert found["standings"][0]["player"] == table.players[0]


def test_a_bracket_shows_the_standings_it_came_from(app, stranger):
    tid = in_bracket(app)
    play_round(app, tid)
    assert ask(stranger, f"{API}/cup/standings")["round"] == 2
    assert ask(stranger, f"{API}/cup")["rounds"][-1]["name"] == "semi-finals"


def test_draft_groups_are_numbered_and_pods_have_points(app, stranger):
    played(app, 10, 3, ruleset="ashes-draft", legendary=True)
    assert {line["group"] for line in ask(stranger, f"{API}/cup/standings")["standings"]} == {1, 2}
    tid = started(app, 6, ruleset="spellfire", tid="spell")
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    for match in t_of(app, tid).current_round.matches:
        act(app, tid, lambda t, m=match: results.record_game(t, m.table, game=Game(0, (6, 2, 1))))
        act(app, tid, lambda t, m=match: results.end_early(t, m.table, winner=m.players[0]))
    lines = ask(stranger, f"{API}/spell/standings")["standings"]
    assert lines[0]["points"] == 4
    assert ask(stranger, f"{API}/spell")["rounds"][0]["matches"][0]["places"][0] == 1


def test_disqualified_players_have_no_rank(app, stranger):
    tid = played(app, 6, 1)
    act(app, tid, lambda t: people.disqualify(t, "p1"))
    last = ask(stranger, f"{API}/cup/standings")["standings"][-1]
    assert (last["player"], last["rank"], last["disqualified"]) == ("p1", None, True)


def test_a_finished_event_has_places_and_prizes(app, stranger):
    tid = played(app, 4, 2)
    act(app, tid, lambda t: stages.finish(t, prizes=("Playmat",)))
    found = ask(stranger, f"{API}/cup")
    assert found["state"] == "finished"
    assert [each["place"] for each in found["places"]] == [1, 2, 3, 4]
    assert found["prizes"] == [{"prize": "Playmat", "player": found["places"][0]["player"], "name": "Name p1"}]


def test_the_clock_before_and_while_it_runs(app, stranger):
    tid = started(app, 4)
    assert ask(stranger, f"{API}/cup/clock")["phase"] == "none"
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    found = ask(stranger, f"{API}/cup/clock")
    assert set(found) == CLOCK
    assert (found["phase"], found["running"], found["tables_out"]) == ("not-started", False, 2)
    assert found["remaining_ms"] == found["length_ms"] == 3_600_000
    now = public_view.moment()
    act(app, tid, lambda t: clock.start_clock(t, now))
    act(app, tid, lambda t: clock.extend_table(t, 2, ms=60_000, now=now))
    found = ask(stranger, f"{API}/cup/clock")
    assert (found["phase"], found["running"]) == ("running", True)
    assert 0 < found["remaining_ms"] <= 3_600_000
    assert found["extensions"] == {"2": 60_000}
    seq = found["cues"][0][0]
    hour = now.ms + 3_600_000
    assert found["cues"] == [
        [seq, "start", 1, now.ms],
        [seq, "warning", 1, hour - 600_000],
        [seq, "called", 1, hour],
        [seq, "table-over-2", 1, hour + 60_000],
    ]


def test_after_a_power_cut_the_clock_says_why_it_stands(app, stranger):
    tid = started(app, 4)
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    act(app, tid, lambda t: (f.ClockStarted(Moment("another boot", 5), 3_600_000),))
    found = ask(stranger, f"{API}/cup/clock")
    assert (found["phase"], found["paused_because"], found["running"]) == ("paused", "power", False)


def test_a_closed_round_has_ended_whether_its_clock_was_started_or_cut_off_or_not(app, stranger):
    """Played without its clock, a round that was closed still waited for its start on every screen."""
    tid = started(app, 4, rounds=3)
    play_round(app, tid)
    assert ask(stranger, f"{API}/cup/clock")["phase"] == "ended"
    for decide in (rounds.pair_round, rounds.publish):
        act(app, tid, decide)
    act(app, tid, lambda t: (f.ClockStarted(Moment("another boot", 5), 3_600_000),))
    play_open_round(app, tid)
    act(app, tid, rounds.close)
    found = ask(stranger, f"{API}/cup/clock")
    assert (found["phase"], found["paused_because"], found["running"]) == ("ended", None, False)


def test_a_round_without_limit_has_no_remaining_time(app, stranger):
    tid = started(app, 4, timer="none")
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    assert ask(stranger, f"{API}/cup/clock")["remaining_ms"] is None


def test_only_the_final_is_called_the_final(app, stranger):
    """A quarter-final without a limit once read “Nobody calls time in the final”."""
    act(app, in_bracket(app, 9, timer="none"), rounds.pair_round)
    act(app, "cup", rounds.publish)
    plan = json.loads(gzip.decompress(stranger.client.get(f"{API}/cup/wall").data))["plan"]
    assert plan["rule"] == "Time is not called. Play until it is decided."


def test_the_wall_has_the_box_and_every_scene_of_an_event(app, stranger):
    played(app, 4, 1)
    box = ask(stranger, "/api/wall")
    assert set(box) == WALL
    assert [event["id"] for event in box["events"]] == ["cup"]
    answer = stranger.client.get(f"{API}/cup/wall")
    found = json.loads(gzip.decompress(answer.data))
    assert set(found) == WALL_EVENT
    assert found["playlist"] == ["standings"]
    assert found["plan"]["called"] == "Time! Sudden death"
    first = found["standings"]["tables"][0]["rows"][0]
    assert set(first) == {"place", "move", "name", "record", "numbers", "out", "cut"}
    assert (first["place"], first["name"], first["record"]) == (1, "Name p1", "1–0")


@pytest.mark.parametrize("path", [API, f"{API}/cup", f"{API}/cup/standings"])
def test_who_has_the_answer_already_is_told_that_nothing_changed(app, stranger, path):
    tid = played(app, 4, 1)
    answer = stranger.client.get(path)
    tag = answer.headers["ETag"]
    assert answer.headers["Cache-Control"] == "no-cache"
    again = stranger.client.get(path, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again.get_data() == b""
    act(app, tid, lambda t: people.drop(t, "p1"))
    changed = stranger.client.get(path, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.get_json()["revision"] != answer.get_json()["revision"]


def test_the_clock_is_never_kept(app, stranger):
    started(app, 4)
    answer = stranger.client.get(f"{API}/cup/clock")
    assert "ETag" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_nothing_can_be_changed_here(app, stranger, method):
    played(app, 4, 1)
    answer = getattr(stranger.client, method)(f"{API}/cup")
    assert answer.status_code == 405
    assert "error" in answer.get_json()
