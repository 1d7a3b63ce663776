"""What a player's side of the game survives, and so how many wounds a winner can have: less than that.

A known life goes before the most that any has; what the organizer wrote down goes before what the ruleset has.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.decks.lines import fold
from engine.rulesets.registry import ruleset_of
from engine.sentences import who
from engine.words import PlayerId, Settings


def life_of(settings: Settings, name: str) -> int | None:
    """The life of whoever is called so in this game; None where nobody wrote it down."""
    rules = ruleset_of(settings)
    known = (*(rules.lives.by_name if rules.lives else ()), *settings.lives)
    return {fold(each): life for each, life in known}.get(fold(name))


def most_life(settings: Settings) -> int:
    """The most life of any; 0 in a game where nobody knows."""
    if ruleset_of(settings).lives is None:
        return settings.most_life
    return wounds_believed(settings) + 1


def wounds_believed(settings: Settings, life: int | None = None) -> int:
    """So many on a side that has not fallen are believed, more are asked about; by its own life where that is known."""
    life = life or settings.most_life
    return life - 1 if life else settings.scoring.ask_above


def why_doubted(settings: Settings, player: PlayerId, lives: Mapping[PlayerId, int]) -> str:
    """Why so many on this player's side cannot be; or that it is rare, where nobody knows what it survives."""
    side = ruleset_of(settings).side
    if life := lives.get(player):
        return f"{who(player)}’s {side} falls at {life}."
    if most := most_life(settings):
        return f"No {side} we know of survives {most}."
    return f"More than {settings.scoring.ask_above} is rare."
