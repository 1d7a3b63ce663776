"""What an event is played by, as every screen says it."""

from __future__ import annotations

from engine.rulesets.registry import ruleset_of
from engine.rulesets.spellfire import shorthand
from engine.words import Settings


def played_by(settings: Settings) -> str:
    """Ashes Reborn; or Spellfire's shorthand with type, variants, victory conditions and deck size."""
    return shorthand(settings.event) if settings.event is not None else ruleset_of(settings).name
