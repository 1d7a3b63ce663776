"""What goes on a player's sheet."""

from dataclasses import replace

import pytest
from events import CLASSIC, REBORN, event

from engine.standings.sheets import Sheet, SheetLine, sheets


def sheet_of(name, built):
    return sheets(built.tournament, built.stage)[name]


def test_a_win_against_twelve_wounds_is_25_to_12():
    """Classic, Scoring: the winner earns 25 blood points, the loser the wounds placed."""
    built = event("Deborah Sam", CLASSIC).round("Deborah>Sam 25-12")
    assert sheet_of("Deborah", built).lines == (SheetLine(1, "Sam", "win", points=3, won=1, earned=25, lost=12),)
    assert sheet_of("Sam", built).lines == (SheetLine(1, "Deborah", "loss", points=0, won=0, earned=12, lost=25),)


def test_blood_points_of_a_win_and_two_matches_not_won_total_53():
    """Classic, Determining a Winner: 25 + 13 + 15 = 53."""
    built = event("Elijah Kevin Rosa Cole", CLASSIC)
    built = built.round("Elijah>Kevin").round("Elijah=Rosa 13-9").round("Cole>Elijah 25-15")
    assert sheet_of("Elijah", built).earned == 53


def test_a_draw_is_one_event_point_each_and_the_wounds_on_the_other():
    """Classic, Scoring."""
    built = event("Ana Ben", CLASSIC).round("Ana=Ben 10-12")
    ana, ben = sheet_of("Ana", built), sheet_of("Ben", built)
    assert (ana.points, ana.wins, ana.earned, ana.lost) == (1, 0, 10, 12)
    assert (ben.points, ben.wins, ben.earned, ben.lost) == (1, 0, 12, 10)


@pytest.mark.parametrize(("scoring", "points"), [(REBORN, 1), (CLASSIC, 3)])
def test_a_bye_is_a_win_with_25_blood_points_against_nobody(scoring, points):
    """Byes, all three rulebooks."""
    built = event("Ana Ben Cai", scoring).round("Ana>Ben").bye("Cai")
    cai = sheet_of("Cai", built)
    assert cai.lines == (SheetLine(1, None, "bye", points=points, won=1, earned=25, lost=0),)
    assert (cai.opponents, cai.byes, cai.record) == ((), 1, "1–0")


def test_a_double_loss_is_a_meeting_that_gives_nobody_anything():
    built = event("Ana Ben").round("Ana-Ben")
    ana = sheet_of("Ana", built)
    assert ana.lines == (SheetLine(1, "Ben", "double-loss"),)
    assert (ana.record, ana.opponents) == ("0–1", ("Ben",))


def test_a_match_without_a_result_is_on_no_sheet():
    built = event("Ana Ben Cai Dee").round("Ana?Ben", "Cai>Dee")
    assert [len(sheet_of(name, built).lines) for name in ("Ana", "Ben", "Cai", "Dee")] == [0, 0, 1, 1]


@pytest.mark.parametrize(("phase", "lines"), [("draft", 0), ("published", 1), ("closed", 1)])
def test_a_bye_counts_from_publishing(phase, lines):
    built = event("Ana Ben Cai").round("Ana?Ben").bye("Cai").phase(phase)
    assert len(sheet_of("Cai", built).lines) == lines


def test_results_of_a_draft_round_do_not_count():
    built = event("Ana Ben").round("Ana>Ben").phase("draft")
    assert sheet_of("Ana", built).lines == ()


def test_a_late_entry_has_lost_every_round_missed():
    built = event("Ana Ben").round("Ana>Ben").round("Ben>Ana").late("Zoe").round("Ana>Zoe", bye="Ben")
    zoe = sheet_of("Zoe", built)
    assert zoe.lines[:2] == (SheetLine(1, None, "missed", lost=25), SheetLine(2, None, "missed", lost=25))
    assert (zoe.record, zoe.opponents, zoe.earned) == ("0–3", ("Ana",), 10)


def test_a_late_entry_has_missed_the_round_that_is_being_played():
    built = event("Ana Ben").round("Ana?Ben").late("Zoe")
    assert [line.kind for line in sheet_of("Zoe", built).lines] == ["missed"]


def test_a_late_arrival_in_the_seat_opposite_the_bye_has_missed_nothing():
    built = event("Ana Ben Cai").late("Zoe").round("Ana>Ben", "Zoe>Cai")
    assert sheet_of("Zoe", built).record == "1–0"


def test_a_dropped_player_keeps_results_and_misses_nothing_after_the_drop():
    built = event("Ana Ben Cai").round("Ana>Ben", bye="Cai").drop("Ana").round("Ben>Cai")
    assert sheet_of("Ana", built).record == "1–0"


def test_a_reinstated_player_has_lost_the_closed_rounds_sat_out():
    built = event("Ana Ben Cai").round("Ana>Ben", bye="Cai").round("Ben>Cai")
    assert [line.kind for line in sheet_of("Ana", built).lines] == ["win", "missed"]


def test_nobody_has_missed_a_round_that_is_not_closed():
    built = event("Ana Ben Cai").round("Ana>Ben", bye="Cai").round("Ben>Cai").phase("published")
    assert sheet_of("Ana", built).record == "1–0"


def test_a_disqualified_player_keeps_earlier_results_and_misses_nothing_afterwards():
    built = event("Ana Ben Cai").round("Ana>Ben", bye="Cai").round("Ben>Ana", bye="Cai").disqualify("Ana")
    built = built.round("Ben>Cai")
    assert sheet_of("Ana", built).record == "1–1"


@pytest.mark.parametrize("leaves", ["drop", "disqualify"])
def test_whoever_is_gone_before_the_first_round_has_missed_nothing(leaves):
    built = getattr(event("Ana Ben Cai"), leaves)("Cai").round("Ana>Ben")
    assert sheet_of("Cai", built).lines == ()


def test_a_disqualified_late_entry_has_still_missed_the_rounds_before():
    built = event("Ana Ben").round("Ana>Ben").late("Zoe").round("Zoe>Ana", bye="Ben").disqualify("Zoe").round("Ana>Ben")
    assert [line.kind for line in sheet_of("Zoe", built).lines] == ["missed", "win"]


def test_only_the_entrants_of_a_stage_have_sheets():
    built = event("Ana Ben Cai").round("Ana>Ben")
    stage = replace(built.stage, entrants=("Ana", "Ben"))
    assert set(sheets(built.tournament, stage)) == {"Ana", "Ben"}


@pytest.mark.parametrize(
    ("kinds", "record"),
    [
        ([], "0–0"),
        (["win", "bye"], "2–0"),
        (["win", "bye", "draw"], "2–0–1"),
        (["loss", "missed", "double-loss"], "0–3"),
    ],
)
def test_a_record_names_draws_only_where_there_are_any(kinds, record):
    lines = [
        SheetLine(number, None, kind, won=int(kind in ("win", "bye"))) for number, kind in enumerate(kinds, start=1)
    ]
    assert Sheet("Ana", tuple(lines)).record == record


def test_an_opponent_met_twice_is_an_opponent_twice():
    built = event("Ana Ben").round("Ana>Ben").round("Ben>Ana")
    assert sheet_of("Ana", built).opponents == ("Ben", "Ben")
