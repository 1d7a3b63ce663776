"""The steps of a draft, and how far each group has come.

Ashes Draft Rules, "Set-Up" and "Draft": what the wall says at each step, in our words. It never says which
Phoenixborn-decks were drawn or which cards stayed undealt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.pairing.groups import DEALT
from engine.refusals import Refused
from engine.rulesets.ashes_draft import DRAFTED_DECKS
from engine.words import Settings, Tournament

PICKS = DEALT


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One step: its key, what it is called, what to do, and how many cards each player has when it is done."""

    key: str
    title: str
    text: str
    cards: int


STEPS: tuple[DraftStep, ...] = (
    DraftStep("set-up", "Set up", "The host shuffles the draft deck. Please take your seats.", 0),
    DraftStep("deal", "Deal 11", "Each player gets 11 cards. The host puts the rest away unseen.", 0),
    DraftStep("pick", "Pick and pass left", "Keep one card face down. Pass the others to the next seat.", 11),
    DraftStep("copies", "Two more copies", "Show the host your 11 cards and collect two more copies of each.", 33),
    DraftStep("phoenixborn", "Choose a Phoenixborn", "In secret, choose any Phoenixborn you have with you.", 33),
    DraftStep(
        "unique", "Add its unique card", "In secret, add three copies of the card unique to your Phoenixborn.", 36
    ),
    DraftStep("return", "Return 6", "In secret, give 6 cards back. Uniques may go back, to your own collection.", 30),
    DraftStep("dice", "Choose 10 dice", "In secret, choose 10 of your own dice.", 30),
    DraftStep(
        "conjurations", "Conjuration pile", "Collect every conjuration and conjured spell your deck can make.", 30
    ),
    DraftStep("ready", "Ready", "One Phoenixborn, 30 cards, 10 dice, one conjuration pile. The draft is over.", 30),
)

LAST_PICK = "Keep the last card face down, with the other ten."

OWN_KEY = re.compile(r"step-\d{1,2}")
BY_KEY: dict[str, DraftStep] = {step.key: step for step in STEPS}

# From choosing a Phoenixborn to the conjurations everybody builds alone, in one stretch of time.
BUILDING = ("phoenixborn", "unique", "return", "dice", "conjurations")

OWN_READY = "The draft is over. Deck and dice stay the same for the whole event."

CARDS_BACK_BETWEEN_PHASES = "Give all drafted cards back to the host. Keep your own Phoenixborn and its uniques."
CARDS_BACK_AT_THE_END = "Before you leave: all cards, dice and tokens that belong to the host go back to the host."
WITHOUT_A_SEAT = "Whoever has no seat here has finished playing: thank you. Your results stay and count."
SECOND_STEPS = (replace(STEPS[0], text=CARDS_BACK_BETWEEN_PHASES), *STEPS[1:])


@dataclass(frozen=True, slots=True)
class Draft:
    """How far one group has come. `pick` counts from 1 while they pick and is 0 at every other step."""

    group: int
    step: str = STEPS[0].key
    pick: int = 0


def steps_of(t: Tournament) -> tuple[DraftStep, ...]:
    """The steps as the players of this draft read them: whose cards they use, and what goes back first."""
    if t.settings.small_groups:
        return own_steps(t.settings.draft_steps or DRAFTED_DECKS)
    return SECOND_STEPS if len(t.stages) > 1 else STEPS


def own_steps(lines: Sequence[str]) -> tuple[DraftStep, ...]:
    """The organizer's steps, one a line: this box does not know how they draft."""
    keys = (STEPS[0].key, *(f"step-{number}" for number in range(2, len(lines) + 1)))
    numbered = enumerate(zip(keys, lines, strict=True), start=1)
    steps = (DraftStep(key, f"Step {number}", line, 0) for number, (key, line) in numbered)
    return *steps, DraftStep(STEPS[-1].key, STEPS[-1].title, OWN_READY, 0)


def is_step(key: str) -> bool:
    """A step of the rulebook, or one of an organizer's own list."""
    return key in BY_KEY or OWN_KEY.fullmatch(key) is not None


def place_of(steps: Sequence[DraftStep], key: str) -> int:
    """Where this step is in the list; the first one if the list was made shorter since."""
    return next((place for place, step in enumerate(steps) if step.key == key), 0)


def text_of(step: DraftStep, pick: int) -> str:
    """What to do at this step; with the last pick there is nothing left to pass."""
    return LAST_PICK if step.key == "pick" and pick == PICKS else step.text


def seconds_for(settings: Settings, step: str) -> int:
    """How long a group has: for each pick, or for building as a whole. 0 where no time is set."""
    if step == "pick":
        return settings.pick_seconds
    return 60 * settings.build_minutes if step in BUILDING else 0


def advance(draft: Draft, steps: Sequence[DraftStep] = STEPS) -> Draft:
    """The same group one pick or one step further."""
    if draft.step == "pick" and draft.pick < PICKS:
        return replace(draft, pick=draft.pick + 1)
    following = step_after(draft.step, steps)
    if following is None:
        raise Refused(f"Group {draft.group} has finished its draft. Pair its first round instead.")
    return replace(draft, step=following.key, pick=1 if following.key == "pick" else 0)


def back(draft: Draft, steps: Sequence[DraftStep] = STEPS) -> Draft:
    """The same group one pick or one step back."""
    if draft.step == "pick" and draft.pick > 1:
        return replace(draft, pick=draft.pick - 1)
    index = place_of(steps, draft.step)
    if index == 0:
        raise Refused(f"Group {draft.group} is at its first step.")
    before = steps[index - 1].key
    return replace(draft, step=before, pick=PICKS if before == "pick" else 0)


def step_after(step: str, steps: Sequence[DraftStep] = STEPS) -> DraftStep | None:
    """The step that follows; None after the last."""
    index = place_of(steps, step) + 1
    return steps[index] if index < len(steps) else None
