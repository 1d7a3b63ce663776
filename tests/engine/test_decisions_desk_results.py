"""Results entered at the desk, by people who look at a page that may be old."""

from __future__ import annotations

import pytest
from desk import Desk, desk, game_of, result_of

from engine import facts as f
from engine.decisions import desk_results, people, results
from engine.penalty_words import OTHER_FAULT, fault_code
from engine.results import fingerprint, fingerprint_of, game_fingerprint, won
from engine.words import How, Result


def four(**changes: object) -> Desk:
    return desk("ashes-reborn", "Ana Ben Cai Dee", **changes).seat("Ana?Ben", "Cai?Dee")


def say(made: Desk, text: str) -> Result:
    """What this text means at its table."""
    result = result_of(made.match(text.split(">")[0]), text, made.settings)
    assert result is not None
    return result


def given(made: Desk, winner: str, how: How) -> Result:
    return won(made.match(winner), winner, wounds=7, scoring=made.settings.scoring, how=how)


# Entering


def test_a_result_is_entered_and_replaced_by_who_saw_it():
    made = four()
    made.do(desk_results.enter, 1, result=say(made, "Ana>Ben 9"), shown="")
    seen = fingerprint_of(made.match("Ana"))
    made.do(desk_results.enter, 1, result=say(made, "Ben>Ana 3"), shown=seen)
    assert [type(fact) for fact in made.acts[-1].facts] == [f.ResultWithdrawn, f.ResultRecorded]
    assert made.outcome("Ben").mark == "win"


def test_what_came_in_meanwhile_is_not_written_over():
    made = four()
    early = say(made, "Ana>Ben 9")
    made.do(desk_results.enter, 1, result=early, shown="")
    assert "same as yours" in made.refused(desk_results.enter, 1, result=early, shown="")
    assert "Yours is not recorded" in made.refused(desk_results.enter, 1, result=say(made, "Ben>Ana 3"), shown="")
    seen = fingerprint_of(made.match("Ana"))
    made.do(results.take_back, 1)
    assert "taken back meanwhile" in made.refused(desk_results.enter, 1, result=early, shown=seen)


def test_in_a_closed_round_results_are_corrected():
    made = four().results("Ana>Ben", "Cai>Dee").close()
    assert "Correct the result" in made.refused(desk_results.enter, 1, result=say(made, "Ben>Ana"), shown="")


# A loss that was given


@pytest.mark.parametrize(("how", "kind"), [("penalty", "game-loss"), ("disqualified", "disqualification")])
def test_a_loss_that_was_given_is_logged_once_a_round_with_its_reason(how, kind):
    made = four()
    result = given(made, "Ana", how)
    assert "what ⟨Ben⟩ is penalised for" in made.refused(desk_results.enter, 1, result=result, shown="", id="x1")
    made.do(desk_results.enter, 1, result=result, shown="", id="x1", reason="Shouting")
    assert made.acts[-1].facts[0] == f.PenaltyGiven("x1", "Ben", kind, fault_code(OTHER_FAULT), 1)
    again = won(made.match("Ana"), "Ana", wounds=8, scoring=made.settings.scoring, how=how)
    made.do(desk_results.enter, 1, result=again, shown=fingerprint(result), id="x2")
    assert ([each.id for each in made.t.penalties], made.outcome("Ben").blood) == (["x1"], 8)
    assert made.player("Ben").disqualified == (how == "disqualified")


# Taking back, and choosing a version


def test_only_the_result_that_was_seen_is_taken_back():
    made = four().results("Ana>Ben")
    assert "not the result you saw" in made.refused(desk_results.take_back, 1, shown="another")
    assert made.do(desk_results.take_back, 1, shown=fingerprint_of(made.match("Ana"))).match("Ana").result is None


def test_versions_that_differ_are_taken_back_together():
    made = four()
    for player, text in (("Ana", "Ana>Ben 9"), ("Ben", "Ana>Ben 8")):
        made.do(results.report, 1, player=player, result=say(made, text))
    assert made.do(desk_results.take_back, 1, shown=desk_results.VERSIONS).match("Ana").reports == ()


def test_a_version_is_accepted_as_it_was_shown():
    made = four()
    result = say(made, "Ana>Ben 9")
    made.do(results.report, 1, player="Ana", result=result)
    assert "changed their version" in made.refused(desk_results.accept, 1, player="Ana", shown="another")
    assert "changed their version" in made.refused(desk_results.accept, 1, player="Ben", shown=fingerprint(result))
    made.do(desk_results.accept, 1, player="Ana", shown=fingerprint(result))
    assert made.match("Ana").result == result
    assert "same as yours" in made.refused(desk_results.accept, 1, player="Ana", shown=fingerprint(result))


def test_so_is_a_version_of_a_game():
    made = desk("spellfire", "Ana Ben Cai").pair()
    game = game_of(made.match("Ana"), "Ana", made.settings)
    made.do(results.report_game, 1, player="Ana", game=game)
    assert "changed their version" in made.refused(desk_results.accept, 1, player="Ana", shown="another")
    made.do(desk_results.accept, 1, player="Ana", shown=game_fingerprint(game))
    assert made.match("Ana").games == (game,)


def test_a_game_is_the_one_that_the_table_plays():
    made = desk("spellfire", "Ana Ben Cai").pair().game("Ana")
    desk_results.require_game(made.match("Ana"), 2)
    desk_results.require_game(made.match("Ana"), None)
    with pytest.raises(desk_results.Overtaken, match="Yours was for game 1, so it is not recorded"):
        desk_results.require_game(made.match("Ana"), 1)


# Confirming


def test_the_desk_confirms_what_still_stands_and_leaves_the_rest():
    made = four(desk_confirms=True)
    for first, second in (("Ana", "Ben"), ("Cai", "Dee")):
        for player in (first, second):
            result = say(made, f"{first}>{second} 9")
            made.do(results.report, made.match(first).table, player=player, result=result)
    shown = {
        table: fingerprint(say(made, text)) for table, text in ((1, "Ana>Ben 9"), (2, "Cai>Dee 8"), (9, "Ana>Ben"))
    }
    made.do(desk_results.confirm, shown)
    assert (made.outcome("Ana").mark, made.match("Cai").result) == ("win", None)
    assert "changed meanwhile" in made.refused(desk_results.confirm, shown)


def test_without_a_round_there_is_nothing_to_confirm():
    assert "nothing to confirm" in desk("ashes-reborn", 4).refused(desk_results.confirm, {})


# Leaving for good


def test_who_leaves_a_table_for_good_fills_up_no_later_one():
    made = desk("spellfire", 6).pair()
    gone = made.round_.matches[0].players[0]
    made.do(desk_results.leave_for_good, 1, players=(gone,))
    assert (gone in made.round_.matches[0].withdrawn, made.player(gone).dropped) == (True, 1)
    assert "already out" in made.refused(people.drop, gone)
