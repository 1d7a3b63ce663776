"""More wounds than the winner's Phoenixborn survives are doubted everywhere, and believed after a second look."""

import io
import re
from dataclasses import replace

import pytest

from engine.decisions import rounds, setup
from server.core.desk import desk
from server.event import demo
from tests.server.at_table_devices import phone, slip, tablet
from tests.server.deck_lists import ashes_list, hand_in, with_lists
from tests.server.result_event import Event, told

RESULTS = "/events/cup/results/"
COAL, MAEONI = ashes_list(phoenixborn="Coal Roarkwin"), ashes_list(phoenixborn="Maeoni Viper")


@pytest.fixture
def cup(app):
    """Four players, two tables; whoever has the first seat plays Coal (15 life), the other one Maeoni (20)."""
    event = with_lists(app)
    event.begin()
    for match in event.t.current_round.matches:
        hand_in(hand_in(event, match.players[0], text=COAL), match.players[1], text=MAEONI)
    event.do(rounds.publish)
    return event


def asked_of(event, seat, life):
    return f"{life} wounds, really? {event.names_at(1)[seat]}’s Phoenixborn falls at {life}."


def test_at_the_desk_a_known_phoenixborn_counts_with_its_own_life(judge, cup):
    fields = {"round": "1", "shown": "", "how": "played"}
    assert asked_of(cup, 0, 15) in told(judge.post(f"{RESULTS}1", winner=cup.pair(1)[0], wounds="15", **fields))
    assert cup.match(1).result is None
    judge.post(f"{RESULTS}1", winner=cup.pair(1)[1], wounds="19", **fields)
    assert [each.blood for each in cup.match(1).result.outcomes] == [19, 25]
    assert "Look again" not in judge.get(RESULTS)


def test_by_keyboard_and_in_a_correction_too(judge, organizer, cup):
    page = judge.post(f"{RESULTS}slips", table="1", winner="1", wounds="15", round=1)
    assert asked_of(cup, 0, 15) in told(page)
    key = re.search(r'name="sure" value="([^"]+)"', page.html)[1]
    judge.post(f"{RESULTS}slips", table="1", winner="1", wounds="15", sure=key, round=1)
    assert cup.match(1).result.outcomes[1].blood == 15
    assert f"Table 1: {asked_of(cup, 0, 15)}" in told(judge.get(RESULTS))
    cup.play()
    corrected = {"winner": cup.match(1, 1).players[1], "wounds": "20", "how": "played", "do": "preview"}
    asked = organizer.post(f"{RESULTS}round/1/1/correct", **corrected)
    assert asked_of(cup, 1, 20) in told(asked)


@pytest.mark.parametrize("device", [tablet, slip, lambda event, table: phone(event, event.pair(table)[0])])
def test_at_the_table_every_device_is_told_what_each_side_survives(cup, device):
    here = device(cup, 1)
    found = here.state().json
    assert [(each["ask_above"], each["life"]) for each in found["players"]] == [(14, 15), (19, 20)]
    assert (found["game"]["ask_above"], found["game"]["life"]) == (19, 20)
    answer = here.report((0, 0, 15))
    assert (answer.status_code, answer.json["ask"], answer.json["error"]) == (409, True, asked_of(cup, 0, 15))
    assert here.report((0, 0, 15), sure=True).json["step"] == "one"
    assert here.report((0, 1, 19)).json["reports"][0]["blood"] == [19, 25]


def test_versions_that_cannot_be_are_marked_at_the_desk(judge, cup):
    cup.report(1, 0, winner=0, wounds=15).report(1, 1, winner=1, wounds=19)
    page = told(judge.get(RESULTS))
    assert asked_of(cup, 0, 15) in page
    assert page.count("really?") == 1


def test_without_lists_the_general_number_counts(app, judge):
    event = Event(app, ("Ana", "Ben", "Cai", "Dee")).start()
    found = tablet(event, 1).state().json
    assert [(each["ask_above"], each["life"]) for each in found["players"]] == [(19, None)] * 2
    page = judge.post(f"{RESULTS}1", winner=event.pair(1)[0], wounds="20", round="1", shown="", how="played")
    assert "20 wounds, really? No Phoenixborn we know of survives 20." in page


def test_a_list_that_cannot_be_read_or_names_somebody_unknown_falls_back_to_it(app, judge):
    event = with_lists(app)
    hand_in(event, "p1", text="not a list at all")
    hand_in(event, "p2", text=ashes_list(phoenixborn="Somebody New"))
    event.start()
    found = tablet(event, 1).state().json
    assert [each["life"] for each in found["players"]] == [None, None]


def test_in_summoner_wars_14_counts_for_every_summoner(app):
    event = Event(app, ("Ana", "Ben"), ruleset_id="summoner-wars").start()
    found = tablet(event, 1).state().json
    assert (found["game"]["ask_above"], [each["ask_above"] for each in found["players"]]) == (13, [13, 13])


def test_in_a_draw_each_number_is_held_against_its_own_side(app, judge):
    event = with_lists(app, ruleset_id="ashes-classic")
    for player in event.ids.values():
        hand_in(event, player, text=COAL)
    event.start()
    page = judge.post(f"{RESULTS}slips", table="1", winner="d", wounds="14-15", round=1)
    assert asked_of(event, 1, 15) in told(page)
    assert told(page).count("really?") == 1
    here = tablet(event, 1)
    answer = here.send("report", reports=[{"player": event.pair(1)[0], "draw": True, "on": [15, 14]}])
    assert answer.status_code == 409
    assert answer.json["error"].startswith(asked_of(event, 0, 15))


# Values that the organizer corrects


def test_the_organizer_corrects_lives_and_the_most_of_any(organizer, cup):
    page = organizer.get("/events/cup/settings")
    assert "Highest life of any Phoenixborn" in page
    assert "27 lives that are known" in page
    said = {"most_life": "25", "lives": "Coal Roarkwin: 18\n\nRimea Careworn – 17\nSaria Guideman 20"}
    assert "Saved." in organizer.post("/events/cup/settings", name="Cup", **said)
    assert cup.t.settings.lives == (("Coal Roarkwin", 18), ("Rimea Careworn", 17)), "what is known is not written down"
    assert cup.t.settings.most_life == 25
    found = tablet(cup, 1).state().json
    assert (found["game"]["ask_above"], found["players"][0]["ask_above"]) == (24, 17)
    assert "Coal Roarkwin: 18" in organizer.get("/events/cup/settings").html


def test_saved_as_it_stands_nothing_is_corrected(organizer, cup):
    organizer.post("/events/cup/settings", name="Cup", most_life="20", lives="")
    assert (cup.t.settings.most_life, cup.t.settings.lives) == (0, ())


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"lives": "Coal Roarkwin"}, "“Coal Roarkwin” names no life"),
        ({"lives": "Coal Roarkwin: 0"}, "A life of 0 is not possible"),
        ({"lives": "17"}, "names no life"),
        ({"most_life": "many"}, "A life of many is not possible"),
        ({"most_life": "100"}, "A life of 100 is not possible"),
        ({"most_life": ""}, "A life of nothing is not possible"),
    ],
)
def test_what_is_no_life_is_said_and_stays_in_the_form(organizer, cup, said, why):
    page = organizer.post("/events/cup/settings", name="Cup", **said)
    assert why in page
    assert cup.t.settings.lives == ()
    assert all(typed in page.html for typed in said.values())


def test_where_nobody_knows_of_lives_nobody_is_asked_for_them(app, organizer):
    Event(app, ("Ana", "Ben", "Cai"), ruleset_id="spellfire")
    assert "Most life" not in organizer.get("/events/cup/settings")


def test_a_faction_the_organizer_wrote_a_life_for_counts_with_it(app):
    """Not by faction by itself: one source only. What the organizer writes down is the organizer's word."""
    event = Event(app, ("Ana", "Ben"), ruleset_id="summoner-wars")
    event.do(lambda t: setup.change_settings(t, replace(t.settings, lives=(("Cave Goblins", 11),))))
    event.do(lambda t: setup.name_factions(t, "p1", factions=("cave goblins", "Vanguards")))
    event.start()
    known = {each["id"]: each["ask_above"] for each in tablet(event, 1).state().json["players"]}
    assert known == {"p1": 10, "p2": 13}


# What is written down already


def test_an_event_with_impossible_numbers_is_brought_in_as_it_is(app, organizer, cup):
    cup.win(1, wounds=31)
    exported = organizer.client.get("/events/cup/export/event.json").get_data()
    page = organizer.post("/box/import", file=(io.BytesIO(exported), "cup.json"))
    assert "The event is here" in page


def test_the_demo_tells_only_what_can_be(app):
    with app.app_context():
        t = desk(demo.make_demo()).t
    told_there = [
        outcome.blood
        for round_ in t.rounds
        for match in round_.matches
        for result in [match.result, *(report.result for report in match.reports)]
        if result
        for outcome in result.outcomes
        if outcome.mark != "win"
    ]
    assert len(told_there) > 20
    assert max(told_there) < 20
