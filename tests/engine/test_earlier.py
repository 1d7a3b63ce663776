"""What earlier rounds say is known from one act to the next, and from the act on that changes it no longer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import facts as f
from engine.decisions import results
from engine.earlier import before_round
from engine.fold import apply_facts
from engine.pairing.roster import entrants_before
from engine.results import won
from engine.standings.ranks import as_of, places_after, ranks_after
from engine.words import Tournament
from server.cli.bench.playing import Playing, in_the_middle


@pytest.fixture
def t() -> Tournament:
    return in_the_middle(16, 4).t


def a_result(t: Tournament) -> Tournament:
    """One more result of the round being played."""
    current = t.current_round
    assert current is not None
    match = next(match for match in current.matches if match.result is None)
    return apply_facts(t, results.record_win(t, match.table, winner=match.players[0], wounds=3))


def corrected(t: Tournament) -> Tournament:
    """The other one won at table 1 of the round before."""
    match = t.stages[-1].rounds[2].matches[0]
    assert match.result is not None
    was_first = match.result.outcomes[0].mark == "win"
    right = won(match, match.players[1 if was_first else 0], wounds=9, scoring=t.settings.scoring)
    return apply_facts(t, (f.ResultCorrected(3, match.table, right),))


def test_a_result_leaves_what_the_rounds_before_say_as_it_is_known(t: Tournament) -> None:
    known = ranks_after(t, 3), entrants_before(t, 4)
    after = a_result(t)
    assert as_of(after, 3) is as_of(t, 3)
    assert before_round(after, 4) is before_round(t, 4)
    assert ranks_after(after, 3) is known[0]
    assert entrants_before(after, 4) is known[1]


@pytest.mark.parametrize(
    "act",
    [
        corrected,
        lambda t: apply_facts(t, (f.PlayerDropped("p3", 3),)),
        lambda t: apply_facts(t, (f.PlayerEntered("late", 99, 4),)),
        lambda t: apply_facts(t, (f.LotsReplaced(tuple(reversed(list(t.players)))),)),
        lambda t: replace(t, settings=replace(t.settings, round_minutes=7)),
    ],
    ids=["a correction", "a drop", "a late entry", "other lots", "a setting"],
)
def test_whatever_changes_the_rounds_before_is_never_hidden(t: Tournament, act) -> None:  # type: ignore[no-untyped-def]
    known = ranks_after(t, 3), entrants_before(t, 4)
    after = act(t)
    assert before_round(after, 4) is not before_round(t, 4)
    fresh = forgotten(after)
    assert (ranks_after(after, 3), entrants_before(after, 4)) == (ranks_after(fresh, 3), entrants_before(fresh, 4))
    back = forgotten(t)  # and who took it back sees what was before
    assert (ranks_after(t, 3), entrants_before(t, 4)) == known == (ranks_after(back, 3), entrants_before(back, 4))


@pytest.mark.parametrize(
    "act",
    [
        a_result,
        corrected,
        lambda t: apply_facts(t, (f.PlayerDropped("p3", 3),)),
        lambda t: apply_facts(t, (f.PlayerEntered("late", 99, 4),)),
        lambda t: apply_facts(t, (f.LotsReplaced(tuple(reversed(list(t.players)))),)),
    ],
    ids=["a result", "a correction", "a drop", "a late entry", "other lots"],
)
def test_places_of_closed_rounds_are_those_of_now(t: Tournament, act) -> None:  # type: ignore[no-untyped-def]
    known = [places_after(t, number) for number in (1, 2, 3)]
    after = act(t)
    fresh = forgotten(after)
    for number in (1, 2, 3):
        assert places_after(after, number) == places_after(fresh, number)
        assert places_after(t, number) == known[number - 1]


def test_a_result_ranks_no_closed_round_again(t: Tournament) -> None:
    known = [places_after(t, number) for number in (1, 2, 3)]
    after = a_result(t)
    assert all(places_after(after, number) is known[number - 1] for number in (1, 2, 3))


def test_only_the_last_closed_round_keeps_what_was_worked_out(t: Tournament) -> None:
    """Twelve rounds of four thousand players would otherwise keep twelve standings."""
    event = Playing(16)
    for number in (1, 2, 3):
        event.play_round()
        ranks_after(event.t, number)
        entrants_before(event.t, number + 1)
    kept = [sum(isinstance(each, Tournament) for each in round_.known.values()) for round_ in event.t.rounds]
    assert kept == [0, 0, 2]


def forgotten(t: Tournament) -> Tournament:
    """The same tournament, of which nothing is known."""
    return replace(t, stages=tuple(replace(s, rounds=tuple(replace(r) for r in s.rounds)) for s in t.stages))
