"""Matching against networkx, and proofs that are proofs."""

from collections.abc import Iterator, Sequence
from random import Random

import networkx
import pytest
from fields import best_matching
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairing.blossom import Blossoms, Stuck, exposable, perfect_matching, shortage

Graph = list[dict[int, int]]
KINDS = {
    "all the same": lambda dice: 0,
    "ties": lambda dice: dice.randint(0, 3),
    "some below zero": lambda dice: dice.randint(-20, 50),
    "huge": lambda dice: dice.choice((10**40, 10**40 + 1, 3**90, 7, 0)),
    "spread": lambda dice: dice.randint(0, 10**6),
}


@st.composite
def graphs(draw: st.DrawFn, *, odd: bool | None = None, most: int = 16) -> tuple[Graph, Random]:
    """Sparse to complete; in clusters that hang together by a thread; most with a perfect matching."""
    size = draw(st.integers(1, most))
    if odd is not None and size % 2 != odd:
        size += 1
    dice = Random(draw(st.integers(0, 2**32)))
    weigh = KINDS[draw(st.sampled_from(sorted(KINDS)))]
    density, thread = dice.choice((0.1, 0.25, 0.5, 1)), dice.choice((0.03, 0.1, 1))
    cluster = [dice.randrange(1 + size // 4) for _ in range(size)]
    order = dice.sample(range(size), size)
    kept = {frozenset(pair) for pair in zip(order[::2], order[1::2], strict=False)} if dice.random() < 0.6 else set()
    graph: Graph = [{} for _ in range(size)]
    for u in order:
        for v in order:
            chance = density if cluster[u] == cluster[v] else density * thread
            if u < v and (frozenset((u, v)) in kept or dice.random() < chance):
                graph[u][v] = graph[v][u] = weigh(dice)
    return graph, dice


def feasible_duals(graph: Graph, dice: Random) -> list[int]:
    """Any start that pays for every edge: evenly, one end alone, at random, or as little as goes in some order."""
    most = max((weight for row in graph for weight in row.values()), default=0)
    most = max(most, 0)
    kind = dice.randrange(4)
    if kind == 0:
        return [most] * len(graph)
    if kind == 1:
        return [max([0, *(2 * weight for weight in row.values())]) for row in graph]
    if kind == 2:
        return [most + dice.randint(0, 9) for _ in graph]
    duals = [2 * most + 3] * len(graph)
    for u in dice.sample(range(len(graph)), len(graph)):
        duals[u] = max([0, *(2 * weight - duals[v] for v, weight in graph[u].items())])
    return duals


def weight_of(graph: Graph, mates: Sequence[int]) -> int:
    """The weight of a matching, once it is seen to be one."""
    for u, v in enumerate(mates):
        assert v < 0 or (mates[v] == u and v in graph[u])
    return sum(graph[u][v] for u, v in enumerate(mates) if u < v)


def by_networkx(graph: Graph, *, without: int = -1, perfect: bool = True) -> tuple[int, int]:
    """How many edges the best matching has, and its weight."""
    theirs = networkx.Graph()
    theirs.add_weighted_edges_from(
        (u, v, weight) for u, row in enumerate(graph) for v, weight in row.items() if u < v and without not in (u, v)
    )
    found = networkx.max_weight_matching(theirs, maxcardinality=perfect)
    return len(found), sum(graph[u][v] for u, v in found)


def surplus(graph: Graph, stuck: Stuck) -> int:
    """How many more islands than bridges, once they are seen to be odd, apart, and to reach nothing but bridges."""
    bridges = set(stuck.bridges)
    everybody = [v for island in stuck.islands for v in island] + list(stuck.bridges)
    assert len(set(everybody)) == len(everybody)
    for island in stuck.islands:
        assert len(island) % 2 == 1
        assert all(graph[v].keys() <= bridges | set(island) for v in island)
    return len(stuck.islands) - len(bridges)


@given(made=graphs())
@settings(max_examples=300)
def test_a_perfect_matching_is_the_heaviest_one_from_any_feasible_start(made):
    graph, dice = made
    pairs, weight = by_networkx(graph)
    order = dice.sample(range(len(graph)), len(graph))
    found = perfect_matching(graph, feasible_duals(graph, dice), order)
    if isinstance(found, Stuck):
        assert 2 * pairs < len(graph)
        assert surplus(graph, found) > 0
    else:
        assert -1 not in found
        assert weight_of(graph, found) == weight


@given(size=st.integers(10, 30), seed=st.integers(0, 10**6), spread=st.sampled_from([3, 20, 10**6]))
@settings(max_examples=60)
def test_dense_graphs_in_which_blossoms_nest(size, seed, spread):
    dice = Random(seed)
    graph: Graph = [{} for _ in range(size)]
    for u in range(size):
        for v in range(u):
            if dice.random() < 0.8:
                graph[u][v] = graph[v][u] = dice.randint(0, spread)
    duals = feasible_duals(graph, dice)
    assert weight_of(graph, best_matching(graph, duals)) == by_networkx(graph, perfect=False)[1]
    found = perfect_matching(graph, duals)
    assert isinstance(found, Stuck) or weight_of(graph, found) == by_networkx(graph)[1]


@given(made=graphs())
@settings(max_examples=300)
def test_a_best_matching_may_leave_people_out(made):
    graph, dice = made
    found = best_matching(graph, feasible_duals(graph, dice))
    assert weight_of(graph, found) == by_networkx(graph, perfect=False)[1]


@given(made=graphs(odd=True))
@settings(max_examples=200)
def test_who_can_be_left_out(made):
    """Exactly those without whom a largest matching is as large; if that still leaves others out, there is a proof."""
    graph, _ = made
    largest = by_networkx(graph)[0]
    spare = {v for v in range(len(graph)) if by_networkx(graph, without=v)[0] == largest}
    found = exposable(graph)
    if isinstance(found, Stuck):
        assert 2 * largest < len(graph) - 1
        assert surplus(graph, found) >= 2
        assert {v for island in found.islands for v in island} == spare
    else:
        assert 2 * largest == len(graph) - 1
        assert found == spare


def test_one_hub_cannot_serve_four_even_if_one_of_them_sits_out():
    """The proof once named one tree of the search only, which shows nothing in an odd field."""
    star = [{1: 0, 2: 0, 3: 0, 4: 0}, {0: 0}, {0: 0}, {0: 0}, {0: 0}]
    assert exposable(star) == Stuck(islands=((1,), (2,), (3,), (4,)), bridges=(0,))


@pytest.mark.parametrize("size", [0, 1, 2])
def test_the_smallest_graphs(size):
    alone: Graph = [{} for _ in range(size)]
    assert best_matching(alone, [0] * size) == [-1] * size
    found = perfect_matching(alone, [0] * size)
    assert found == [] if size == 0 else isinstance(found, Stuck)


@given(made=graphs())
@settings(max_examples=300)
def test_whoever_a_largest_matching_can_do_without_is_on_an_island_and_only_they(made):
    graph, _ = made
    most, _ = by_networkx(graph)
    spare = {v for v in range(len(graph)) if by_networkx(graph, without=v)[0] == most}
    short = shortage(graph)
    assert {v for island in short.islands for v in island} == spare
    assert set(short.bridges) == {u for v in spare for u in graph[v]} - spare
    assert surplus(graph, short) == len(graph) - 2 * most


def matchings(graph: Graph, vertices: tuple[int, ...], *, perfect: bool) -> Iterator[frozenset[tuple[int, int]]]:
    """All of them."""
    if not vertices:
        yield frozenset()
        return
    v, *others = vertices
    if not perfect:
        yield from matchings(graph, tuple(others), perfect=perfect)
    for u in graph[v].keys() & set(others):
        for rest in matchings(graph, tuple(w for w in others if w != u), perfect=perfect):
            yield rest | {(u, v)}


@pytest.mark.parametrize("perfect", [True, False])
@given(made=graphs(most=9))
@settings(max_examples=150)
def test_what_is_kept_of_a_graph_holds_all_its_heaviest_matchings_and_no_others(made, perfect):
    """Those of its edges that have the most of what stands beside them; what matters less decides among them."""
    graph, dice = made
    solver = Blossoms(graph, feasible_duals(graph, dice))
    everybody = tuple(range(len(graph)))
    if not solver.match_all(may_expose=not perfect):
        return
    kept = solver.kept(may_expose=not perfect)
    left = [{**row, **{u: kept[u][v] for u in everybody if v in kept[u]}} for v, row in enumerate(kept)]
    assert heaviest(left, everybody, perfect) == heaviest(graph, everybody, perfect)


def heaviest(graph: Graph, everybody: tuple[int, ...], perfect: bool) -> set[frozenset[tuple[int, int]]]:
    weighed = {one: sum(graph[u][v] for u, v in one) for one in matchings(graph, everybody, perfect=perfect)}
    return {one for one, weight in weighed.items() if weight == max(weighed.values())}
