"""Factions in place of decks: one for each round, or a pool from which one is chosen after each pairing."""

from __future__ import annotations

from engine.decks.lines import fold
from engine.rulesets.registry import ruleset_of
from engine.words import Match, PlayerId, Settings


def pool_size(settings: Settings) -> int:
    """How many everyone names to choose from; 0 where there is one for each round, or no factions at all."""
    usual = ruleset_of(settings).format(settings.deck_format).pool
    return (settings.pool_size or usual) if usual else 0


def named_by_round(settings: Settings) -> bool:
    """Does everyone name a faction for each round, in an order that stays?"""
    return ruleset_of(settings).format(settings.deck_format).factions and not pool_size(settings)


def must_differ(settings: Settings) -> str:
    """Why nobody names a faction twice, in a sentence; nothing where they may."""
    played = ruleset_of(settings).format(settings.deck_format)
    if played.pool:
        return "A pool has each faction once."
    return "Each round needs a different faction." if played.factions and not settings.repeat_factions else ""


def chosen_by(match: Match, player: PlayerId) -> str:
    """What this player brings to this match; nothing before they choose."""
    return dict(match.chosen).get(player, "")


def revealed(match: Match) -> bool:
    """Choices are shown together: when everybody at the table has chosen, or has played."""
    return match.result is not None or all(chosen_by(match, player) for player in match.players)


def same_faction(one: str, other: str) -> bool:
    """Two people bring the same: a mirror match."""
    return bool(one) and fold(one) == fold(other)
