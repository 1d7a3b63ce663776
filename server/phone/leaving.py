"""Dropping from the event by one's own word, and taking it back: what a player's own phone offers."""

from __future__ import annotations

from engine.decisions import leaving as decided
from engine.sides import partner_of
from engine.values import dataclass
from engine.whats_next import nothing_comes
from engine.words import PlayerId, Tournament


@dataclass(frozen=True, slots=True)
class Leaving:
    """`drop` and `back` are what is offered; `why_not` and `why_not_back` say why it is not.

    `partner` is who would be out too.
    """

    drop: bool = False
    why_not: str = ""
    back: bool = False
    why_not_back: str = ""
    partner: PlayerId | None = None


def leaving(t: Tournament, player: PlayerId) -> Leaving:
    """What this player may do now about being in or out."""
    known = t.players.get(player)
    if known is None or t.finish is not None:
        return Leaving()
    if not known.active:
        why = decided.why_not_back(t, player)
        return Leaving(back=not why, why_not_back=why)
    if nothing_comes(t, player):
        return Leaving()
    partner = partner_of(t, player)
    with_them = partner if partner is not None and t.players[partner].active else None
    return Leaving(drop=True, why_not=decided.why_not_now(t, player), partner=with_them)
