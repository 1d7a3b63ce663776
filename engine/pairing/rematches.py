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

    `kind`: of a bridge, of an island by itself, or neither. `counted`: islands of three and more could also pair nobody
    of their own, so rematches have to be counted.
    """

    barred: dict[PlayerId, frozenset[PlayerId]]
    kind: dict[PlayerId, int]
    counted: bool


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
        kind={p: 1 if p in bridges else 2 if len(home.get(p, ())) == 1 else 0 for p in players},
        counted=any(len(island) > 1 for island in islands),
    )
