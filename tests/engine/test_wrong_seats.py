"""Spellfire: a correction that changes a table's winner, once the next round is seated."""

from __future__ import annotations

import re

import pytest
from desk import Desk, desk, game_of, pod

from engine import facts as f
from engine.decisions import people, results, rounds
from engine.pod_words import wrong_seat_words
from engine.standings.pods import WrongSeat, wrong_seats


def second_round(*, publish: bool = True) -> Desk:
    """Ana, Dee and Gus have won their tables."""
    tables = ("Ana Ben Cai", "Dee Eli Fay", "Gus Hal Ida")
    made = desk("spellfire", " ".join(tables)).facts(f.RoundPaired(1, pod(*tables))).do(rounds.publish).play().draft()
    return made.do(rounds.publish) if publish else made


def corrected(made: Desk, winner: str = "Eli") -> Desk:
    match = made.match(winner, 1)
    games = (game_of(match, winner, made.settings),) * 2
    return made.do(results.correct_games, 1, table=match.table, games=games)


def said(made: Desk) -> str:
    """What the desk says. It calls the last round the championship round, once it puts the names in."""
    return re.sub(r"⟨([Rr]ound \d)⟩", r"\1", " ".join(wrong_seat_words(made.t)))


def test_who_sits_in_the_place_of_the_right_winner_is_known():
    made = second_round()
    assert wrong_seats(made.t) == ()
    corrected(made)
    assert wrong_seats(made.t) == (WrongSeat(of=2, won=("Eli",), sits=("Dee",), table=1),)
    assert said(made) == (
        "Round 1 was corrected: ⟨Eli⟩ won table 2, and ⟨Dee⟩ sits in round 2. No game is in at table 1 yet: give ⟨Eli⟩ "
        "the seat on the Pairings page, or leave it as it is."
    )


def test_a_draft_is_drawn_again():
    made = corrected(second_round(publish=False))
    assert "Draw round 2 again on the Pairings page." in said(made)
    made.draft()
    assert wrong_seats(made.t) == ()


def test_once_games_are_in_they_are_taken_back_first():
    made = corrected(second_round()).game("Ana")
    assert "Games are in at table 1: take them back first to give ⟨Eli⟩ the seat, or leave it as it is." in said(made)
    assert "A game is in at table 1" in made.refused(rounds.take_over_seat, "Dee", "Eli")
    made.play(lambda match: "Ana")
    assert "Round 2 is closed and stays as it was played." in said(made)


def test_the_right_winner_takes_the_seat():
    made = corrected(second_round()).do(rounds.take_over_seat, "Dee", "Eli")
    assert made.round_.seated == {"Ana", "Eli", "Gus"}
    assert wrong_seats(made.t) == ()
    assert made.t.players["Dee"].active


@pytest.mark.parametrize(
    ("gone", "comes", "why"),
    [
        ("Ben", "Eli", "⟨Ben⟩ is not in round 2."),
        ("Dee", "Gus", "⟨Gus⟩ already has a seat in this round."),
        ("Dee", "Zoe", "no player ⟨Zoe⟩"),
    ],
)
def test_only_somebody_without_a_seat_takes_one_over(gone, comes, why):
    assert why in corrected(second_round()).refused(rounds.take_over_seat, gone, comes)


def test_a_correction_that_leaves_the_winner_changes_no_seat():
    made = second_round()
    match = made.match("Dee", 1)
    games = tuple(game_of(match, "Dee", made.settings, Eli=3) for _ in range(2))
    made.do(results.correct_games, 1, table=2, games=games)
    assert wrong_seats(made.t) == ()


def test_a_winner_who_has_left_misses_no_seat():
    made = second_round().do(people.drop, "Eli")
    assert wrong_seats(corrected(made).t) == ()
