"""Results: reported at the table, recorded at the desk, taken back, corrected later."""

from __future__ import annotations

import pytest
from desk import Desk, cut, desk, game_of, pod, result_of, team_spirit

from engine import facts as f
from engine.decisions import people, results, rounds, stages
from engine.refusals import Refused
from engine.results import drawn, won
from engine.standings.pods import pod_realms, pod_standings, pod_totals
from engine.words import Game, Outcome, Result


def four(rules: str = "ashes-reborn") -> Desk:
    return desk(rules, "Ana Ben Cai Dee").seat("Ana?Ben", "Cai?Dee")


# Wins


def test_a_win_against_12_wounds_is_25_to_12():
    """Reborn, Recording Results; the winner may sit on either side."""
    made = four().do(results.record_win, 1, winner="Ben", wounds=12)
    assert (made.outcome("Ben"), made.outcome("Ana")) == (Outcome("win", 25), Outcome("loss", 12))


@pytest.mark.parametrize("how", ["concession", "penalty", "no-show", "flag"])
def test_however_it_ended_the_winner_has_25(how):
    made = four().do(results.record_win, 1, winner="Ana", wounds=3, how=how)
    assert made.match("Ana").result == Result((Outcome("win", 25), Outcome("loss", 3)), how)


def test_a_flag_does_not_fall_in_classic():
    assert "not a way to end" in four("ashes-classic").refused(
        results.record_win, 1, winner="Ana", wounds=3, how="flag"
    )


@pytest.mark.parametrize(("wounds", "fine"), [(0, True), (24, True), (99, True), (100, False), (-1, False)])
def test_wounds_run_from_0_to_99(wounds, fine):
    made = four()
    if fine:
        assert made.do(results.record_win, 1, winner="Ana", wounds=wounds).outcome("Ben").blood == wounds
    else:
        assert "is not possible" in made.refused(results.record_win, 1, winner="Ana", wounds=wounds)


def test_the_winner_sits_at_the_table_and_the_table_is_there():
    made = four()
    assert "⟨Cai⟩ does not sit at table 1" in made.refused(results.record_win, 1, winner="Cai", wounds=3)
    assert "no table 9" in made.refused(results.record_win, 9, winner="Ana", wounds=3)


def test_before_the_round_is_published_there_are_no_results():
    made = desk("ashes-reborn", "Ana Ben")
    assert "no table 1" in made.refused(results.record_win, 1, winner="Ana", wounds=3)
    assert "not published" in made.draft().refused(results.record_win, 1, winner="Ana", wounds=3)


def test_a_result_is_taken_back_before_another_is_entered():
    made = four().results("Ana>Ben 3")
    assert "Take it back" in made.refused(results.record_win, 1, winner="Ben", wounds=3)
    made.do(results.take_back, 1).results("Ben>Ana 4")
    assert made.outcome("Ben").mark == "win"


def test_after_the_round_is_closed_a_result_is_corrected():
    made = desk("ashes-reborn", "Ana Ben").round("Ana>Ben")
    assert "corrected" in made.refused(results.take_back, 1)
    assert "corrected" in made.refused(results.record_win, 1, winner="Ben", wounds=3)


@pytest.mark.parametrize(
    "outcomes",
    [
        (Outcome("win", 25), Outcome("win", 25)),
        (Outcome("win", 24), Outcome("loss", 3)),
        (Outcome("win", 25), Outcome("draw", 3)),
        (Outcome("loss", 3), Outcome("loss", 3)),
        (Outcome("loss"), Outcome("loss")),
    ],
)
def test_a_duel_has_one_winner_with_25_and_one_loser(outcomes):
    four().refused(results.record, 1, result=Result(outcomes))


# Draws and double losses


def test_reborn_and_summoner_wars_have_no_draws():
    """Sudden death ends every game."""
    for rules in ("ashes-reborn", "summoner-wars"):
        assert "no draws" in four(rules).refused(results.record_draw, 1, blood=(10, 12))


def test_a_classic_draw_is_a_point_each_and_the_wounds_placed():
    made = four("ashes-classic").do(results.record_draw, 1, blood=(10, 12)).results("Cai>Dee").close()
    for name, blood in (("Ana", 10), ("Ben", 12)):
        numbers = made.line(name).numbers
        assert (numbers["points"], numbers["blood_earned"]) == (1, blood)


def test_a_bracket_has_no_draw_in_any_ruleset():
    made = cut(four("ashes-classic").play(), 2).pair()
    assert "bracket match has no draw" in made.refused(results.record_draw, 1, blood=(3, 3))


def test_a_bracket_match_needs_somebody_who_goes_on():
    made = cut(four().play(), 2).pair()
    assert "needs a winner" in made.refused(results.record_double_loss, 1)


def test_a_draw_is_played_out():
    result = Result((Outcome("draw", 3), Outcome("draw", 3)), "no-show")
    assert "draw" in four("ashes-classic").refused(results.record, 1, result=result)


def test_a_double_loss_is_nothing_for_both_but_a_meeting():
    made = four().do(results.record_double_loss, 1).results("Cai>Dee").close()
    for name in ("Ana", "Ben"):
        numbers = made.line(name).numbers
        assert [numbers[key] for key in ("wins", "points", "blood_earned", "blood_lost")] == [0, 0, 0, 0]
    assert {frozenset(pair.split()) for pair in made.pair().pairs.values()} != {frozenset(("Ana", "Ben"))}


@pytest.mark.parametrize(
    "result",
    [
        Result((Outcome("loss", 3), Outcome("loss")), "double-loss"),
        Result((Outcome("win", 25), Outcome("loss")), "double-loss"),
    ],
)
def test_nobody_scores_in_a_double_loss(result):
    assert "double loss" in four().refused(results.record, 1, result=result)


# Reports from the table


def test_a_result_counts_when_both_players_say_the_same():
    made = four()
    told = won(made.match("Ana"), "Ana", wounds=7, scoring=made.settings.scoring)
    made.do(results.report, 1, player="Ana", result=told)
    assert made.match("Ana").result is None
    made.do(results.report, 1, player="Ana", result=told)
    assert made.match("Ana").result is None
    made.do(results.report, 1, player="Ben", result=told)
    assert made.match("Ana").result == told


def test_one_players_word_is_nothing_to_agree_on():
    made = desk("ashes-reborn", "Ana Ben", desk_confirms=True).seat("Ana?Ben")
    told = won(made.match("Ana"), "Ana", wounds=7, scoring=made.settings.scoring)
    made.do(results.report, 1, player="Ana", result=told)
    assert results.agreed(made.match("Ana")) is None
    assert "table 1 do not agree" in made.refused(results.confirm_agreed, (1,))
    made.do(results.report, 1, player="Ben", result=told).do(results.confirm_agreed, (1,))
    assert made.match("Ana").result == told


def test_two_stories_are_a_dispute_until_the_desk_decides():
    made = four()
    match, scoring = made.match("Ana"), made.settings.scoring
    made.do(results.report, 1, player="Ana", result=won(match, "Ana", wounds=7, scoring=scoring))
    made.do(results.report, 1, player="Ben", result=won(match, "Ana", wounds=8, scoring=scoring))
    assert results.disputed(made.match("Ana"))
    made.do(results.record_win, 1, winner="Ana", wounds=8)
    assert not results.disputed(made.match("Ana"))


def test_the_desk_needs_nobodys_report():
    assert four().results("Ana>Ben").outcome("Ana").mark == "win"


def test_a_report_the_rulebook_does_not_know_is_refused_at_once():
    made = four()
    assert "no draws" in made.refused(results.report, 1, player="Ana", result=drawn(made.match("Ana"), (1, 1)))


def test_reports_alone_can_be_taken_back():
    made = four()
    told = won(made.match("Ana"), "Ana", wounds=7, scoring=made.settings.scoring)
    made.do(results.report, 1, player="Ana", result=told).do(results.take_back, 1)
    assert made.match("Ana").reports == ()
    assert "no result to take back" in made.refused(results.take_back, 1)


# Corrections


def corrected(made: Desk, number: int, text: str) -> Desk:
    match = made.match(text.split(">")[0], number)
    return made.do(results.correct, number, table=match.table, result=result_of(match, text, made.settings))


def test_a_correction_changes_the_standings_and_leaves_later_pairings():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").pair()
    later = made.round_
    corrected(made, 1, "Ben>Ana 9")
    assert (made.line("Ana").numbers["wins"], made.line("Ben").numbers["wins"]) == (0, 1)
    assert made.round_ == later
    assert [round_.amended for round_ in made.t.rounds] == [True, False]


def test_the_next_pairing_goes_by_what_was_corrected():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee")
    corrected(made, 1, "Ben>Ana 9").pair()
    assert set(made.match("Ben").players) == {"Ben", "Cai"}


def test_an_open_round_is_not_corrected_but_taken_back():
    made = four().results("Ana>Ben")
    assert "take its result back" in made.refused(
        lambda t: results.correct(t, 1, table=1, result=Result((Outcome("loss", 1), Outcome("win", 25))))
    )


def test_a_correction_is_as_legal_as_a_result():
    made = four().play()
    draw = Result((Outcome("draw", 1), Outcome("draw", 1)))
    assert "no draws" in made.refused(results.correct, 1, table=1, result=draw)
    assert "no table 9" in made.refused(results.correct, 1, table=9, result=draw)
    assert "no round 5" in made.refused(results.correct, 5, table=1, result=draw)
    assert "outcomes" in made.refused(results.correct, 1, table=1, result=Result((Outcome("win", 25),)))


def bracket() -> Desk:
    """A bracket of four after its semi-finals; the better seed has won both."""
    made = cut(desk("ashes-reborn", 8).pair().play(), 4)
    return made.pair().play(lambda match: min(match.players, key=made.stage.entrants.index))


def loser_of_first_semi_final(made: Desk) -> tuple[str, str]:
    match = made.stage.rounds[0].match_at(1)
    assert match is not None
    seeds = made.stage.entrants
    return min(match.players, key=seeds.index), max(match.players, key=seeds.index)


def test_a_bracket_corrected_in_time_sends_the_right_player_on():
    made = bracket()
    wrong, right = loser_of_first_semi_final(made)
    corrected(made, 2, f"{right}>{wrong} 5").pair()
    assert right in made.round_.seated
    assert wrong not in made.round_.seated


@pytest.mark.parametrize("publish", [True, False])
def test_a_final_that_has_not_been_played_gets_the_right_player(publish):
    """Time is not undone, so a final whose clock runs can only be put right where it stands."""
    made = bracket().draft()
    if publish:
        made.do(rounds.publish)
    wrong, right = loser_of_first_semi_final(made)
    table = made.match(wrong).table
    corrected(made, 2, f"{right}>{wrong} 5")
    assert wrong not in made.round_.seated
    assert made.match(right).table == table
    if not publish:
        made.do(rounds.publish)
    made.play(lambda match: right).do(stages.finish)
    assert made.t.finish.ranking[0] == right


def test_a_bracket_whose_winner_has_played_on_stays():
    made = bracket().pair()
    wrong, right = loser_of_first_semi_final(made)
    match = made.match(wrong)
    made.do(results.record_win, match.table, winner=wrong, wounds=3)
    why = made.refused(lambda t: corrected_facts(made, 2, f"{right}>{wrong} 5"))
    assert "already has a result" in why
    made.close()
    assert "what was played stays" in made.refused(lambda t: corrected_facts(made, 2, f"{right}>{wrong} 5"))


def test_the_wounds_of_a_bracket_match_can_always_be_corrected():
    made = bracket().pair().play()
    winner, loser = loser_of_first_semi_final(made)
    corrected(made, 2, f"{winner}>{loser} 19")
    assert made.outcome(loser, 2).blood == 19


def test_a_swiss_result_corrected_during_the_bracket_leaves_the_cut():
    made = cut(desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee"), 2).pair()
    later = made.round_
    corrected(made, 1, "Dee>Cai 9")
    assert made.round_ == later


def test_a_correction_changes_something():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben 9", "Cai>Dee")
    with pytest.raises(Refused, match="recorded already"):
        corrected_facts(made, 1, "Ana>Ben 9")


def test_nobody_is_disqualified_by_a_correction_and_who_was_may_stay_so():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").seat("Ana?Ben", "Cai?Dee").do(people.disqualify, "Ben", wounds=3)
    made.results("Cai>Dee").close()
    for winner, refused in (("Ana", False), ("Cai", True)):
        match = made.match(winner)
        result = won(match, winner, wounds=7, scoring=made.settings.scoring, how="disqualified")
        assert results.may_correct_to(match, "disqualified") != refused
        if refused:
            assert "cannot disqualify anybody" in made.refused(results.correct, 1, table=match.table, result=result)
        else:
            made.do(results.correct, 1, table=match.table, result=result)
    assert made.outcome("Ben").blood == 7


def corrected_facts(made: Desk, number: int, text: str) -> tuple[f.Fact, ...]:
    match = made.match(text.split(">")[0], number)
    result = result_of(match, text, made.settings)
    assert result is not None
    return results.correct(made.t, number, table=match.table, result=result)


# Spellfire


def three() -> Desk:
    made = desk("spellfire", "Dori John Jim")
    return made.facts(f.RoundPaired(1, pod("Dori John Jim"))).do(rounds.publish)


def test_a_table_is_won_with_two_games():
    """Spellfire, Tournament Scoring System: the worked example's table; the others rank by realms."""
    made = three().game("Jim", Dori=4, John=4).game("John", Dori=3, Jim=5)
    assert made.match("Jim").result is None
    made.game("Dori", John=4, Jim=4)
    made.game("Jim", Dori=5, John=5)
    assert [made.outcome(p).place for p in ("Jim", "John", "Dori")] == [1, 2, 3]
    assert pod_totals(made.t, made.stage) == {"Jim": 5, "John": 3, "Dori": 2}


def test_after_the_second_win_no_game_is_added():
    made = three().win_table("Jim")
    assert "Table 1 is decided" in made.refused(results.record_game, 1, game=Game(0, (6, 0, 0)))


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (Game(0, (5, 0, 0)), "exactly 6"),
        (Game(0, (6, 6, 0)), "without winning"),
        (Game(0, (6, -1, 0)), "fewer than 0"),
        (Game(0, (6, 0)), "each of the 3 players"),
        (Game(7, (6, 0, 0)), "winner who sits at this table"),
    ],
)
def test_a_game_that_cannot_be_is_refused(game, why):
    assert why in three().refused(results.record_game, 1, game=game)


def test_a_duel_has_no_games_and_a_spellfire_table_no_wounds():
    assert "several players" in four().refused(results.record_game, 1, game=Game(0, (6, 0)))
    assert "record its games" in three().refused(results.record_win, 1, winner="Jim", wounds=3)
    assert "record its games" in three().refused(results.record_draw, 1, blood=(3, 3))
    assert "record its games" in three().refused(results.record_double_loss, 1)
    assert "withdraws" in four().refused(results.leave_table, 1, player="Ana")


def test_taking_back_takes_the_last_game_and_what_it_decided():
    made = three().game("Jim").game("Dori").game("Jim")
    made.do(results.take_back, 1)
    assert (made.match("Jim").result, len(made.match("Jim").games)) == (None, 2)
    made.do(results.take_back, 1).do(results.take_back, 1)
    assert made.match("Jim").games == ()
    assert "no result" in made.refused(results.take_back, 1)


def test_who_withdraws_is_last_and_the_others_play_on():
    """RULES, Spellfire: a player who withdraws leaves the table to the others."""
    made = three().game("Jim", John=5).do(results.leave_table, 1, player="John")
    assert made.match("Jim").result is None
    made.game("Jim", Dori=1)
    assert [made.outcome(p).place for p in ("Jim", "Dori", "John")] == [1, 2, 3]


def test_with_one_left_that_one_wins():
    made = three().do(results.leave_table, 1, player="John").do(results.leave_table, 1, player="Jim")
    assert [made.outcome(p).place for p in ("Dori", "Jim", "John")] == [1, 2, 3]


def test_who_has_left_the_table_wins_no_game_there_and_does_not_leave_twice():
    made = three().do(results.leave_table, 1, player="John")
    game = game_of(made.match("John"), "John", made.settings)
    assert "has left table 1" in made.refused(results.record_game, 1, game=game)
    assert "does not play at table 1" in made.refused(results.leave_table, 1, player="John")
    assert "does not play at table 1" in made.refused(results.leave_table, 1, player="Zoe")


def test_a_table_decided_by_leaving_is_put_right_by_undoing_that():
    """Taking a game back would leave a table that can neither be played nor closed."""
    made = three().game("Jim").do(results.leave_table, 1, player="John").do(results.leave_table, 1, player="Dori")
    assert "Undo that withdrawal" in made.refused(results.take_back, 1)
    made.undo()
    assert made.match("Jim").withdrawn == ("John",)


def test_an_organizer_ends_a_table_by_games_then_realms():
    made = three().game("Jim", Dori=5, John=2).do(results.end_early, 1)
    assert made.match("Jim").result.how == "ended-early"
    assert [made.outcome(p).place for p in ("Jim", "Dori", "John")] == [1, 2, 3]


def test_or_names_the_winner():
    made = three().game("Jim", Dori=5, John=2)
    assert "⟨Zoe⟩ does not play" in made.refused(results.end_early, 1, winner="Zoe")
    made.do(results.end_early, 1, winner="John")
    assert [made.outcome(p).place for p in ("John", "Jim", "Dori")] == [1, 2, 3]


def test_who_has_left_cannot_be_named_the_winner():
    made = three().do(results.leave_table, 1, player="John")
    assert "⟨John⟩ does not play" in made.refused(results.end_early, 1, winner="John")


def test_taking_back_an_early_end_leaves_the_games():
    made = three().game("Jim").do(results.end_early, 1).do(results.take_back, 1)
    assert (made.match("Jim").result, len(made.match("Jim").games)) == (None, 1)
    assert made.game("Jim").outcome("Jim").place == 1


def test_a_duel_is_not_ended_early():
    assert "not a way to end" in four().refused(results.end_early, 1)


def test_both_of_a_team_have_its_place():
    """Spellfire, Team Spirit: ten realms together, both members score."""
    made = team_spirit(3).pair()
    (match,) = made.round_.matches
    game = Game(0, tuple(5 if seat.side == 0 else seat.side for seat in match.seats))
    made.do(results.record_game, 1, game=game).do(results.record_game, 1, game=game)
    for side, place in ((0, 1), (2, 2), (1, 3)):
        assert {made.outcome(s.player).place for s in match.seats if s.side == side} == {place}
    assert "10 to 20" in team_spirit(3).pair().refused(results.record_game, 1, game=Game(0, (4, 0, 0, 5, 0, 0)))


def test_a_team_plays_on_while_one_of_it_is_there():
    made = team_spirit(3).pair()
    (match,) = made.round_.matches
    first = [seat.player for seat in match.seats if seat.side == 0]
    for player in [p for p in match.players if p not in first]:
        assert made.match(player).result is None
        made.do(results.leave_table, 1, player=player)
    assert {made.outcome(p).place for p in first} == {1}


def test_a_team_can_win_without_its_disqualified_member():
    made = team_spirit(3).pair()
    (match,) = made.round_.matches
    first = [seat.player for seat in match.seats if seat.side == 0]
    game = Game(0, tuple(5 if seat.side == 0 else 0 for seat in match.seats))
    made.do(results.record_game, 1, game=game).do(people.disqualify, first[0])
    made.do(results.record_game, 1, game=Game(0, tuple(10 if s.player == first[1] else 0 for s in match.seats)))
    assert made.outcome(first[1]).place == 1


# Spellfire corrections: the games are what happened, places follow from them


def closed_nine() -> Desk:
    made = desk("spellfire", 9)
    made.facts(f.RoundPaired(1, pod("p1 p2 p3", "p4 p5 p6", "p7 p8 p9"))).do(rounds.publish)
    for winner, second in (("p1", "p2"), ("p4", "p5"), ("p7", "p8")):
        made.game(winner, **{second: 5}).game(winner, **{second: 5})
    return made.close()


def test_games_entered_wrong_are_corrected_with_realms_places_and_points():
    made = closed_nine()
    match = made.match("p1")
    games = tuple(game_of(match, "p3", made.settings, p1=2, p2=3) for _ in range(2))
    made.do(results.correct_games, 1, table=1, games=games)
    assert [made.outcome(p).place for p in ("p3", "p2", "p1")] == [1, 2, 3]
    assert {p: pod_totals(made.t, made.stage)[p] for p in ("p3", "p2", "p1")} == {"p3": 4, "p2": 3, "p1": 2}
    assert pod_realms(made.stage)["p2"].count == 6
    assert "p3" in made.draft().round_.seated


def test_a_place_alone_is_corrected_with_the_games_as_they_were():
    """By a ruling: second and third change places."""
    made = closed_nine()
    places = Result((Outcome("win", place=1), Outcome("loss", place=3), Outcome("loss", place=2)))
    made.do(results.correct, 1, table=1, result=places)
    assert made.outcome("p3").place == 2
    assert len(made.match("p1").games) == 2


def test_but_not_against_who_won_two_games():
    made = closed_nine()
    places = Result((Outcome("loss", place=2), Outcome("win", place=1), Outcome("loss", place=3)))
    assert "won two games" in made.refused(results.correct, 1, table=1, result=places)


def test_corrected_games_can_be_those_of_a_table_ended_early():
    made = closed_nine()
    match = made.match("p1")
    game = game_of(match, "p2", made.settings, p3=5)
    made.do(results.correct_games, 1, table=1, games=(game,))
    assert (made.outcome("p2").place, made.match("p1").result.how) == (1, "ended-early")
    made.do(results.correct_games, 1, table=1, games=(game,), winner="p3")
    assert made.outcome("p3").place == 1


def test_corrected_games_are_as_possible_as_games():
    made = closed_nine()
    assert "exactly 6" in made.refused(results.correct_games, 1, table=1, games=(Game(0, (5, 0, 0)),))
    two = (Game(0, (6, 0, 0)),) * 3
    assert "after it" in made.refused(results.correct_games, 1, table=1, games=two)
    duel = four().play()
    fact = f.ResultCorrected(1, 1, duel.match("Ana").result, (Game(0, (6, 0)),))
    assert "several players" in duel.refused_facts(fact)


def test_a_corrected_table_leaves_the_next_round_as_it_was_drawn():
    made = closed_nine().pair()
    later = made.round_
    match = made.match("p1", 1)
    games = tuple(game_of(match, "p3", made.settings) for _ in range(2))
    made.do(results.correct_games, 1, table=1, games=games)
    assert made.round_ == later
    assert "p1" in made.round_.seated


def test_a_corrected_final_has_another_champion():
    made = closed_nine().pair().play(lambda match: "p1")
    assert pod_standings(made.t, made.stage)[0].player == "p1"
    match = made.match("p4")
    games = tuple(game_of(match, "p4", made.settings) for _ in range(2))
    made.do(results.correct_games, 2, table=1, games=games)
    assert made.places[0] == "p4"


@pytest.mark.parametrize(
    "outcomes",
    [
        (Outcome("win", place=1), Outcome("loss", place=2), Outcome("loss", place=2)),
        (Outcome("win", place=1), Outcome("loss", place=2), Outcome("loss", place=4)),
        (Outcome("loss", place=1), Outcome("win", place=2), Outcome("loss", place=3)),
        (Outcome("win", place=1), Outcome("win", place=2), Outcome("loss", place=3)),
    ],
)
def test_places_at_a_table_run_from_1_and_the_first_has_won(outcomes):
    three().refused(results.record, 1, result=Result(outcomes, "ended-early"))


def test_a_disqualification_at_a_table_of_several_leaves_it_to_the_others():
    made = three().do(people.disqualify, "John")
    assert made.match("John").withdrawn == ("John",)
    assert made.win_table("Jim").outcome("John").place == 3


def test_a_sentence_even_for_a_result_of_the_wrong_size():
    with pytest.raises(Refused, match="seats"):
        won(three().match("Jim"), "Jim", wounds=1, scoring=four().settings.scoring)
