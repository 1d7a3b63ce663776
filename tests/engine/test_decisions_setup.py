"""Before the first round: who enters, and how the first stage opens."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk import Desk, cut, desk, entered, team_spirit

from engine import facts as f
from engine.decisions import rounds, setup, stages
from engine.refusals import Refused
from engine.rulesets.registry import default_settings, ruleset
from engine.words import Staff

# Reborn, Tournament Setup; Classic, Number of Rounds; Summoner Wars, the same as Reborn.
PRINTED_ROUNDS = [
    *[("ashes-reborn", n, r) for n, r in ((3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6))],
    *[("summoner-wars", n, r) for n, r in ((4, 2), (8, 3), (16, 4), (32, 5), (33, 6))],
    *[("ashes-classic", n, r) for n, r in ((4, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6))],
]


@pytest.mark.parametrize(("rules", "players", "planned"), PRINTED_ROUNDS)
def test_the_number_of_rounds_is_the_printed_one_for_those_who_came(rules, players, planned):
    made = entered(rules, players).do(setup.start)
    assert (made.stage.kind, made.stage.planned) == ("swiss", planned)


@pytest.mark.parametrize(("players", "planned"), [(17, 4), (32, 4), (33, 5), (76, 5), (77, 6)])
def test_classic_plays_fewer_rounds_before_a_bracket(players, planned):
    """Classic, Legendary Phoenixborn Bracket: 76 belongs to 33–76."""
    assert entered("ashes-classic", players, cut=8).do(setup.start).stage.planned == planned


def test_the_organizer_may_plan_otherwise():
    settings = replace(default_settings(ruleset("ashes-reborn")), rounds=7)
    made = entered("ashes-reborn", 4).do(setup.change_settings, settings).do(setup.start)
    assert made.stage.planned == 7


@pytest.mark.parametrize(
    ("rules", "players"), [("ashes-reborn", 1), ("ashes-classic", 1), ("ashes-draft", 3), ("spellfire", 2)]
)
def test_too_few_players_are_refused(rules, players):
    assert f"there are {players}" in entered(rules, players).refused(setup.start)


@pytest.mark.parametrize("rules", ["ashes-reborn", "ashes-classic", "summoner-wars"])
def test_the_organizer_may_go_on_with_two(rules):
    made = entered(rules, "Ana Ben").do(setup.start)
    assert made.pair().pairs


def test_who_dropped_before_the_start_is_not_counted():
    made = entered("spellfire", "Ana Ben Cai").facts(f.PlayerDropped("Cai", 0))
    assert "there are 2" in made.refused(setup.start)


def test_a_tournament_starts_once():
    assert "has begun" in desk("ashes-reborn", "Ana Ben").refused(setup.start)


def test_nobody_enters_twice():
    made = entered("ashes-reborn", "Ana Ben")
    assert "already" in made.refused(setup.enter, ["Ben"])
    assert "already" in made.refused(setup.enter, ["Cai", "Cai"])


def test_a_lot_is_drawn_once_from_seed_and_id_so_the_order_of_entering_does_not_matter():
    one, other = entered("ashes-reborn", "Ana Ben Cai"), entered("ashes-reborn", "Cai Ana Ben")
    assert one.t.players == other.t.players
    lots = {player.lot for player in one.t.players.values()}
    assert len(lots) == 3
    assert lots != {player.lot for player in entered("ashes-reborn", "Ana Ben Cai", seed="other").t.players.values()}


def test_late_entry_begins_with_the_next_round_to_be_paired():
    made = desk("ashes-reborn", "Ana Ben").do(setup.enter, ["Cai"])
    assert made.player("Cai").entered == 1
    made.draft().do(setup.enter, ["Dee"])
    assert made.player("Dee").entered == 1
    made.draft().do(rounds.publish).play().do(setup.enter, ["Eve"])
    assert made.player("Eve").entered == 2


def test_while_a_round_is_played_entry_is_for_the_next_one():
    made = desk("ashes-reborn", "Ana Ben").pair().do(setup.enter, ["Cai"])
    assert made.player("Cai").entered == 2


def test_nobody_enters_a_draft_whose_cards_are_dealt():
    made = desk("ashes-draft", 9, legendary=True).do(stages.advance_draft, 0).do(stages.advance_draft, 1)
    assert "Nobody can enter now: the cards are dealt." in made.refused(setup.enter, ["Zoe"])


def test_before_the_deal_a_draft_takes_whoever_comes_into_its_smallest_group():
    made = desk("ashes-draft", 9, legendary=True).do(setup.enter, ["Zoe"])
    assert sorted(len(group.seats) for group in made.t.drafting) == [5, 5]
    assert [group.seats for group in made.t.drafting] == list(made.stage.groups)


def test_before_the_first_tables_are_made_spellfire_takes_everyone():
    assert desk("spellfire", 9).do(setup.enter, ["Zoe"]).player("Zoe").entered == 1


# Settings and staff


def test_the_rulesets_numbers_are_copied_in_at_creation():
    made = entered("ashes-classic", "Ana Ben")
    assert made.settings == default_settings(ruleset("ashes-classic"))
    assert (made.settings.scoring.win, made.settings.scoring.draw) == (3, 1)


def test_an_unknown_ruleset_is_refused():
    with pytest.raises(Refused, match="no ruleset"):
        setup.create_tournament("chess", "seed")


def test_minutes_may_change_while_scoring_may_not():
    made = desk("ashes-reborn", "Ana Ben")
    made.do(setup.change_settings, replace(made.settings, round_minutes=50))
    assert made.settings.round_minutes == 50
    other = replace(made.settings, scoring=replace(made.settings.scoring, win_blood=20))
    assert "scoring" in made.refused(setup.change_settings, other)


def test_naming_staff_again_changes_their_role():
    made = entered("ashes-reborn", "Ana Ben").do(setup.name_staff, Staff("s1", "judge"))
    made.do(setup.name_staff, Staff("s1", "organizer", "Ana"))
    assert made.t.staff == (Staff("s1", "organizer", "Ana"),)
    assert made.facts(f.StaffRemoved("s1")).t.staff == ()


# Summoner Wars, Base Decks


def summoners() -> Desk:
    made = desk("summoner-wars", "Ana Ben")
    for name in ("Ana", "Ben"):
        made.do(setup.name_factions, name, factions=("Vanguards", "Cave Goblins", "Fungal Dwarves"))
    return made


def test_factions_are_fixed_in_their_order_once_play_has_begun():
    """Formats, Base Decks: named beforehand, in a fixed order; a round that is added needs another one."""
    made = summoners().draft().do(setup.name_factions, "Ana", factions=("Frost Dwarves", "Cave Goblins"))
    made.do(rounds.publish)
    for other in (("Vanguards", "Cave Goblins"), ("Frost Dwarves", "Swamp Orcs"), ("Frost Dwarves",)):
        assert "cannot be changed" in made.refused(setup.name_factions, "Ana", factions=other)
    made.do(setup.name_factions, "Ana", factions=("Frost Dwarves", "Cave Goblins", "Swamp Orcs"))
    assert made.player("Ana").factions == ("Frost Dwarves", "Cave Goblins", "Swamp Orcs")


def test_factions_of_a_late_entry_go_by_the_number_of_the_round():
    """Whoever came in round 2 could once change that round's faction while it was played."""
    made = summoners().round("Ana>Ben").do(setup.enter, ["Cai"])
    made.do(setup.name_factions, "Cai", factions=("Vanguards", "Cave Goblins"))
    made.seat("Ana?Cai", bye="Ben")
    assert "cannot be changed" in made.refused(setup.name_factions, "Cai", factions=("Vanguards", "Swamp Orcs"))


def test_a_faction_forgotten_before_the_round_can_still_be_named():
    made = desk("summoner-wars", "Ana Ben").pair().do(setup.name_factions, "Ana", factions=("Vanguards",))
    assert made.player("Ana").factions == ("Vanguards",)
    assert "cannot be changed" in made.refused(setup.name_factions, "Ana", factions=())


@pytest.mark.parametrize(
    ("ruleset", "change", "sentence"),
    [
        ("ashes-reborn", {"deck_format": "custom"}, "deck format stays"),
        ("ashes-draft", {"legendary": True}, "kind of draft stays"),
        ("ashes-draft", {"small_groups": True}, "kind of draft stays"),
    ],
)
def test_decks_and_groups_stay_as_they_were_announced(ruleset, change, sentence):
    before = entered(ruleset, 10)
    wanted = replace(before.settings, **change)
    assert setup.change_settings(before.t, wanted) == (f.SettingsChanged(wanted),)
    assert sentence in before.do(setup.start).refused(setup.change_settings, wanted)


def test_a_round_keeps_the_timer_it_began_with():
    made = desk("ashes-classic", 4).pair()
    without = replace(made.settings, timer="none")
    assert "keeps the timer it began with" in made.refused(setup.change_settings, without)
    assert made.play().do(setup.change_settings, without).settings.timer == "none"


def test_and_the_minutes_of_its_chess_clocks():
    made = desk("ashes-reborn", 4, timer="chess", round_minutes=50).pair()
    longer = replace(made.settings, round_minutes=60)
    assert "keeps the minutes it began with" in made.refused(setup.change_settings, longer)


def test_once_play_has_begun_rounds_are_those_of_the_stage():
    made = desk("ashes-reborn", 8, planned=3)
    assert setup.change_settings(made.t, replace(made.settings, rounds=5), planned=5) == (f.RoundsPlanned(5),)
    assert setup.change_settings(made.t, made.settings, planned=3) == ()
    bracket = cut(made.pair().play().do(rounds.plan_rounds, 1), 4)
    assert setup.change_settings(bracket.t, bracket.settings, planned=5) == ()


def test_a_new_name_is_noted_although_no_setting_changed():
    made = entered("ashes-reborn", 4)
    assert setup.change_settings(made.t, made.settings) == ()
    assert setup.change_settings(made.t, made.settings, renamed=True) == (
        f.SettingsChanged(made.settings, renamed=True),
    )


def test_without_lists_there_is_no_deadline_left_to_come_back():
    made = entered("ashes-reborn", 4, deck_lists=True, lists_due="2026-05-02T10:00+00:00")
    made.do(setup.change_settings, replace(made.settings, deck_lists=False))
    assert made.settings.lists_due == ""


@pytest.mark.parametrize("due", ["soon", "2026-05-02T10:00"])
def test_a_deadline_is_a_time_anywhere(due):
    made = entered("ashes-reborn", 4, deck_lists=True)
    assert "not a time" in made.refused(setup.change_settings, replace(made.t.settings, lists_due=due))


# Drafts


def test_a_small_draft_is_one_group_that_plays_swiss():
    """Draft, Dividing Groups: up to 8 players are one group."""
    made = desk("ashes-draft", 8)
    assert [len(group.seats) for group in made.t.drafting] == [8]
    assert made.stage.kind == "swiss"


@pytest.mark.parametrize(("players", "sizes"), [(9, [4, 5]), (16, [8, 8]), (33, [6, 6, 7, 7, 7]), (64, [8] * 8)])
def test_a_legendary_draft_plays_inside_its_groups(players, sizes):
    """Draft, Legendary Phoenixborn Draft."""
    made = desk("ashes-draft", players, legendary=True)
    assert sorted(len(group.seats) for group in made.t.drafting) == sizes
    assert (made.stage.kind, made.stage.planned) == ("groups", 3)
    assert made.stage.groups == tuple(group.seats for group in made.t.drafting)
    assert sorted(p for group in made.stage.groups for p in group) == sorted(made.t.players)


@pytest.mark.parametrize(("players", "why"), [(8, "more than 8"), (65, "at most 64")])
def test_a_legendary_draft_has_more_than_8_players_and_at_most_64(players, why):
    assert why in entered("ashes-draft", players, legendary=True).refused(setup.start)


def test_drafted_decks_sit_in_groups_of_two_to_four():
    """Classic, Drafted Decks."""
    made = desk("ashes-draft", 9, small_groups=True)
    assert all(2 <= len(group.seats) <= 4 for group in made.t.drafting)
    assert desk("ashes-draft", 2, small_groups=True).stage.kind == "swiss"


def test_a_host_who_names_decks_gets_two_more_than_players_in_each_group_all_different():
    owned = {f"Deck {i}": 2 for i in range(1, 11)}
    made = entered("ashes-draft", 9, legendary=True).do(setup.start, decks=owned)
    for group in made.t.drafting:
        assert len(set(group.decks)) == len(group.decks) == len(group.seats) + 2


def test_too_few_decks_are_refused_before_anything_is_drawn():
    assert "Add decks" in entered("ashes-draft", 8).refused(setup.start, decks={"Only one": 3})


def test_drafted_decks_need_a_copy_of_each_deck_for_every_group():
    """Classic, Drafted Decks: each group must draft from an identical set of components."""
    made = entered("ashes-draft", 8, small_groups=True)
    told = made.refused(setup.start, decks={f"Deck {n}": 1 for n in range(12)} | {"Two": 2})
    assert "the same 6 decks, each group with a copy of its own. You have 1 with 2 copies or more." in told
    made.do(setup.start, decks={f"Deck {n}": 2 for n in range(6)})
    one, two = made.t.drafting
    assert one.decks == two.decks


# Team Spirit


def test_team_spirit_seats_three_teams_of_two_in_turn():
    """Spellfire, Team Spirit: A1 B1 C1 A2 B2 C2."""
    (match,) = team_spirit(3).pair().round_.matches
    assert [seat.side for seat in match.seats] == [0, 1, 2, 0, 1, 2]
    assert {frozenset((match.players[i], match.players[i + 3])) for i in range(3)} == {
        frozenset(team) for team in (("a1", "a2"), ("b1", "b2"), ("c1", "c2"))
    }


def test_teams_that_do_not_fill_tables_are_refused():
    teams = tuple((f"{team}1", f"{team}2") for team in "abcd")
    event = replace(team_spirit(3).settings.event, teams=teams)
    four = entered("spellfire", " ".join(player for team in teams for player in team), event=event)
    assert "do not fill tables" in four.refused(setup.start)


def test_a_player_without_a_team_is_not_forgotten_silently():
    made = team_spirit(3)
    loner = entered("spellfire", "a1 a2 b1 b2 c1 c2 Zoe", event=made.settings.event)
    assert "⟨Zoe⟩ has no team yet" in loner.refused(setup.start)


def test_teams_are_made_of_players():
    """Otherwise the first pairing would find nobody in a seat."""
    event = team_spirit(3).settings.event
    assert "⟨c2⟩ is in a team" in entered("spellfire", "a1 a2 b1 b2 c1", event=event).refused(setup.start)
    made = entered("spellfire", "a1 a2 b1 b2 c1 c2", event=event)
    assert "in a team" in made.refused_facts(f.PlayerRemoved("c2"))
    made.do(setup.start)
    other = replace(made.settings, event=replace(event, teams=(*event.teams[:2], ("c1", "Zoe"))))
    assert "⟨Zoe⟩" in made.refused(setup.change_settings, other)


def test_tables_sit_in_the_teams_of_the_event():
    """A file in which somebody was in two teams came in, and its wrap-up report was an error."""
    event = team_spirit(3).settings.event
    twice = replace(event, teams=(*event.teams[:2], ("b2", "c1")))
    made = entered("spellfire", "a1 a2 b1 b2 c1 c2", event=twice)
    assert "in a team twice" in made.refused_facts(f.StageOpened("pods", 0))
    begun = team_spirit(3).pair()
    for teams in (twice.teams, (("a1", "b1"), ("a2", "b2"), ("c1", "c2")), ()):
        changed = replace(begun.settings, event=replace(event, teams=teams))
        assert begun.refused_facts(f.SettingsChanged(changed))
