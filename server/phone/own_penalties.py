"""Penalties of one's own: what a player's own phone says of them, and no public page does."""

from __future__ import annotations

from engine.penalty_words import fault_words
from engine.values import dataclass
from engine.words import PlayerId, Tournament
from server.floor.penalties_page import KINDS


@dataclass(frozen=True, slots=True)
class OwnPenalty:
    """What it was, what for and when; what a judge noted about it stays with the judges."""

    kind: str
    fault: str
    round: int
    lifted: bool


def own_penalties(t: Tournament, player: PlayerId) -> tuple[OwnPenalty, ...]:
    """The oldest first, those that were lifted too."""
    mine = (penalty for penalty in t.penalties if penalty.player == player)
    return tuple(OwnPenalty(KINDS[p.kind][0], fault_words(p.fault), p.round, p.lifted) for p in mine)
