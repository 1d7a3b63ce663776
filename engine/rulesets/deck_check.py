"""Checks a deck text by its ruleset, without an event: for the command line."""

from __future__ import annotations

from engine.rulesets.registry import default_settings, ruleset


def check_text(text: str, id: str) -> tuple[str, ...]:
    """What is wrong with the deck in a text, none if it is legal; a text that cannot be read is `Refused`."""
    rules = ruleset(id)
    if rules.decks.check is not None:
        return rules.decks.check(text)
    return rules.decks.faults(rules.decks.read(text), default_settings(rules), None)
