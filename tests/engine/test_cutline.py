"""Who has clinched, who can still make it, who is out."""

from dataclasses import fields, replace
from itertools import accumulate, product
from random import Random

import pytest
from events import CLASSIC, REBORN, Event, any_event, event
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.standings import cutline, futures, ranking
from engine.standings.cutline import CutLine, stage_cut_line
from engine.standings.ranking import stage_standings
from engine.standings.tiebreaks import TIEBREAKS, Tiebreak, Totals, table_of
from engine.values import dataclass


def line(built: Event, seed: int = 1) -> CutLine:
    return stage_cut_line(built.tournament, built.stage, rng=Random(seed))


def through(built: Event) -> set[str]:
    """Who makes the cut once everything is played: the best who are still there."""
    there = [place.player for place in stage_standings(built.tournament, built.stage) if not place.dropped]
    there = [name for name in there if not built.tournament.players[name].disqualified]
    return set(there[: built.tournament.settings.cut])


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_when_all_is_played_the_standings_decide(cut):
    built = event("Ana Ben Cai Dee", cut=cut).round("Ana>Ben 25-3", "Cai>Dee").round("Ana>Cai 25-7", "Ben>Dee")
    found = line(built)
    assert found.exact
    assert {name for name, chance in found.chances.items() if chance == "clinched"} == through(built)
    assert "possible" not in found.chances.values()


def test_when_all_is_played_a_lot_decides_too():
    found = line(event("Ana Ben Cai Dee", cut=1).round("Ana>Ben", "Cai>Dee"))
    assert dict(found.chances) == {"Ana": "clinched", "Ben": "out", "Cai": "out", "Dee": "out"}


def test_a_match_won_long_ago_can_be_enough():
    """If Ana loses she is level with Ben, whom she has beaten. Cai has no such luck."""
    built = event("Ana Ben Cai Dee", cut=2).round("Ana>Ben", "Cai>Dee").round("Ana?Cai", "Ben>Dee")
    found = line(built)
    assert dict(found.chances) == {"Ana": "clinched", "Ben": "possible", "Cai": "possible", "Dee": "out"}
    assert (found.exact, found.futures) == (True, 2)
    assert dict(found.made) == {"Ana": 2, "Ben": 0, "Cai": 1, "Dee": 0}


def test_blood_that_is_still_to_flow_leaves_both_possible_and_blood_that_has_flown_counts():
    """Eve or Fay may end with fewer blood points lost than Ana's 3; Cai, with 9, cannot pass Ana any more."""
    built = event("Ana Ben Cai Dee Eve Fay", cut=2).round("Ana>Ben 25-3", "Cai>Dee 25-9", "Eve?Fay")
    assert dict(line(built).chances) == {
        "Ana": "clinched",
        "Ben": "out",
        "Cai": "possible",
        "Dee": "out",
        "Eve": "possible",
        "Fay": "possible",
    }


def test_a_tie_that_only_a_lot_would_break_leaves_both_possible_while_matches_are_open():
    built = event("Ana Ben Cai Dee Eve Fay", cut=1).round("Ana>Ben 25-0", "Cai>Dee 25-0", "Eve?Fay")
    assert [line(built).chances[name] for name in ("Ana", "Cai")] == ["possible", "possible"]


def test_draws_are_endings_too_where_there_are_draws():
    built = event("Ana Ben Cai Dee", CLASSIC, cut=1).round("Ana=Ben", "Cai?Dee")
    found = line(built)
    assert (found.exact, found.futures) == (True, 3)
    assert dict(found.chances) == {"Ana": "possible", "Ben": "possible", "Cai": "possible", "Dee": "possible"}


def test_four_draws_are_ahead_of_a_win_where_points_count():
    """Classic: three points for a win, one for a draw."""
    built = event("Ana Ben Cai Dee", CLASSIC, cut=2).round("Ana>Dee", "Ben=Cai")
    for _ in range(3):
        built = built.round("Ana-Dee", "Ben=Cai")
    assert dict(line(built).chances) == {"Ana": "out", "Ben": "clinched", "Cai": "clinched", "Dee": "out"}


def test_dropped_and_disqualified_players_take_no_place_in_the_cut():
    built = event("Ana Ben Cai Dee Eve Fay", cut=1).round("Ana>Ben", "Cai>Dee 25-20", "Eve>Fay 25-21")
    assert line(built).chances["Ana"] == "clinched"
    found = line(built.drop("Ana"))
    assert (found.chances["Ana"], found.chances["Cai"]) == ("out", "clinched")
    found = line(built.drop("Ana").disqualify("Cai"))
    assert (found.chances["Cai"], found.chances["Eve"]) == ("out", "clinched")


def test_dropped_players_still_count_as_tied_so_head_to_head_does_not_apply():
    """Ben has beaten Ana, but four are on one win: Ana has more blood points."""
    built = event("Ana Ben Cai Dee", cut=1).round("Ana>Cai", "Dee>Ben 25-0").round("Ben>Ana 25-20", "Cai>Dee")
    assert line(built.disqualify("Cai").disqualify("Dee")).chances["Ben"] == "clinched"
    assert line(built.drop("Cai").drop("Dee")).chances["Ana"] == "clinched"


def three_rounds_of_four(cut: int) -> Event:
    built = event("Ana Ben Cai Dee", planned=4, cut=cut)
    return built.round("Ana>Ben", "Cai>Dee").round("Ana>Cai", "Ben>Dee").round("Ana>Dee", "Ben-Cai")


def test_whom_nobody_can_reach_has_clinched_with_rounds_still_to_play():
    found = line(three_rounds_of_four(cut=1))
    assert dict(found.chances) == {"Ana": "clinched", "Ben": "out", "Cai": "out", "Dee": "out"}
    assert found.exact


def test_with_rounds_still_to_play_the_rest_is_a_sample_and_says_so():
    found = line(three_rounds_of_four(cut=2))
    assert not found.exact
    assert dict(found.chances) == {"Ana": "clinched", "Ben": "possible", "Cai": "possible", "Dee": "possible"}
    assert sum(found.made.values()) == 2 * found.futures
    assert found.share("Ana") == 1.0
    assert 0 <= found.share("Dee") < found.share("Ben") < 1


def test_a_round_that_is_only_a_draft_is_a_round_to_play():
    built = three_rounds_of_four(cut=2).round("Ana?Ben", "Cai?Dee")
    assert line(built).exact
    assert not line(built.phase("draft")).exact


def test_many_open_matches_are_sampled_and_nobody_is_called_through_on_a_sample():
    names = [f"P{number:02}" for number in range(26)]
    built = event(" ".join(names), cut=8).round(*(f"{a}?{b}" for a, b in zip(names[::2], names[1::2], strict=True)))
    found = line(built)
    assert not found.exact
    assert set(found.chances.values()) == {"possible"}
    assert sum(found.made.values()) == 8 * found.futures


def test_the_more_there_is_to_play_the_smaller_the_sample_but_never_tiny():
    """Whoever opens the standings of a large event does not wait for it."""
    assert line(three_rounds_of_four(cut=2)).futures == 400
    for players, tried in ((250, 80), (2000, 16)):
        names = " ".join(f"P{number}" for number in range(players))
        assert line(event(names, planned=4, cut=8)).futures == tried


def test_the_same_dice_give_the_same_sample():
    built = three_rounds_of_four(cut=2)
    assert line(built, seed=5) == line(built, seed=5)
    assert line(built, seed=5).made != line(built, seed=6).made


@pytest.mark.parametrize(("cut", "chance"), [(0, "out"), (4, "clinched"), (9, "clinched")])
def test_nobody_fits_into_a_cut_of_none_and_everybody_into_one_of_all(cut, chance):
    built = event("Ana Ben Cai Dee", cut=cut).round("Ana?Ben", "Cai?Dee")
    assert set(line(built).chances.values()) == {chance}


@settings(max_examples=40, deadline=None, derandomize=True)
@given(any_event(), st.data())
def test_every_chance_is_what_playing_each_ending_out_gives(played, data):
    """Play every ending out with little and much blood, a good lot and a bad one, and ask the standings."""
    scoring = played.tournament.settings.scoring
    active = [name for name, player in played.tournament.players.items() if player.active]
    assume(len(active) > 1)
    order = data.draw(st.permutations(active))
    pairs = list(zip(order[::2], order[1::2], strict=False))
    still_open, over = pairs[:2], [f"{a}>{b}" for a, b in pairs[2:]]
    bye = order[-1] if len(order) % 2 else ""
    cut = data.draw(st.integers(1, len(active)))
    played = Event(replace(played.tournament, settings=replace(played.tournament.settings, cut=cut)))

    found = line(played.round(*(f"{a}?{b}" for a, b in still_open), *over, bye=bye))
    ways = [list(endings(a, b, draws=scoring.draws)) for a, b in still_open]
    over_now = [played.round(*ending, *over, bye=bye) for ending in product(*ways)]
    assert found.exact
    for name in active:
        makes_it = {name in through(with_lot(built, name, lot)) for built in over_now for lot in (0, 99)}
        expected = {"clinched": {True}, "out": {False}, "possible": {True, False}}
        assert makes_it == expected[found.chances[name]]


def endings(one: str, two: str, *, draws: bool):
    for blood in (0, 12, 99):
        yield f"{one}>{two} 25-{blood}"
        yield f"{two}>{one} 25-{blood}"
    if draws:
        for mine, theirs in product((0, 99), repeat=2):
            yield f"{one}={two} {mine}-{theirs}"


def with_lot(built: Event, name: str, lot: int) -> Event:
    player = replace(built.tournament.players[name], lot=lot)
    return Event(replace(built.tournament, players={**built.tournament.players, name: player}))


AFTER = futures.after


@dataclass(frozen=True, slots=True)
class Running(Totals):
    """With a number that grows every round: the wins after each round, added up (chess calls it cumulative)."""

    running: dict[str, int]


def with_running(table: Totals, running: dict[str, int]) -> Running:
    return Running(*(getattr(table, field.name) for field in fields(Totals)), running)


def running_table(sheets, lots):
    sums = {player: sum(accumulate(line.won for line in sheet.lines)) for player, sheet in sheets.items()}
    return with_running(table_of(sheets, lots), sums)


def running_after(table, results, **how):
    """Whoever is not in the results has their round in the table already, or sits it out."""
    results = tuple(results)
    then = AFTER(table, results, **how)
    played = {player for one, two, _ in results for player in (one, two)}
    return with_running(then, {p: sum + then.wins[p] * (p in played) for p, sum in table.running.items()})


@pytest.fixture
def cumulative(monkeypatch):
    """A tie-break that needs what `Totals` does not add up, as somebody would add it."""
    running = Tiebreak("running", "Wins as they came", "Cum", "highest", lambda p, t: t.running[p])
    monkeypatch.setitem(TIEBREAKS, "running", running)
    for module in (cutline, ranking):
        monkeypatch.setattr(module, "table_of", running_table)
    for module in (cutline, futures):
        monkeypatch.setattr(module, "after", running_after)
    return replace(REBORN, tiebreaks=("running", "lot"))


def test_a_number_that_grows_every_round_grows_for_those_who_have_still_to_play(cumulative):
    """Ben's win is in (0 + 1); whoever loses now, Ana or Cai, has won before him (1 + 1)."""
    built = event("Ana Ben Cai Dee", cumulative, cut=2).round("Ana>Ben", "Cai>Dee")
    found = line(built.round("Ben>Dee", "Ana?Cai"))
    assert found.exact
    assert dict(found.chances) == {"Ana": "clinched", "Ben": "out", "Cai": "clinched", "Dee": "out"}
    assert {frozenset(through(built.round("Ben>Dee", won))) for won in ("Ana>Cai", "Cai>Ana")} == {
        frozenset({"Ana", "Cai"})
    }


def test_a_number_that_grows_every_round_is_sampled_too(cumulative):
    built = event("Ana Ben Cai Dee Eve", cumulative, planned=3, cut=2).round("Ana>Ben", "Cai>Dee", bye="Eve")
    found = line(built)
    assert not found.exact
    assert sum(found.made.values()) == 2 * found.futures
