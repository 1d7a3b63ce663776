"""Base Decks with a pool: fewer factions than rounds, one chosen after each pairing. A house setting, and says so."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk import Desk, desk, entered

from engine.decisions import factions, people, results, roster, rounds, setup
from engine.decks.rosters import pool_faults
from engine.factions import pool_size, revealed
from engine.handing_in import faction_for, names_factions
from engine.pairing.roster import entrants_before
from engine.rulesets.registry import RULESETS, ruleset_of
from engine.rulesets.wall import set_up_steps
from engine.standings.faction_records import FactionRecord, faction_records

POOL = ("Vanguards", "Cave Goblins", "Fallen Kingdom")


def shop(names: str = "Ana Ben Cai Dee", **changes: object) -> Desk:
    """Three factions for four rounds, as shops run it."""
    made = entered("summoner-wars", names, deck_format="base-pool", **changes)
    for player in made.t.players:
        made.do(setup.name_factions, player, factions=POOL)
    made.do(setup.start).do(rounds.plan_rounds, 4)
    return made


def seated(**changes: object) -> Desk:
    return shop(**changes).seat("Ana?Ben", "Cai?Dee")


def choose(made: Desk, **chosen: str) -> Desk:
    for player, faction in chosen.items():
        made.do(factions.choose_faction, made.match(player).table, player=player, faction=faction)
    return made


def test_a_pool_is_a_house_rule_and_says_so():
    """The guide: each player selects a base faction deck for each round. Anything else is the house's."""
    pool = RULESETS["summoner-wars"].format("base-pool")
    assert "house rule" in pool.name
    assert "House rule" in set_up_steps(shop().settings)[0]
    assert pool_size(shop().settings) == 3
    assert pool_size(shop(pool_size=5).settings) == 5
    assert pool_size(desk("summoner-wars", "Ana Ben").settings) == 0


def test_one_faction_a_round_stays_the_usual_way():
    assert RULESETS["summoner-wars"].deck_formats[0].id == "base-decks"


def test_the_chosen_faction_is_the_one_of_the_round():
    made = choose(seated(), Ana="cave  goblins", Ben="Vanguards")
    assert names_factions(made.t)
    assert faction_for(made.t, "Ana", 1) == "Cave Goblins", "as it stands in the pool"
    assert (faction_for(made.t, "Ben", 1), faction_for(made.t, "Cai", 1)) == ("Vanguards", "")


def test_one_choice_is_shown_when_both_have_chosen():
    made = choose(seated(), Ana="Vanguards")
    assert not revealed(made.match("Ana"))
    choose(made, Ana="Cave Goblins")
    assert revealed(choose(made, Ben="Vanguards").match("Ana"))
    assert "Both have chosen" in made.refused(factions.choose_faction, 1, player="Ana", faction="Vanguards")


def test_the_same_choice_again_is_nothing_new():
    made = choose(seated(), Ana="Vanguards", Ben="Vanguards")
    assert factions.choose_faction(made.t, 1, player="Ana", faction="vanguards") == ()


def test_a_mirror_stands_as_it_was_chosen():
    """Pairings come first, so no pairing is revised for it; the match is played."""
    made = choose(seated(), Ana="Vanguards", Ben="Vanguards").results("Ana>Ben 3")
    assert faction_records(made.t) == (FactionRecord("Vanguards", 0, 0, 0, mirrors=1),)


def test_pairing_takes_no_notice_of_pools():
    """Everybody could bring the same first faction: nobody knows before they choose."""
    made = shop()
    assert made.settings.avoid_mirrors, "the rulebook's default stays; there is nothing to avoid"
    assert {entrant.faction for entrant in entrants_before(made.t, 1)} == {None}


def test_any_faction_of_the_pool_may_come_again():
    """Three for four rounds: one of them has to."""
    made = choose(seated(), Ana="Vanguards").results("Ana>Ben", "Cai>Dee").close().seat("Ana?Cai", "Ben?Dee")
    choose(made, Ana="Vanguards")
    assert [faction_for(made.t, "Ana", number) for number in (1, 2, 3)] == ["Vanguards", "Vanguards", ""]


@pytest.mark.parametrize(
    ("player", "faction", "why"),
    [
        ("Ana", "Tundra Orcs", "not in the pool of ⟨Ana⟩: Vanguards, Cave Goblins, Fallen Kingdom"),
        ("Ana", "", "Choose one of"),
        ("Cai", "Vanguards", "⟨Cai⟩ does not sit at table 1"),
    ],
)
def test_what_cannot_be_chosen_is_refused(player, faction, why):
    assert why in seated().refused(factions.choose_faction, 1, player=player, faction=faction)


def test_who_named_no_factions_is_told_so():
    made = entered("summoner-wars", "Ana Ben", deck_format="base-pool").do(setup.start).seat("Ana?Ben")
    assert "named no factions" in made.refused(factions.choose_faction, 1, player="Ana", faction="Vanguards")


def test_there_is_nothing_to_choose_where_one_is_named_for_each_round():
    made = desk("summoner-wars", "Ana Ben").seat("Ana?Ben")
    assert "no pool" in made.refused(factions.choose_faction, 1, player="Ana", faction="Vanguards")


def test_once_the_result_is_in_the_desk_writes_it_down():
    made = seated().results("Ana>Ben", "Cai>Dee")
    assert "has its result" in made.refused(factions.choose_faction, 1, player="Ana", faction="Vanguards")
    made.do(factions.record_faction, 1, 1, player="Ana", faction="Vanguards").close()
    made.do(factions.record_faction, 1, 1, player="Ben", faction="Fallen Kingdom")
    assert [faction_for(made.t, player, 1) for player in ("Ana", "Ben")] == ["Vanguards", "Fallen Kingdom"]
    made.do(factions.record_faction, 1, 1, player="Ben", faction="")
    assert faction_for(made.t, "Ben", 1) == ""


def test_another_opponent_is_another_choice():
    """It was made for that opponent; whoever stays together keeps it."""
    made = shop("Ana Ben Cai Dee Eve Fay").seat("Ana?Ben", "Cai?Dee", "Eve?Fay")
    choose(made, Ana="Vanguards", Eve="Cave Goblins")
    made.do(rounds.swap, "Ana", "Cai")
    assert faction_for(made.t, "Ana", 1) == ""
    assert faction_for(made.t, "Eve", 1) == "Cave Goblins"


def test_a_choice_can_be_undone():
    made = choose(seated(), Ana="Vanguards")
    made.undo()
    assert faction_for(made.t, "Ana", 1) == ""


def test_the_pool_stays_once_play_has_begun_and_can_be_filled_up():
    made = shop()
    made.seat("Ana?Ben", "Cai?Dee")
    assert "cannot be changed" in made.refused(setup.name_factions, "Ana", factions=("Vanguards", "Tundra Orcs"))
    made.do(setup.name_factions, "Ana", factions=(*POOL, "Tundra Orcs"))
    assert made.player("Ana").factions[-1] == "Tundra Orcs"


def test_the_size_of_the_pool_stays_once_play_has_begun():
    made = shop()
    assert "stays as it is" in made.refused(setup.change_settings, replace(made.settings, pool_size=4))


def test_a_late_player_names_a_whole_pool():
    """Nothing was missed of it: it is no list by rounds."""
    made = seated().results("Ana>Ben", "Cai>Dee").close()
    made.facts(*roster.enter_listed(made.t, {"Eve": roster.Details(factions=POOL)}))
    assert made.player("Eve").factions == POOL
    made.facts(*roster.change_details(made.t, "Eve", roster.Details(factions=(*POOL, "Tundra Orcs")), renamed=False))
    assert made.player("Eve").factions == (*POOL, "Tundra Orcs")


@pytest.mark.parametrize(
    ("named", "faults"),
    [
        (POOL, ()),
        (POOL[:2], ("2 of 3 factions are named.",)),
        ((), ("No faction of 3 is named.",)),
        (("Vanguards", "Cave Goblins", "vanguards"), ("Vanguards is named twice; a pool has each faction once.",)),
        ((*POOL, "Tundra Orcs"), ("4 factions are named; the pool has 3.",)),
    ],
)
def test_a_pool_has_so_many_different_factions(named, faults):
    assert pool_faults(named, size=3) == faults


# What came of them


def test_what_factions_did_is_counted_without_mirrors_byes_and_no_shows():
    made = shop("Ana Ben Cai Dee Eve").seat("Ana?Ben", "Cai?Dee", bye="Eve")
    choose(made, Ana="Vanguards", Ben="Cave Goblins", Cai="Vanguards", Dee="Vanguards")
    made.results("Ana>Ben 3", "Cai>Dee").close().seat("Ana?Cai", "Ben?Eve", bye="Dee")
    choose(made, Ana="Cave Goblins", Cai="Vanguards", Ben="Vanguards", Eve="Vanguards")
    made.results("Cai>Ana").do(people.no_show, "Eve")
    assert faction_records(made.t) == (
        FactionRecord("Cave Goblins", played=2, won=0, drawn=0, mirrors=0),
        FactionRecord("Vanguards", played=2, won=2, drawn=0, mirrors=1),
    )


def test_factions_named_by_round_are_counted_too():
    made = entered("summoner-wars", "Ana Ben")
    made.do(setup.name_factions, "Ana", factions=("Vanguards",)).do(setup.name_factions, "Ben", factions=("Breakers",))
    made.do(setup.start).seat("Ana?Ben").do(results.record_win, 1, winner="Ben", wounds=3)
    assert [(each.faction, each.won) for each in faction_records(made.t)] == [("Breakers", 1), ("Vanguards", 0)]


def test_other_games_count_no_factions():
    assert faction_records(desk("ashes-reborn", "Ana Ben").seat("Ana?Ben").results("Ana>Ben").t) == ()
    assert not ruleset_of(desk("ashes-reborn", "Ana Ben").settings).format("constructed").pool
