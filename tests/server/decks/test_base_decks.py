"""Base Decks, a faction named for each round: seen wherever the round is, and asked for where one is missing.

“The player must also select the order in which they will play those decks.”
"""

import csv
import gzip
import io
import json
from dataclasses import replace

import pytest

from engine.decisions import people, rounds, setup, stages
from server.event.new_event import plan_of
from server.people.pasting import read
from tests.server.at_table_devices import phone, tablet
from tests.server.result_event import Event, told

NAMES = ("Ana", "Ben", "Cai", "Dee")
FIRST, SECOND = ("Vanguards", "Cave Goblins", "Fallen Kingdom", "Tundra Orcs"), "Sand Wyrms"


def base_decks(app, *, rosters=None, names=NAMES, **changes):
    """Each plays another faction in round 1, and all have Sand Wyrms for round 2, which nobody may know yet."""
    event = Event(app, names, ruleset_id="summoner-wars")
    wanted = {"rounds": 2, **changes}
    event.do(lambda t: setup.change_settings(t, replace(t.settings, **wanted)))
    for name, faction in zip(names, FIRST, strict=False):
        named = (rosters or {}).get(name, (faction, SECOND))
        event.do(lambda t, p=event.ids[name], named=named: setup.name_factions(t, p, factions=named))
    return event


@pytest.fixture
def cup(app):
    return base_decks(app)


def wall(actor):
    return json.loads(gzip.decompress(actor.client.get("/api/tournaments/cup/wall").data))


def brought(event, name):
    return dict(zip(event.ids, FIRST, strict=True))[name]


def test_the_draft_at_the_desk_says_what_each_plays(cup, organizer):
    cup.begin()
    page = organizer.get("/events/cup/pairings/")
    assert all(faction in page for faction in FIRST)
    assert SECOND not in page


def test_the_wall_says_beside_each_name_what_they_play_this_round(cup, stranger):
    cup.start()
    shown = wall(stranger)["pairings"]
    assert {row["name"]: row["faction"] for row in shown["names"]} == dict(zip(NAMES, FIRST, strict=True))
    one, two = shown["tables"][0]["players"]
    assert shown["tables"][0]["factions"] == [brought(cup, one), brought(cup, two)]
    assert SECOND not in json.dumps(shown)


def test_the_pairings_on_a_phone_say_it(cup, stranger):
    cup.start()
    page = stranger.get("/e/cup/pairings")
    assert all(faction in page for faction in FIRST)
    assert SECOND not in page


def test_a_player_reads_the_own_faction_and_the_opponents(cup, stranger):
    cup.start()
    one, two = cup.names_at(1)
    page = told(stranger.get(f"/e/cup/p/{cup.ids[one]}"))
    assert f"plays {brought(cup, two)}, you play {brought(cup, one)}" in page
    assert SECOND not in page


def test_whoever_has_none_for_the_round_reads_only_the_others(app, stranger):
    cup = base_decks(app, rosters={"Ana": ()}, names=("Ana", "Ben")).start()
    assert "plays Cave Goblins" in stranger.get(f"/e/cup/p/{cup.ids['Ana']}")
    assert "you play Cave Goblins" in stranger.get(f"/e/cup/p/{cup.ids['Ben']}")


def test_a_tablet_knows_it_with_every_kind_of_clock(app):
    cup = base_decks(app, timer="chess").start()
    found = tablet(cup, 1).state().json
    assert [player["faction"] for player in found["players"]] == [brought(cup, name) for name in cup.names_at(1)]


def test_programs_read_it_with_the_match(cup, stranger):
    cup.start()
    match = stranger.client.get("/api/tournaments/cup").get_json()["rounds"][0]["matches"][0]
    assert match["factions"] == [brought(cup, cup.name(player)) for player in match["players"]]
    assert SECOND not in stranger.client.get("/api/tournaments/cup").get_data(as_text=True)


@pytest.mark.parametrize("sheet", ["names", "tables", "slips"])
def test_paper_says_it(cup, judge, sheet):
    cup.start()
    page = judge.get(f"/events/cup/print/{sheet}")
    assert all(faction in page for faction in FIRST)


def test_the_file_of_pairings_says_it(cup, judge):
    cup.start()
    text = judge.client.get("/events/cup/export/pairings.csv").get_data().decode("utf-8-sig")
    heading, *lines = csv.reader(io.StringIO(text))
    assert heading[-2:] == ["Faction 1", "Faction 2"]
    assert lines[0][-2:] == [brought(cup, name) for name in cup.names_at(1)]


def test_the_next_rounds_faction_is_known_to_nobody_before_its_pairings_are_published(cup, stranger):
    cup.start().play()
    cup.draft()
    assert SECOND not in json.dumps(wall(stranger))
    assert SECOND not in stranger.get("/e/cup/pairings")
    cup.do(rounds.publish)
    assert {row["faction"] for row in wall(stranger)["pairings"]["names"]} == {SECOND}


# “for a five round event, each player would select 5 decks”


def test_now_says_before_the_start_whose_roster_is_short(app, organizer):
    base_decks(app, rosters={"Ana": ("Vanguards",), "Ben": ()})
    page = told(organizer.get("/events/cup/"))
    assert "The event has 2 rounds, and everyone names a faction for each. One is missing for Ana and Ben." in page


def test_now_says_before_the_start_who_names_one_twice(app, organizer):
    base_decks(app, rosters={"Cai": ("Vanguards", "vanguards")})
    page = told(organizer.get("/events/cup/"))
    assert "Cai names Vanguards more than once. Each round needs a different faction." in page


def test_repeats_that_are_allowed_are_not_told(app, organizer):
    base_decks(app, rosters={"Cai": ("Vanguards", "vanguards")}, repeat_factions=True)
    assert "more than once" not in told(organizer.get("/events/cup/"))


def test_full_rosters_say_nothing(cup, organizer):
    assert "names" not in organizer.get("/events/cup/")


def test_the_draft_says_who_has_no_faction_for_this_round(app, organizer):
    cup = base_decks(app, rosters={"Ana": ("Vanguards",), "Ben": ()}).begin()
    assert "Ben has no faction for round 1." in told(organizer.get("/events/cup/pairings/"))
    cup.do(rounds.publish)
    cup.play()
    assert "Ana and Ben have no faction for round 2." in told(organizer.get("/events/cup/"))
    cup.draft()
    assert "Ana and Ben have no faction for round 2." in told(organizer.get("/events/cup/pairings/"))
    assert "Ana and Ben have no faction for round 2." in told(organizer.get("/events/cup/"))


def test_the_draft_says_who_plays_a_faction_again(app, organizer):
    cup = base_decks(app, rosters={"Cai": ("Vanguards", "Vanguards")}).start().play()
    cup.draft()
    page = told(organizer.get("/events/cup/pairings/"))
    assert "Cai has played Vanguards before. Each round needs a different faction." in page


def test_who_left_needs_no_faction(app, organizer):
    cup = base_decks(app, rosters={"Ana": ("Vanguards",)}).start().play()
    cup.do(lambda t: people.drop(t, cup.ids["Ana"]))
    cup.draft()
    assert "no faction" not in told(organizer.get("/events/cup/pairings/"))


def test_only_those_in_the_bracket_need_one_for_it(app, organizer):
    cup = base_decks(app).start().play()
    cup.next_round().play()
    cup.do(lambda t: stages.make_cut(t, 2))
    first, second = cup.t.stages[-1].entrants
    page = told(organizer.get("/events/cup/"))
    assert f"{cup.name(first)} and {cup.name(second)} have no faction for the final." in page


def test_who_lost_the_semi_final_needs_none_for_the_final(app, organizer):
    """Of the four in the cut all were named, though the two who lost play no more."""
    cup = base_decks(app).start().play()
    cup.next_round().play()
    cup.do(lambda t: stages.make_cut(t, 4))
    cup.next_round().play()
    lost = {cup.name(match.players[1]) for match in cup.t.stages[-1].rounds[-1].matches}
    page = told(organizer.get("/events/cup/"))
    asked = page.partition(" have no faction for the final.")[0].rpartition("bracket says")[2]
    assert " have no faction for the final." in page
    assert not [name for name in lost if name in asked]


def test_a_new_event_says_who_lists_too_few(organizer):
    typed = {"ruleset": "summoner-wars", "name": "Cup", "rounds": "3", "players": SHEET}
    lines = plan_of(typed, most=100).pasted.told
    assert "“Ben” (line 3) names 1 faction for 3 rounds." in lines
    assert not [line for line in lines if "Ana" in line]


def test_a_new_event_without_any_faction_asks_for_them_once(organizer):
    typed = {"ruleset": "summoner-wars", "name": "Cup", "rounds": "3", "players": "Ana\nBen\nCai"}
    plan = plan_of(typed, most=100)
    assert [line for line in plan.warnings if "faction" in line] == [
        "Nobody names factions yet: with base decks everyone names one for each of 3 rounds before play begins."
    ]
    assert not plan.pasted.told


SHEET = "name,round 1,round 2,round 3\nAna,Vanguards,Cave Goblins,Tundra Orcs\nBen,Vanguards,,\n"


@pytest.mark.parametrize("heading", ["round {}", "Round {}", "R{}", "Round {}: My Faction", "My faction round {}"])
def test_a_column_for_each_round_is_read_as_factions(heading):
    """As the match sheet has it: “Round 1 … My Faction: …”."""
    text = SHEET.replace("round 1", heading.format(1)).replace("round 2", heading.format(2))
    ana, ben = read(text.replace("round 3", heading.format(3))).players
    assert ana.factions == ("Vanguards", "Cave Goblins", "Tundra Orcs")
    assert ben.factions == ("Vanguards",)


def test_a_gap_between_rounds_stays_a_gap():
    (ana,) = read("name;round 1;round 2;round 3\nAna;Vanguards;;Tundra Orcs\n").players
    assert ana.factions == ("Vanguards", "", "Tundra Orcs")


def test_columns_in_another_order_are_put_in_that_of_the_rounds():
    (ana,) = read("name;round 2;round 1\nAna;Tundra Orcs;Vanguards\n").players
    assert ana.factions == ("Vanguards", "Tundra Orcs")


def test_a_phone_with_a_code_says_it(cup):
    cup.start()
    one, _ = cup.names_at(1)
    page = phone(cup, cup.ids[one]).client.get("/me/table", follow_redirects=True).get_data(as_text=True)
    assert brought(cup, one) in page
