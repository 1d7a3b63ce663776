"""The same round by a matching library on the complete graph: every legal pair an edge, the priorities as weights."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from random import Random

from engine.pairing.field import Entrant, field_of, score_groups

# Above this many players a library takes too long (or too much memory) to be measured seed by seed.
MOST = {"rustworkx": 1024, "networkx": 64}


def installed() -> list[str]:
    return [name for name in MOST if find_spec(name)]


def pair_by(library: str, entrants: Sequence[Entrant], rng: Random) -> int:
    """Pair with this library; gives the number of tables, so that the work cannot be skipped."""
    edges = _edges(entrants[: len(entrants) // 2 * 2], rng)
    if library == "networkx":
        import networkx

        graph = networkx.Graph()
        graph.add_weighted_edges_from(edges)
        return len(networkx.max_weight_matching(graph, maxcardinality=True))
    import rustworkx

    rust = rustworkx.PyGraph()
    rust.add_nodes_from(range(len(entrants)))
    rust.add_edges_from(edges)
    return len(rustworkx.max_weight_matching(rust, max_cardinality=True, weight_fn=int))


def _edges(entrants: Sequence[Entrant], rng: Random) -> list[tuple[int, int, int]]:
    """Weights as programs in the field use them: the square of the distance in groups, then a random part.

    Without the random part the library would give the same pairing for every seed. The best-first order itself does
    not fit the library's 128 bits, so its pairing is the easier one to find, and not always the right one.
    """
    field = field_of(entrants)
    groups = score_groups(field.score, field.score)
    place = {player: i for i, group in enumerate(groups) for player in group}
    far = len(groups) ** 2 + 1
    return [
        (i, j, ((far - (place[a.id] - place[b.id]) ** 2) << 32) + rng.getrandbits(20))
        for i, a in enumerate(entrants)
        for j, b in enumerate(entrants[:i])
        if b.id not in a.met
    ]
