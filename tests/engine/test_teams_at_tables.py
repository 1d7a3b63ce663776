"""Team Spirit at the tables: “Players always sit: A1, B1, C1, A2, B2, C2”, and a partner is never an opponent."""

from __future__ import annotations

import pytest
from desk import Desk, desk, entered, team_spirit

from engine import sides
from engine.decisions import desk_results, lots, people, results, rounds, setup, teams
from engine.history import told
from engine.pairing import pods
from engine.pairing.pod_seating import filling
from engine.pairing_words import in_words
from engine.rulesets.registry import ruleset_of
from engine.rulesets.spellfire import with_realms
from engine.standings.pods import staying_winners
from engine.standings.ranks import lot_ties, stage_ranks
from engine.words import Event, Game, Match

A_WINS = Game(0, (6, 3, 2, 5, 3, 1))
A_WINS_B_AND_C_LEVEL = Game(0, (6, 3, 3, 5, 3, 3))


def spirit(count: int = 3) -> Desk:
    return team_spirit(count).pair()


def first_table(made: Desk) -> Match:
    return made.round_.matches[0]


def play_all(made: Desk, game: Game = A_WINS) -> Desk:
    """Team A wins every table."""
    for match in made.round_.matches:
        gone = {side for side in range(3) if all(p in match.withdrawn for p in sides.members(match, side))}
        counts = tuple(0 if seat.side in gone else n for seat, n in zip(match.seats, game.realms, strict=True))
        for _ in range(2):
            made.do(results.record_game, match.table, game=Game(game.winner, counts))
    return made.close()


def working(made: Desk, player: str) -> str:
    (ranks,) = stage_ranks(made.t, made.stage)
    return next(row.working for row in ranks.rows if row.player == player)


# Seats and sides


def test_players_always_sit_a1_b1_c1_a2_b2_c2():
    match = first_table(spirit())
    assert sides.seat_names(match) == ("A1", "B1", "C1", "A2", "B2", "C2")
    assert [sides.seat_name(match, player) for player in sides.sides(match)[1]] == ["B1", "B2"]
    assert sides.letter(match.seats, match.seats[2].side) == "C"


def test_seating_starts_with_whoever_wins_the_draw():
    match = first_table(spirit())
    assert sides.goes_first(match) == match.players[0]
    assert sides.goes_first(first_table(desk("spellfire", "Ana Ben Cai").pair())) is None


def test_a_partner_is_no_opponent():
    made = spirit()
    match = first_table(made)
    for player in match.players:
        team = set(sides.team_of(made.t, player))
        assert {*sides.partners(match, player), player} == team
        assert sides.partner_of(made.t, player) in team - {player}
        assert not team & {other for side in sides.opponents(match, player) for other in side}
        assert [len(side) for side in sides.opponents(match, player)] == [2, 2]


def test_whoever_plays_alone_has_no_partner_no_letter_and_no_name_for_a_seat():
    made = desk("spellfire", "Ana Ben Cai").pair()
    match = first_table(made)
    assert (sides.in_teams(match), sides.seat_names(match), sides.letter(match.seats, 0)) == (False, (), "")
    assert (sides.partners(match, "Ana"), sides.seat_name(match, "Ana")) == ((), "")
    assert (sides.team_of(made.t, "Ana"), sides.partner_of(made.t, "Ana")) == (("Ana",), None)
    assert sorted(sides.opponents(match, "Ana")) == [("Ben",), ("Cai",)]


# The set-up


def test_the_box_has_drawn_who_starts_so_the_first_game_needs_no_cards_for_it():
    steps = ruleset_of(spirit().settings).set_up
    assert "A1, B1, C1, A2, B2, C2" in steps[0]
    assert "A1 won the draw" in steps[0]
    assert "Later games: everyone draws a card" in steps[0]
    assert not any(step.startswith("Everyone draws a card") for step in steps)


def test_cards_that_affect_an_opponent_have_no_effect_on_a_partner():
    """“Opponents who play cards that affect a single opponent still affect only a single opponent.”"""
    rule = ruleset_of(spirit().settings).posted[0]
    assert rule.title == "Team Spirit"
    for words in ("start of a member’s turn", "never beside each other", "no effect on a partner", "one of a team"):
        assert words in rule.text


# Games


def test_what_cannot_be_is_told_by_team():
    made = spirit()
    assert "Team A won with 9 unrazed realms" in made.refused(results.record_game, 1, game=Game(0, (5, 3, 2, 4, 3, 1)))
    assert "Team B has 21 unrazed realms" in made.refused(results.record_game, 1, game=Game(0, (6, 11, 2, 4, 10, 1)))


def test_a_game_is_confirmed_by_another_team_not_by_the_partner():
    made = spirit()
    one, other, _, partner, *_ = first_table(made).players
    made.do(results.report_game, 1, player=one, game=A_WINS).do(results.report_game, 1, player=partner, game=A_WINS)
    assert first_table(made).games == ()
    made.do(results.report_game, 1, player=other, game=A_WINS)
    assert first_table(made).games == (A_WINS,)


def test_a_whole_team_leaves_the_table_in_one_act():
    made = spirit()
    team = sides.sides(first_table(made))[1]
    made.do(desk_results.leave, 1, players=team)
    assert first_table(made).withdrawn == team
    assert first_table(made).result is None
    other = sides.sides(first_table(made))[2]
    made.do(desk_results.leave, 1, players=other)
    assert made.outcome(first_table(made).players[0]).place == 1
    assert [made.outcome(team[0]).place, made.outcome(team[1]).place] == [3, 3]


def test_of_a_team_whose_one_member_has_left_only_the_other_one_can_leave():
    made = spirit()
    one, two = sides.sides(first_table(made))[1]
    made.do(desk_results.leave, 1, players=(one,)).do(desk_results.leave, 1, players=(one, two))
    assert first_table(made).withdrawn == (one, two)
    assert "does not play at table 1" in made.refused(desk_results.leave, 1, players=(one, two))


def test_a_team_that_did_not_come_scores_nothing():
    made = spirit()
    team = sides.sides(first_table(made))[2]
    made.do(desk_results.leave, 1, players=team, no_show=True)
    assert first_table(made).no_shows == team
    play_all(made)
    (ranks,) = stage_ranks(made.t, made.stage)
    assert {row.player for row in ranks.rows if not row.place} == set(team)


# Lots


def level(count: int = 3) -> Desk:
    made = spirit(count)
    for match in made.round_.matches:
        for _ in range(2):
            made.do(results.record_game, match.table, game=A_WINS_B_AND_C_LEVEL)
    return made


def test_a_lot_separates_teams_and_is_replaced_by_team():
    made = level()
    match = first_table(made)
    ((one, two),) = pods.tied(match)
    assert {one, two} == set(sides.sides(match)[1:])
    assert made.outcome(two[0]).place == 3
    made.do(lots.replace_lots_at_a_table, 1, 1, [one[0], two[1]], places=[2, 1])
    assert [made.outcome(player).place for player in (*two, *one)] == [2, 2, 3, 3]


def test_each_team_has_one_place_in_the_order_that_replaces_a_lot():
    made = level()
    ((one, _),) = pods.tied(first_table(made))
    assert "no such lot" in made.refused(lots.replace_lots_at_a_table, 1, 1, list(one), places=[1, 2])


def test_a_lot_in_the_standings_is_replaced_by_team():
    made = level(9).close()
    (winners, *_) = lot_ties(stage_ranks(made.t, made.stage))
    assert len(winners) == 3
    assert all(sides.partner_of(made.t, player) not in winners for player in winners)
    made.do(lots.replace_lots, list(winners), places=[3, 1, 2])
    (ranks,) = stage_ranks(made.t, made.stage)
    first, second, third = winners
    expected = [p for winner in (second, third, first) for p in sides.team_of(made.t, winner)]
    assert [row.player for row in ranks.rows[:6]] == expected
    assert [row.place for row in ranks.rows[:6]] == [1, 1, 3, 3, 5, 5]


# What is said


def test_the_working_counts_teams_and_says_that_both_score():
    made = play_all(spirit(9))
    winner = made.round_.matches[0].players[0]
    partner = sides.partner_of(made.t, winner)
    assert working(made, winner) == (
        f"3 teams tied on 4 points; unrazed realms per game 22 in 2, equal; by lot; with ⟨{partner}⟩, and both score"
    )
    champion = play_all(made.pair()).round_.matches[0].players[0]
    partner = sides.partner_of(made.t, champion)
    assert working(made, champion) == f"won the championship round; 14 points; with ⟨{partner}⟩, and both score"


def test_partners_of_whom_one_did_not_come_do_not_both_score():
    made = spirit()
    alone, partner = sides.sides(first_table(made))[0]
    made.do(desk_results.leave, 1, players=(partner,), no_show=True)
    play_all(made)
    assert "both score" not in working(made, alone)
    assert working(made, alone).endswith(f"with ⟨{partner}⟩")


def test_a_team_on_its_points_alone_is_the_only_one():
    made = play_all(spirit())
    second = first_table(made).players[1]
    assert working(made, second).startswith("the only team on 3 points")


def test_a_table_is_told_by_team():
    made = level()
    match = first_table(made)
    first, *_ = map(sides.as_entered, sides.sides(match))
    ((one, two),) = (map(sides.as_entered, tied) for tied in pods.tied(match))
    assert match.result is not None
    assert told(match, match.result) == (
        f"⟨{first[0]}⟩ & ⟨{first[1]}⟩ won the table; by lot ⟨{one[0]}⟩ & ⟨{one[1]}⟩, then ⟨{two[0]}⟩ & ⟨{two[1]}⟩"
    )


# Filling up, and partners who leave


def test_a_team_fills_up_and_both_are_named():
    made = play_all(spirit(6))
    (filler,) = filling(made.t)
    made.pair()
    joined = sides.team_of(made.t, filler)
    assert in_words(first_table(made).why).endswith(f": ⟨{joined[0]}⟩ & ⟨{joined[1]}⟩")


@pytest.mark.parametrize("seed", [f"seed {i}" for i in range(8)])
def test_the_lower_lot_of_a_team_counts_for_both_when_teams_fill_up(seed):
    """As in the standings: the team that stands higher there goes on."""
    made = play_all(team_spirit(6, seed=seed).pair(), A_WINS_B_AND_C_LEVEL)
    (ranks,) = stage_ranks(made.t, made.stage)
    winners = {player for match in made.round_.matches for player in sides.sides(match)[0]}
    best = next(row.player for row in ranks.rows if row.player not in winners and row.numbers[0] == 3)
    assert best in sides.team_of(made.t, filling(made.t)[0])


def test_a_team_that_lost_a_member_does_not_go_on_and_its_seat_is_filled():
    made = play_all(spirit(9))
    gone = made.round_.matches[0].players[0]
    left = sides.partner_of(made.t, gone)
    made.do(people.drop, gone).pair()
    assert not {gone, left} & made.round_.seated
    assert len(made.round_.seated) == 6
    assert in_words(first_table(made).why) != "winners of the last round"


def test_a_winner_whose_partner_never_came_and_went_home_does_not_go_on_alone():
    made = spirit(9)
    match = first_table(made)
    alone, partner = sides.sides(match)[0]
    made.do(desk_results.leave, match.table, players=(partner,), no_show=True).do(people.drop, partner)
    play_all(made)
    assert (alone,) not in staying_winners(made.t, made.stage)
    assert alone not in made.pair().round_.seated


def test_too_few_teams_to_fill_up_are_not_told_of_tables_of_four():
    made = play_all(spirit(6))
    losers = [side for match in made.round_.matches for side in sides.sides(match)[1:]]
    for one, _ in losers:
        made.do(people.drop, one)
    said = made.refused(rounds.pair_round)
    assert "1 team has to fill up, and only 0 are still here" in said
    assert "four" not in said


def test_a_team_that_has_left_does_not_keep_the_others_from_beginning():
    event = with_realms(Event(type="Team Spirit"))
    made = entered("spellfire", "a1 a2 b1 b2 c1 c2 d1 d2", event=event)
    for letter in "abcd":
        made.do(teams.join, f"{letter}1", f"{letter}2")
    made.do(people.drop, "d1").do(people.drop, "d2")
    assert teams.unready(made.t) == ""
    made.do(setup.start).pair()
    assert made.round_.seated == {f"{letter}{n}" for letter in "abc" for n in "12"}


def test_once_play_has_begun_a_missing_partner_is_told_where_to_go():
    made = team_spirit(3)
    made.do(people.drop, "a1")
    said = made.refused(rounds.pair_round)
    assert "2 teams" in said
    assert "Undo the start" in said
