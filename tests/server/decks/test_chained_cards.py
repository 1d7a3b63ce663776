"""The Chained cards are named where First Fives are chosen and checked; and a whole round is checked with one tap."""

import gzip
import json
from dataclasses import replace

import pytest

from engine.decisions import clock, deck_lists, setup
from server.core.timekeeping import moment
from tests.server.deck_lists import plays
from tests.server.result_event import Event, told

CHAINED = ("Explosive Growth", "Golden Veil", "Hypnotize", "Psychic Vampire", "River Skald", "Meteor")
CLOCK = "/events/cup/clock/"


@pytest.fixture
def cup(app):
    return Event(app, ("Ana", "Ben", "Cai", "Dee", "Eve", "Fay")).start()


def ready(event):
    return [len(match.ready) for match in event.t.current_round.matches]


def named(page):
    return all(card in page for card in CHAINED)


def on_the_wall(stranger):
    return json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))


def unchained(event):
    event.do(lambda t: setup.change_settings(t, replace(t.settings, chained=False)))


def test_the_judge_reads_them_at_the_table_and_on_the_floor(judge, cup):
    five = judge.get(f"/events/cup/deck-checks/first-five/1/{cup.pair(1)[0]}")
    assert named(five)
    assert "None in a First Five, none played or conjured in the first game round." in five
    assert named(judge.get("/events/cup/floor/"))
    assert named(judge.get(CLOCK))


def test_phones_name_them_open_until_the_clock_runs(app, stranger, cup):
    mine, unfolded = f"/e/cup/p/{cup.pair(1)[0]}", 'id="barred" open'
    page = stranger.get(mine)
    assert named(page)
    assert unfolded in page.html
    cup.do(lambda t: clock.start_clock(t, moment()))
    for path in (mine, "/e/cup/"):
        page = stranger.get(path)
        assert named(page), path
        assert unfolded not in page.html


def test_the_wall_has_them_for_its_set_up_scene(stranger, cup):
    found = on_the_wall(stranger)["set_up"]
    assert found["barred"]["title"] == "Chained cards"
    assert found["barred"]["cards"][0] == "Explosive Growth"
    unchained(cup)
    assert on_the_wall(stranger)["set_up"]["barred"] is None


def test_where_none_is_chained_no_page_speaks_of_them(judge, stranger, cup):
    unchained(cup)
    for page in (
        judge.get(f"/events/cup/deck-checks/first-five/1/{cup.pair(1)[0]}"),
        judge.get(CLOCK),
        judge.get("/events/cup/floor/"),
        stranger.get("/e/cup/"),
    ):
        assert "Hypnotize" not in page
        assert "Chained" not in page


# All checked


@pytest.mark.parametrize("path", [CLOCK, "/events/cup/floor/"])
def test_one_tap_checks_a_whole_round(judge, cup, path):
    assert "All checked" in judge.get(path)
    page = judge.post(f"{CLOCK}ready", round=1, back="floor" if "floor" in path else "clock")
    assert page.path == path
    assert "The First Fives of 3 tables are checked." in page
    assert ready(cup) == [2, 2, 2]
    assert "All checked" not in page


def test_it_is_one_act_and_can_be_undone(organizer, cup):
    organizer.post(f"{CLOCK}ready", round=1)
    assert len(cup.book.acts[-1].facts) == 6


def test_where_i_play_somebody_else_checks(app, judge, cup):
    mine = cup.pair(2)[0]
    plays(cup, mine, role="judge")
    page = judge.post(f"{CLOCK}ready", round=1)
    assert ready(cup) == [2, 0, 2]
    assert f"Table 2 is left out: {cup.name(mine)} of the staff plays there, so somebody else checks." in told(page)


def test_a_fault_that_was_found_is_left_for_a_second_look(judge, cup):
    cup.do(lambda t: deck_lists.check_deck(t, cup.pair(3)[0], id="c1", what="first-five", ok=False))
    page = judge.post(f"{CLOCK}ready", round=1)
    assert ready(cup) == [2, 2, 1]
    assert "Table 3 is left out: a fault was found there. Check it by itself." in told(page)


def test_a_page_of_an_earlier_round_checks_nothing(judge, cup):
    cup.play().next_round()
    assert "Round 1" in judge.post(f"{CLOCK}ready", round=1)
    assert ready(cup) == [0, 0, 0]


def test_where_no_first_fives_are_checked_nobody_offers_it(app, judge):
    Event(app, ("Ana", "Ben"), ruleset_id="summoner-wars").start()
    assert "All checked" not in judge.get(CLOCK)
    assert "All checked" not in judge.get("/events/cup/floor/")
