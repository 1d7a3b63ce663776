"""Who comes, goes, and is penalised while the tournament runs."""

from __future__ import annotations

import pytest
from desk import Desk, cut, desk

from engine import facts as f
from engine.decisions import people, results, rounds, setup, stages
from engine.standings.sheets import sheets
from engine.words import Outcome


def four() -> Desk:
    return desk("ashes-reborn", "Ana Ben Cai Dee").seat("Ana?Ben", "Cai?Dee")


def kinds(made: Desk, name: str) -> list[str]:
    """What each round was for this player."""
    return [line.kind for line in sheets(made.t, made.stage)[name].lines]


# Late entry


def test_a_late_entry_has_lost_the_rounds_missed():
    """RULES, Late entry: 0 blood earned, 25 lost, so that missing a round never beats losing one."""
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben 24", "Cai>Dee").do(setup.enter, ["Eve", "Fay"])
    made.pair().play()
    line = made.line("Eve")
    assert (kinds(made, "Eve")[0], made.player("Eve").entered) == ("missed", 2)
    assert line.numbers["blood_lost"] >= 25
    missed = sheets(made.t, made.stage)["Eve"].lines[0]
    assert (missed.points, missed.won, missed.earned, missed.lost, missed.opponent) == (0, 0, 0, 25, None)


# Drops


def test_who_drops_plays_the_round_out_and_is_not_paired_again():
    made = four().do(people.drop, "Ana").results("Ana>Ben", "Cai>Dee").close()
    assert made.player("Ana").dropped == 1
    assert "Ana" not in made.pair().round_.seated
    assert made.outcome("Ana", 1).mark == "win"


def test_who_is_taken_out_of_a_round_left_before_it():
    made = desk("ashes-reborn", "Ana Ben Cai Dee Eve").round("Ana>Ben", "Cai>Dee", bye="Eve")
    made.seat("Ana?Cai", "Ben?Eve", bye="Dee").do(people.take_out, "Ana")
    assert (made.match("Cai").players, made.player("Ana").dropped) == (("Dee", "Cai"), 1)


def test_who_has_dropped_already_is_only_taken_out_of_the_round():
    made = desk("ashes-reborn", "Ana Ben Cai Dee Eve").seat("Ana?Cai", "Ben?Eve", bye="Dee").do(people.drop, "Ana")
    made.do(people.take_out, "Ana")
    assert [type(fact) for fact in made.acts[-1].facts] == [f.PairingChanged]


def test_results_of_who_dropped_still_count_for_others():
    made = four().results("Ana>Ben", "Cai>Dee").close()
    before = made.line("Ben").numbers["sos"]
    made.do(people.drop, "Ana")
    assert made.line("Ben").numbers["sos"] == before == 1
    assert made.line("Ana").rank > 0


def test_a_drop_in_a_draft_counts_from_that_round():
    made = desk("ashes-reborn", "Ana Ben Cai").draft().do(people.drop, "Cai")
    assert made.player("Cai").dropped == 0
    assert made.pair().round_.seated == {"Ana", "Ben"}


def test_who_is_out_cannot_drop_again():
    assert "already out" in four().do(people.drop, "Ana").refused(people.drop, "Ana")


def test_who_dropped_misses_no_round():
    made = four().do(people.drop, "Dee").play().seat("Ana?Cai", bye="Ben").play()
    assert kinds(made, "Dee") == ["loss"]


def test_a_dropped_player_is_reinstated_with_losses_for_the_rounds_missed():
    made = four().play().do(people.drop, "Dee").seat("Ana?Cai", bye="Ben").play().do(people.reinstate, "Dee")
    assert kinds(made, "Dee") == ["loss", "missed"]
    assert "Dee" in made.pair().round_.seated


def test_who_is_in_cannot_be_reinstated():
    assert "has not left" in four().refused(people.reinstate, "Ana")


def test_who_dropped_is_not_in_the_cut():
    made = four().play()
    best = made.places[0]
    cut(made.do(people.drop, best), 2)
    assert best not in made.stage.entrants
    assert made.pair().play().places[2] == best


# No-shows and penalties


def test_a_no_show_gives_the_opponent_25_and_counts_as_a_meeting():
    made = four().do(people.no_show, "Ana").results("Cai>Dee").close()
    assert (made.outcome("Ben"), made.outcome("Ana")) == (Outcome("win", 25), Outcome("loss", 0))
    assert made.match("Ana").result.how == "no-show"
    assert set(made.pair().match("Ana").players) != {"Ana", "Ben"}


def test_a_no_show_needs_a_match_under_way():
    assert "no match under way" in four().results("Ana>Ben").refused(people.no_show, "Ana")
    assert "no match under way" in desk("ashes-reborn", "Ana Ben").draft().refused(people.no_show, "Ana")
    assert "no match under way" in four().refused(people.no_show, "Zoe")


def test_a_game_loss_by_penalty_leaves_the_wounds_placed_so_far():
    made = four().do(people.penalise, "Ana", kind="game-loss", fault="Slow play", id="x1", wounds=9)
    assert (made.outcome("Ben"), made.outcome("Ana")) == (Outcome("win", 25), Outcome("loss", 9))
    assert made.match("Ana").result.how == "penalty"
    (penalty,) = made.t.penalties
    assert (penalty.player, penalty.kind, penalty.fault, penalty.round) == ("Ana", "game-loss", "slow-play", 1)


def test_a_warning_changes_no_result():
    made = four().do(people.penalise, "Ana", kind="warning", fault="Slow play", id="x1")
    assert made.match("Ana").result is None
    assert len(made.t.penalties) == 1


def test_the_second_slow_play_is_a_game_loss():
    """Reborn and Summoner Wars, Slow Play."""
    made = four()
    assert people.next_penalty(made.t, "Ana", fault="Slow play") == "warning"
    made.do(people.penalise, "Ana", kind="warning", fault="Slow play", id="x1")
    assert people.next_penalty(made.t, "Ana", fault="Slow play") == "game-loss"
    assert people.next_penalty(made.t, "Ben", fault="Slow play") == "warning"
    made.do(people.penalise, "Ana", kind="warning", fault="Slow play", id="x2")
    assert people.next_penalty(made.t, "Ana", fault="Slow play") == "game-loss"


@pytest.mark.parametrize("fault", ["Illegal First Five", "Humming"])
def test_where_the_rulebook_names_no_penalty_it_is_the_organizers_call(fault):
    assert people.next_penalty(four().t, "Ana", fault=fault) is None


def test_a_lifted_warning_does_not_count():
    made = four().do(people.penalise, "Ana", kind="warning", fault="Slow play", id="x1").facts(f.PenaltyLifted("x1"))
    assert people.next_penalty(made.t, "Ana", fault="Slow play") == "warning"
    assert "no such penalty" in made.refused_facts(f.PenaltyLifted("x1"))


def test_a_penalty_is_recorded_once():
    made = four().do(people.penalise, "Ana", kind="warning", fault="Slow play", id="x1")
    assert "already recorded" in made.refused(people.penalise, "Ana", kind="warning", fault="Slow play", id="x1")


def test_a_game_loss_needs_a_game():
    made = four().results("Ana>Ben")
    assert "no match under way" in made.refused(people.penalise, "Ana", kind="game-loss", fault="Slow play", id="x1")


# Disqualification


def test_who_is_disqualified_mid_match_loses_it_25_to_the_wounds_so_far():
    made = four().do(people.disqualify, "Ana", wounds=4)
    assert (made.outcome("Ben"), made.outcome("Ana")) == (Outcome("win", 25), Outcome("loss", 4))
    assert made.match("Ana").result.how == "disqualified"
    assert not made.player("Ana").active


def test_earlier_results_stand_and_there_is_no_place_and_no_prize():
    made = four().results("Ana>Ben", "Cai>Dee").close().do(people.disqualify, "Ana")
    assert made.outcome("Ana", 1).mark == "win"
    assert made.line("Ben").numbers["sos"] == 1
    assert made.line("Ana").rank == 0
    made.do(stages.finish, prizes=("first", "second", "third", "fourth"))
    assert made.t.finish is not None
    assert "Ana" not in made.t.finish.ranking
    assert [prize for prize, _ in made.t.finish.prizes] == ["first", "second", "third"]
    assert "Ana" not in dict(made.t.finish.prizes).values()


def test_who_is_disqualified_is_not_paired_any_more():
    made = four().do(people.disqualify, "Ana").results("Cai>Dee").close().pair()
    assert "Ana" not in made.round_.seated


def test_a_disqualification_as_a_penalty_does_both():
    made = four().do(people.penalise, "Ana", kind="disqualification", fault="Cheating", id="x1", wounds=2)
    assert (made.player("Ana").disqualified, made.outcome("Ana").blood) == (True, 2)


def test_nobody_is_disqualified_twice():
    assert "already disqualified" in four().do(people.disqualify, "Ana").refused(people.disqualify, "Ana")


def test_a_disqualification_that_was_a_mistake_is_lifted_even_when_the_round_is_closed():
    """By then it cannot be undone, because its result counts."""
    made = four().do(people.disqualify, "Ana")
    seq = made.seq
    made.results("Cai>Dee").close()
    assert "correct the result" in made.undo_refused(seq)
    made.do(people.reinstate, "Ana")
    assert made.player("Ana").active
    assert "Ana" in made.pair().round_.seated


def test_in_a_bracket_the_opponent_goes_on():
    made = cut(four().play(), 4).pair()
    match = made.round_.matches[0]
    out, through = match.players
    made.do(people.disqualify, out).play().pair()
    assert through in made.round_.seated
    assert out not in made.play().places


def test_a_player_who_left_the_bracket_is_a_no_show():
    made = cut(four().play(), 4).pair()
    gone = made.round_.matches[0].players[0]
    made.do(people.drop, gone).do(people.no_show, gone).play().pair()
    assert gone not in made.round_.seated


# Spellfire


def test_a_winner_who_leaves_is_a_vacancy():
    """RULES, Spellfire: filled like any open seat."""
    made = desk("spellfire", 27).pair().play()
    winners = {match.players[0] for match in made.round_.matches}
    gone = sorted(winners)[0]
    made.do(people.drop, gone).pair()
    seated = made.round_.seated
    assert len(seated) == 9
    assert winners - seated == {gone}
    assert [len(winners & set(match.players)) for match in made.round_.matches] in ([2, 3, 3], [3, 2, 3], [3, 3, 2])


def test_nobody_who_left_fills_up():
    made = desk("spellfire", 18).pair().play()
    losers = [p for match in made.round_.matches for p in match.players[1:]]
    for player in losers[:8]:
        made.do(people.drop, player)
    made.pair()
    assert not made.round_.seated & set(losers[:8])


def test_who_drops_in_a_draft_of_a_spellfire_round_is_replaced_by_pairing_anew():
    made = desk("spellfire", 27).pair().play().draft()
    gone = made.round_.matches[0].players[0]
    made.do(people.drop, gone)
    assert "Pair it again" in made.refused(rounds.publish)
    assert gone not in made.pair().round_.seated


def test_reports_do_not_come_from_other_tables():
    made = four()
    result = results.results.won(made.match("Ana"), "Ana", wounds=1, scoring=made.settings.scoring)
    assert "⟨Cai⟩ does not sit at table 1" in made.refused(results.report, 1, player="Cai", result=result)


@pytest.mark.parametrize("decide", [people.drop, people.reinstate, people.disqualify])
def test_strangers_are_not_in_the_tournament(decide):
    assert "no player ⟨Zoe⟩" in four().refused(decide, "Zoe")
