"""From one stage to the next: the cut, the second draft, Spellfire's rounds, the end."""

from __future__ import annotations

from itertools import pairwise
from math import ceil

import pytest
from desk import Desk, at, cut, desk, entered, pod, team_spirit

from engine import facts as f
from engine.decisions import people, results, rounds, setup, stages
from engine.standings.places import final_places
from engine.standings.pods import pod_totals
from engine.standings.ranking import group_standings, stage_standings
from engine.words import DraftGroup, Game, Match, Staff


def swiss(players: int = 8, rules: str = "ashes-reborn") -> Desk:
    return desk(rules, players).pair().play()


def best_seed(made: Desk):
    seeds = made.stage.entrants
    return lambda match: min(match.players, key=seeds.index)


# The cut


def test_the_cut_takes_the_best_in_order():
    made = swiss()
    ranked = made.places
    assert cut(made, 4).stage.entrants == tuple(ranked[:4])
    assert made.stage.kind == "bracket"


def test_one_who_declines_is_passed_over_and_the_next_moves_up():
    made = swiss()
    ranked = made.places
    cut(made, 4, declined={ranked[1]})
    assert made.stage.entrants == (ranked[0], *ranked[2:5])


def test_who_left_or_was_disqualified_is_passed_over():
    made = swiss()
    ranked = made.places
    made.do(people.drop, ranked[0]).do(people.disqualify, ranked[2])
    assert cut(made, 2).stage.entrants == (ranked[1], ranked[3])


def test_the_cut_follows_closed_swiss_rounds():
    assert "Play at least one" in desk("ashes-reborn", 8).refused(stages.make_cut, 4)
    assert "Play at least one" in entered("ashes-reborn", 8).refused(stages.make_cut, 4)
    assert "Close round 1" in desk("ashes-reborn", 8).pair().refused(stages.make_cut, 4)
    assert "Swiss" in cut(swiss(), 4).refused(stages.make_cut, 2)
    assert "Swiss" in desk("spellfire", 9).pair().play().refused(stages.make_cut, 2)


@pytest.mark.parametrize(("size", "why"), [(1, "2 to 16"), (17, "2 to 16"), (9, "smaller cut")])
def test_a_cut_has_2_to_16_players_who_are_there(size, why):
    assert why in swiss().refused(stages.make_cut, size)


def through(made: Desk) -> list[int]:
    """Play the bracket, the better seed always winning; the number of tables in each round."""
    sizes = []
    while len(sizes) < made.stage.planned:
        made.pair()
        sizes.append(len(made.round_.matches))
        made.play(best_seed(made))
    return sizes


@pytest.mark.parametrize(
    ("size", "tables"),
    [
        (2, [1]),
        (3, [1, 1]),
        (4, [2, 1]),
        (5, [1, 2, 1]),
        (6, [2, 2, 1]),
        (7, [3, 2, 1]),
        (8, [4, 2, 1]),
        (16, [8, 4, 2, 1]),
    ],
)
def test_a_bracket_is_played_to_its_champion(size, tables):
    """Reborn, Top Cut: byes for the top seeds where the size is no power of two."""
    made = cut(desk("ashes-reborn", max(size, 4)).pair().play(), size)
    seeds = made.stage.entrants
    assert through(made) == tables
    assert made.places[:2] == list(seeds[:2])
    assert "final has been played" in made.refused(rounds.pair_round)
    assert made.do(stages.finish).t.finish.ranking[: len(seeds)] == final_places(made.t)[: len(seeds)]


def test_the_underdog_can_win_and_losers_of_a_round_are_placed_by_swiss_rank():
    made = cut(swiss(), 4)
    one, two, three, four = made.stage.entrants
    made.pair().play(lambda match: max(match.players, key=made.stage.entrants.index))
    made.pair().play(lambda match: four)
    assert made.places[:4] == [four, three, one, two]


def test_the_others_follow_in_the_order_of_the_swiss():
    made = swiss()
    ranked = made.places
    cut(made, 2)
    through(made)
    assert made.places[2:] == ranked[2:]


def test_a_bracket_is_finished_with_its_final():
    assert "no places yet" in cut(swiss(), 4).refused(stages.finish)


# Legendary Draft


@pytest.mark.parametrize(("players", "groups", "each"), [(9, 2, 2), (16, 2, 2), (32, 4, 2), (33, 5, 1), (64, 8, 1)])
def test_a_legendary_draft_sends_the_best_of_each_group_on(players, groups, each):
    """Draft, Legendary Phoenixborn Draft: two of each group up to 32 players, one from 33 on."""
    made = desk("ashes-draft", players, legendary=True)
    for _ in range(3):
        made.pair().play()
    assert len(made.stage.groups) == groups == ceil(players / 8)
    best = [line.player for lines in group_standings(made.t, made.stage) for line in lines[:each]]
    first_phase = made.places
    made.do(stages.open_second_draft)
    assert (made.stage.kind, made.stage.planned, made.stage.entrants) == ("swiss", 3, tuple(best))
    assert [set(group.seats) for group in made.t.drafting] == [set(best)]
    for line in stage_standings(made.t, made.stage):
        assert line.numbers["points"] == line.numbers["blood_earned"] == 0
    for _ in range(3):
        made.pair().play()
        assert made.round_.seated == set(best)
        assert len(made.round_.byes) == len(best) % 2
    second = [line.player for line in stage_standings(made.t, made.stage)]
    assert made.do(stages.finish).t.finish.ranking[: len(best)] == tuple(second)
    assert [p for p in first_phase if p not in best] == list(made.t.finish.ranking[len(best) :])


def test_every_group_plays_inside_itself():
    made = desk("ashes-draft", 16, legendary=True)
    group = {p: place for place, members in enumerate(made.stage.groups) for p in members}
    for _ in range(3):
        made.pair()
        assert all(len({group[p] for p in match.players}) == 1 for match in made.round_.matches)
        made.play()


def test_for_one_who_declines_the_next_of_that_group_goes_on():
    made = desk("ashes-draft", 9, legendary=True)
    for _ in range(3):
        made.pair().play()
    first, second = ([line.player for line in lines] for lines in group_standings(made.t, made.stage))
    made.do(people.drop, second[1]).do(stages.open_second_draft, declined={first[0]})
    assert made.stage.entrants == (first[1], first[2], second[0], second[2])


@pytest.mark.parametrize("rounds", [2, 3])
def test_the_second_draft_follows_the_rounds_inside_the_groups(rounds):
    """Three by the rulebook, or as many as were typed."""
    made = desk("ashes-draft", 9, legendary=True, rounds=rounds)
    for _ in range(rounds - 1):
        made.pair().play()
    assert "follows the last round inside the groups." in made.refused(stages.open_second_draft)
    assert made.pair().play().do(stages.open_second_draft).stage.entrants
    assert "inside the groups" in swiss().refused(stages.open_second_draft)


def test_four_who_go_on_play_a_round_robin_whoever_met_before():
    """RULES, Draft: meetings and byes of the first phase do not count in the second."""
    made = desk("ashes-draft", 9, legendary=True)
    for _ in range(3):
        made.pair().play()
    made.do(stages.open_second_draft)
    met = set()
    for _ in range(3):
        made.pair()
        met |= {frozenset(match.players) for match in made.round_.matches}
        made.play()
    assert len(met) == 6


def test_a_draft_goes_from_step_to_step_in_each_group():
    made = desk("ashes-draft", 9, legendary=True).do(stages.advance_draft, 1).do(stages.advance_draft, 1)
    assert [(group.step, group.pick) for group in made.t.drafting] == [("set-up", 0), ("pick", 1)]
    for _ in range(11):
        made.do(stages.advance_draft, 1)
    assert made.t.drafting[1].step == "copies"
    assert "no such draft group" in made.refused(stages.advance_draft, 2)


def test_a_finished_draft_goes_no_further():
    made = desk("ashes-draft", 4)
    while made.t.drafting[0].step != "ready":
        made.do(stages.advance_draft, 0)
    assert "finished its draft" in made.refused(stages.advance_draft, 0)


def test_a_draft_is_for_people_who_are_there():
    made = entered("ashes-draft", 4)
    assert "⟨Zoe⟩" in made.refused_facts(f.DraftOpened((DraftGroup(("p1", "Zoe")),)))


# Spellfire


def to_the_champion(made: Desk) -> list[int]:
    """Play until one table is left and won; the number of tables in each round."""
    tables = []
    while True:
        made.pair()
        tables.append(len(made.round_.matches))
        made.play()
        if tables[-1] == 1:
            return tables


@pytest.mark.parametrize("players", range(3, 61))
def test_a_spellfire_elimination_ends_with_a_champion(players):
    made = desk("spellfire", players)
    tables = to_the_champion(made)
    champion = made.round_.matches[0].players[0]
    assert made.places[0] == champion
    assert sorted(made.places) == sorted(made.t.players)
    for now, after in pairwise(tables):
        assert after == ceil(now / 3)
    assert "was the last one" in made.refused(rounds.pair_round)
    assert "was the last one" in made.refused(rounds.seat_at_fours)


@pytest.mark.parametrize(("players", "tables"), [(60, [20, 7, 3, 1]), (18, [6, 2, 1]), (9, [3, 1])])
def test_tables_are_filled_up_as_in_the_printed_grids(players, tables):
    """Spellfire, the grids: 20 winners + 1, 7 + 2, 2 + 1."""
    assert to_the_champion(desk("spellfire", players)) == tables


def test_who_fills_up_has_the_most_points_and_is_in_the_minority():
    made = desk("spellfire", 18).pair().play().pair().play()
    totals = pod_totals(made.t, made.stage)
    winners = {match.players[0] for match in made.round_.matches}
    made.pair()
    (filler,) = made.round_.seated - winners
    others = [total for p, total in totals.items() if p not in winners]
    assert totals[filler] == max(others)


@pytest.mark.parametrize(("players", "sizes"), [(12, [4]), (21, [3, 4]), (24, [4, 4]), (30, [3, 3, 4])])
def test_the_organizer_may_seat_winners_at_fours_instead(players, sizes):
    made = desk("spellfire", players).pair().play()
    winners = {match.players[0] for match in made.round_.matches}
    made.do(rounds.seat_at_fours)
    assert sorted(len(match.seats) for match in made.round_.matches) == sizes
    assert made.round_.seated == winners


@pytest.mark.parametrize(("players", "winners"), [(6, 2), (15, 5)])
def test_not_with_two_or_five_winners(players, winners):
    made = desk("spellfire", players).pair().play()
    assert f"{winners} winners cannot be seated" in made.refused(rounds.seat_at_fours)


def test_the_first_round_has_no_winners_to_seat_at_fours():
    assert "no winners" in desk("spellfire", 12).refused(rounds.seat_at_fours)
    assert "can have tables of four" in swiss().refused(rounds.seat_at_fours)


def test_a_draft_of_threes_can_be_drawn_anew_at_fours():
    made = desk("spellfire", 12).pair().play().draft()
    assert len(made.round_.matches) == 2
    made.do(rounds.seat_at_fours)
    assert (len(made.round_.matches), made.round_.draw) == (1, 1)


def test_a_champion_who_leaves_does_not_start_another_round():
    """Once an empty round was paired."""
    made = desk("spellfire", 9)
    to_the_champion(made)
    made.do(people.drop, made.round_.matches[0].players[0])
    assert "was the last one" in made.refused(rounds.pair_round)


def test_a_final_scores_five_times_the_round():
    made = desk("spellfire", 9)
    to_the_champion(made)
    totals = pod_totals(made.t, made.stage)
    final = made.round_.matches[0].players
    assert [totals[p] for p in final] == [4 + 10, *(totals[p] for p in final[1:])]
    assert sorted(totals[p] - 4 for p in final) == [4, 6, 10]


def play_teams(made: Desk) -> Desk:
    for match in made.round_.matches:
        game = Game(0, tuple(5 if seat.side == 0 else 0 for seat in match.seats))
        made.do(results.record_game, match.table, game=game).do(results.record_game, match.table, game=game)
    return made.close()


def test_team_spirit_of_six_is_one_table():
    made = play_teams(team_spirit(3).pair())
    winners = {seat.player for seat in made.round_.matches[0].seats if seat.side == 0}
    assert set(made.places[:2]) == winners
    assert len(made.places) == 6
    assert {pod_totals(made.t, made.stage)[p] for p in winners} == {5}


def test_team_spirit_of_eighteen_has_a_final_of_winners():
    made = play_teams(team_spirit(9).pair())
    winners = {seat.player for match in made.round_.matches for seat in match.seats if seat.side == 0}
    made.pair()
    assert made.round_.seated == winners
    teams = {frozenset(team) for team in made.settings.event.teams}
    (final,) = made.round_.matches
    assert {frozenset(s.player for s in final.seats if s.side == side) for side in range(3)} <= teams
    champions = {seat.player for seat in final.seats if seat.side == 0}
    assert set(play_teams(made).places[:2]) == champions


# The end


def test_prizes_go_down_the_ranking():
    made = swiss(4).do(stages.finish, prizes=("cup", "playmat"))
    assert made.t.finish.prizes == (("cup", made.places[0]), ("playmat", made.places[1]))


@pytest.mark.parametrize("role", ["organizer", "co-organizer"])
def test_a_prize_that_a_playing_organizer_would_win_passes_to_the_next(role):
    """Classic, Organizer Participation. The place stays theirs."""
    made = swiss(4, "ashes-classic")
    host, second, third, _ = made.places
    made.do(setup.name_staff, Staff("s1", role, host)).do(stages.finish, prizes=("cup", "playmat"))
    assert made.t.finish.ranking[0] == host
    assert made.t.finish.prizes == (("cup", second), ("playmat", third))


def test_a_judge_who_plays_keeps_the_prize():
    made = swiss(4)
    made.do(setup.name_staff, Staff("s1", "judge", made.places[0])).do(stages.finish, prizes=("cup",))
    assert made.t.finish.prizes == (("cup", made.places[0]),)


def test_a_tournament_is_finished_once():
    assert "already finished" in swiss(4).do(stages.finish).refused(stages.finish)


def test_an_open_round_is_closed_before_the_end():
    assert "Close round 1" in desk("ashes-reborn", 4).pair().refused(stages.finish)


def test_without_a_round_there_is_nothing_to_finish():
    assert "No round has been played" in desk("ashes-reborn", 4).refused(stages.finish)
    assert "No round has been played" in entered("ashes-reborn", 4).refused(stages.finish)


def test_a_swiss_event_a_draft_in_two_phases_and_an_elimination_are_the_same_kind_of_thing():
    """A tournament is a list of stages, and its places come from the last one down."""
    cut_ = cut(swiss(), 2)
    through(cut_)
    legendary = desk("ashes-draft", 9, legendary=True)
    for _ in range(3):
        legendary.pair().play()
    legendary.do(stages.open_second_draft).pair().play()
    elimination = desk("spellfire", 9)
    to_the_champion(elimination)
    assert [[stage.kind for stage in made.t.stages] for made in (cut_, legendary, elimination)] == [
        ["swiss", "bracket"],
        ["groups", "swiss"],
        ["pods"],
    ]
    for made in (cut_, legendary, elimination):
        assert sorted(made.do(stages.finish).t.finish.ranking) == sorted(made.t.players)


def test_round_numbers_run_through_all_stages():
    made = cut(swiss(), 4).pair()
    assert made.round_.number == 2
    seats = made.round_.matches[0].seats
    assert "next round is round 3" in made.play().refused_facts(f.RoundPaired(2, (Match(1, seats),)))


def test_a_spellfire_table_of_five_when_five_came():
    made = desk("spellfire", 5).pair()
    assert [len(match.seats) for match in made.round_.matches] == [5]
    made.play()
    assert sorted(pod_totals(made.t, made.stage).values()) == [1, 1, 2, 3, 5]


def test_a_bracket_is_not_fooled_by_a_hand_made_round():
    made = cut(swiss(), 4)
    one, two, *_ = made.stage.entrants
    assert "does not let" in made.refused_facts(
        f.RoundPaired(2, tuple(Match(m.table, m.seats) for m in pod(f"{one} {two}")))
    )


def test_the_time_for_building_a_deck_runs_on_from_step_to_step():
    """One stretch of time from choosing a Phoenixborn to the conjurations; going on does not start it anew."""
    made = desk("ashes-draft", 4, build_minutes=20)
    while made.t.drafting[0].step != "phoenixborn":
        made.do(stages.advance_draft, 0, now=at(5))
    made.do(stages.advance_draft, 0, now=at(9))
    assert (made.t.drafting[0].step, made.t.drafting[0].since) == ("unique", at(5))
    made.do(stages.step_draft_back, 0, now=at(11))
    assert (made.t.drafting[0].step, made.t.drafting[0].since) == ("phoenixborn", at(5))
