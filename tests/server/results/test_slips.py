"""Slips by keyboard: table, winner, number, Enter; without script as well."""

import re

import pytest

from tests.server.at_table_devices import phone, slip, tablet
from tests.server.result_event import Event, told

SLIPS = "/events/cup/results/slips"
NAMES = ("Ana Kovač", "Ben Adeyemi", "Bea Zimmer", "Élodie Ash", "<i>Ida</i>", "Łukasz Ó Sé")


@pytest.fixture
def cup(app):
    return Event(app, NAMES).start()


def seat_of(cup, name):
    """The table and the seat (from 0) of somebody."""
    id = cup.ids[name]
    match = next(m for m in cup.t.current_round.matches if id in m.players)
    return match.table, match.players.index(id)


def value(page, field):
    return re.search(rf'id="{field}"[^>]*? value="([^"]*)"', page.html)[1]


def test_a_slip_is_one_line(judge, cup):
    page = judge.post(SLIPS, table="1", winner="2", wounds="12", round=1)
    one, two = cup.names_at(1)
    assert page.path == SLIPS
    assert f"Table 1: {two} beat {one}, 25 : 12." in told(page)
    assert [out.blood for out in cup.match(1).result.outcomes] == [12, 25]
    assert "Missing: 2" in page
    assert "Take back" in page
    assert value(page, "table") == ""
    assert re.search(r'id="table"[^>]* autofocus', page.html)


@pytest.mark.parametrize("typed", ["elo", "ÉLO", "ash", "Élodie Ash"])
def test_the_winner_is_found_by_the_beginning_of_a_name(judge, cup, typed):
    table, seat = seat_of(cup, "Élodie Ash")
    judge.post(SLIPS, table=table, winner=typed, wounds="3", round=1)
    assert cup.match(table).result.outcomes[seat].mark == "win"


def test_a_beginning_that_fits_both_is_asked_about(app, judge):
    cup = Event(app, ("Ann One", "Anna Two")).start()
    page = judge.post(SLIPS, table="1", winner="an", wounds="3", round=1)
    assert "“an” fits both" in page
    assert (value(page, "table"), value(page, "winner"), value(page, "wounds")) == ("1", "an", "3")
    assert re.search(r'id="winner"[^>]* autofocus', page.html)
    assert cup.match(1).result is None


@pytest.mark.parametrize(
    ("slip", "sentence", "focus"),
    [
        (("", "1", "3"), "Type the number of the table first", "table"),
        (("x", "1", "3"), "“x” is not a table number", "table"),
        (("44", "1", "3"), "There is no table 44 in round 1: they are 1 to 3.", "table"),
        (("1", "", "3"), "Who won table 1?", "winner"),
        (("1", "zzz", "3"), "“zzz” is neither of the two at table 1", "winner"),
        (("1", "1", ""), "Type the wounds on", "wounds"),
        (("1", "1", "many"), "Type the wounds on", "wounds"),
        (("1", "1", "100"), "100 is not possible", "wounds"),
        (("1", "d", "3-4"), "“d” is neither", "winner"),
    ],
)
def test_errors_are_sentences_and_nothing_typed_is_lost(app, judge, slip, sentence, focus):
    cup = Event(app, ("Ana", "Ben", "Cai", "Eve", "Fay", "Gil")).start()
    table, winner, wounds = slip
    page = judge.post(SLIPS, table=table, winner=winner, wounds=wounds, round=1)
    assert page.status == 409
    assert sentence in page
    assert (value(page, "table"), value(page, "winner"), value(page, "wounds")) == slip
    assert re.search(rf'id="{focus}"[^>]* autofocus', page.html)
    assert all(match.result is None for match in cup.t.current_round.matches)


def test_too_many_are_asked_about_with_a_button_that_enter_presses(judge, cup):
    page = judge.post(SLIPS, table="1", winner="1", wounds="31", round=1)
    assert "31 wounds, really?" in page
    key = re.search(r'name="sure" value="([^"]+)" autofocus', page.html)[1]
    judge.post(SLIPS, table="1", winner="1", wounds="31", sure=key, round=1)
    assert cup.match(1).result.outcomes[1].blood == 31


def test_a_table_that_has_a_result_keeps_it(judge, cup):
    cup.win(1, wounds=4)
    page = judge.post(SLIPS, table="1", winner="2", wounds="9", round=1)
    assert "Table 1 already has a result" in page
    assert value(page, "wounds") == "9"
    assert cup.match(1).result.outcomes[1].blood == 4


def test_a_double_enter_counts_once(judge, cup):
    for _ in range(2):
        page = judge.post(SLIPS, table="1", winner="1", wounds="9", round=1, request_id="enter")
    assert page.status == 200
    assert sum("ResultRecorded" in type(fact).__name__ for act in cup.book.acts for fact in act.facts) == 1


def test_a_slip_typed_on_the_page_of_the_last_round_is_refused(judge, cup):
    cup.play().next_round()
    page = judge.post(SLIPS, table="1", winner="1", wounds="9", round=1)
    assert "This page was for round 1" in page
    assert cup.match(1).result is None


def test_a_slip_that_comes_after_the_round_was_closed_leads_to_its_results(judge, cup):
    """It was answered with a bare page “Redirecting…” that led nowhere."""
    cup.play()
    page = judge.post(SLIPS, table="1", winner="1", wounds="9", round=1)
    assert page.path == "/events/cup/results/"
    assert page.text.count("Round 1 is closed") == 1


def test_what_was_just_entered_can_be_taken_back(judge, cup):
    from engine.results import fingerprint

    page = judge.post(SLIPS, table="1", winner="1", wounds="9", round=1)
    assert "Jude" in page
    back = judge.post("/events/cup/results/1/take-back", round=1, shown=fingerprint(cup.match(1).result), back="slips")
    assert back.path == SLIPS
    assert cup.match(1).result is None


def test_a_missing_table_can_be_chosen_without_script(judge, cup):
    page = judge.get(SLIPS, table=2)
    assert value(page, "table") == "2"
    assert re.search(r'id="winner"[^>]* autofocus', page.html)


def test_the_page_carries_the_names_for_the_script_and_never_as_markup(judge, cup):
    page = judge.get(SLIPS)
    assert "<i>Ida" not in page.html
    assert "\\u003ci\\u003eIda" in page.html


def test_fields_ask_for_the_keypad_of_digits(judge, cup):
    html = judge.get(SLIPS).html
    assert re.search(r'id="table"[^>]*inputmode="numeric"', html)
    assert re.search(r'id="wounds"[^>]*inputmode="numeric"', html)


@pytest.mark.parametrize("typed", ["9-12", "9 12", "9:12", "9.12", "9–12"])
def test_a_classic_draw_is_d_and_both_numbers_as_they_stand_on_the_slip(app, judge, typed):
    """“A player earns 1 blood point for each wound token on an opponent’s Phoenixborn at the end of the match.”"""
    cup = Event(app, NAMES, ruleset_id="ashes-classic").start().call_time()
    one, two = cup.names_at(1)
    page = judge.post(SLIPS, table="1", winner="d", wounds=typed, round=1)
    assert f"Table 1: {one} scored 12 and {two} 9, a draw." in told(page)
    assert [(out.mark, out.blood) for out in cup.match(1).result.outcomes] == [("draw", 12), ("draw", 9)]


def test_a_draw_takes_the_same_two_numbers_wherever_it_is_told(app, judge):
    """18 wounds lie on the first one's own Phoenixborn, 12 on the second one's: told five ways, one result."""
    cup = Event(app, [f"N{n}" for n in range(10)], ruleset_id="ashes-classic").start().call_time()
    paper = judge.get("/events/cup/print/slips")
    assert "Wounds: on each one’s own Phoenixborn at the end." in paper
    assert "If both Phoenixborn would fall at once, the active player wins." in paper

    judge.post(SLIPS, table="1", winner="d", wounds="18-12", round=1)
    form = judge.get("/events/cup/results/2")
    for id, name in zip(("on_1", "on_2"), cup.names_at(2), strict=True):
        assert re.search(rf'for="{id}">Wounds on <bdi>{name}</bdi>’s Phoenixborn<', form.html)
    shown = {"round": "1", "shown": "", "winner": "draw", "on_1": "18", "on_2": "12"}
    judge.post("/events/cup/results/2", **shown)
    device, one = tablet(cup, 3), {"draw": True, "on": [18, 12]}
    device.send("report", reports=[{"player": player, **one} for player in cup.pair(3)])
    for player in cup.pair(4):
        phone(cup, player).send("report", reports=[{"player": player, **one}])
    scanned = slip(cup, 5)
    scanned.send("report", reports=[{"player": player, **one} for player in cup.pair(5)])

    scored = [[out.blood for out in cup.match(table).result.outcomes] for table in range(1, 6)]
    assert scored == [[12, 18]] * 5


def test_the_keyboard_says_which_two_numbers_a_draw_has(app, judge):
    Event(app, NAMES, ruleset_id="ashes-classic").start()
    said = "the wounds on each one’s own Phoenixborn, in the order of the slip, like 18-12"
    assert said in judge.get(SLIPS)
    assert said in judge.post(SLIPS, table="1", winner="d", wounds="12", round=1)


def test_a_draw_needs_both_numbers(app, judge):
    Event(app, NAMES, ruleset_id="ashes-classic").start()
    page = judge.post(SLIPS, table="1", winner="d", wounds="12", round=1)
    assert "A draw has two numbers" in page
    assert "100 is not possible" in judge.post(SLIPS, table="1", winner="d", wounds="12-100", round=1)


def test_a_disputed_table_is_settled_not_typed(judge, cup):
    cup.report(2, 0, winner=0, wounds=12).report(2, 1, winner=1, wounds=21)
    assert "Settle" in judge.get(SLIPS)


def test_there_are_slips_only_while_a_round_is_on(app, judge):
    cup = Event(app, NAMES)
    assert "There is no round yet" in judge.get(SLIPS)
    cup.start().play()
    page = judge.get(SLIPS)
    assert page.path == "/events/cup/results/"
    assert "Round 1 is closed" in page
