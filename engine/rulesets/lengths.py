"""How long a round lasts by the rulebook, and what an organizer is told who wants it otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rulesets.base import ChessPlan, TimePlan
from engine.rulesets.registry import ruleset_of
from engine.rulesets.wall import chess_plan
from engine.words import Settings


def length_warnings(settings: Settings) -> tuple[str, ...]:
    """A sentence for each length that the book does not print; none where it prints none, or nobody calls time."""
    rules = ruleset_of(settings)
    if settings.timer == "chess" and rules.chess:
        return tuple(_banks(rules.chess, settings))
    if settings.timer != "common":
        return ()
    bracket = _outside(rules.bracket_time, "bracket matches", settings.bracket_minutes) if settings.cut else ()
    return (*_outside(rules.time, "rounds", settings.round_minutes), *bracket)


def _outside(plan: TimePlan | None, what: str, minutes: int) -> Iterator[str]:
    if plan is not None and plan.longest and not plan.shortest <= minutes <= plan.longest:
        yield f"The rulebook's {what} last {_range(plan)} minutes; yours last {minutes}."


def _banks(plan: ChessPlan, settings: Settings) -> Iterator[str]:
    """Half of the round for each, but never more or less than the book says."""
    half, set_to = settings.round_minutes // 2, chess_plan(settings)
    if settings.round_minutes and set_to is not None and half != set_to.minutes:
        yield (
            f"The rulebook gives each side of a chess clock {_range(plan)} minutes; "
            f"half of your {settings.round_minutes} is {half}, so the clocks are set to {set_to.minutes}."
        )


def _range(plan: TimePlan | ChessPlan) -> str:
    return str(plan.longest) if plan.shortest == plan.longest else f"{plan.shortest} to {plan.longest}"
