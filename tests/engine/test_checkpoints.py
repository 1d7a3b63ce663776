"""Folding with checkpoints gives what folding everything gives, whatever is taken back and done again."""

from random import Random

import pytest

from engine import facts as f
from engine.checkpoints import NEWEST, Checkpoints, fold, fold_anew, fold_on
from engine.clock import Moment
from engine.decisions.undo import BuiltOn, Undoing, undoable, undoing
from engine.fold import Act, apply_act, in_force, is_undo, replay
from engine.refusals import Refused
from engine.standings.ranks import ranks_after
from server.cli.bench.playing import in_the_middle


@pytest.fixture(scope="module")
def acts() -> list[Act]:
    return in_the_middle(24, 5).acts


def test_a_journal_keeps_a_checkpoint_of_every_closed_round_and_of_the_newest_acts(acts: list[Act]) -> None:
    folded = fold(acts)
    assert folded.tournament == replay(acts)
    assert [point.tournament.rounds_played for point in folded.points if point.lasts] == [1, 2, 3, 4]
    assert [point.seq for point in folded.points[-NEWEST:]] == [act.seq for act in acts[-NEWEST:]]
    for point in folded.points:
        assert point.tournament == replay(acts[: point.seq])


@pytest.mark.parametrize("seed", range(6))
def test_acts_taken_back_and_done_again_at_random_leave_the_same_tournament(acts: list[Act], seed: int) -> None:
    dice, journal = Random(seed), list(acts)
    folded = fold(journal)
    done = 0
    while done < 12:
        seq = dice.choice(journal[-60:]).seq
        said, prepared = (_tried(journal, seq, points) for points in ((), folded.points))
        if isinstance(said, str) or isinstance(prepared, str):
            assert said == prepared  # refused, with the same sentence
            continue
        facts = said.facts
        act = Act(len(journal) + 1, facts)
        folded = fold_anew(folded.points, in_force(journal), in_force([*journal, act]))
        journal.append(act)
        done += 1
        assert prepared.facts == facts
        last = [act.seq for act in journal[-20:]]
        assert undoable(journal, last, folded.points) == undoable(journal, last)
        assert prepared.folded.tournament == folded.tournament == replay(journal)
        assert all(point.tournament == replay(_until(journal, point.seq)) for point in folded.points[::9])


@pytest.mark.parametrize("until", [None, 40, 90])
def test_which_acts_can_be_undone_is_what_undoing_each_of_them_says(acts: list[Act], until: int | None) -> None:
    """Results of other tables are passed over without a replay; the answer is that of a replay all the same."""
    journal = acts[:until]
    if replay(journal).clock is not None:
        journal = [*journal, Act(len(journal) + 1, (f.ClockStarted(Moment("boot", 5), 60_000),))]
    folded = fold(journal)
    asked = [act.seq for act in journal[-50:]]
    assert undoable(journal, asked, folded.points) == {
        seq for seq in asked if not isinstance(_tried(journal, seq, ()), str)
    }


def test_the_newest_results_are_looked_at_without_a_replay_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """The history asks about a hundred acts: five thousand acts were folded again for one page."""
    journal, counted = in_the_middle(64, 4).acts, []
    asked, points = [act.seq for act in journal[-16:]], fold(journal).points
    monkeypatch.setattr("engine.decisions.undo.apply_act", lambda t, act: (counted.append(1), apply_act(t, act))[1])
    assert len(undoable(journal, asked, points)) == 16
    assert len(counted) <= 16


def test_a_checkpoint_keeps_nothing_that_pages_worked_out(acts: list[Act]) -> None:
    """Thirty-two standings of a big event would stay in memory with them."""
    folded = fold(acts)
    ranks_after(folded.tournament, 4)
    assert folded.tournament.known
    assert not any(point.tournament.known for point in folded.points)


def test_taking_back_the_newest_act_folds_nothing_again(acts: list[Act], monkeypatch: pytest.MonkeyPatch) -> None:
    folded, counted = fold(acts), []
    monkeypatch.setattr("engine.checkpoints.apply_acts", lambda _, several: counted.extend(several))
    monkeypatch.setattr("engine.decisions.undo.apply_act", lambda t, _: (counted.append(1), t)[1])
    undoing(acts, acts[-1].seq, folded.points)
    assert len(counted) <= 2


def test_an_early_act_is_refused_by_the_act_that_builds_on_it(acts: list[Act]) -> None:
    folded = fold(acts)
    paired = next(act for act in acts if any(type(fact).__name__ == "RoundPaired" for fact in act.facts))
    with pytest.raises(BuiltOn) as why:
        undoing(acts, paired.seq, folded.points)
    assert why.value.by > paired.seq


def test_one_act_more_is_the_same_as_all_of_them(acts: list[Act]) -> None:
    folded = fold(acts[:-5])
    for act in acts[-5:]:
        folded = fold_on(folded, act)
    assert folded == fold(acts)


def _tried(journal: list[Act], seq: int, points: Checkpoints) -> Undoing | str:
    try:
        return undoing(journal, seq, points)
    except Refused as why:
        return str(why)


def _until(journal: list[Act], seq: int) -> list[Act]:
    """What counts of the journal, up to this act."""
    return [act for act in in_force(journal) if act.seq <= seq and not is_undo(act)]
