"""Long scenes of the wall: standings with the line of the cut, places with their prizes; and when time was called."""

import gzip
import json

from engine.decisions import clock, people, rounds, stages
from server.core.timekeeping import moment
from tests.server.played import act, played, started

MINUTE = 60_000


def shown(stranger):
    return json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))


def standings(stranger):
    return shown(stranger)["standings"]["tables"][0]


def test_the_line_of_the_cut_is_below_the_last_who_goes_on(app, stranger):
    """Somebody in second place has dropped: the fifth goes on in their place, and the name says why it is grey."""
    played(app, 8, 1, cut=4)
    rows = standings(stranger)["rows"]
    assert [row["place"] for row in rows if row["cut"]] == [4]
    second = rows[1]["name"]  # “Name p2”
    act(app, "cup", lambda t: people.drop(t, second.removeprefix("Name ")))
    rows = standings(stranger)["rows"]
    assert [row["place"] for row in rows if row["cut"]] == [5]
    assert [(row["name"], row["out"]) for row in rows if row["out"]] == [(second, "dropped")]


def test_where_places_go_by_points_they_stand_first_and_every_tie_break_beside_them(app, stranger):
    played(app, 4, 1, ruleset="ashes-classic")
    table = standings(stranger)
    assert (table["record"], table["columns"]) == ("Points", ["TOEP", "BP"])
    assert [row["record"] for row in table["rows"]] == ["3", "3", "0", "0"]


def test_a_prize_belongs_to_a_player_and_not_to_a_name(app, organizer, stranger):
    played(app, 4, 2)
    for player in ("p1", "p2"):
        organizer.post(f"/events/cup/players/{player}", name="Ana")
    act(app, "cup", lambda t: stages.finish(t, prizes=("Playmat",)))
    places = shown(stranger)["places"]
    assert [row["name"] for row in places].count("Ana") == 2
    assert [row["prize"] for row in places] == ["Playmat", "", "", ""]


def test_when_time_was_called_does_not_move_with_minutes_that_come_too_late(app, stranger, monkeypatch):
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(120 * MINUTE))  # on a machine that was just switched on, too
    started(app, 4)
    for decide in (rounds.pair_round, rounds.publish):
        act(app, "cup", decide)
    now = moment()
    began = type(now)(now.boot_id, now.ms - 70 * MINUTE)
    act(app, "cup", lambda t: clock.start_clock(t, began))
    act(app, "cup", lambda t: clock.add_time(t, 5 * MINUTE, now=now))
    found = stranger.client.get("/api/tournaments/cup/clock").get_json()
    assert (found["phase"], found["called_at_ms"]) == ("called", began.ms + 60 * MINUTE)
