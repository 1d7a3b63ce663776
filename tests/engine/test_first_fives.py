"""First Fives of a whole round: checked with one act, but not where somebody plays or found a fault."""

from __future__ import annotations

from desk import Desk, desk

from engine.decisions import deck_lists, first_fives


def six() -> Desk:
    return desk("ashes-reborn", "Ana Ben Cai Dee Eve Fay").seat("Ana?Ben", "Cai?Dee", "Eve?Fay")


def ready(made: Desk) -> list[str]:
    return [" ".join(match.ready) for match in made.round_.matches]


def test_all_are_checked_at_once():
    """Reborn, Gameplay: the organizer checks all players' First Fives."""
    made = six().do(first_fives.check_first_five, 2, players=("Dee",))
    made.do(first_fives.check_all_first_fives)
    assert ready(made) == ["Ana Ben", "Dee Cai", "Eve Fay"]
    assert len(made.acts[-1].facts) == 5


def test_whoever_checks_leaves_the_table_they_play_at_out():
    """Classic, Organizer Participation: somebody else checks there."""
    assert ready(six().do(first_fives.check_all_first_fives, but=(2,))) == ["Ana Ben", "", "Eve Fay"]


def test_a_first_five_with_a_fault_is_looked_at_again_by_itself():
    made = six().do(deck_lists.check_deck, "Cai", id="c1", what="first-five", ok=False)
    assert ready(made.do(first_fives.check_all_first_fives)) == ["Ana Ben", "Dee", "Eve Fay"]
    assert "one by one" in made.refused(first_fives.check_all_first_fives)
    made.do(first_fives.check_first_five, 2, players=("Cai",))
    assert "checked already" in made.refused(first_fives.check_all_first_fives)


def test_a_fault_of_an_earlier_round_is_over():
    made = six().do(deck_lists.check_deck, "Cai", id="c1", what="first-five", ok=False)
    made.results("Ana>Ben", "Cai>Dee", "Eve>Fay").close().seat("Ana?Cai", "Eve?Ben", "Dee?Fay")
    made.do(first_fives.check_all_first_fives)
    assert ready(made) == ["Ana Cai", "Eve Ben", "Dee Fay"]


def test_a_table_that_has_played_needs_no_check():
    made = six().results("Ana>Ben")
    assert ready(made.do(first_fives.check_all_first_fives)) == ["", "Cai Dee", "Eve Fay"]
