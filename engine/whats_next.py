"""What comes after the round that is on, or that was closed last."""

from __future__ import annotations

from engine.standings.pods import champion
from engine.words import Tournament


def comes_next(t: Tournament) -> str:
    """Pairings, the cut, a second draft, or the places: then no round is left."""
    stage = t.stages[-1]
    if not (champion(t, stage) if stage.kind == "pods" else len(stage.rounds) >= stage.planned):
        return "pairings"
    if stage.kind == "swiss" and t.settings.cut:
        return "cut"
    return "draft" if stage.kind == "groups" else "places"


def is_played_out(t: Tournament) -> bool:
    """The last round is closed, and only the places are left."""
    current = t.current_round
    return current is not None and current.phase == "closed" and comes_next(t) == "places"
