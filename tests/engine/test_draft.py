"""The steps of a draft: Ashes Draft Rules, "Draft"."""

from dataclasses import replace

import pytest
from desk import desk

from engine.decisions import setup, stages
from engine.decisions.stages import open_second_draft
from engine.pairing import draft
from engine.refusals import Refused
from engine.rulesets.ashes_draft import DRAFT, STEPS

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
    state = draft.Draft(group=1, step=STEPS[0].key)
    states = [state]
    while state.step != STEPS[-1].key:
        state = draft.advance(state, STEPS)
        states.append(state)
    return states


@pytest.mark.parametrize(("step", "cards"), CARDS_AFTER)
def test_after_each_step_a_player_has_the_printed_number_of_cards(step, cards):
    assert {each.key: each.cards for each in STEPS}[step] == cards


def test_the_steps_come_in_the_order_of_the_rulebook():
    steps = list(dict.fromkeys(state.step for state in walk()))
    assert steps == ["set-up", "deal", *(step for step, _ in CARDS_AFTER)]


def test_there_are_eleven_picks():
    assert [state.pick for state in walk() if state.step == "pick"] == list(range(1, 12))


def test_there_is_no_pick_number_outside_the_picks():
    assert {state.pick for state in walk() if state.step != "pick"} == {0}


def test_each_group_has_its_own_step_and_pick():
    assert draft.advance(draft.Draft(group=2, step="pick", pick=4), STEPS) == draft.Draft(group=2, step="pick", pick=5)


def test_a_finished_draft_goes_no_further():
    with pytest.raises(Refused, match="Group 3 has finished"):
        draft.advance(draft.Draft(group=3, step="ready"), STEPS)


@pytest.mark.parametrize("steps", [STEPS, (replace(STEPS[0], text=DRAFT.second), *STEPS[1:])])
def test_every_step_fits_a_line_on_the_wall(steps):
    assert all(step.text.endswith(".") and len(step.text) <= 90 for step in steps)
    assert [step.key for step in steps] == [step.key for step in STEPS]


def test_drafted_decks_have_steps_of_their_own():
    """Classic, Drafted Decks: “according to the rules found on page 16 of the … rulebook”, not as in the other draft.

    “Each group must draft from an identical set of components.”
    """
    made = desk("ashes-draft", 4, small_groups=True)
    steps = draft.steps_of(made.t)
    assert [step.key for step in steps] == ["set-up", "step-2", "step-3", "ready"]
    told = " ".join(step.text for step in steps)
    assert "the same components" in told
    assert "every group has the cards and 10 of the dice" in told
    assert not {"11", "33", "36", "30", "conjuration"} & set(told.lower().split())
    assert all(len(step.text) <= 90 for step in steps)


def test_the_organizer_writes_the_steps_of_drafted_decks():
    made = desk("ashes-draft", 6, small_groups=True, draft_steps=("Shuffle.", "Choose a Phoenixborn.", "Take turns."))
    seen = [made.t.drafting[0].step]
    while seen[-1] != "ready":
        seen.append(made.do(stages.advance_draft, 0).t.drafting[0].step)
    assert seen == ["set-up", "step-2", "step-3", "ready"]
    made.do(stages.step_draft_back, 0)
    made.do(setup.change_settings, replace(made.settings, draft_steps=("Only this.",)))
    made.do(stages.advance_draft, 0)  # the list was made shorter meanwhile
    assert made.t.drafting[0].step == "ready"


def test_the_second_draft_begins_with_all_cards_back():
    made = desk("ashes-draft", 9, legendary=True)
    assert draft.steps_of(made.t) == STEPS
    for _ in range(3):
        made.pair().play()
    made.do(open_second_draft)
    assert draft.steps_of(made.t)[0].text == DRAFT.second
    assert draft.steps_of(made.t)[1:] == STEPS[1:]
