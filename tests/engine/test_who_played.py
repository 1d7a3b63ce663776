"""Spellfire: who really played, what follows from it, and people who do not come, leave or are disqualified."""

from __future__ import annotations

import pytest
from desk import Desk, desk, pod, team_spirit

from engine import facts as f
from engine.decisions import people, results, rounds, stages
from engine.standings.participants import counted_players, counts_for_ranking, participants
from engine.standings.places import final_places
from engine.standings.pods import pod_realms, pod_totals
from engine.standings.ranks import stage_ranks
from engine.standings.staff import staff_points


def seated(*tables: str) -> Desk:
    """These tables, published."""
    made = desk("spellfire", " ".join(tables))
    return made.facts(f.RoundPaired(1, pod(*tables))).do(rounds.publish)


def nine() -> Desk:
    return seated("Ana Ben Cai", "Dee Eli Fay", "Gus Hal Ida")


def absent(made: Desk, name: str) -> Desk:
    return made.do(results.leave_table, made.match(name).table, player=name, no_show=True)


def working(made: Desk) -> dict[str, str]:
    return {row.player: row.working for row in stage_ranks(made.t, made.stage)[0].rows}


# Nine who play


def test_nine_entered_and_eight_who_played_is_not_an_official_event():
    """“Two-player games or those tournaments with less than 9 participants are not eligible for scoring.”"""
    made = nine().facts(f.StaffNamed("s", "coordinator"), f.StaffNamed("j", "judge"))
    assert (counted_players(made.t), counts_for_ranking(made.t)) == (9, True)
    absent(made, "Ida").play()
    assert (counted_players(made.t), counts_for_ranking(made.t)) == (8, False)
    assert staff_points(made.t) == {"s": 8, "j": 4}


def test_before_the_first_round_it_is_those_who_are_entered():
    made = desk("spellfire", 9)
    assert (counted_players(made.t), counts_for_ranking(made.t)) == (9, True)
    made.do(people.drop, "p1")
    assert (counted_players(made.t), counts_for_ranking(made.t)) == (8, False)


def test_somebody_whom_nobody_came_to_meet_has_not_played():
    """Ruling: somebody who never played a game scores nothing and is not counted."""
    made = absent(absent(nine(), "Hal"), "Ida")
    assert made.outcome("Gus").place == 1
    assert participants(made.t) == {"Ana", "Ben", "Cai", "Dee", "Eli", "Fay"}
    assert "Gus" not in pod_totals(made.t, made.stage)
    assert working(made)["Gus"] == "no game played yet, so no place"
    made.play().pair()
    assert "Gus" in made.round_.seated
    assert pod_totals(made.t, made.stage)["Gus"] == 4


def test_after_the_event_nobody_is_waited_for():
    made = absent(absent(nine(), "Hal"), "Ida").do(people.drop, "Gus")
    made.play().pair().play().do(stages.finish)
    assert working(made)["Gus"] == "no game played, so no place"


def test_a_table_to_which_nobody_came_gives_no_points_and_no_place():
    made = absent(absent(nine(), "Hal"), "Ida").do(people.drop, "Gus").play()
    assert "Gus" not in pod_totals(made.t, made.stage)
    assert not {"Gus", "Hal", "Ida"} & set(final_places(made.t))
    assert working(made)["Ida"] == "did not come, so no place"


def test_who_played_and_did_not_come_to_a_later_table_keeps_their_points():
    made = nine().play().pair()
    late = made.round_.matches[0].players[0]
    absent(made, late)
    assert pod_totals(made.t, made.stage)[late] == 4
    assert counted_players(made.t) == 9
    made.play(lambda match: next(p for p in match.players if p != late))
    assert late in final_places(made.t)


def test_a_partner_who_never_came_scores_nothing():
    made = team_spirit(3).pair()
    absent(made, "a2")
    made.play(lambda match: "a1")
    totals = pod_totals(made.t, made.stage)
    assert totals["a1"] == 5
    assert "a2" not in totals


# Did not come


@pytest.mark.parametrize("table", ["Ana Ben Cai", "Ana Ben Cai Dee"])
def test_somebody_who_did_not_come_can_be_said_so_after_a_game(table):
    """The others began without them, and the desk hears of it when the first game is in."""
    made = seated(table).game("Ana", Ben=2)
    absent(made, "Cai").play(lambda match: "Ana")
    assert "Cai" not in pod_totals(made.t, made.stage)
    assert "Cai" not in pod_realms(made.stage)
    assert participants(made.t) == set(table.split()) - {"Cai"}


def test_who_has_realms_in_a_game_was_there():
    made = seated("Ana Ben Cai Dee").game("Ana", Ben=2, Cai=1)
    assert "⟨Cai⟩ has realms in a game" in made.refused(results.leave_table, 1, player="Cai", no_show=True)
    assert "⟨Ana⟩ has realms in a game" in made.refused(results.leave_table, 1, player="Ana", no_show=True)


def test_where_two_did_not_come_the_two_others_play_on():
    made = absent(absent(seated("Ana Ben Cai Dee"), "Cai"), "Dee").game("Ana", Ben=5).game("Ana", Ben=5)
    assert [made.outcome(name).place for name in ("Ana", "Ben")] == [1, 2]
    assert pod_totals(made.t, made.stage) == {"Ana": 5, "Ben": 3}


def test_who_did_not_come_is_last_also_when_somebody_left_before():
    """Ben left in the first game and has played; Cai never came and has no place among them."""
    made = seated("Ana Ben Cai Dee").do(results.leave_table, 1, player="Ben")
    absent(made, "Cai").play(lambda match: "Ana")
    assert pod_totals(made.t, made.stage) == {"Ana": 5, "Dee": 3, "Ben": 2}


def test_realms_per_game_count_only_games_they_played():
    made = seated("Ana Ben Cai Dee").game("Ana", Ben=4, Cai=2, Dee=1).do(results.leave_table, 1, player="Ben")
    made.game("Cai", Dee=1).game("Ana")
    realms = pod_realms(made.stage)
    assert (realms["Ben"].count, realms["Ben"].games) == (4, 1)
    assert (realms["Dee"].count, realms["Dee"].games) == (2, 3)
