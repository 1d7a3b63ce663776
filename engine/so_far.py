"""How far the rounds have come. It stands on nothing but the words, so that standings may ask, too."""

from __future__ import annotations

from engine.words import Tournament


def last_closed(t: Tournament) -> int:
    """The number of the last closed round, 0 before."""
    return max((round_.number for round_ in t.rounds if round_.phase == "closed"), default=0)


def last_published(t: Tournament) -> int:
    """The number of the last round that players know of, 0 before."""
    return max((round_.number for round_ in t.rounds if round_.phase != "draft"), default=0)


def begun(t: Tournament) -> bool:
    """Has a round been published?"""
    return any(round_.phase != "draft" for round_ in t.rounds)
