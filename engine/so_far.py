"""How far the rounds have come. It stands on nothing but the words, so that standings may ask, too."""

from __future__ import annotations

from engine.words import Tournament


def at_open_tables(t: Tournament) -> str:
    """What a table does that nobody has told anything of: it plays once the round has started, or others are done."""
    current = t.current_round
    told = current is not None and any(match.result or match.games for match in current.matches)
    waits = t.clock is not None and not t.clock.runs and not told
    return "Setting up" if waits else "Playing"


def last_closed(t: Tournament) -> int:
    """The number of the last closed round, 0 before."""
    return max((round_.number for round_ in t.rounds if round_.phase == "closed"), default=0)


def last_published(t: Tournament) -> int:
    """The number of the last round that players know of, 0 before."""
    return max((round_.number for round_ in t.rounds if round_.phase != "draft"), default=0)


def begun(t: Tournament) -> bool:
    """Has a round been published?"""
    return any(round_.phase != "draft" for round_ in t.rounds)
