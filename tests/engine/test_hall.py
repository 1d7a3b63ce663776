"""Tables of the hall, who is kept apart, and rounds that somebody does not play. RULINGS: pairing 5, byes, tables."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from desk import at, desk, entered

from engine import facts as f
from engine.clock import extension
from engine.decisions import apart, clock, people, results, rounds, setup
from engine.history import sentence
from engine.pairing.checker import judge
from engine.pairing.roster import entrants_of, stage_before
from engine.pairing.tables import table_numbers
from engine.pairing_words import in_words
from engine.refusals import Refused
from engine.standings.sheets import sheets
from engine.words import Apart

# Tables


@pytest.mark.parametrize(
    ("fixed", "first", "closed", "given"),
    [
        ([None, None, None], 21, (), [21, 22, 23]),
        ([None, None, None], 21, (21, 23), [22, 24, 25]),
        ([3, None, 22], 21, (), [3, 21, 22]),
        ([None, 5, None], 4, (5,), [4, 6, 7]),
    ],
)
def test_an_event_counts_from_its_own_first_table_and_leaves_out_what_is_out_of_use(fixed, first, closed, given):
    assert table_numbers(fixed, first=first, closed=closed) == given


def tables(made):
    return [match.table for match in made.round_.matches]


@pytest.mark.parametrize("rules", ["ashes-reborn", "spellfire"])
def test_every_kind_of_round_is_played_at_the_tables_of_the_event(rules):
    made = desk(rules, 12, first_table=30, closed_tables=(31,)).draft()
    assert tables(made) == [30, 32, 33, 34, 35, 36][: len(tables(made))]


def test_so_is_a_bracket_and_a_table_added_by_hand():
    made = desk("ashes-reborn", 9, first_table=30, planned=1, cut=4).draft()
    bye = made.round_.byes[0].player
    made.do(rounds.publish).do(people.enter_this_round, "late")
    assert made.match("late").table == 34
    assert bye in made.match("late").players


@pytest.mark.parametrize(
    "settings", [{"first_table": -1}, {"first_table": 9, "last_table": 8}, {"closed_tables": (0,)}]
)
def test_tables_that_cannot_be_are_refused(settings):
    made = entered("ashes-reborn", 4)
    with pytest.raises(Refused, match="numbers from 1"):
        made.do(setup.change_settings, replace(made.settings, **settings))


def test_a_match_moves_with_its_result_and_its_extra_time():
    made = desk("ashes-reborn", 8).pair()
    people_at_2 = made.round_.match_at(2).players
    made.do(clock.start_clock, at(1)).do(clock.extend_table, 2, ms=60_000, now=at(2))
    made.do(results.record_win, 2, winner=people_at_2[0], wounds=3).do(rounds.move_match, 2, to=9)
    assert tables(made) == [1, 3, 4, 9]
    assert made.round_.match_at(9).players == people_at_2
    assert made.round_.match_at(9).result is not None
    assert [extension(made.t.clock, table) for table in (2, 9)] == [0, 60_000]
    assert sentence(made.acts[-1]) == "Table 2 of ⟨round 1⟩ plays at table 9"


def test_two_matches_change_tables():
    made = desk("ashes-reborn", 8).pair()
    one, four = made.round_.match_at(1).players, made.round_.match_at(4).players
    made.do(rounds.move_match, 1, to=4)
    assert (made.round_.match_at(4).players, made.round_.match_at(1).players) == (one, four)


@pytest.mark.parametrize(("table", "to"), [(9, 1), (1, 0), (1, 3), (1, 10**6)])
def test_a_match_does_not_move_from_or_to_a_table_that_is_not_there(table, to):
    made = desk("ashes-reborn", 8, closed_tables=(3,)).pair()
    with pytest.raises(Refused):
        made.do(rounds.move_match, table, to=to)


# Kept apart


def test_club_mates_are_kept_apart_where_it_costs_nothing():
    for seed in range(20):
        made = desk("ashes-reborn", 8, seed=str(seed)).do(apart.keep_apart, Apart(club_mates=True))
        made.do(apart.pair_apart, [["p1", "p2", "p3", "p4"]], rounds.pair_round)
        assert all(sum(p in ("p1", "p2", "p3", "p4") for p in match.players) == 1 for match in made.round_.matches)


def test_the_act_of_pairing_says_who_shared_a_club_and_only_if_that_is_new():
    made = desk("ashes-reborn", 6).do(apart.keep_apart, Apart(club_mates=True))
    made.do(apart.pair_apart, [["p2", "p1"], ["p3"]], rounds.pair_round)
    assert [type(fact) for fact in made.acts[-1].facts] == [f.KeptApart, f.RoundPaired]
    assert made.t.apart.clubs == (("p1", "p2"),)
    made.do(apart.pair_apart, [["p1", "p2"]], rounds.pair_round)
    assert [type(fact) for fact in made.acts[-1].facts] == [f.RoundPaired]


def test_clubs_matter_only_where_the_organizer_wants_it():
    made = desk("ashes-reborn", 4).do(apart.pair_apart, [["p1", "p2"]], rounds.pair_round)
    assert made.t.apart == Apart()


def test_in_round_1_only_means_round_1_only():
    wish = Apart((("p1", "p2", "p3", "p4"),), first_round_only=True)
    made = desk("ashes-reborn", 8).do(apart.keep_apart, wish)
    stage = made.stage
    for number, wished in ((1, {"p2", "p3", "p4"}), (2, set())):
        (ana,) = entrants_of(made.t, stage_before(made.t, 1), players=["p1"], number=number)
        assert ana.apart == wished
    assert stage.kind == "swiss"


def test_where_it_cannot_be_helped_the_table_says_so_and_not_what_for():
    made = desk("ashes-reborn", 4).do(apart.keep_apart, Apart((("p1", "p2", "p3", "p4"),))).draft()
    assert {in_words(match.why) for match in made.round_.matches} == {
        "first round: drawn at random; could not be kept apart"
    }


def test_a_change_by_hand_that_seats_them_together_says_so():
    made = desk("ashes-reborn", 8).do(apart.keep_apart, Apart((("p1", "p2"),))).draft()
    made.do(rounds.seat_together, "p1", "p2")
    (broken,) = map(in_words, made.round_.breaks)
    assert broken in ("⟨p1⟩ and ⟨p2⟩ are to be kept apart.", "⟨p2⟩ and ⟨p1⟩ are to be kept apart.")


def test_who_is_off_the_list_is_in_no_wish_and_one_alone_is_apart_from_nobody():
    made = entered("ashes-reborn", 6).do(apart.keep_apart, Apart((("p1", "p2"), ("p2", "p3", "p4"))))
    made.facts(f.PlayerRemoved("p2"))
    assert made.t.apart.groups == (("p3", "p4"),)


@pytest.mark.parametrize("group", [("p1",), ("p1", "p1"), ("p1", "gone")])
def test_only_two_who_are_there_are_kept_apart(group):
    with pytest.raises(Refused):
        entered("ashes-reborn", 4).do(apart.keep_apart, Apart((group,)))


def test_the_history_names_who_and_when_and_never_for_what():
    made = entered("ashes-reborn", 4).do(apart.keep_apart, Apart((("p1", "p2"),), True, first_round_only=True))
    assert sentence(made.acts[-1]) == "Kept apart in round 1: ⟨p1⟩ and ⟨p2⟩, club-mates"
    assert sentence(made.do(apart.keep_apart, Apart()).acts[-1]) == "Nobody is kept apart any more"


# Rounds that somebody does not play


def test_a_bye_given_in_advance_counts_as_a_bye_and_the_others_pair_without_them():
    made = desk("ashes-reborn", 5).do(apart.excuse, "p1", {1: "bye"}).draft()
    assert [(bye.player, in_words(bye.why)) for bye in made.round_.byes] == [("p1", "bye: given in advance")]
    assert len(made.round_.matches) == 2
    made.do(rounds.publish)
    (line,) = sheets(made.t, made.stage)["p1"].lines
    assert (line.kind, line.won, line.earned, line.lost, line.opponent) == ("bye", 1, 25, 0, None)


def test_in_an_even_field_somebody_else_has_the_other_bye_and_who_had_one_is_last_in_line():
    made = desk("ashes-reborn", 6).do(apart.excuse, "p1", {1: "bye"}).draft()
    assert len(made.round_.byes) == 2
    made.do(rounds.publish)
    for match in made.round_.matches:
        made.do(results.record_win, match.table, winner=match.players[0], wounds=0)
    made.close().do(people.drop, "p2" if made.round_.byes[0].player != "p2" else "p3").draft()
    assert not {bye.player for bye in made.round_.byes} & {"p1"}


def test_a_missed_round_gives_no_points_no_opponent_and_no_bye_and_never_beats_losing():
    made = desk("ashes-reborn", 5).do(apart.excuse, "p1", {1: "missed"}).draft()
    assert "p1" not in made.round_.seated
    assert made.round_.byes == ()
    made.do(rounds.publish)
    for match in made.round_.matches:
        made.do(results.record_win, match.table, winner=match.players[0], wounds=0)
    made.close()
    (line,) = sheets(made.t, made.stage)["p1"].lines
    assert (line.kind, line.points, line.earned, line.lost, line.opponent) == ("missed", 0, 0, 25, None)
    assert "p1" in made.draft().round_.seated


def test_who_says_so_after_the_draw_has_the_round_paired_anew():
    made = desk("ashes-reborn", 6).draft().do(apart.excuse, "p1", {1: "missed"})
    with pytest.raises(Refused, match="Pair it again"):
        made.do(rounds.publish)
    made.draft().do(rounds.publish)
    with pytest.raises(Refused, match="is published"):
        made.do(apart.excuse, "p2", {1: "missed"})


def test_who_misses_a_round_and_is_here_after_all_takes_the_free_seat():
    made = desk("ashes-reborn", 6).do(apart.excuse, "p1", {1: "missed"}).pair()
    made.do(rounds.seat_late, "p1")
    assert len(made.round_.matches) == 3
    assert made.t.players["p1"].excused == ()


def test_nobody_sits_down_opposite_a_bye_given_in_advance():
    made = desk("ashes-reborn", 5).do(apart.excuse, "p1", {1: "bye"}).pair()
    for decide, args in ((people.enter_this_round, ["late"]), (rounds.give_bye, ["p2"])):
        with pytest.raises(Refused, match="Nobody has the bye"):
            made.do(decide, *args)
    gone, left = made.round_.matches[0].players
    made.do(rounds.leave_out, gone)
    assert {bye.player for bye in made.round_.byes} == {"p1", left}


def test_a_change_by_hand_beside_a_bye_in_advance_is_judged_as_ever():
    made = desk("ashes-reborn", 5).do(apart.excuse, "p1", {1: "bye"}).draft()
    (a, _), (c, _) = (match.players for match in made.round_.matches)
    made.do(rounds.swap, a, c)
    assert made.round_.breaks == ()
    assert [bye.in_advance for bye in made.round_.byes] == [True]


def test_a_bracket_and_tables_of_several_know_no_round_off():
    with pytest.raises(Refused, match="Only Swiss rounds"):
        desk("spellfire", 9).do(apart.excuse, "p1", {2: "missed"})


def test_what_stays_as_it_was_is_not_said_again():
    made = entered("ashes-reborn", 4).do(apart.excuse, "p1", {2: "missed"})
    assert apart.excuse(made.t, "p1", {2: "missed", 3: None}) == ()
    assert sentence(made.acts[-1]) == "⟨p1⟩ misses ⟨round 2⟩"


def test_rounds_with_all_of_it_are_best_by_the_checker():
    for seed in range(10):
        dice = Random(seed)
        made = desk("ashes-reborn", 13, seed=str(seed)).do(
            apart.keep_apart, Apart((tuple(f"p{i}" for i in range(1, 8)),))
        )
        for player in dice.sample(list(made.t.players), 3):
            made.do(apart.excuse, player, {dice.randrange(1, 4): dice.choice(("bye", "missed"))})
        for _ in range(3):
            made.draft()
            bye = next((bye.player for bye in made.round_.free_byes), None)
            here = [p for match in made.round_.matches for p in match.players] + ([bye] if bye else [])
            number = made.round_.number
            people_ = entrants_of(made.t, stage_before(made.t, number), players=here, number=number)
            assert not judge(people_, [match.players for match in made.round_.matches], bye=bye).faults
            made.do(rounds.publish)
            for match in made.round_.matches:
                made.do(results.record_win, match.table, winner=match.players[0], wounds=0)
            made.close()
