"""Buttons and other programs: what they may ask for, by the rules of the desk, and what the history says of it."""

from pathlib import Path

import pytest

from engine import clock as clocks
from engine.decisions import clock
from server.box import power
from server.control import commands, control_keys
from server.core import wrong_tries
from server.core.timekeeping import moment
from server.wall import screens
from tests.server.control.programs import Program, new_key
from tests.server.result_event import Event

NAMES = ("Ana", "Ben", "Cai", "Dee")


@pytest.fixture
def deck(app):
    return Program(app, new_key(app))


@pytest.fixture
def button(app, tmp_path, monkeypatch):
    """The key of this machine's own buttons."""
    run = tmp_path / "run"
    run.mkdir()
    monkeypatch.setenv("CINDERBOX_RUN", str(run))
    control_keys.make_own()
    return Program(app, (run / control_keys.OWN).read_text(), "127.0.0.1")


@pytest.fixture
def cup(app):
    return Event(app, NAMES).start()


def later(monkeypatch, ms):
    """The two seconds in which a second tap does nothing are over."""
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(ms))


def phase(cup):
    return clocks.phase(cup.t.clock, moment())


def test_one_button_starts_and_pauses_and_the_history_says_who(cup, deck, button, organizer, monkeypatch):
    assert deck.does("switch")["said"] == "The clock is running."
    later(monkeypatch, 3_000)
    answer = button.does("switch")
    assert (answer["said"], answer["clock"]["phase"]) == ("The clock is paused.", "paused")
    page = organizer.get("/events/cup/history/")
    assert "Stream Deck" in page
    assert "Button on the box" in page


def test_a_second_press_takes_nothing_back(cup, deck):
    deck.does("switch")
    again = deck.does("switch")
    assert again["done"] is False
    assert "only a moment ago" in again["said"]
    assert phase(cup) == "running"


def test_what_came_twice_is_done_once(cup, deck, monkeypatch):
    deck.does("switch", request_id="7")
    later(monkeypatch, 3_000)
    assert deck.does("switch", request_id="7")["clock"]["phase"] == "running"


def test_start_pause_and_resume_each_do_one_thing(cup, deck, monkeypatch):
    assert "has not been started" in deck.is_refused("resume")
    assert deck.does("start")["clock"]["running"]
    later(monkeypatch, 3_000)
    assert "already running" in deck.is_refused("start")
    assert deck.does("pause")["clock"]["phase"] == "paused"
    later(monkeypatch, 6_000)
    assert "nothing to pause" in deck.is_refused("pause")
    assert deck.does("resume")["clock"]["phase"] == "running"


def test_time_is_called_once(cup, deck, monkeypatch):
    assert "cannot be called yet" in deck.is_refused("time")
    deck.does("start")
    assert deck.does("time")["clock"]["phase"] == "called"
    assert "already been called" in deck.is_refused("time")
    later(monkeypatch, 3_000)
    assert "already been called" in deck.is_refused("switch")


def test_time_that_is_called_can_be_paused_while_a_table_plays_on(cup, deck, monkeypatch):
    deck.does("start")
    cup.do(lambda t: clock.extend_table(t, 1, ms=240_000, now=moment()))
    deck.does("time")
    later(monkeypatch, 3_000)
    assert deck.does("switch")["clock"]["phase"] == "paused"


def test_an_ended_clock_is_left_alone(cup, deck, monkeypatch):
    deck.does("start")
    cup.do(lambda t: clock.end_clock(t, moment()))
    later(monkeypatch, 3_000)
    assert "start it at the desk" in deck.is_refused("switch")


@pytest.mark.parametrize(
    ("minutes", "said"), [(5, "Added: 5 min for everyone."), ("-2.5", "Taken away: 2.5 min for everyone.")]
)
def test_minutes_are_added_and_taken(cup, deck, minutes, said):
    before = cup.t.clock.length_ms
    assert deck.does("add", minutes=minutes)["said"] == said
    assert cup.t.clock.length_ms - before == float(minutes) * 60_000


@pytest.mark.parametrize("minutes", ["", "soon", None, True, [5], "1e999", "nan", 6000])
def test_minutes_that_are_none_are_refused(cup, deck, minutes):
    before = cup.t.clock
    deck.is_refused("add", minutes=minutes)
    assert cup.t.clock == before


def test_an_announcement_goes_up_and_down(cup, deck, stranger):
    deck.does("announce", text="Lunch is at the bar.")
    assert "Lunch is at the bar." in stranger.get("/e/cup/")
    assert deck.does("take-down")["said"] == "Taken down."
    assert deck.does("take-down")["done"] is False
    assert "Type what" in deck.is_refused("announce", text=" ")


def test_a_round_that_is_over_is_not_switched_by_an_old_press(cup, deck):
    deck.is_refused("switch", round=2)
    assert phase(cup) == "not-started"


def test_a_press_that_is_too_old_or_of_another_boot_is_not_carried_out(cup, button):
    now = moment()
    for pressed in (
        {"boot": now.boot_id, "ms": now.ms - 60_000},
        {"boot": "another", "ms": now.ms},
        {"boot": now.boot_id, "ms": now.ms + 60_000},
        {"boot": now.boot_id},
        "just now",
    ):
        assert "too long ago" in button.is_refused("switch", pressed=pressed)
    assert phase(cup) == "not-started"
    button.does("switch", pressed={"boot": now.boot_id, "ms": now.ms})


def test_with_two_events_nothing_is_done_until_the_desk_says_which(app, cup, deck, organizer):
    other = Event(app, NAMES, tid="other").start()
    other.do(lambda t: clock.start_clock(t, moment()))
    assert "Several events are being played" in deck.is_refused("switch")
    assert (phase(cup), phase(other)) == ("not-started", "running")
    organizer.post("/box/programs/event", event="cup")
    deck.does("switch")
    assert (phase(cup), phase(other)) == ("running", "running")
    assert deck.does("add", event="other", minutes=1)["event"]["id"] == "other"


def test_before_a_round_there_is_nothing_to_switch(deck, app):
    assert "No round is being played" in deck.is_refused("switch")
    assert deck.send("switch", event="nothing")[0] == 404
    assert deck.send("explode")[0] == 404


def test_walls_go_from_scene_to_scene(app, cup, deck):
    assert deck.send("scene", scene="clock")[0] == 404  # no wall yet
    with app.app_context():
        wall, bar = (screens.hello("", address="10.0.0.1", told={}) for _ in range(2))
        shown = [deck.does("next-scene")["said"] and screens.about(wall)["scene"] for _ in range(3)]
        assert shown == ["pairings", "clock", "auto"]
        assert screens.about(bar)["scene"] == "auto"
        deck.does("scene", scene="standings", screen=bar)
        assert (screens.about(wall)["scene"], screens.about(bar)["scene"]) == ("auto", "standings")
        assert "no such scene" in deck.is_refused("scene", scene="fireworks")


def test_a_key_is_shown_once_and_taken_back(app, cup, organizer):
    key = key_on(organizer.post("/box/programs/keys", name="Foot  switch", request_id="a"))
    assert key == key_on(organizer.post("/box/programs/keys", name="Foot switch", request_id="a"))
    assert key not in organizer.get("/box/programs/").html
    program = Program(app, key)
    program.does("start")
    assert "last used" in organizer.get("/box/programs/")
    (known,) = keys(app)
    assert key not in str(known)
    organizer.post(f"/box/programs/keys/{known.id}/revoke")
    assert program.send("pause")[0] == 401
    assert "Foot switch" in organizer.get("/events/cup/history/")


def key_on(page):
    return page.text.split("Bearer ")[1].split('"')[0]


def keys(app):
    with app.app_context():
        return control_keys.listed()


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "Stream Deck"])
def test_a_key_needs_a_name_of_its_own(app, deck, organizer, name):
    organizer.post("/box/programs/keys", name=name)
    assert [key.name for key in keys(app)] == ["Stream Deck"]


def test_the_key_of_the_buttons_counts_on_this_machine_alone(app, cup, button):
    assert Program(app, button.key, "10.0.0.9").send("start")[0] == 401
    assert button.does("start")["clock"]["running"]


def test_only_the_button_on_the_box_switches_it_off(cup, deck, button, monkeypatch):
    asked = []
    monkeypatch.setattr(power, "ask", asked.append)
    assert deck.send("power/off")[0] == 403
    assert asked == []
    button.does("power/off")
    assert asked == ["off"]


def test_whoever_guesses_keys_is_slowed_and_a_right_one_goes_on(app, cup, deck, monkeypatch):
    monkeypatch.setattr(wrong_tries, "CONTROL_KEY", wrong_tries.TABLET_CODE)
    thief = Program(app, "guess")
    answers = [thief.send("start")[0] for _ in range(25)]
    assert (answers[0], answers[-1]) == (401, 429)
    deck.does("start")


def test_a_script_that_runs_wild_is_slowed(app, cup, deck):
    answers = [deck.send("take-down")[0] for _ in range(40)]
    assert (answers[0], answers[-1]) == (200, 429)


def test_every_command_is_tried_here():
    text = Path(__file__).read_text(encoding="utf-8")
    assert [command for command in commands.COMMANDS if f'"{command}"' not in text] == []
