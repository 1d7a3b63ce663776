"""Taking back: an act is undone and redone whole, or refused with the reason; time never is."""

from __future__ import annotations

import pytest
from busy import RULESETS, busy_day
from desk import at, cut, desk, sentence
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import facts as f
from engine.decisions import clock, people, results, rounds, setup, stages
from engine.decisions.undo import CLOCK, BuiltOn, undo, undoable
from engine.fold import Act, in_force, replay
from engine.refusals import Refused
from engine.simulate import simulate
from engine.words import Outcome, Result, Staff

FEWER = settings(max_examples=settings.default.max_examples // 4)


def undone(acts: list[Act], seq: int) -> list[Act] | None:
    """The journal with this act undone; None if that is refused, with a sentence."""
    try:
        facts = undo(acts, seq)
    except Refused as why:
        sentence(why)
        return None
    return [*acts, Act(acts[-1].seq + 1, facts)]


def require_undo_or_refusal(acts: list[Act]) -> int:
    """Every act of this journal: refused, or as if it had never been, and back again. How many could be undone."""
    done = 0
    whole, live = replay(acts), in_force(acts)
    offered = undoable(acts, [act.seq for act in acts])
    for act in acts:
        without = undone(acts, act.seq)
        assert (act.seq in offered) == (without is not None)
        assert without is None or without[-1].seq in undoable(without, [without[-1].seq])
        if any(isinstance(fact, CLOCK) for fact in act.facts):
            assert without is None
        if without is None or act not in live:
            continue
        done += 1
        assert replay(without) == replay([other for other in live if other is not act])
        redone = undone(without, without[-1].seq)
        assert redone is not None
        assert replay(redone) == whole
    return done


@FEWER
@given(ruleset=st.sampled_from(RULESETS), players=st.integers(4, 7), seed=st.integers(0, 999), data=st.data())
def test_undoing_any_act_is_refused_or_as_if_it_had_never_been(ruleset, players, seed, data):
    acts = simulate(ruleset, players, seed=str(seed), restless=0.4).acts
    left = data.draw(st.integers(0, len(acts) - 2))
    assert require_undo_or_refusal(acts[: len(acts) - left]) > 0


@FEWER
@given(seed=st.integers(0, 499))
def test_the_same_on_a_day_when_everything_is_tried(seed):
    """Hand-made pairings, corrections, clocks and undos of undos among the acts."""
    require_undo_or_refusal(busy_day(seed, tries=45).acts)


def test_undoing_an_undo_does_it_again_and_so_on():
    made = desk("ashes-reborn", "Ana Ben").pair().results("Ana>Ben 12")
    won, seq = made.t, made.seq
    made.undo(seq)
    assert made.match("Ana").result is None
    made.undo(made.seq)
    assert made.t == won
    assert "already undone" in made.undo_refused(seq + 1)
    made.undo(made.seq)
    assert made.match("Ana").result is None


def test_an_act_is_undone_whole():
    """A disqualification ends the match in the same act; taking it back takes both back."""
    made = desk("ashes-reborn", "Ana Ben Cai Dee").seat("Ana?Ben", "Cai?Dee")
    before = made.t
    made.do(people.penalise, "Ben", kind="disqualification", fault="Cheating", id="x1")
    assert made.player("Ben").disqualified
    assert made.outcome("Ana").mark == "win"
    assert made.t.penalties
    assert made.undo().t == before


def test_what_is_undone_already_cannot_be_undone_twice():
    made = desk("ashes-reborn", "Ana Ben Cai").do(people.drop, "Cai")
    seq = made.seq
    assert "already undone" in made.undo().undo_refused(seq)


@pytest.mark.parametrize("seq", [0, 99])
def test_there_is_no_such_act(seq):
    assert "no change" in desk("ashes-reborn", "Ana Ben").undo_refused(seq)


def test_the_creation_is_not_undone():
    assert "delete" in desk("ashes-reborn", "Ana Ben").undo_refused(1)


@pytest.mark.parametrize(
    "decide",
    [
        lambda t: clock.start_clock(t, at(1)),
        lambda t: clock.add_time(t, 60_000, now=at(1)),
        lambda t: clock.extend_table(t, 1, ms=60_000, now=at(1)),
        lambda t: clock.end_clock(t, at(1)),
    ],
)
def test_time_is_not_undone(decide):
    """Clock acts have opposites instead."""
    made = desk("ashes-reborn", "Ana Ben").pair().do(decide)
    assert "Changes to the clock cannot be undone" in made.undo_refused(made.seq)


def test_pausing_and_calling_time_are_not_undone_either():
    made = desk("ashes-reborn", "Ana Ben").pair().do(clock.start_clock, at(0))
    made.do(clock.call_time, at(1))
    assert "Changes to the clock cannot be undone" in made.undo_refused(made.seq)
    made.do(clock.pause_clock, at(2))
    assert "Changes to the clock cannot be undone" in made.undo_refused(made.seq)


def test_a_round_whose_clock_has_started_is_not_unpublished():
    """That would undo time by the back door."""
    made = desk("ashes-reborn", "Ana Ben").pair()
    published = made.seq
    made.do(clock.start_clock, at(0))
    assert f"change {made.seq} builds on it" in made.undo_refused(published)
    with pytest.raises(BuiltOn) as refused:
        undo(made.acts, published)
    assert refused.value.by == made.seq


def test_a_later_clock_does_not_slip_into_the_round_before():
    """Round 2 unpublished, its clock was once given to round 1, whose own clock had never started."""
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").pair()
    published = made.seq
    made.do(clock.start_clock, at(0))
    assert "no clock before a round is published" in made.undo_refused(published)


def test_a_result_of_a_closed_round_is_corrected_not_undone():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").seat("Ana?Ben", "Cai?Dee").results("Ana>Ben")
    result = made.seq
    made.results("Cai>Dee").close()
    assert made.undo_refused(result) == "Round 1 is closed: correct the result of table 1 instead."


def test_so_is_a_game_of_a_closed_table():
    made = desk("spellfire", "Ana Ben Cai").pair().game("Ana")
    game = made.seq
    made.game("Ana").close()
    assert "correct the result of table 1" in made.undo_refused(game)


def test_so_is_somebody_who_left_a_closed_table():
    made = desk("spellfire", "Ana Ben Cai").pair().do(results.leave_table, 1, player="Cai")
    left = made.seq
    made.win_table("Ana").close()
    assert made.undo_refused(left) == "Round 1 is closed: correct the result of table 1 instead."


def test_once_the_closing_is_undone_the_result_can_be():
    made = desk("ashes-reborn", "Ana Ben").seat("Ana?Ben").results("Ana>Ben")
    result = made.seq
    made.close().undo().undo(result)
    assert made.match("Ana").result is None


def test_undoing_a_hand_made_change_does_not_give_its_results_to_others():
    """Results are entered by table. Ana won against Cai, and was once said to have won against Ben."""
    made = desk("ashes-reborn", "Ana Ben Cai Dee").seat("Ana?Ben", "Cai?Dee").do(rounds.swap, "Ben", "Cai")
    change = made.seq
    assert made.pairs == {1: "Ana Cai", 2: "Ben Dee"}
    made.results("Ana>Cai")
    assert "about other players" in made.undo_refused(change)
    made.undo().undo(change)
    assert made.pairs == {1: "Ana Ben", 2: "Cai Dee"}


def test_undoing_a_second_draw_does_not_give_its_results_to_the_first():
    made = desk("ashes-reborn", 8).draft()
    first = made.pairs
    made.draft()
    again = made.seq
    assert made.pairs != first
    made.do(rounds.publish)
    moved = next(match for match in made.round_.matches if " ".join(match.players) != first[match.table])
    made.do(results.record_win, moved.table, winner=moved.players[0], wounds=3)
    assert "about other players" in made.undo_refused(again)


def test_a_change_that_no_result_depends_on_is_undone_though_others_have_results():
    made = desk("ashes-reborn", 6).seat("p1?p2", "p3?p4", "p5?p6").do(rounds.swap, "p4", "p5")
    change = made.seq
    made.results("p1>p2").undo(change)
    assert made.pairs == {1: "p1 p2", 2: "p3 p4", 3: "p5 p6"}
    assert made.outcome("p1").mark == "win"


def test_a_draft_step_does_not_slip_into_another_draft():
    made = desk("ashes-draft", 9, legendary=True)
    for _ in range(3):
        made.pair().play()
    made.do(stages.open_second_draft)
    second = made.seq
    made.do(stages.advance_draft, 0)
    assert "cannot be undone" in made.undo_refused(second)


def test_a_bracket_round_does_not_become_a_swiss_round():
    """A cut of everybody, made early: without it the same four could be paired, in another stage."""
    made = cut(desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee"), 4)
    seq = made.seq
    made.pair()
    assert "cannot be undone" in made.undo_refused(seq)


def test_an_entry_that_rounds_build_on_is_not_undone():
    made = desk("ashes-reborn", "Ana Ben").do(setup.enter, ["Cai"])
    entry = made.seq
    made.pair()
    assert "builds on it" in made.undo_refused(entry)


def test_a_drop_that_a_pairing_builds_on_is_not_undone():
    made = desk("ashes-reborn", "Ana Ben Cai").do(people.drop, "Cai")
    seq = made.seq
    assert "Not paired in round 1: ⟨Cai⟩" in made.pair().undo_refused(seq)


def test_a_reinstatement_that_a_pairing_builds_on_is_not_undone():
    """Once a dropped player was left sitting in the round."""
    made = desk("ashes-reborn", "Ana Ben Cai").do(people.drop, "Cai").do(people.reinstate, "Cai")
    seq = made.seq
    assert "Not in round 1 any more: ⟨Cai⟩" in made.pair().undo_refused(seq)


def test_an_entry_is_not_undone_under_a_place_in_the_final_ranking():
    made = desk("ashes-reborn", "Ana Ben Cai").round("Ana>Ben", bye="Cai").do(setup.enter, ["Dee"])
    entry = made.seq
    made.do(stages.finish)
    assert "⟨Dee⟩" in made.undo_refused(entry)


def test_a_correction_is_undone_as_long_as_nothing_builds_on_it():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee")
    before = made.t
    loss = Result((Outcome("loss", 3), Outcome("win", 25)))
    made.do(results.correct, 1, table=1, result=loss)
    assert made.line("Ben").numbers["wins"] == 1
    assert made.undo().t == before


def test_a_finish_is_undone_and_play_goes_on():
    made = desk("ashes-reborn", "Ana Ben").round("Ana>Ben").do(stages.finish)
    assert "finished" in made.refused(rounds.pair_with_rematches)
    made.undo().do(rounds.pair_with_rematches)
    assert made.round_.number == 2


def test_redoing_what_no_longer_fits_is_refused():
    made = desk("ashes-reborn", "Ana Ben").pair().results("Ana>Ben 3").undo()
    made.results("Ana>Ben 4")
    assert "already has a result" in made.undo_refused(made.seq - 1)


def test_redoing_something_in_the_way_of_a_later_act_names_that_act():
    made = desk("ashes-reborn", "Ana Ben Cai").do(people.drop, "Cai").undo()
    redo = made.seq
    made.pair()
    assert made.undo_refused(redo).startswith(
        f"Change {redo} cannot be done again, because change {redo + 1} builds on it"
    )


def test_an_undo_is_no_change_by_itself():
    """It is about the whole journal; who folds act by act has to replay."""
    made = desk("ashes-reborn", "Ana Ben")
    assert "replay" in made.refused_facts(f.Undone(2))


ORDINARY = {
    "staff": lambda t: setup.name_staff(t, Staff("s1", "organizer", "Ana")),
    "fixed table": lambda t: setup.fix_table(t, "Ana", table=4),
    "warning": lambda t: people.penalise(t, "Ana", kind="warning", fault="Slow play", id="x1"),
    "lots": lambda t: (f.LotsReplaced(tuple(sorted(t.players, key=lambda p: -t.players[p].lot))),),
    "removed": lambda t: (f.PlayerRemoved("Dee"),),
    "deck locked": lambda t: (f.DeckLocked("Dee"),),
    "presence": lambda t: (f.PresenceMarked("Dee", True),),
    "factions": lambda t: setup.name_factions(t, "Dee", factions=("A", "B")),
    "rounds": lambda t: rounds.plan_rounds(t, 2),
}


@pytest.mark.parametrize("decide", ORDINARY.values(), ids=ORDINARY)
def test_what_nothing_builds_on_is_simply_undone(decide):
    made = desk("ashes-reborn", "Ana Ben Cai Dee")
    before = made.t
    assert made.do(decide).t != before
    assert made.undo().t == before
