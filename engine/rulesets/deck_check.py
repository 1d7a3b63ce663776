"""Checks a deck text by its ruleset, without an event: for the command line."""

from __future__ import annotations

from engine.rulesets.registry import deck_rules, default_settings, ruleset


def check_text(text: str, id: str) -> tuple[str, ...]:
    """What is wrong with the deck in a text, none if it is legal; a text that cannot be read is `Refused`."""
    settings = default_settings(ruleset(id))
    decks = deck_rules(settings)
    return decks.faults(decks.read(text), settings, None) if decks.check is None else decks.check(text)
