"""Classic: “If, after following the procedure for time being called neither player has won, both … receive a Draw.”

A draw that is told before time is called is asked about wherever it is told, and the desk can see that it was.
"""

from dataclasses import replace

import pytest

from engine import facts as f
from engine.decisions import clock
from server.core.timekeeping import moment
from tests.server.at_table_devices import phone, tablet
from tests.server.result_event import Event, told

FOUR = ("Ana", "Ben", "Cai", "Dee")
RESULTS = "/events/cup/results/"
SLIPS = f"{RESULTS}slips"
ASKED = "Time has not been called, and a draw comes only from the time procedure. Record it all the same?"
FLAG = "A draw before time was called"


@pytest.fixture
def cup(app):
    return Event(app, FOUR, ruleset_id="ashes-classic").start()


def draw_at(event, table=1, **sure):
    """Both at once, from the table's tablet."""
    version = {"draw": True, "on": [4, 6]}
    reports = [{"player": player, **version} for player in event.pair(table)]
    return tablet(event, table).send("report", reports=reports, **sure)


def typed(cup, **fields):
    return {"round": 1, "shown": "", "winner": "draw", "on_1": "4", "on_2": "6", **fields}


# At the desk


def test_the_desk_is_asked_whether_a_draw_before_time_is_recorded_all_the_same(judge, cup):
    page = judge.post(f"{RESULTS}1", **typed(cup))
    assert page.status == 409
    assert ASKED in page
    assert "Change the number" not in page
    assert cup.match(1).result is None
    key = page.html.partition('name="sure" value="')[2].partition('"')[0]
    judge.post(f"{RESULTS}1", **typed(cup, sure=key))
    assert cup.match(1).result.outcomes[0].mark == "draw"
    assert cup.match(1).before_time


def test_once_time_is_called_a_draw_is_a_draw(judge, cup):
    cup.call_time()
    judge.post(f"{RESULTS}1", **typed(cup))
    assert cup.match(1).result.outcomes[0].mark == "draw"
    assert not cup.match(1).before_time
    assert FLAG not in judge.get(RESULTS)


def test_a_table_with_extra_time_has_its_own_end(judge, cup):
    cup.do(lambda t: clock.start_clock(t, moment()))
    cup.do(lambda t: clock.extend_table(t, 1, ms=240_000, now=moment()))
    cup.do(lambda t: clock.call_time(t, moment()))
    assert ASKED in judge.post(f"{RESULTS}1", **typed(cup))
    assert ASKED not in judge.post(f"{RESULTS}2", **typed(cup))


def test_many_wounds_and_an_early_draw_are_asked_about_together(judge, cup):
    page = judge.post(f"{RESULTS}1", **typed(cup, on_1="31"))
    assert "31 wounds, really?" in page
    assert ASKED in page
    key = page.html.partition('name="sure" value="')[2].partition('"')[0]
    assert ASKED in judge.post(f"{RESULTS}1", **typed(cup, on_1="32", sure=key))


def test_a_draw_that_stands_is_changed_without_asking_for_it_again(judge, cup):
    """Only the numbers were wrong: whoever changes them has said before that it was a draw."""
    draw_at(cup, sure=True)
    page = judge.get(f"{RESULTS}1")
    shown = page.html.partition('name="shown" value="')[2].partition('"')[0]
    judge.post(f"{RESULTS}1", **typed(cup, on_1="5", shown=shown, sure="x"))
    assert cup.match(1).before_time


def test_the_desk_sees_in_the_list_that_time_had_not_been_called(judge, cup):
    draw_at(cup, sure=True)
    page = judge.get(RESULTS)
    assert "Draw before time" in page
    assert f"Table 1: {FLAG}" in page
    assert "more than the usual" not in page


def test_history_and_now_say_so_too(organizer, cup):
    draw_at(cup, sure=True)
    for path in ("/events/cup/history/", "/events/cup/"):
        assert "a draw before time was called" in told(organizer.get(path))


# On slips


def test_a_slip_with_an_early_draw_asks(judge, cup):
    page = judge.post(SLIPS, table="1", winner="d", wounds="4-6", round=1)
    assert ASKED in page
    assert "Change the number" not in page
    key = page.html.partition('name="sure" value="')[2].partition('"')[0]
    judge.post(SLIPS, table="1", winner="d", wounds="4-6", round=1, sure=key)
    assert cup.match(1).before_time


# At the table


def test_a_tablet_and_a_phone_are_told_that_an_early_draw_is_asked_about(cup):
    state = tablet(cup, 1).state().json
    assert state["game"]["early_draw"] == "Time has not been called, and a draw comes only from the time procedure."
    assert not state["called"]
    assert not phone(cup, cup.pair(1)[0]).state().json["called"]
    cup.call_time()
    assert tablet(cup, 1).state().json["called"]


def test_the_box_asks_where_the_device_did_not(cup):
    answer = draw_at(cup)
    assert (answer.status_code, answer.json["ask"]) == (409, True)
    assert answer.json["error"] == ASKED
    assert cup.match(1).result is None
    assert draw_at(cup, sure=True).status_code == 200


def test_one_tells_before_time_and_the_other_confirms_after_it(cup):
    """What both say is the same, so it is no dispute; that it was agreed early stays known."""
    one, two = cup.pair(1)
    version = {"draw": True, "on": [4, 6]}
    phone(cup, one).send("report", reports=[{"player": one, **version}], sure=True)
    cup.call_time()
    assert phone(cup, two).send("report", reports=[{"player": two, **version}]).json["step"] == "in"
    assert cup.match(1).before_time


def test_where_the_desk_has_the_last_word_an_early_draw_is_not_among_the_plausible_ones(judge, cup):
    cup.do(lambda t: (f.SettingsChanged(replace(t.settings, desk_confirms=True)),))
    draw_at(cup, sure=True)
    page = judge.get(RESULTS)
    assert f"Table 1: {FLAG}" in page
    assert "plausible" not in page
    agreed = page.html.partition('name="agreed" value="')[2].partition('"')[0]
    judge.post(f"{RESULTS}confirm", agreed=agreed, round=1)
    assert cup.match(1).before_time


def test_a_version_of_an_early_draw_is_doubted_at_its_table(judge, cup):
    one, _ = cup.pair(1)
    phone(cup, one).send("report", reports=[{"player": one, "draw": True, "on": [4, 6]}], sure=True)
    page = judge.get(f"{RESULTS}1")
    assert "Time had not been called." in page
    shown = page.html.partition('name="shown" value="')[2].partition('"')[0]
    judge.post(f"{RESULTS}1/accept", player=one, shown=shown, round=1)
    assert cup.match(1).before_time


def test_a_game_where_draws_may_be_agreed_does_not_ask(app, judge, monkeypatch):
    """That a draw needs time to be called is this rulebook's, not every game's."""
    from engine.rulesets.registry import RULESETS

    free = replace(RULESETS["ashes-classic"], early_draw="")
    monkeypatch.setitem(RULESETS, "ashes-classic", free)
    cup = Event(app, FOUR, ruleset_id="ashes-classic").start()
    judge.post(f"{RESULTS}1", **typed(cup))
    assert cup.match(1).result is not None
    assert not cup.match(1).before_time
