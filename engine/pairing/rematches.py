"""The fewest rematches: who need not be thought of for whom, known before the search.

Where not everybody can be paired anew there are more islands (odd sets) than bridges, and islands reach only bridges.
Every round with the fewest rematches pairs each bridge with somebody of an island, the other islanders with their own,
the rest among themselves; those left over, one of an island each, meet again (Gallai and Edmonds).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.pairing.blossom import shortage
from engine.pairing.field import Field
from engine.values import dataclass
from engine.words import PlayerId


@dataclass(frozen=True, slots=True)
class Fewest:
    """Whom nobody is paired with in such a round, and who is of which kind.

    `counted`: islands of three and more could also pair nobody of their own, so rematches have to be counted.
    """

    barred: dict[PlayerId, frozenset[PlayerId]]
    bridges: frozenset[PlayerId]
    alone: frozenset[PlayerId]
    counted: bool

    def share(self, player: PlayerId) -> int:
        """How much of a new meeting is theirs, in halves: all of it a bridge's, nothing if they are an island."""
        return 2 if player in self.bridges else 0 if player in self.alone else 1


def fewest_rematches(players: Sequence[PlayerId], field: Field) -> Fewest:
    """What all rounds of these players with the fewest rematches have in common."""
    everybody, number = frozenset(players), {p: u for u, p in enumerate(players)}
    new = {p: everybody - field.met[p] - {p} for p in players}
    short = shortage([[number[q] for q in new[p]] for p in players])
    bridges = frozenset(players[v] for v in short.bridges)
    islands = [frozenset(players[v] for v in island) for island in short.islands]
    home = {p: island for island in islands for p in island}
    spare = frozenset(home)

    def possible(p: PlayerId) -> frozenset[PlayerId]:
        if p in home:
            return (spare - home[p]) | new[p]
        return new[p] & spare if p in bridges else new[p] - bridges

    return Fewest(
        barred={p: everybody - possible(p) for p in players},
        bridges=bridges,
        alone=frozenset(p for p, island in home.items() if len(island) == 1),
        counted=any(len(island) > 1 for island in islands),
    )
