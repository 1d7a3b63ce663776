"""An event in numbers, counted so that nobody is misled."""

from engine import facts as f
from engine.clock import Moment
from engine.fold import Act
from engine.statistics import WonWith, losing_points, minutes_played, rank_lines, won_with
from engine.words import Outcome, Result
from tests.engine.events import CLASSIC, event

TWO = event("Ana Ben Cai Dee").round("Ana>Ben 25-12", "Cai>Dee 25-3").round("Ana>Cai 25-20", "Ben>Dee 25-0")


def with_names(brought, rounds=2):
    return {(number, player): [name] for number in range(1, rounds + 1) for player, name in brought.items()}


def test_everybody_has_a_place_after_every_round_the_best_at_the_end_first():
    rounds, lines = rank_lines(TWO.tournament)
    assert rounds == (1, 2)
    assert lines[0].player == "Ana"
    assert [line.places[-1] for line in lines] == [1, 2, 3, 4]


def test_before_a_round_is_closed_there_are_no_ranks():
    assert rank_lines(event("Ana Ben").round("Ana?Ben").tournament) == ((), ())


def test_how_close_matches_were_is_what_the_losers_scored():
    assert sorted(losing_points(TWO.tournament)) == [0, 3, 12, 20]
    drawn = event("Ana Ben", CLASSIC).round("Ana=Ben 10-12")
    assert losing_points(drawn.tournament) == ()


def test_wins_are_counted_by_what_was_brought_and_mirrors_apart():
    found = won_with(TWO.tournament, with_names({"Ana": "Aradel", "Ben": "Aradel", "Cai": "Rin", "Dee": "Noah"}))
    assert found == (
        WonWith("Aradel", players=2, played=2, won=2, drawn=0, mirrors=1),
        WonWith("Rin", players=1, played=2, won=1, drawn=0, mirrors=0),
        WonWith("Noah", players=1, played=2, won=0, drawn=0, mirrors=0),
    )


def test_two_spellings_are_the_same_in_the_statistics():
    """The pairing takes “aradel” for Aradel, too; nobody has to type as the others do."""
    (found,) = won_with(
        TWO.tournament, with_names({"Ana": "Aradel", "Ben": "aradel ", "Cai": "Aradel", "Dee": "ARADEL"})
    )
    assert (found.name, found.players, found.mirrors) == ("Aradel", 4, 4)


def test_a_deck_of_two_kinds_of_dice_counts_for_both():
    dice = {(1, "Ana"): ["Ceremonial", "Natural"], (1, "Ben"): ["Natural"], (1, "Cai"): [], (1, "Dee"): ["Charm"]}
    found = {each.name: (each.played, each.won, each.mirrors) for each in won_with(TWO.tournament, dice)}
    assert found == {"Ceremonial": (1, 1, 0), "Natural": (0, 0, 1), "Charm": (1, 0, 0)}


def test_who_did_not_come_and_byes_count_for_nothing():
    t = event("Ana Ben Cai").round("Ana>Ben 25-0", bye="Cai").tournament
    match = t.stages[0].rounds[0].matches[0]
    gone = Result((Outcome("win", 25), Outcome("loss", 0)), "no-show")
    object.__setattr__(match, "result", gone)
    assert won_with(t, with_names({"Ana": "Aradel", "Ben": "Rin", "Cai": "Noah"}, 1)) == ()
    assert losing_points(t) == ()


def test_minutes_are_from_the_start_of_the_clock_to_the_first_record():
    result = TWO.tournament.stages[0].rounds[0].matches[0].result
    at = "2026-05-02T10:{}:00+00:00".format
    acts = [
        Act(1, (f.RoundPublished(1),), by="", at=at("00")),
        Act(2, (f.ResultRecorded(1, 2, result),), by="", at=at("01")),
        Act(3, (f.ClockStarted(Moment("b", 0), 3_600_000),), by="", at=at("05")),
        Act(4, (f.ResultRecorded(1, 1, result),), by="", at=at("42")),
        Act(5, (f.ResultRecorded(1, 1, result),), by="", at=at("50")),
    ]
    assert minutes_played(TWO.tournament, acts) == (37,)
