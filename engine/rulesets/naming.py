"""What an event is played by, as every screen says it."""

from __future__ import annotations

from engine.rulesets.registry import ruleset_of
from engine.words import Settings


def played_by(settings: Settings) -> str:
    """The rulebook; or the event as a booklet prints it, with type, variants, victory conditions and deck size."""
    rules = ruleset_of(settings)
    return rules.booklet or rules.name
