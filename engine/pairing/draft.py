"""How far each group of a draft has come. What the wall says at each step is the ruleset's.

It never says which decks of the host were drawn or which cards stayed undealt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.pairing.groups import DEALT
from engine.refusals import Refused
from engine.rulesets.drafting import DraftStep
from engine.rulesets.registry import ruleset_of
from engine.words import Settings, Tournament

PICKS = DEALT


@dataclass(frozen=True, slots=True)
class Draft:
    """How far one group has come. `pick` counts from 1 while they pick and is 0 at every other step."""

    group: int
    step: str
    pick: int = 0


def steps_of(t: Tournament) -> tuple[DraftStep, ...]:
    """The steps as the players of this draft read them: whose cards they use, and what goes back first."""
    plan = ruleset_of(t.settings).draft
    if plan is None:
        return ()
    first, *others = plan.steps
    return (replace(first, text=plan.second), *others) if len(t.stages) > 1 else plan.steps


def text_of(settings: Settings, step: DraftStep, pick: int) -> str:
    """What to do at this step; with the last pick there is nothing left to pass."""
    plan = ruleset_of(settings).draft
    return plan.last_pick if plan and step.key == "pick" and pick == PICKS else step.text


def seconds_for(settings: Settings, step: str) -> int:
    """How long a group has: for each pick, or for building as a whole. 0 where no time is set."""
    if step == "pick":
        return settings.pick_seconds
    return 60 * settings.build_minutes if is_building(settings, step) else 0


def is_building(settings: Settings, *steps: str) -> bool:
    """Are these steps of the stretch that everybody builds alone in?"""
    plan = ruleset_of(settings).draft
    return plan is not None and set(steps) <= set(plan.building)


def second_rounds(settings: Settings) -> int:
    """How many rounds follow a second draft."""
    plan = ruleset_of(settings).draft
    return plan.second_rounds if plan else 0


def advance(draft: Draft, steps: tuple[DraftStep, ...]) -> Draft:
    """The same group one pick or one step further."""
    if draft.step == "pick" and draft.pick < PICKS:
        return replace(draft, pick=draft.pick + 1)
    index = _index(draft, steps) + 1
    if index == len(steps):
        raise Refused(f"Group {draft.group} has finished its draft. Pair its first round instead.")
    return replace(draft, step=steps[index].key, pick=1 if steps[index].key == "pick" else 0)


def back(draft: Draft, steps: tuple[DraftStep, ...]) -> Draft:
    """The same group one pick or one step back."""
    if draft.step == "pick" and draft.pick > 1:
        return replace(draft, pick=draft.pick - 1)
    index = _index(draft, steps)
    if index == 0:
        raise Refused(f"Group {draft.group} is at its first step.")
    before = steps[index - 1].key
    return replace(draft, step=before, pick=PICKS if before == "pick" else 0)


def _index(draft: Draft, steps: tuple[DraftStep, ...]) -> int:
    return [step.key for step in steps].index(draft.step)
