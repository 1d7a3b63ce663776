"""Ties that only a lot separates, decided by the organizer in another fair way."""

from __future__ import annotations

from collections.abc import Sequence

from engine import facts as f
from engine.refusals import Refused
from engine.standings.ranks import lot_ties, stage_ranks
from engine.words import PlayerId, Tournament


def replace_lots(t: Tournament, tied: Sequence[PlayerId], *, places: Sequence[int]) -> tuple[f.Fact, ...]:
    """These players, whom only a lot separates, in the order of the places given to them."""
    stage = t.stage
    if t.finish is not None:
        raise Refused("The event is finished. Undo the finish in the history to change the places.")
    if stage is None or stage.kind == "bracket" or set(tied) not in map(set, lot_ties(stage_ranks(t, stage))):
        raise Refused("These players are not tied down to the lot any more. Look at the standings again.")
    if sorted(places) != list(range(1, len(tied) + 1)):
        raise Refused(f"Give each of them a place of their own, from 1 to {len(tied)}.")
    return (f.LotsReplaced(tuple(player for _, player in sorted(zip(places, tied, strict=True)))),)
