"""Each number that ties are broken by, alone."""

from dataclasses import replace
from random import Random

import pytest
from events import CLASSIC, REBORN, any_event, event
from hypothesis import given

from engine.pairing.roster import entrants_of
from engine.standings.cutline import stage_cut_line
from engine.standings.ranking import lots_of
from engine.standings.sheets import sheets
from engine.standings.tiebreaks import TIEBREAKS, Tiebreak, head_to_head, split, table_of


def table(built):
    return table_of(sheets(built.tournament, built.stage), lots_of(built.tournament))


def value(key, name, built):
    return TIEBREAKS[key].value(name, table(built))


def test_toep_of_a_player_whose_opponents_earned_6_1_and_4_is_11():
    """Classic, Determining a Winner."""
    built = event("Elijah Kevin Rosa Cole Dora Fay", CLASSIC)
    built = built.round("Elijah>Kevin", "Rosa=Cole", "Dora>Fay")
    built = built.round("Elijah>Rosa", "Kevin>Dora", "Cole>Fay")
    built = built.round("Elijah>Cole", "Kevin>Fay", "Dora>Rosa")
    assert [value("points", name, built) for name in ("Kevin", "Rosa", "Cole")] == [6, 1, 4]
    assert value("toep", "Elijah", built) == 11


def test_strength_of_schedule_is_the_sum_of_all_opponents_wins():
    """Reborn, Final Placements 2."""
    built = event("Ana Ben Cai Dee").round("Ana>Ben", "Cai>Dee").round("Ana>Cai", "Dee>Ben")
    assert [value("wins", name, built) for name in ("Ana", "Ben", "Cai", "Dee")] == [2, 0, 1, 1]
    assert [value("sos", name, built) for name in ("Ana", "Ben", "Cai", "Dee")] == [0 + 1, 2 + 1, 1 + 2, 1 + 0]


def test_an_opponents_bye_counts_as_a_win_and_as_blood():
    built = event("Ana Ben Cai").round("Ana>Ben", bye="Cai").round("Ana>Cai", bye="Ben")
    assert value("sos", "Ana", built) == 2
    assert value("opponents_blood", "Ana", built) == (10 + 25) + (25 + 10)


def test_a_bye_gives_no_opponent():
    built = event("Ana Ben Cai").round("Ana>Ben", bye="Cai")
    assert [value(key, "Cai", built) for key in ("sos", "toep", "opponents_blood")] == [0, 0, 0]


def test_an_opponent_met_twice_counts_twice():
    built = event("Ana Ben").round("Ana>Ben").round("Ben>Ana")
    assert value("sos", "Ana", built) == 2


def test_results_of_an_opponent_who_dropped_still_count():
    built = event("Ana Ben Cai Dee").round("Ben>Ana", "Cai>Dee").drop("Ben").round("Ana>Cai", bye="Dee")
    assert value("sos", "Ana", built) == 1 + 1


def test_blood_lost_is_what_opponents_earned_against_the_player():
    """Reborn, Final Placements 4."""
    built = event("Ana Ben Cai Dee").round("Ana>Ben 25-7", "Cai>Dee").round("Cai>Ana 25-9", "Ben>Dee")
    assert value("blood_earned", "Ana", built) == 25 + 9
    assert value("blood_lost", "Ana", built) == 7 + 25


def test_opponents_blood_is_all_they_earned_in_the_whole_event():
    """Reborn, Final Placements 5."""
    built = event("Ana Ben Cai Dee").round("Ana>Ben 25-7", "Cai>Dee").round("Cai>Ana 25-9", "Ben>Dee")
    assert value("opponents_blood", "Ana", built) == (7 + 25) + (25 + 25)


def test_missing_a_round_never_beats_losing_one_on_blood_lost():
    lost = event("Ana Ben").round("Ben>Ana 25-0")
    missed = event("Ben Cai").round("Ben>Cai").late("Ana")
    assert value("blood_lost", "Ana", missed) >= value("blood_lost", "Ana", lost)


@pytest.mark.parametrize(
    ("key", "best"),
    [
        ("wins", ["Ana", "Ben"]),
        ("points", ["Ana", "Ben"]),
        ("sos", ["Cai", "Dee"]),
        ("toep", ["Cai", "Dee"]),
        ("blood_earned", ["Ana", "Ben"]),
        ("blood_lost", ["Ben"]),
        ("opponents_blood", ["Cai", "Dee"]),
        ("lot", ["Ana"]),
    ],
)
def test_fewest_is_best_in_blood_lost_and_lots_and_most_in_the_rest(key, best):
    built = event("Ana Ben Cai Dee").round("Ana>Dee 25-20", "Ben>Cai 25-5")
    assert split(key, ["Ana", "Ben", "Cai", "Dee"], table=table(built))[0][1] == best


def test_every_tie_break_of_both_scorings_is_in_the_registry():
    for scoring in (REBORN, CLASSIC):
        assert {scoring.score, *scoring.tiebreaks} <= set(TIEBREAKS)
    assert all(key == tiebreak.key for key, tiebreak in TIEBREAKS.items())


@given(any_event())
def test_the_parts_of_a_number_add_up_to_it(built):
    own, all_totals = sheets(built.tournament, built.stage), table(built)
    summed = [tiebreak for tiebreak in TIEBREAKS.values() if any(tiebreak.parts(sheet, own) for sheet in own.values())]
    for tiebreak in summed:
        for player, sheet in own.items():
            assert sum(part.number for part in tiebreak.parts(sheet, own)) == tiebreak.value(player, all_totals)


def test_the_lowest_in_the_standings_is_who_has_most_where_fewest_is_best():
    """The bye of classic, if its book asked for blood lost: Ana has lost 20, Cai only 5."""
    scoring = replace(CLASSIC, tiebreaks=("blood_lost", "lot"))
    built = event("Ana Ben Cai Dee", scoring).round("Ana>Ben 25-20", "Cai>Dee 25-5")
    entrants = entrants_of(built.tournament, built.stage, players=["Ana", "Cai"], number=2)
    assert min(entrants, key=lambda entrant: entrant.bye_key).id == "Ana"


def test_a_number_that_falls_with_blood_leaves_the_same_chances_as_one_that_rises(monkeypatch):
    """Eve or Fay may end with fewer blood points lost than Ana's 3, however it is counted."""
    monkeypatch.setitem(TIEBREAKS, "unhurt", Tiebreak("unhurt", "Unhurt", "UH", "highest", lambda p, t: -t.lost[p]))
    chances = []
    for key in ("blood_lost", "unhurt"):
        built = event("Ana Ben Cai Dee Eve Fay", replace(REBORN, tiebreaks=(key, "lot")), cut=2)
        built = built.round("Ana>Ben 25-3", "Cai>Dee 25-9", "Eve?Fay")
        chances.append(stage_cut_line(built.tournament, built.stage, rng=Random(1)).chances)
    assert chances[0] == chances[1]
    assert chances[0]["Cai"] == "possible"


@pytest.mark.parametrize(
    ("rounds", "winner"),
    [
        (["Ana>Ben"], "Ana"),
        (["Ben>Ana"], "Ben"),
        (["Ana-Ben"], None),
        (["Ana>Ben", "Ben>Ana"], None),
        (["Ana>Ben", "Ana>Ben"], "Ana"),
        (["Ana-Ben", "Ben>Ana"], "Ben"),
        ([], None),
    ],
)
def test_head_to_head_needs_a_meeting_with_one_winner(rounds, winner):
    """Reborn, Final Placements 1."""
    built = event("Ana Ben")
    for match in rounds:
        built = built.round(match)
    assert head_to_head(["Ana", "Ben"], table(built)) == winner
    assert head_to_head(["Ben", "Ana"], table(built)) == winner


def test_head_to_head_is_between_two():
    built = event("Ana Ben Cai").round("Ana>Ben").round("Ana>Cai")
    assert head_to_head(["Ana", "Ben", "Cai"], table(built)) is None
