"""How far each group of a draft has come. What the wall says at each step is the ruleset's.

It never says which decks of the host were drawn or which cards stayed undealt.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.pairing.groups import DEALT, FEWEST
from engine.refusals import Refused
from engine.rulesets.drafting import SET_UP, DraftPlan, DraftStep, is_own_key
from engine.rulesets.registry import ruleset_of
from engine.rulesets.sizes import rounds_for
from engine.sentences import plural
from engine.values import dataclass, replace
from engine.words import Settings, Tournament

PICKS = DEALT
WITHOUT_A_SEAT = "No seat here? Your results count. Thank you, and please give your drafted cards back to the host."

DRAWN_ANEW = "Drawn anew: cards that were dealt go back to the host first. Please take your new seats."


@dataclass(frozen=True, slots=True)
class Draft:
    """How far one group has come. `pick` counts from 1 while they pick and is 0 at every other step."""

    group: int
    step: str
    pick: int = 0


def steps_of(t: Tournament) -> tuple[DraftStep, ...]:
    """The steps as the players of this draft read them: whose cards they use, and what goes back first."""
    plan = _plan(t.settings)
    if plan is None:
        return ()
    first, *others = plan.steps
    if plan.second and len(t.stages) > 1:
        return replace(first, text=plan.second), *others
    return (replace(first, text=DRAWN_ANEW), *others) if t.draft_draw else plan.steps


def is_step(settings: Settings, key: str) -> bool:
    """A step of this draft: of the rulebook, of an organizer's own list, or of what earlier versions led through."""
    plan = _plan(settings)
    return plan is not None and (key in plan.known or is_own_key(key))


def place_of(steps: Sequence[DraftStep], key: str) -> int:
    """Where this step is in the list; the first one if the list was made shorter since."""
    return next((place for place, step in enumerate(steps) if step.key == key), 0)


def text_of(settings: Settings, step: DraftStep, pick: int) -> str:
    """What to do at this step; with the last pick there is nothing left to pass."""
    plan = _plan(settings)
    return plan.last_pick if plan and step.key == "pick" and pick == PICKS else step.text


def seconds_for(settings: Settings, step: str) -> int:
    """How long a group has: for each pick, or for building as a whole. 0 where no time is set."""
    if step == "pick":
        return settings.pick_seconds
    return 60 * settings.build_minutes if is_building(settings, step) else 0


def is_building(settings: Settings, *steps: str) -> bool:
    """Are these steps of the stretch that everybody builds alone in?"""
    plan = _plan(settings)
    return plan is not None and set(steps) <= set(plan.building)


def second_name(settings: Settings) -> str:
    """What the draft of those who go on is called."""
    plan = _plan(settings)
    return plan.second_name if plan else "second draft"


def second_rounds(settings: Settings) -> int:
    """How many rounds follow a second draft."""
    plan = _plan(settings)
    return plan.second_rounds if plan else 0


def drafts_of(settings: Settings) -> int:
    """How often decks are drafted in such an event."""
    return 0 if _plan(settings) is None else 2 if settings.legendary else 1


def two_phases(settings: Settings) -> str:
    """How long an event in two phases is, for those who come to play."""
    first = settings.rounds or rounds_for(ruleset_of(settings), FEWEST).rounds
    return f"{plural(first, 'round')} in groups, then the {second_name(settings)} with {second_rounds(settings)} more."


def seats_note(settings: Settings) -> str:
    """How the seats lie, where cards are passed."""
    plan = _plan(settings)
    return plan.seats_note if plan else ""


def cards_back(settings: Settings) -> str:
    """What everybody does before a second draft."""
    plan = _plan(settings)
    return plan.second if plan else ""


def at_the_end(settings: Settings) -> str:
    """What everybody does who has finished playing."""
    plan = _plan(settings)
    return plan.at_the_end if plan else ""


def cards_are_out(t: Tournament) -> bool:
    """Has any group of this draft been dealt cards, or has it been played with?"""
    return bool(t.drafting) and (t.rounds_played > 0 or any(group.step != SET_UP for group in t.drafting))


def advance(draft: Draft, steps: tuple[DraftStep, ...]) -> Draft:
    """The same group one pick or one step further."""
    if draft.step == "pick" and draft.pick < PICKS:
        return replace(draft, pick=draft.pick + 1)
    index = place_of(steps, draft.step) + 1
    if index >= len(steps):
        raise Refused(f"Group {draft.group} has finished its draft. Pair its first round instead.")
    return replace(draft, step=steps[index].key, pick=1 if steps[index].key == "pick" else 0)


def back(draft: Draft, steps: tuple[DraftStep, ...]) -> Draft:
    """The same group one pick or one step back."""
    if draft.step == "pick" and draft.pick > 1:
        return replace(draft, pick=draft.pick - 1)
    index = place_of(steps, draft.step)
    if index == 0:
        raise Refused(f"Group {draft.group} is at its first step.")
    before = steps[index - 1].key
    return replace(draft, step=before, pick=PICKS if before == "pick" else 0)


def _plan(settings: Settings) -> DraftPlan | None:
    return ruleset_of(settings).draft
