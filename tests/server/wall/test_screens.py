"""Walls: they say hello, get a name, and show what the desk tells them."""

import fcntl
import gzip
import json
import re
import time
from dataclasses import replace

import pytest
from sqlalchemy import update

from engine.decisions import clock, results, rounds, setup, stages
from server.box import box_settings
from server.core import changes
from server.core.db import writer
from server.core.models import ScreenRow
from server.core.static_files import PROJECT, WALL
from server.core.timekeeping import moment
from server.wall import screens
from server.wall.scenes import SCENES
from tests.server.conftest import Actor
from tests.server.played import act, entered, play_open_round, play_round, started


def hello(actor, **said):
    return actor.client.post("/wall/hello", json=said).get_json()["screen"]


@pytest.fixture
def wall(stranger):
    return hello(stranger, id="", scene="welcome", size="1920×1080")


def test_a_new_screen_gets_a_name_and_follows_the_event(wall):
    assert wall["name"] == "Screen 1"
    assert wall["scene"] == "auto"
    assert wall["event"] is None


def test_a_known_screen_stays_itself_and_a_second_one_is_another(stranger, wall):
    assert hello(stranger, id=wall["id"])["id"] == wall["id"]
    assert hello(stranger, id="")["name"] == "Screen 2"


def test_two_windows_that_are_one_screen_are_told(stranger, wall):
    """A page that was loaded anew is another window too, but the one before it says nothing any more."""
    assert [hello(stranger, id=wall["id"], window=each)["twice"] for each in ("one", "one", "two", "two")] == [
        False
    ] * 4
    assert hello(stranger, id=wall["id"], window="one")["twice"]
    assert hello(stranger, id=wall["id"], window="two")["twice"]


@pytest.mark.parametrize("id", ["wifi", "buzzer"])
def test_no_screen_takes_an_address_that_is_taken(stranger, id):
    assert hello(stranger, id=id)["id"] != id


def test_a_made_up_id_becomes_nobody_elses(stranger, wall):
    assert hello(stranger, id="0" * 400)["id"] != wall["id"]


def test_nobody_fills_the_list_with_screens(stranger):
    for _ in range(screens.MOST):
        hello(stranger, id="")
    answer = stranger.client.post("/wall/hello", json={"id": ""})
    assert answer.status_code in (303, 409)
    with stranger.app.app_context():
        assert len(screens.screens()) == screens.MOST


def test_forty_hellos_do_not_use_up_the_places_of_real_screens(app, organizer):
    """A script said hello forty times, and the television of the hall was turned away."""
    bar = hello(Actor(app, "10.0.0.1"), id="bar")
    organizer.post(f"/devices/screens/{bar['id']}", name="Bar", scene="clock", volume="80")
    own = hello(Actor(app, "127.0.0.1"), id="own")
    pranks = Actor(app, "10.0.0.66")
    for _ in range(screens.MOST - 2):
        hello(pranks, id="")
    assert pranks.client.post("/wall/hello", json={"id": ""}).status_code in (303, 409)
    for n in range(2, 12):
        real = hello(Actor(app, f"10.0.0.{n}"), id=f"hall-{n}")
        assert real["id"] == f"hall-{n}"
    with app.app_context():
        listed = screens.screens()
    assert len(listed) == screens.MOST
    assert {bar["id"], own["id"], *(f"hall-{n}" for n in range(2, 12))} <= {each.id for each in listed}


@pytest.mark.parametrize("address", ["10.0.0.1", "127.0.0.1"])
def test_screens_that_went_silent_make_room_and_those_of_the_desk_do_not(app, organizer, monkeypatch, address):
    """Also windows of the box's own browser: the forty-first on a laptop could not be told anything."""
    hall = Actor(app, address)
    first = hello(hall, id="first")
    organizer.post(f"/devices/screens/{first['id']}", name="Bar", scene="auto", volume="80")
    for n in range(screens.MOST - 1):
        hello(hall, id=f"old-{n}")
    assert hall.client.post("/wall/hello", json={"id": "new"}).status_code in (303, 409)
    later = time.monotonic() + screens.SILENT_S + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert hello(hall, id="new")["id"] == "new"
    assert hello(hall, id="first")["name"] == "Bar"


@pytest.mark.parametrize("body", ["", "null", "[]", '"x"', "{"])
def test_a_malformed_hello_is_a_new_screen_or_a_no(stranger, body):
    answer = stranger.client.post("/wall/hello", data=body, content_type="application/json")
    assert answer.status_code < 500


def test_the_desk_names_it_and_says_what_it_shows(app, organizer, stranger, wall):
    tid = started(app, 4)
    form = {"name": "Bar <b>", "event": tid, "scene": "standings", "sounds": "on", "volume": "30"}
    page = organizer.post(f"/devices/screens/{wall['id']}", **form)
    assert "Bar <b>" in page
    assert "Cup, standings only" in page
    now = hello(stranger, id=wall["id"])
    assert (now["name"], now["event"], now["scene"], now["sounds"], now["volume"]) == (
        *("Bar <b>", tid, "standings"),
        *(True, 30),
    )


def test_without_the_screen_that_sounds_the_desk_is_told_that_none_does(organizer, wall):
    organizer.post(f"/devices/screens/{wall['id']}", name="Wall", scene="auto", volume="50", sounds="on")
    assert "no screen sounds now" in organizer.post(f"/devices/screens/{wall['id']}/forget")


def test_only_one_screen_sounds(app, organizer, stranger, wall):
    other = hello(stranger, id="")
    for id in (wall["id"], other["id"]):
        organizer.post(f"/devices/screens/{id}", name="Wall", scene="auto", volume="50", sounds="on")
    with app.app_context():
        assert [each.id for each in screens.screens() if each.sounds] == [other["id"]]


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"name": ""}, "1 to 40 characters"),
        ({"name": "x" * 41}, "1 to 40 characters"),
        ({"scene": "disco"}, "no such scene"),
        ({"volume": "101"}, "between 0 and 100"),
        ({"volume": "loud"}, "between 0 and 100"),
        ({"event": "nowhere"}, "not on this box any more"),
    ],
)
def test_what_makes_no_sense_is_refused(organizer, wall, form, why):
    full = {"name": "Wall", "scene": "auto", "volume": "50", **form}
    assert why in organizer.post(f"/devices/screens/{wall['id']}", **full)


def test_identify_and_test_are_counted_once_each(organizer, stranger, wall):
    organizer.post(f"/devices/screens/{wall['id']}/identify")
    organizer.post(f"/devices/screens/{wall['id']}/test")
    now = hello(stranger, id=wall["id"])
    assert (now["identify"], now["test"]) == (1, 1)


def test_a_forgotten_screen_comes_back_as_a_new_one(organizer, stranger, wall):
    organizer.post(f"/devices/screens/{wall['id']}", name="Bar", scene="standings", volume="30")
    assert "sounds now" not in organizer.post(f"/devices/screens/{wall['id']}/forget")
    assert "not on the list any more" in organizer.get(f"/devices/screens/{wall['id']}")
    assert "not on the list any more" in organizer.post(f"/devices/screens/{wall['id']}/identify")
    assert (hello(stranger, id=wall["id"])["name"], hello(stranger, id=wall["id"])["scene"]) == ("Screen 1", "auto")


def test_a_screen_that_brings_an_id_is_the_same_after_every_start(app, organizer, stranger):
    """The box's own browser keeps nothing: its name, its scene and its sound hang on the id in its address."""
    own = hello(stranger, id="0123456789ab")
    assert own["id"] == "0123456789ab"
    organizer.post(f"/devices/screens/{own['id']}", name="Stage", scene="clock", volume="50", sounds="on")
    screens._seen.clear()
    for _ in range(screens.MOST + 1):
        again = hello(stranger, id="0123456789ab")
    assert (again["name"], again["scene"], again["sounds"]) == ("Stage", "clock", True)
    with app.app_context():
        assert len(screens.screens()) == 1


def test_a_silent_screen_is_silent_whatever_the_date_does(organizer, stranger, wall):
    """A date that jumps back by hours keeps no dead screen alive."""
    at, told = screens._seen[wall["id"]]
    screens._seen[wall["id"]] = (at - 250, told)
    assert "silent for 4 minutes" in organizer.get("/devices")
    hello(stranger, id=wall["id"], scene="clock")
    page = organizer.get("/devices")
    assert "silent for" not in page
    assert "now: clock" in page


def test_a_screen_of_tomorrow_that_was_not_heard_since_the_start_is_silent(app, wall, monkeypatch):
    screens._seen.clear()
    with app.app_context(), writer() as connection, connection.begin():
        connection.execute(update(ScreenRow).values(seen="2099-01-01T00:00:00+00:00"))
    monkeypatch.setattr(screens, "_started", time.monotonic() - 60)
    with app.app_context():
        assert screens.screens()[0].state == "silent"


def test_the_wifi_is_on_the_wall_with_its_code(app, organizer, stranger):
    assert stranger.client.get("/api/wall").get_json()["box"]["wifi"] is None
    organizer.post("/devices/screens/wifi", name='Hall; "A"', password="sesame")
    wifi = stranger.client.get("/api/wall").get_json()["box"]["wifi"]
    assert (wifi["name"], wifi["password"]) == ('Hall; "A"', "sesame")
    assert set("".join(wifi["qr"])) == {"0", "1"}
    assert "At most 32" in organizer.post("/devices/screens/wifi", name="x" * 33)
    with app.app_context():
        assert box_settings.get(box_settings.WIFI_NAME) == 'Hall; "A"'


def test_the_walls_tell_when_the_event_will_be_over_only_if_wished(organizer, stranger):
    assert stranger.client.get("/api/wall").get_json()["forecast"] is False
    page = organizer.post("/devices/screens/wifi", name="", password="", forecast="on")
    assert 'name="forecast" checked' in page.html
    assert stranger.client.get("/api/wall").get_json()["forecast"] is True


def test_a_box_without_a_buzzer_is_not_told_that_the_buzzer_is_well(organizer, tmp_path, monkeypatch):
    """“All well. If you have no buzzer, …” stood on a laptop that never had one."""
    monkeypatch.setenv("CINDERBOX_RUN", str(tmp_path))
    page = organizer.get("/devices/")
    assert "Buzzer None runs on this box. Let a wall sound in its place" in page
    assert "All well" not in page
    (tmp_path / "buzzer.json").write_text('{"sound": "", "server": ""}')
    with (tmp_path / "buzzer.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "Buzzer All well." in organizer.get("/devices/")


def test_the_buzzer_is_asked_for_a_test(organizer):
    assert "sounds a test" in organizer.post("/devices/screens/buzzer/test")


def shown(stranger, tid):
    answer = stranger.client.get(f"/api/tournaments/{tid}/wall")
    return json.loads(gzip.decompress(answer.data))


def test_the_scenes_follow_the_event(app, stranger):
    tid = entered(app, 5)
    assert shown(stranger, tid)["playlist"] == ["welcome", "roster"]
    tid = started(app, 5, tid="second", cut=4)
    act(app, tid, rounds.pair_round)
    draft = shown(stranger, tid)
    assert draft["playlist"] == ["welcome", "roster"]
    assert draft["pairings"] is None
    act(app, tid, rounds.publish)
    published = shown(stranger, tid)
    assert published["playlist"] == ["pairings", "set-up"]
    assert [row["name"] for row in published["pairings"]["names"]] == [f"Name p{n}" for n in range(1, 6)]
    play_open_round(app, tid)
    act(app, tid, rounds.close)
    assert shown(stranger, tid)["playlist"] == ["standings"]
    act(app, tid, lambda t: clock.start_break(t, 600_000, now=moment()))
    assert shown(stranger, tid)["playlist"] == ["break", "standings"]
    for _ in range(2):
        play_round(app, tid)
    act(app, tid, lambda t: stages.make_cut(t, 4))
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    play_open_round(app, tid)
    act(app, tid, rounds.close)
    assert shown(stranger, tid)["playlist"] == ["bracket"]
    assert shown(stranger, tid)["bracket"]["size"] == 4


def test_after_a_power_cut_the_end_of_a_break_is_still_told_by_the_time_of_day(app, stranger, monkeypatch):
    tid = started(app, 4)
    play_round(app, tid)
    before = time.time() * 1000
    act(app, tid, lambda t: clock.start_break(t, 600_000, now=moment()))
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "another boot")
    shown_then = shown(stranger, tid)["pause"]
    assert shown_then["boot"] != "another boot"
    assert before + 600_000 - 1 <= shown_then["over_wall_ms"] <= time.time() * 1000 + 600_000


def test_a_draft_stays_on_the_wall_until_its_first_round_is_published(app, stranger):
    """Ready for it they still look for their seats, and are not to check in again."""
    tid = entered(app, 4, ruleset="ashes-draft")
    act(app, tid, setup.start)
    for _ in range(30):
        assert shown(stranger, tid)["playlist"] == ["draft"]
        if shown(stranger, tid)["draft"][0]["step"] == "ready":
            break
        act(app, tid, lambda t: stages.advance_draft(t, 0, now=moment()))
    act(app, tid, rounds.pair_round)
    assert shown(stranger, tid)["playlist"] == ["draft"]
    act(app, tid, rounds.publish)
    assert shown(stranger, tid)["playlist"] == ["pairings", "set-up"]


def test_after_a_draft_come_its_break_and_its_cut_and_not_its_seats(app, stranger):
    tid = started(app, 8, ruleset="ashes-draft", cut=4, rounds=1)
    while shown(stranger, tid)["draft"][0]["step"] != "ready":
        act(app, tid, lambda t: stages.advance_draft(t, 0, now=moment()))
    act(app, tid, lambda t: clock.start_break(t, 600_000, now=moment()))
    assert shown(stranger, tid)["playlist"] == ["break", "draft"]
    play_round(app, tid)
    act(app, tid, lambda t: stages.make_cut(t, 4))
    assert shown(stranger, tid)["playlist"] == ["standings"]
    assert shown(stranger, tid)["where"] == "Before the semi-finals"


def test_with_the_last_pick_nothing_is_passed(app, stranger):
    tid = entered(app, 4, ruleset="ashes-draft")
    act(app, tid, setup.start)
    texts = {}
    while (seen := shown(stranger, tid)["draft"][0])["step"] != "copies":
        texts[seen["pick"]] = seen["text"]
        act(app, tid, lambda t: stages.advance_draft(t, 0, now=moment()))
    assert "Pass the others" in texts[10]
    assert "Pass" not in texts[11]


@pytest.mark.parametrize(("timer", "scenes"), [("common", ["pairings", "set-up"]), ("chess", ["clock"])])
def test_where_no_clock_has_to_be_started_the_first_result_says_that_they_play(app, stranger, timer, scenes):
    """With a common clock it may be somebody who did not come, while the others still sit down."""
    tid = entered(app, 4)
    act(app, tid, lambda t: setup.change_settings(t, replace(t.settings, timer=timer)))
    for decide in (setup.start, rounds.pair_round, rounds.publish):
        act(app, tid, decide)
    assert shown(stranger, tid)["playlist"] == ["pairings", "set-up"]
    act(app, tid, lambda t: results.record_win(t, 1, winner=t.current_round.matches[0].players[0], wounds=3))
    assert shown(stranger, tid)["playlist"] == scenes


def test_walls_look_again_when_an_event_begins_and_when_it_is_over(app, stranger):
    """Left alone they choose by it, and they may be following another event."""
    tid = started(app, 4)
    act(app, tid, rounds.pair_round)
    before = changes.touch(None)
    act(app, tid, rounds.publish)
    assert changes.touch(None) > before
    play_open_round(app, tid)
    after = changes.touch(None)
    act(app, tid, rounds.close)
    assert changes.touch(None) == after


def test_an_event_is_packed_once_for_each_revision(app, stranger):
    tid = started(app, 4)
    first = stranger.client.get(f"/api/tournaments/{tid}/wall")
    again = stranger.client.get(f"/api/tournaments/{tid}/wall", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    act(app, tid, rounds.pair_round)
    moved = stranger.client.get(f"/api/tournaments/{tid}/wall", headers={"If-None-Match": first.headers["ETag"]})
    assert moved.status_code == 200


def test_the_page_and_its_files_are_there_and_nothing_else_is(stranger):
    page = stranger.get("/wall")
    linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.html)
    named = ["wall.webmanifest", "icon-180.png", "wall.css", "older.js", "wall.js"]
    assert [address.rpartition("/")[2] for address in linked] == named
    for address in linked:
        with stranger.client.get(address) as answer:
            assert answer.status_code == 200
            assert "immutable" in answer.headers["Cache-Control"]
    folder = linked[-1].rpartition("/js/")[0]
    for name in ("wall.html", "../app.py", "js/nothing.js"):
        assert stranger.client.get(f"{folder}/{name}").status_code == 404


def test_every_scene_the_desk_offers_is_one_the_page_knows(stranger):
    source = (PROJECT / WALL / "js" / "wall.js").read_text(encoding="utf-8")
    line = next(line for line in source.splitlines() if line.startswith("const SCENES"))
    assert all(scene in line for scene in SCENES if scene not in ("auto", "set-up", "break"))
    assert '"set-up": setup' in line
    assert "break: pause" in line
