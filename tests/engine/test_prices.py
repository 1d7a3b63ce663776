"""A start for the search: prices that pay for every pair, and no more than must be where kinds are all there is."""

from random import Random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairing import prices as module
from engine.pairing.prices import prices

Graph = list[dict[int, int]]


def graph_of(kinds: list[int], worth: dict[frozenset[int], int]) -> Graph:
    """Everybody may meet everybody whose kind they may meet."""
    pairs = ((u, v) for u in range(len(kinds)) for v in range(len(kinds)) if u != v)
    graph: Graph = [{} for _ in kinds]
    for u, v in pairs:
        if (between := frozenset((kinds[u], kinds[v]))) in worth:
            graph[u][v] = worth[between]
    return graph


def worth_by_chance(kinds: int, dice: Random, *, lowest: int = 0) -> dict[frozenset[int], int]:
    every = [frozenset((i, j)) for i in range(kinds) for j in range(i, kinds)]
    return {
        between: dice.choice((lowest, 3, 2**90, dice.randint(lowest, 50))) for between in every if dice.random() < 0.8
    }


@pytest.mark.parametrize("little", [0, 1000], ids=["too many kinds", "shared out"])
@given(seed=st.integers(0, 2**32), size=st.integers(1, 14), spare=st.booleans())
@settings(max_examples=120)
def test_both_of_a_pair_pay_for_it(little: int, seed: int, size: int, spare: bool) -> None:
    dice = Random(seed)
    kinds = [dice.randrange(1 + size // 2) for _ in range(size)]
    whole = graph_of(kinds, worth_by_chance(1 + size // 2, dice, lowest=-20 if spare else 0))
    gone = {frozenset((u, v)) for u in range(size) for v in range(u) if dice.random() < 0.3}
    graph = [{v: weight for v, weight in row.items() if frozenset((u, v)) not in gone} for u, row in enumerate(whole)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LITTLE", little - len(kinds) ** 2 * (not little))
        price = prices(graph, [(kind,) for kind in kinds], spare=spare)
    assert all(price[u] + price[v] >= 2 * weight for u, row in enumerate(graph) for v, weight in row.items())
    assert not spare or min(price) >= 0
    assert len({(kind, paid) for kind, paid in zip(kinds, price, strict=True)}) == len(set(kinds))


@given(seed=st.integers(0, 2**32), sizes=st.lists(st.sampled_from([2, 4, 6]), min_size=1, max_size=5))
@settings(max_examples=120)
def test_kinds_of_even_size_that_differ_in_nothing_else_leave_nothing_to_search_for(
    seed: int, sizes: list[int]
) -> None:
    """All prices together are twice what the best round is worth, which proves both."""
    kinds = [kind for kind, size in enumerate(sizes) for _ in range(size)]
    graph = graph_of(kinds, worth_by_chance(len(sizes), Random(seed)))
    theirs = networkx.Graph()
    theirs.add_weighted_edges_from((u, v, w) for u, row in enumerate(graph) for v, w in row.items() if u < v)
    best = networkx.max_weight_matching(theirs, maxcardinality=True)
    if 2 * len(best) == len(kinds):
        price = prices(graph, [(kind,) for kind in kinds], spare=False)
        assert sum(price) == 2 * sum(graph[u][v] for u, v in best)
