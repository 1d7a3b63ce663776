"""Spellfire: "Tournament Scoring System"."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.standings import points
from engine.standings.points import KeptOverGames
from engine.words import Game, Match, Seat


def table(*players):
    """A table's places, first to last, of one player each: table("ana ben cai")."""
    return tuple((player,) for line in players for player in line.split())


FULL = (table("ana ben cai dee"), table("eli fay gus"))


@pytest.mark.parametrize(("number", "printed"), [(1, "4 3 2 1"), (2, "8 6 4 2"), (3, "12 9 6 3")])
def test_places_count_times_the_round(number, printed):
    """The text's figures for rounds 1 and 2, and the grids' for round 3."""
    scored = points.round_points(FULL, number=number)
    assert [scored[player] for player in ("ana", "ben", "cai", "dee")] == [int(score) for score in printed.split()]
    assert scored["eli"] == scored["ana"]


def test_the_worked_example_of_the_final():
    """Final in round 5: Jim wins, John is runner-up, Dori third."""
    assert points.round_points([table("jim john dori")], number=5) == {"jim": 25, "john": 15, "dori": 10}


def test_a_fifth_seat_scores_as_the_fourth():
    scored = points.round_points([table("ana ben cai dee eli")], number=1)
    assert scored == {"ana": 5, "ben": 3, "cai": 2, "dee": 1, "eli": 1}


def test_a_round_is_a_final_only_if_it_has_one_table():
    assert points.round_points([table("ana ben cai"), ()], number=1)["ana"] == 4


def test_both_members_of_a_side_score():
    scored = points.round_points([(("a1", "a2"), ("b1", "b2"), ("c1", "c2"))], number=1)
    assert scored == {"a1": 5, "a2": 5, "b1": 3, "b2": 3, "c1": 2, "c2": 2}


def test_a_total_is_the_sum_over_the_rounds():
    rounds = [
        [table("ana ben cai"), table("dee eli fay"), table("gus hal ida")],
        [table("ana gus dee")],
    ]
    assert points.points_by_round(rounds)["gus"] == (4, 6)
    assert points.totals(rounds) == {
        "ana": 14, "gus": 10, "dee": 8, "ben": 3, "eli": 3, "hal": 3, "cai": 2, "fay": 2, "ida": 2,
    }  # fmt: skip


def test_an_event_may_count_double():
    rounds = [FULL, [table("ana eli ben")]]
    assert points.totals(rounds, factor=2) == {player: 2 * total for player, total in points.totals(rounds).items()}


def test_a_rank_says_what_decided_it_and_what_each_round_gave():
    rounds = [
        [table("ana ben cai"), table("dee eli fay")],
        [table("ben ana dee")],
    ]
    realms = {player: KeptOverGames(10, 2) for player in points.totals(rounds)}
    lots = {player: number for number, player in enumerate(realms)}
    first, second, *_ = points.ranking(rounds, realms=realms, lots=lots)
    assert (first.player, first.points, first.decided_by) == ("ben", 13, "champion")
    assert (second.player, second.points, second.by_round, second.decided_by) == ("ana", 10, (4, 6), "points")


def test_the_champion_is_first_whatever_the_totals():
    """A player who filled up can win the final with a smaller total than one who won every round before."""
    rounds = [
        [table("ana x1 ben"), table("x2 x3 x4")],
        [table("ana x2 x3"), table("x1 x5 x4")],
        [table("ana x1 x2"), table("x3 x4 x5")],
        [table("ben ana x3")],
    ]
    realms = {player: KeptOverGames() for player in points.totals(rounds)}
    ranked = points.ranking(rounds, realms=realms, lots={player: i for i, player in enumerate(sorted(realms))})
    assert [(row.player, row.points) for row in ranked[:2]] == [("ben", 22), ("ana", 36)]


def test_before_the_final_there_is_no_champion():
    assert points.champion([]) == ()
    assert points.champion([FULL]) == ()
    assert points.champion([FULL, [()]]) == ()
    assert points.champion([FULL, [table("eli ana ben")]]) == ("eli",)


def test_equal_points_are_decided_by_realms_per_game_then_by_lot():
    rounds = [[table("ana ben cai"), table("dee eli fay"), table("gus hal ida")]]
    realms = {
        "ana": KeptOverGames(12, 2), "dee": KeptOverGames(17, 3), "gus": KeptOverGames(12, 2),
        "ben": KeptOverGames(9, 2), "eli": KeptOverGames(10, 3), "hal": KeptOverGames(11, 4),
        "cai": KeptOverGames(1, 2), "fay": KeptOverGames(2, 4), "ida": KeptOverGames(0, 4),
    }  # fmt: skip
    lots = {"gus": 1, "ana": 2, "fay": 3, "cai": 4} | dict.fromkeys(("ben", "dee", "eli", "hal", "ida"), 5)
    ranked = points.ranking(rounds, realms=realms, lots=lots)
    assert [(row.rank, row.player, row.decided_by) for row in ranked] == [
        (1, "gus", "lot"),
        (2, "ana", "lot"),
        (3, "dee", "realms"),
        (4, "ben", "realms"),
        (5, "eli", "realms"),
        (6, "hal", "realms"),
        (7, "fay", "lot"),
        (8, "cai", "lot"),
        (9, "ida", "realms"),
    ]


def test_partners_share_a_rank_and_one_lot():
    rounds = [[(("a1", "a2"), ("b1", "b2"), ("c1", "c2")), (("d1", "d2"), ("e1", "e2"), ("f1", "f2"))]]
    everyone = [player for table in rounds[0] for place in table for player in place]
    lots = {player: number for number, player in enumerate(everyone)} | {"e2": -1}
    ranked = points.ranking(rounds, realms={}, lots=lots)
    assert [(row.rank, row.player) for row in ranked[:8]] == [
        (1, "a1"), (1, "a2"), (3, "d1"), (3, "d2"), (5, "e2"), (5, "e1"), (7, "b1"), (7, "b2"),
    ]  # fmt: skip
    assert {row.decided_by for row in ranked} == {"lot"}


def test_partners_are_not_tied_with_each_other():
    ranked = points.ranking(
        [[(("a1", "a2"), ("b1", "b2"), ("c1", "c2"))]],
        realms={},
        lots={"a1": 1, "a2": 2, "b1": 3, "b2": 4, "c1": 5, "c2": 6},
    )
    assert [(row.rank, row.decided_by) for row in ranked] == [
        (1, "champion"), (1, "champion"), (3, "points"), (3, "points"), (5, "points"), (5, "points"),
    ]  # fmt: skip


def test_a_disqualified_player_has_no_rank_and_the_others_move_up():
    ranked = points.ranking([[table("ana ben cai")]], realms={}, lots={"ana": 1, "ben": 2, "cai": 3}, unplaced={"ben"})
    assert [(row.rank, row.player) for row in ranked] == [(1, "ana"), (2, "cai")]


def test_realms_are_counted_over_all_games_of_the_event():
    first = (Seat("ana", 0), Seat("ben", 1), Seat("cai", 2))
    second = (Seat("dee", 0), Seat("ana", 1), Seat("eli", 2))
    counted = points.kept_by_player(
        [
            Match(1, first, games=(Game(0, (6, 2, 0)), Game(0, (6, 1, 3)))),
            Match(1, second, games=(Game(0, (6, 5, 4)),)),
        ]
    )
    assert counted["ana"] == KeptOverGames(17, 3)
    assert counted["cai"] == KeptOverGames(3, 2)
    assert counted["eli"] == KeptOverGames(4, 1)


def test_both_members_of_a_side_have_its_realms():
    seats = tuple(Seat(player, side) for player, side in zip("aBcAbC", (0, 1, 2, 0, 1, 2), strict=True))
    counted = points.kept_by_player([Match(1, seats, games=(Game(0, (6, 1, 2, 4, 3, 5)),))])
    assert counted["a"] == counted["A"] == KeptOverGames(10, 1)
    assert counted["c"] == counted["C"] == KeptOverGames(7, 1)


@pytest.mark.parametrize(("count", "coordinator", "judge"), [(9, 9, 4), (18, 18, 9), (61, 61, 30)])
def test_the_coordinator_gets_a_point_a_player_and_a_judge_one_for_two(count, coordinator, judge):
    players = [f"p{i}" for i in range(count)]
    staff = points.staff_points({"cy": "coordinator", "jo": "judge", "ju": "judge"}, players=players)
    assert staff == {"cy": coordinator, "jo": judge, "ju": judge}


def test_staff_who_play_have_only_what_they_earn_by_playing():
    staff = points.staff_points({"ana": "coordinator", "jo": "judge"}, players=["ana", "ben", "cai"])
    assert staff == {"ana": 0, "jo": 1}


def test_an_event_that_counts_double_does_so_for_its_staff():
    assert points.staff_points({"cy": "coordinator"}, players=["ana", "ben", "cai"], factor=2) == {"cy": 6}


@pytest.mark.parametrize(("players", "scored"), [(3, False), (8, False), (9, True), (60, True)])
def test_an_event_is_scored_from_nine_players(players, scored):
    assert points.is_scored(players) is scored


@given(data=st.data(), tables=st.integers(1, 8))
def test_everyone_is_ranked_once_and_nobody_above_someone_with_more(data, tables):
    rounds = [[table(*(f"p{number}{seat}" for seat in "abc")) for number in range(tables)]]
    everyone = [player for places in rounds[0] for (player,) in places]
    realms = {player: KeptOverGames(data.draw(st.integers(0, 8)), 2) for player in everyone}
    lots = dict(zip(everyone, data.draw(st.permutations(range(len(everyone)))), strict=True))
    ranked = points.ranking(rounds, realms=realms, lots=lots)
    assert Counter(row.player for row in ranked) == Counter(everyone)
    assert [row.rank for row in ranked] == list(range(1, len(everyone) + 1))
    keys = [(-row.points, -row.realms.count, lots[row.player]) for row in ranked]
    assert keys == sorted(keys)
