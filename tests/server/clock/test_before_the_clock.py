"""Nobody plays before the clock has started: until then tables are being set up, on every page that names them."""

import json
from dataclasses import replace

import pytest

from engine.decisions import clock, setup
from server.core.timekeeping import moment
from tests.server.paper.test_sheets import on_the_wall
from tests.server.result_event import Event

CUP = "/events/cup"
DESK = ("/", "/pairings/", "/results/", "/floor/")


def shown(organizer, path):
    return organizer.get(f"{CUP}{path}").text


@pytest.fixture
def cup(app):
    return Event(app, ["Ana", "Ben", "Cai", "Dee"], ruleset_id="summoner-wars").start()


@pytest.mark.parametrize("path", DESK)
def test_a_table_is_set_up_until_the_clock_starts(organizer, cup, path):
    assert "Setting up" in shown(organizer, path)
    assert "Playing" not in shown(organizer, path)
    cup.do(lambda t: clock.start_clock(t, moment()))
    assert "Setting up" not in shown(organizer, path)
    assert "Playing" in shown(organizer, path)


def test_a_phone_says_it_too(organizer, cup):
    assert "setting up" in organizer.get("/e/cup/p/p1")
    cup.do(lambda t: clock.start_clock(t, moment()))
    assert "playing" in organizer.get("/e/cup/p/p1")


def test_where_others_are_done_nobody_is_called_setting_up_for_a_clock_that_was_forgotten(organizer, cup):
    cup.win(1)
    assert "Setting up" not in shown(organizer, "/results/")
    assert "Playing" in shown(organizer, "/results/")


@pytest.mark.parametrize("path", DESK)
@pytest.mark.parametrize(("ruleset", "timer"), [("spellfire", "common"), ("ashes-reborn", "chess")])
def test_without_a_limit_a_table_is_set_up_until_the_round_is_started(organizer, app, path, ruleset, timer):
    """“Playing” stood at every table while the desk offered “Start the round”."""
    made = Event(app, ["Ana", "Ben", "Cai", "Dee", "Eva", "Fay"], ruleset_id=ruleset)
    made.do(lambda t: setup.change_settings(t, replace(t.settings, timer=timer)))
    made.start()
    assert "Playing" not in shown(organizer, path)
    made.do(lambda t: clock.start_clock(t, moment()))
    assert "Setting up" not in shown(organizer, path)
    assert "Playing" in shown(organizer, path)


def test_without_a_limit_the_first_game_says_that_the_round_is_played(organizer, app):
    """Many never press the button: there is no clock that anybody misses."""
    made = Event(app, ["Ana", "Ben", "Cai", "Dee", "Eva", "Fay"], ruleset_id="spellfire").start()
    made.game(1, made.match(1).seats[0].side, 6, 3, 3)
    assert "Setting up" not in shown(organizer, "/results/")
    assert "Playing" in shown(organizer, "/results/")


def test_a_bracket_is_set_up_before_it_is_played(organizer, app):
    made = Event(app, ["Ana", "Ben", "Cai", "Dee"], cut=2).start().play().next_round().play()
    organizer.post(f"{CUP}/standings/cut", size="2")
    made.next_round()
    assert "Table 1, setting up" in json.dumps(on_the_wall(organizer)["bracket"])
    assert "Table 1, setting up" in organizer.get(f"{CUP}/standings/")
    assert "Table 1, setting up" in organizer.get("/e/cup/bracket")
    made.do(lambda t: clock.start_clock(t, moment()))
    assert "Table 1, playing" in json.dumps(on_the_wall(organizer)["bracket"])


def test_once_all_results_are_in_there_is_no_clock_left_to_start(organizer, cup):
    """Typed from slips while nobody had pressed it: “All results in”, and below it “Start the clock” and a forecast."""
    assert "Start the clock" in shown(organizer, "/clock/")
    cup.win(1).win(2)
    for path in ("/", "/clock/"):
        page = shown(organizer, path)
        assert "All results in" in page
        assert "Start the clock" not in page
        assert "Round over" not in page
