"""The exact search, against everything tried out and against networkx. RULES, pairing lines 1, 3, 4 and 5."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from fields import (
    best_rounds,
    best_worth,
    entrants,
    every_round,
    everyone_met,
    field_by_chance,
    levels,
    looks_fair,
    meetings,
    nasty,
    tally,
    wished_apart,
    with_avoid,
    with_clubs,
    worth,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairing import exact
from engine.pairing.exact import Best, Dead, best_pairing
from engine.pairing.field import field_of

BY_COUNTING: dict[str, int] = {}
BY_MATCHING = {"FEW": 0}
IN_PARTS = {"FEW": 0, "LONG": 3, "DENSE": 10**6}
WAYS = [
    pytest.param(way, id=name) for name, way in (("count", BY_COUNTING), ("match", BY_MATCHING), ("parts", IN_PARTS))
]


def search(field, rng, *, way=BY_COUNTING, sink=False, rematches=False) -> Best | Dead:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in way.items():
            patch.setattr(exact, name, value)
        return best_pairing(levels(field), field=field, rng=rng, sink=sink, rematches=rematches)


def sunk_worth(field, pairs, sunk) -> tuple[int, ...]:
    """The worth where people may go down: they meet one more level."""
    level = {p: at for at, group in enumerate(levels(field)) for p in group}
    depth = len(levels(field))
    tables = Counter(tuple(sorted((level[a], level[b]))) for a, b in pairs)
    tables.update((level[p], depth) for p in sunk)
    counts = (tables[i, j] for i in range(depth) for j in range(i, depth + 1))
    return (*counts, -sum(field.soft(a, b) for a, b in pairs), -sum(wished_apart(field, a, b) for a, b in pairs))


def all_with_a_sink(field) -> list[tuple[list[tuple[str, str]], list[str]]]:
    names = list(field.score)
    return [
        (pairs, list(sunk))
        for count in range(len(names) + 1)
        for sunk in combinations(names, count)
        if (len(names) - count) % 2 == 0
        for pairs in every_round([p for p in names if p not in sunk])
        if not any(b in field.met[a] for a, b in pairs)
    ]


@pytest.mark.parametrize("way", WAYS)
@given(people=nasty(most=8, odd=False), seed=st.integers(0, 99))
@settings(max_examples=100)
def test_the_search_finds_a_best_round(way, people, seed):
    field = field_of(with_avoid(people, Random(seed)) if seed % 3 == 0 else people)
    found = search(field, Random(seed), way=way)
    best = best_worth(field, list(field.score))
    if isinstance(found, Dead):
        assert best is None
        return
    assert not any(b in field.met[a] for a, b in found.pairs)
    assert sorted(p for pair in found.pairs for p in pair) == sorted(field.score)
    assert worth(field, found.pairs) == best
    assert found.cost == -field.heavy * best[-2] - best[-1]
    assert not found.sunk


@pytest.mark.parametrize("way", WAYS)
@given(seed=st.integers(0, 10**6), sizes=st.lists(st.integers(1, 6), min_size=2, max_size=4), mirrors=st.booleans())
@settings(max_examples=100)
def test_one_table_more_at_the_top_outweighs_any_number_below(way, seed, sizes, mirrors):
    """Everyone has two opponents left, so that there are few rounds to choose from, and they differ in everything."""
    sizes = [*sizes, 1] if sum(sizes) % 2 else sizes
    dice = Random(seed)
    names = [f"p{i}" for i in range(sum(sizes))]
    orders = [dice.sample(names, len(names)) for _ in range(2)]
    left = {frozenset(pair) for order in orders for pair in zip(order[::2], order[1::2], strict=True)}
    met = " ".join(f"{a}-{b}" for i, a in enumerate(names) for b in names[:i] if frozenset((a, b)) not in left)
    factions = " ".join(f"{p}={dice.choice('ab')}" for p in names) if mirrors else ""
    groups = " / ".join(" ".join(names[sum(sizes[:i]) : sum(sizes[: i + 1])]) for i in range(len(sizes)))
    field = field_of(entrants(groups, met=met, factions=factions))
    assert worth(field, search(field, dice, way=way).pairs) == best_worth(field, names)


@pytest.mark.parametrize("way", WAYS)
@given(people=nasty(most=7), seed=st.integers(0, 99))
@settings(max_examples=60)
def test_with_a_group_below_people_may_go_down_but_only_where_nothing_better_is_left(way, people, seed):
    field = field_of(with_clubs(people, Random(seed)) if seed % 3 == 0 else people)
    found = search(field, Random(seed), way=way, sink=True)
    best = max(sunk_worth(field, *round_) for round_ in all_with_a_sink(field))
    assert sorted([p for pair in found.pairs for p in pair] + found.sunk) == sorted(field.score)
    assert not any(b in field.met[a] for a, b in found.pairs)
    assert sunk_worth(field, found.pairs, found.sunk) == best


@given(seed=st.integers(0, 10**6), top=st.integers(1, 12), sizes=st.sampled_from([(20,), (9, 12, 5), (1, 14, 2, 3)]))
@settings(max_examples=40)
def test_a_crowd_of_one_faction_costs_no_more_mirrors_than_it_must(seed, top, sizes):
    dice = Random(seed)
    names = [f"p{i}" for i in range(sum(sizes))]
    drawn = {p: dice.choices("abc", (top, 2, 1))[0] for p in names}
    groups = " / ".join(" ".join(names[sum(sizes[:i]) : sum(sizes[: i + 1])]) for i in range(len(sizes)))
    met = " ".join(f"{a}-{b}" for i, a in enumerate(names) for b in names[:i] if dice.random() < 0.2)
    field = field_of(entrants(groups, met=met, factions=" ".join(f"{p}={f}" for p, f in drawn.items())))
    found = search(field, dice)
    assert worth(field, found.pairs) == best_worth(field, names)


@pytest.mark.parametrize("way", WAYS)
@given(people=nasty(most=10, odd=False), seed=st.integers(0, 999))
@settings(max_examples=100)
def test_as_few_as_possible_meet_who_are_to_be_kept_apart(way, people, seed):
    """Mirrors and earlier opponents go before; below them, every pair that can be kept apart is."""
    field = field_of(with_clubs(people, Random(seed)))
    found = search(field, Random(seed), way=way)
    best = best_worth(field, list(field.score))
    assert best is None if isinstance(found, Dead) else worth(field, found.pairs) == best


@given(seed=st.integers(0, 10**6), top=st.integers(1, 12), sizes=st.sampled_from([(20,), (9, 12, 5), (1, 14, 2, 3)]))
@settings(max_examples=30)
def test_two_wishes_at_once_are_each_as_good_as_they_can_be(seed, top, sizes):
    """A crowd of one faction and clubs across it."""
    dice = Random(seed)
    names = [f"p{i}" for i in range(sum(sizes))]
    groups = " / ".join(" ".join(names[sum(sizes[:i]) : sum(sizes[: i + 1])]) for i in range(len(sizes)))
    met = " ".join(f"{a}-{b}" for i, a in enumerate(names) for b in names[:i] if dice.random() < 0.2)
    factions = " ".join(f"{p}={dice.choices('abc', (top, 2, 1))[0]}" for p in names)
    field = field_of(with_clubs(entrants(groups, met=met, factions=factions), dice))
    assert worth(field, search(field, dice).pairs) == best_worth(field, names)


@pytest.mark.parametrize("way", WAYS)
def test_no_number_of_pairs_kept_apart_outweighs_a_mirror(way):
    """A circle of twelve has two rounds: one with a mirror, the other with none and everybody beside a club-mate."""
    circle = [f"p{i}" for i in range(12)]
    left = [frozenset((a, b)) for a, b in zip(circle, [*circle[1:], circle[0]], strict=True)]
    met = " ".join(f"{a}-{b}" for i, a in enumerate(circle) for b in circle[:i] if frozenset((a, b)) not in left)
    apart = " ".join("-".join(sorted(pair)) for pair in left[1::2])
    field = field_of(entrants(" ".join(circle), met=met, factions="p0=Frost p1=Frost", apart=apart))
    found = search(field, Random(1), way=way)
    assert sum(field.soft(a, b) for a, b in found.pairs) == 0
    assert sum(wished_apart(field, a, b) for a, b in found.pairs) == 6


@pytest.mark.parametrize("way", WAYS)
def test_no_number_of_mirrors_outweighs_a_table(way):
    """RULES, pairing line 4 never costs a line above. Ana and Ben meet, which leaves the others nothing but mirrors."""
    low = [f"p{i}" for i in range(10)]
    circle = ["Ana", *low, "Ben"]
    left = {frozenset((a, b)) for a, b in zip(circle, [*circle[1:], "Ana"], strict=True)}
    met = " ".join(f"{a}-{b}" for i, a in enumerate(circle) for b in circle[:i] if frozenset((a, b)) not in left)
    factions = " ".join(f"{p}={i // 2}" for i, p in enumerate(low))
    field = field_of(entrants(f"Ana Ben / {' '.join(low)}", met=met, factions=factions))
    found = search(field, Random(1), way=way)
    assert frozenset(("Ana", "Ben")) in meetings(found.pairs)
    assert found.cost == 5


@pytest.mark.parametrize("way", WAYS)
@given(people=nasty(most=8, odd=False), seed=st.integers(0, 99))
@settings(max_examples=60)
def test_no_round_means_a_proof(way, people, seed):
    """More odd islands than bridges, and islands whose members have met everyone else but bridges."""
    field = field_of(people)
    found = search(field, Random(seed), way=way)
    if not isinstance(found, Dead):
        return
    assert len(found.islands) > len(found.bridges)
    assert all(len(island) % 2 for island in found.islands)
    for island in found.islands:
        others = field.score.keys() - set(island) - set(found.bridges)
        assert all(others <= field.met[p] for p in island)


@pytest.mark.parametrize("way", WAYS[1:])
@given(people=nasty(most=8, odd=False), seed=st.integers(0, 99))
@settings(max_examples=80)
def test_with_rematches_there_are_as_few_as_possible_then_the_usual_order(way, people, seed):
    field = field_of(people)
    found = search(field, Random(seed), way=way, rematches=True)
    assert meetings(found.pairs) in best_rounds(people)[None]


SQUARE = entrants("Ana Ben Cai / Dee Eva Fay / Gus Hal", met=everyone_met("Ana Ben Cai") + " Dee-Eva Dee-Ana")


def test_counting_draws_every_best_round_as_often():
    field = field_of(SQUARE)
    best = best_rounds(SQUARE)[None]
    seen = tally(2000, lambda rng: meetings(search(field, rng).pairs))
    assert len(best) == 4
    assert looks_fair(seen, dict.fromkeys(best, 1))


def test_counting_draws_every_best_way_down_as_often():
    field = field_of(entrants("Ana Ben Cai / Dee Eva", met="Ana-Ben Dee-Eva Cai-Eva"))
    ways = all_with_a_sink(field)
    most = max(sunk_worth(field, *way) for way in ways)
    best = {(meetings(pairs), frozenset(sunk)): 1 for pairs, sunk in ways if sunk_worth(field, pairs, sunk) == most}

    def once(rng):
        found = search(field, rng, sink=True)
        return meetings(found.pairs), frozenset(found.sunk)

    assert len(best) == 4
    assert looks_fair(tally(1500, once), best)


@pytest.mark.parametrize("way", WAYS[1:])
@pytest.mark.parametrize("seed", [0, 4, 9, 12, 15, 17, 22, 23, 28])
def test_matching_gives_every_best_round_its_chance(way, seed):
    """RULES, pairing line 5: where a search has to decide, every equal pairing has its chance."""
    people = field_by_chance((3, 2, 3), Random(seed))
    best = best_rounds(people)[None]
    field = field_of(people)
    assert len(best) > 1
    seen = tally(60 * len(best), lambda rng: meetings(search(field, rng, way=way).pairs))
    assert seen.keys() == best


CIRCLE = entrants("Ana Ben Cai Dee Eva Fay", met="Ana-Ben Ben-Cai Cai-Dee Dee-Eva Eva-Fay Fay-Ana")


@pytest.mark.parametrize("people", [CIRCLE, field_by_chance((8,), Random(22))], ids=["circle", "by chance"])
def test_in_one_group_matching_favours_no_best_round(people):
    """RULES, pairing line 5: at random. The random bits alone gave one round in four twice the chance of another."""
    best = best_rounds(people)[None]
    field = field_of(people)
    seen = tally(2000, lambda rng: meetings(search(field, rng, way=BY_MATCHING).pairs))
    assert looks_fair(seen, dict.fromkeys(best, 1))


def test_who_stands_first_in_the_list_is_not_favoured():
    """The two best rounds differ in three tables, so no exchange between two of them leads from one to the other."""
    people = field_by_chance((2, 4, 2), Random(3))
    best, field = best_rounds(people)[None], field_of(people)
    assert len(best) == 2
    seen = tally(1000, lambda rng: meetings(search(field, rng, way=BY_MATCHING).pairs))
    assert looks_fair(seen, dict.fromkeys(best, 1))


def test_nobody_to_pair_is_a_round_of_no_tables():
    assert best_pairing([], field=field_of([]), rng=Random(1), sink=False) == Best([], [], 0)
