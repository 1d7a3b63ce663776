"""The steps of a draft: Ashes Draft Rules, "Draft"."""

import pytest

from engine.pairing import draft
from engine.refusals import Refused

# Steps 1 to 10 of the rulebook, by what a player has in hand afterwards.
CARDS_AFTER = [
    ("pick", 11),
    ("copies", 33),
    ("phoenixborn", 33),
    ("unique", 36),
    ("return", 30),
    ("dice", 30),
    ("conjurations", 30),
    ("ready", 30),
]


def walk():
    state = draft.Draft(group=1)
    states = [state]
    while draft.step_after(state.step):
        state = draft.advance(state)
        states.append(state)
    return states


@pytest.mark.parametrize(("step", "cards"), CARDS_AFTER)
def test_after_each_step_a_player_has_the_printed_number_of_cards(step, cards):
    assert draft.BY_KEY[step].cards == cards


def test_the_steps_come_in_the_order_of_the_rulebook():
    steps = list(dict.fromkeys(state.step for state in walk()))
    assert steps == ["set-up", "deal", *(step for step, _ in CARDS_AFTER)]


def test_there_are_eleven_picks_and_the_hand_shrinks_by_one_each_time():
    picks = [state.pick for state in walk() if state.step == "pick"]
    assert picks == list(range(1, 12))
    assert [draft.cards_in_hand(pick) for pick in picks] == list(range(11, 0, -1))


def test_there_is_no_pick_number_outside_the_picks():
    assert {state.pick for state in walk() if state.step != "pick"} == {0}


@pytest.mark.parametrize("pick", [0, 12])
def test_there_is_no_pick_before_the_first_or_after_the_last(pick):
    with pytest.raises(ValueError, match="of 11"):
        draft.cards_in_hand(pick)


def test_cards_go_to_the_left_and_from_the_last_seat_to_the_first():
    seats = ("ana", "ben", "cai", "dee")
    assert [draft.passes_to(seats, player) for player in seats] == ["ben", "cai", "dee", "ana"]


def test_each_group_has_its_own_step_and_pick():
    assert draft.advance(draft.Draft(group=2, step="pick", pick=4)) == draft.Draft(group=2, step="pick", pick=5)


def test_a_finished_draft_goes_no_further():
    with pytest.raises(Refused, match="Group 3 has finished"):
        draft.advance(draft.Draft(group=3, step="ready"))


def test_every_step_fits_a_line_on_the_wall():
    assert all(step.text.endswith(".") and len(step.text) <= 90 for step in draft.STEPS)
    assert len(draft.BY_KEY) == len(draft.STEPS)


def test_cards_go_back_between_the_phases_and_after_the_event():
    assert "back to the host" in draft.CARDS_BACK_BETWEEN_PHASES
    assert "go back to the host" in draft.CARDS_BACK_AT_THE_END
