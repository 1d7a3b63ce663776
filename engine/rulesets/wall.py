"""What the wall tells everyone, by the tournament's own settings: set-up, end of time, chess clocks, penalties."""

from __future__ import annotations

from engine.rulesets.base import ChessPlan, PenaltyStep, PostedCards, PostedRule, TimePlan
from engine.rulesets.registry import ruleset_of
from engine.values import replace
from engine.words import Settings, StageKind


def set_up_steps(settings: Settings) -> tuple[str, ...]:
    """What to do at the table before the clock starts, in order."""
    rules = ruleset_of(settings)
    step = rules.format(settings.deck_format).step
    barred = barred_cards(settings)
    notice = (f"{barred.title}: {barred.text[:1].lower()}{barred.text[1:]}",) if barred else ()
    return (*((step,) if step else ()), *rules.set_up, *notice)


def barred_cards(settings: Settings) -> PostedCards | None:
    """The cards that may not be among the first ones, by name; None where there are none, or nobody minds them."""
    notice = ruleset_of(settings).chained_notice
    if notice is None or not settings.chained or not settings.chained_cards:
        return None
    return PostedCards(notice.title, notice.text, settings.chained_cards)


def posted_rules(settings: Settings) -> tuple[PostedRule, ...]:
    """What the organizer chose for this event, and what it means; none where the rulebook leaves nothing to choose."""
    return ruleset_of(settings).posted


def time_plan(settings: Settings, stage: StageKind) -> TimePlan | None:
    """What happens when time is called in this stage; None where no common limit runs."""
    if settings.timer != "common":
        return None
    rules = ruleset_of(settings)
    return rules.bracket_time if stage == "bracket" else rules.time


def chess_plan(settings: Settings) -> ChessPlan | None:
    """The chess clocks' rules, each bank half of the round; None where the event does not use them."""
    plan = ruleset_of(settings).chess
    if plan is None or settings.timer != "chess":
        return None
    half = (settings.round_minutes or 2 * plan.minutes) // 2
    return replace(plan, minutes=min(plan.longest, max(plan.shortest, half)))


def penalty_steps(settings: Settings) -> tuple[PenaltyStep, ...]:
    """The faults this rulebook knows. With chess clocks nobody is too slow: their own time runs out instead."""
    return tuple(step for step in ruleset_of(settings).penalties if settings.timer in step.timers)
