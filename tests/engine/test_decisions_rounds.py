"""Pairing a round, changing it by hand, publishing and closing it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk import Desk, at, cut, desk, entered, pod

from engine import facts as f
from engine.decisions import clock, people, results, rounds, setup, stages
from engine.pairing.seating import duel
from engine.pairing.swiss import NoLegalPairing
from engine.pairing_words import in_words
from engine.words import Bye, Match, Outcome, Result


def four() -> Desk:
    return desk("ashes-reborn", "Ana Ben Cai Dee").seat("Ana?Ben", "Cai?Dee")


def five() -> Desk:
    return desk("ashes-reborn", "Ana Ben Cai Dee Eve").seat("Ana?Ben", "Cai?Dee", bye="Eve")


# Pairing


def test_a_round_is_closed_before_the_next_is_paired():
    assert four().refused(rounds.pair_round) == "Close round 1 before pairing the next one."


def test_nothing_is_paired_before_the_start():
    made = entered("ashes-reborn", "Ana Ben")
    for decide in (rounds.pair_round, rounds.pair_with_rematches, rounds.seat_at_fours):
        assert "not begun" in made.refused(decide)


def test_after_the_planned_rounds_another_one_has_to_be_added_first():
    made = desk("ashes-reborn", "Ana Ben Cai Dee", planned=1).round("Ana>Ben", "Cai>Dee")
    assert "All rounds are played (1)" in made.refused(rounds.pair_round)
    made.do(rounds.plan_rounds, 2).pair()
    assert made.round_.number == 2


def test_rounds_are_added_and_taken_away_but_not_those_that_were_played():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").pair()
    assert made.do(rounds.plan_rounds, 2).stage.planned == 2
    assert rounds.plan_rounds(made.t, 2) == ()
    assert "fewer" in made.refused(rounds.plan_rounds, 1)
    assert "fewer" in desk("ashes-reborn", "Ana Ben").refused(rounds.plan_rounds, 0)


def test_an_event_is_shortened_between_two_rounds():
    made = desk("ashes-reborn", "Ana Ben Cai Dee", planned=3)
    assert "close the open one first" in made.refused(rounds.shorten)
    made.pair()
    assert "close the open one first" in made.refused(rounds.shorten)
    assert made.play().do(rounds.shorten).stage.planned == 1
    made.do(stages.finish)
    for decision in (rounds.shorten, lambda t: rounds.plan_rounds(t, 2)):
        assert "finished" in made.refused(decision)


@pytest.mark.parametrize("made", [lambda: cut(four().play(), 4), lambda: desk("spellfire", 9)])
def test_an_elimination_has_no_rounds_to_plan(made):
    assert "elimination" in made().refused(rounds.plan_rounds, 4)


def test_pairing_a_draft_again_draws_anew_and_counts_the_draws():
    made = desk("ashes-reborn", 12).draft()
    drawn = [made.pairs]
    for draw in (1, 2, 3):
        made.draft()
        assert (made.round_.number, made.round_.draw) == (1, draw)
        drawn.append(made.pairs)
    assert len({str(pairs) for pairs in drawn}) == 4


def test_the_same_journal_always_gives_the_same_pairing():
    one, other = desk("ashes-reborn", 12).draft().draft(), desk("ashes-reborn", 12).draft().draft()
    assert one.t == other.t
    assert desk("ashes-reborn", 12, seed="other").draft().draft().pairs != one.pairs


def test_taking_a_pairing_back_and_pairing_again_is_no_second_draw():
    """Undo is no way to shop for a better draw."""
    made = desk("ashes-reborn", 12).draft()
    first = made.round_
    assert made.undo().draft().round_ == first


def test_a_spellfire_round_is_drawn_anew_too():
    """Once the second round could not be: its own draft was taken for the round before."""
    made = desk("spellfire", 27).pair().play().draft()
    winners, first = made.round_.seated, made.pairs
    made.draft()
    assert made.round_.seated == winners
    assert (made.pairs != first, made.round_.draw) == (True, 1)


def test_a_published_round_is_not_paired_anew():
    made = four()
    assert "is published" in made.refused_facts(f.RoundPaired(1, made.round_.matches, draw=1))


def test_without_a_pairing_that_avoids_rematches_the_organizer_chooses():
    """Swiss 1: told so with the reason; then the fewest rematches, on request."""
    made = desk("ashes-reborn", "Ana Ben").round("Ana>Ben")
    with pytest.raises(NoLegalPairing):
        rounds.pair_round(made.t)
    made.do(rounds.pair_with_rematches)
    assert made.round_.seated == {"Ana", "Ben"}


@pytest.mark.parametrize("made", [lambda: cut(four().play(), 4), lambda: desk("spellfire", 9)])
def test_only_swiss_rounds_are_paired_with_rematches(made):
    assert "Only Swiss" in made().refused(rounds.pair_with_rematches)


def test_one_player_alone_is_no_round():
    made = desk("ashes-reborn", "Ana Ben").do(people.drop, "Ben")
    assert "two players" in made.refused(rounds.pair_round)


# Publishing and closing


def test_a_round_is_published_once():
    assert "already published" in four().refused(rounds.publish)


def test_a_round_is_published_before_it_is_closed():
    assert "not published" in desk("ashes-reborn", "Ana Ben").draft().refused(rounds.close)


def test_a_round_with_open_tables_is_not_closed():
    assert "table 2" in four().results("Ana>Ben").refused(rounds.close)


@pytest.mark.parametrize("decide", [rounds.publish, rounds.close])
def test_without_an_open_round_there_is_nothing_to_publish_or_close(decide):
    assert "no open round" in desk("ashes-reborn", "Ana Ben").refused(decide)
    assert "no open round" in desk("ashes-reborn", "Ana Ben").round("Ana>Ben").refused(decide)


def test_a_draft_is_not_published_with_somebody_who_has_left():
    """Drop: from the next pairing on. A draft is paired anew without them."""
    made = desk("ashes-reborn", "Ana Ben Cai Dee").draft().do(people.drop, "Dee")
    assert made.refused(rounds.publish).startswith("Not in round 1 any more: ⟨Dee⟩.")
    assert "Dee" not in made.pair().round_.seated


def test_a_draft_is_not_published_without_somebody_who_came():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").draft().do(setup.enter, ["Eve"])
    assert made.refused(rounds.publish).startswith("Not paired in round 1: ⟨Eve⟩.")
    assert "Eve" in made.pair().round_.seated


def test_or_the_one_who_left_is_left_out_by_hand():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").draft().do(people.drop, "Dee").do(people.drop, "Cai")
    made.do(rounds.leave_out, "Dee").do(rounds.leave_out, "Cai").do(rounds.publish)
    assert made.round_.seated == {"Ana", "Ben"}


def test_a_published_round_starts_with_a_fresh_clock():
    made = four()
    assert made.t.clock is not None
    assert not made.t.clock.runs
    made.do(clock.start_clock, at(0)).play().draft()
    assert made.t.clock is None
    assert not made.do(rounds.publish).t.clock.runs


# By hand


def test_two_players_change_places():
    made = four().do(rounds.swap, "Ben", "Cai")
    assert made.pairs == {1: "Ana Cai", 2: "Ben Dee"}
    assert in_words(made.match("Ana").why) == "seated by the organizer"


def test_one_of_them_may_have_the_bye():
    made = five().do(rounds.swap, "Eve", "Ana")
    assert (made.pairs, made.byes) == ({1: "Eve Ben", 2: "Cai Dee"}, "Ana")


def test_who_is_not_in_the_round_cannot_change_places():
    assert "⟨Zoe⟩ is not in round 1" in four().refused(rounds.swap, "Ana", "Zoe")


def test_tables_that_stay_keep_number_result_and_checks():
    made = desk("ashes-reborn", 6).seat("p1?p2", "p3?p4", "p5?p6").results("p1>p2")
    made.facts(f.FirstFiveChecked(1, 1, "p1"))
    before = made.match("p1")
    made.do(rounds.swap, "p4", "p5")
    assert made.match("p1") == before
    assert made.pairs == {1: "p1 p2", 2: "p3 p5", 3: "p4 p6"}


def test_a_table_with_a_result_is_not_broken_up():
    made = four().results("Ana>Ben")
    assert "Table 1 already has a result" in made.refused(rounds.swap, "Ben", "Cai")
    assert "Table 1 already has a result" in made.refused(rounds.leave_out, "Ben")
    assert "Table 1 already has a result" in made.refused(rounds.record_as_played, [("Ana", "Cai")])


def test_a_result_goes_with_its_players_not_with_the_order_of_seats():
    """The same two in the other order keep their seats, so nobody's loss becomes a win."""
    made = four().results("Ana>Ben 7")
    made.facts(f.PairingChanged(1, (Match(4, duel("Ben", "Ana")), Match(2, duel("Cai", "Dee")))))
    assert made.match("Ana").table == 4
    assert (made.outcome("Ana"), made.outcome("Ben")) == (Outcome("win", 25), Outcome("loss", 7))


def test_so_does_a_version_that_waits_for_the_other_player():
    told = Result((Outcome("win", 25), Outcome("loss", 7)))
    made = four().do(results.report, 1, player="Ana", result=told)
    made.facts(f.PairingChanged(1, (Match(1, duel("Ben", "Ana")), Match(2, duel("Cai", "Dee")))))
    made.do(results.report, 1, player="Ben", result=told)
    assert made.outcome("Ana").mark == "win"


def test_a_hand_made_pairing_says_which_rule_it_breaks():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").pair()
    assert made.round_.breaks == ()
    made.do(rounds.seat_together, "Ana", "Ben")
    assert len([reason for reason in made.round_.breaks if reason.code == "have-met"]) == 2


def test_a_change_that_mends_it_leaves_nothing_broken():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").pair()
    partner = next(p for p in made.match("Ana").players if p != "Ana")
    made.do(rounds.seat_together, "Ana", "Ben").do(rounds.seat_together, "Ana", partner)
    assert made.round_.breaks == ()


def test_two_are_seated_together_and_the_others_take_their_places():
    made = four().do(rounds.seat_together, "Ana", "Dee")
    assert {frozenset(pair.split()) for pair in made.pairs.values()} == {
        frozenset(("Ana", "Dee")),
        frozenset(("Ben", "Cai")),
    }


def test_seating_together_those_who_sit_together_changes_nothing():
    assert rounds.seat_together(four().t, "Ana", "Ben") == ()
    assert rounds.seat_together(desk("spellfire", 3).pair().t, "p1", "p2") == ()


def test_two_at_one_table_have_no_places_to_change():
    assert "sit at the same table" in four().refused(rounds.swap, "Ana", "Ben")
    assert "already have a table together" in four().refused(rounds.record_as_played, [("Ben", "Ana")])


def test_somebody_with_the_bye_is_seated_with_a_player():
    made = five().do(rounds.seat_together, "Eve", "Ana")
    assert (made.match("Ana").players, made.byes) == (("Ana", "Eve"), "Ben")


@pytest.mark.parametrize(("one", "two"), [("Ana", "Ana"), ("Eve", "Eve"), ("Zoe", "Yan")])
def test_seating_together_needs_two_players_one_of_them_at_a_table(one, two):
    assert "Name two players" in five().refused(rounds.seat_together, one, two)


def test_the_bye_is_moved_to_another_player():
    made = five().do(rounds.give_bye, "Cai")
    assert (made.byes, made.match("Eve").players) == ("Cai", ("Eve", "Dee"))
    assert rounds.give_bye(made.t, "Cai") == ()


def test_an_even_field_has_no_bye_to_give():
    assert "Nobody has the bye" in four().refused(rounds.give_bye, "Ana")


def test_a_fixed_table_is_kept_when_the_round_is_paired_and_when_it_is_changed():
    made = desk("ashes-reborn", 8).do(setup.fix_table, "p3", table=4).pair()
    assert made.match("p3").table == 4
    stranger = next(p for p in made.round_.seated if made.match(p).table == 1)
    made.do(rounds.swap, "p3", stranger)
    assert made.match("p3").table == 4
    assert sorted(made.pairs) == [1, 2, 3, 4]
    assert made.play().pair().match("p3").table == 4


def test_a_fixed_table_goes_before_the_table_that_somebody_had():
    """Ana stays at table 2, though Dee, whom she is to meet now, has sat at table 1 until now."""
    made = desk("ashes-reborn", "Ana Ben Cai Dee").do(setup.fix_table, "Ana", table=2)
    made.seat("Cai?Dee", "Ana?Ben").do(rounds.swap, "Ana", "Cai")
    assert made.pairs == {1: "Cai Ben", 2: "Ana Dee"}


def test_a_fixed_table_can_be_far_away_and_given_up():
    made = desk("ashes-reborn", 4).do(setup.fix_table, "p1", table=30).pair()
    assert made.match("p1").table == 30
    assert set(made.play().do(setup.fix_table, "p1", table=None).pair().pairs) == {1, 2}


# Late arrivals


def test_a_late_arrival_takes_the_seat_opposite_the_bye():
    """RULES, Late entry: before the round's clock started."""
    made = five().do(people.enter_this_round, "Zoe")
    assert (made.match("Zoe").players, made.byes) == (("Eve", "Zoe"), "")
    assert made.player("Zoe").entered == 1
    assert made.match("Zoe").table == 3


def test_not_once_the_clock_has_started():
    made = five().do(clock.start_clock, at(0))
    assert "The clock has started" in made.refused(people.enter_this_round, "Zoe")
    made.do(clock.pause_clock, at(1))
    assert "The clock has started" in made.refused(people.enter_this_round, "Zoe")


def test_the_clock_of_the_round_before_does_not_count():
    """Once nobody could take the bye's seat in a draft after a round with a clock."""
    made = five().do(clock.start_clock, at(0)).play().draft()
    bye = made.byes
    made.do(people.enter_this_round, "Zoe").do(rounds.publish)
    assert set(made.match("Zoe").players) == {bye, "Zoe"}
    assert made.player("Zoe").entered == 2


def test_without_a_bye_there_is_no_free_seat():
    assert "no free seat" in four().refused(people.enter_this_round, "Zoe")


def test_before_the_first_round_one_enters_as_usual():
    assert "as usual" in desk("ashes-reborn", "Ana Ben Cai").refused(people.enter_this_round, "Zoe")


def test_who_has_left_is_reinstated_before_being_seated():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").do(people.drop, "Dee").seat("Ana?Ben", bye="Cai")
    assert "Reinstate" in made.refused(rounds.seat_late, "Dee")
    made.do(people.reinstate, "Dee").do(rounds.seat_late, "Dee")
    assert made.match("Dee").players == ("Cai", "Dee")


def test_only_who_has_entered_is_seated_late():
    assert "Enter the player first" in five().refused(rounds.seat_late, "Zoe")


def test_nobody_is_seated_twice():
    assert "already has a seat" in five().refused(rounds.seat_late, "Ana")


# Left out


def test_who_is_gone_before_playing_is_replaced_by_the_bye_and_all_other_tables_stay():
    made = desk("ashes-reborn", 7).seat("p1?p2", "p3?p4", "p5?p6", bye="p7").results("p1>p2")
    made.do(rounds.leave_out, "p3")
    assert (made.pairs, made.byes) == ({1: "p1 p2", 2: "p7 p4", 3: "p5 p6"}, "")
    assert made.outcome("p1").mark == "win"


def test_or_their_opponent_gets_the_bye():
    made = desk("ashes-reborn", 6).seat("p1?p2", "p3?p4", "p5?p6").do(rounds.leave_out, "p3")
    assert (made.pairs, made.byes) == ({1: "p1 p2", 3: "p5 p6"}, "p4")


def test_who_has_the_bye_is_simply_left_out():
    made = five().do(rounds.leave_out, "Eve")
    assert (made.pairs, made.byes) == ({1: "Ana Ben", 2: "Cai Dee"}, "")


def test_who_sits_a_round_out_has_lost_it_unless_they_dropped():
    made = five().do(rounds.leave_out, "Eve").play()
    assert made.line("Eve").numbers["blood_lost"] == 25
    gone = five().do(people.drop, "Eve").do(rounds.leave_out, "Eve").play()
    assert gone.line("Eve").dropped


def test_who_is_not_in_the_round_cannot_be_left_out():
    assert "⟨Zoe⟩ is not in round 1" in five().refused(rounds.leave_out, "Zoe")


# As played


def test_people_who_sat_down_wrong_keep_what_they_played():
    made = desk("ashes-reborn", 6).seat("p1?p2", "p3?p4", "p5?p6").results("p5>p6")
    made.do(rounds.record_as_played, [("p1", "p3")])
    assert {frozenset(pair.split()) for pair in made.pairs.values()} == {
        frozenset(("p1", "p3")),
        frozenset(("p2", "p4")),
        frozenset(("p5", "p6")),
    }
    assert (made.match("p5").table, made.outcome("p5").mark) == (3, "win")


def test_one_of_them_may_have_had_the_bye():
    made = five().do(rounds.record_as_played, [("Eve", "Ana")])
    assert (made.match("Eve").players, made.byes) == (("Eve", "Ana"), "Ben")


def test_one_of_them_may_not_have_been_paired_at_all():
    made = five().do(setup.enter, ["Zoe"]).do(rounds.record_as_played, [("Zoe", "Ana")])
    assert made.byes == ""
    assert set(made.match("Ben").players) == {"Ben", "Eve"}


@pytest.mark.parametrize("pairs", [[("Ana", "Ana")], [("Ana", "Cai"), ("Ana", "Dee")], [("Ana", "Zoe")]])
def test_nobody_played_themselves_two_matches_or_a_stranger(pairs):
    five().refused(rounds.record_as_played, pairs)


# Draft groups have byes of their own


def groups() -> Desk:
    """Two groups of five, each with a bye."""
    return desk("ashes-draft", 10, legendary=True).pair()


def group_of(made: Desk, name: str) -> int:
    return next(place for place, group in enumerate(made.stage.groups) if name in group)


def byes_by_group(made: Desk) -> list[int]:
    return sorted(group_of(made, bye.player) for bye in made.round_.byes)


def test_every_change_by_hand_stays_inside_its_group():
    made = groups()
    last = next(bye.player for bye in made.round_.byes if group_of(made, bye.player) == 1)
    mate = next(p for p in made.stage.groups[1] if p != last)
    opponent = next(p for p in made.match(mate).players if p != mate)
    made.do(rounds.give_bye, mate)
    assert made.match(last).players in ((last, opponent), (opponent, last))
    assert (made.match(last).group, byes_by_group(made)) == (1, [0, 1])
    assert {bye.player: bye.group for bye in made.round_.byes}[mate] == 1


def test_a_swap_between_groups_says_who_drafts_elsewhere_and_names_nobody_else():
    made = desk("ashes-draft", "Ana Ben Cai Dee Eve Fay Gus Hal Ida Jon", legendary=True).pair()
    first, second, third, fourth = made.round_.matches
    (changed,) = rounds.swap(made.t, first.players[0], fourth.players[0])
    told = " ".join(map(str, changed.breaks))
    assert len(changed.breaks) == 2
    assert all(player in told for player in (*first.players, *fourth.players))
    assert not any(player in told for player in (*second.players, *third.players))


def test_leaving_somebody_out_takes_the_bye_of_that_group_only():
    made = groups()
    gone = next(match.players[0] for match in made.round_.matches if match.group == 0)
    made.do(rounds.leave_out, gone)
    assert byes_by_group(made) == [1]


def test_playing_the_wrong_table_does_not_join_the_byes_of_two_groups():
    made = groups()
    byes = {bye.player for bye in made.round_.byes}
    one, two = [match.players[0] for match in made.round_.matches if match.group == 0]
    made.do(rounds.record_as_played, [(one, two)])
    assert {bye.player for bye in made.round_.byes} == byes


# Spellfire and brackets


def test_players_of_two_spellfire_tables_change_places():
    """Once only the first two of a table were kept."""
    made = desk("spellfire", "Ana Ben Cai Dee Eve Fay")
    made.facts(f.RoundPaired(1, pod("Ana Ben Cai", "Dee Eve Fay"))).do(rounds.swap, "Cai", "Dee")
    assert made.pairs == {1: "Ana Ben Dee", 2: "Cai Eve Fay"}
    assert [seat.side for seat in made.match("Dee").seats] == [0, 1, 2]


def test_nobody_is_left_out_of_a_bracket():
    made = cut(four().play(), 2).pair()
    assert "Nobody is left out here" in made.refused(rounds.leave_out, made.round_.matches[0].players[0])


def test_a_bracket_follows_from_the_seeds():
    made = cut(four().play(), 4).pair()
    one, two = (match.players[0] for match in made.round_.matches)
    assert "The bracket does not let" in made.refused(rounds.swap, one, two)
    byes = tuple(Bye(p) for p in made.round_.matches[1].players)
    assert "no byes" in made.refused_facts(f.PairingChanged(2, made.round_.matches[:1], byes))


def test_a_bracket_match_may_move_to_another_table():
    made = cut(four().play(), 2).pair()
    made.facts(f.PairingChanged(2, tuple(replace(match, table=9) for match in made.round_.matches)))
    assert list(made.pairs) == [9]
