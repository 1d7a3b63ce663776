"""Fields where nearly nobody may meet: the round is still the best there is, found group by group or all at once."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from fields import (
    Meetings,
    best_matching,
    best_rounds,
    best_worth,
    both_ways,
    entrants,
    everyone_met,
    levels,
    meetings,
    tally,
    with_avoid,
)
from fields import worth as worth_in_order
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairing.blossom import Blossoms
from engine.pairing.exact import LONG, Dead, best_pairing
from engine.pairing.field import Entrant, field_of, score_groups
from engine.pairing.legs import pair_groups
from engine.pairing.swiss import draw_pairs, pair_with_fewest_rematches
from server.cli.bench.hard import all_different, groups_of_four, rematches_due, round_robin, strangers_lead


def worth(entrants: list[Entrant], pairs: list[tuple[str, str]]) -> list[tuple[tuple[int, int], int]]:
    """How many tables between which scores, in the order of importance."""
    score = {entrant.id: entrant.score for entrant in entrants}
    counts = Counter((max(score[a], score[b]), min(score[a], score[b])) for a, b in pairs)
    return sorted(((-high, -low), count) for (high, low), count in counts.items())


def everything_weighed(entrants: list[Entrant]) -> list[tuple[str, str]]:
    """The best round by one search over all players, each pair of scores weighed by a digit of its own."""
    field = field_of(entrants)
    scores = sorted({entrant.score for entrant in entrants}, reverse=True)
    digits = [(high, low) for at, high in enumerate(scores) for low in scores[at:]]
    weight = {pair: (len(entrants) + 1) ** (len(digits) - place) for place, pair in enumerate(digits)}
    weights: list[dict[int, int]] = [{} for _ in entrants]
    for u, one in enumerate(entrants):
        for v, two in enumerate(entrants[:u]):
            if two.id not in field.met[one.id]:
                key = (max(one.score, two.score), min(one.score, two.score))
                weights[u][v] = weights[v][u] = weight[key] + (len(entrants) + 1) ** (len(digits) + 2)
    heaviest = max(max(row.values(), default=0) for row in weights)
    mates = best_matching(weights, [heaviest] * len(entrants))
    return [(entrants[u].id, entrants[v].id) for u, v in enumerate(mates) if u < v]


@pytest.mark.parametrize("players", [32, 40])
@pytest.mark.parametrize("seed", range(4))
def test_groups_searched_several_at_a_time_are_paired_as_well_as_all_at_once(players: int, seed: int) -> None:
    """Once a window grew by one group a search; it grows faster now, and levels that cannot meet weigh nothing."""
    entrants = groups_of_four(players, seed=f"{seed}")
    field = field_of(entrants)
    groups = score_groups(field.score, field.score)
    best = everything_weighed(entrants)
    found = pair_groups(groups, field=field, rng=Random(seed))
    at_once = best_pairing(groups, field=field, rng=Random(seed), sink=False)
    if 2 * len(best) < players:
        assert isinstance(found, Dead)
        assert isinstance(at_once, Dead)
        return
    assert not isinstance(found, Dead)
    assert not isinstance(at_once, Dead)
    assert worth(entrants, found) == worth(entrants, at_once.pairs) == worth(entrants, best)


def test_where_strangers_lead_a_crowd_every_table_counts_from_the_top() -> None:
    """All scores are different, so that every table is of an importance of its own."""
    entrants = all_different(60)
    field = field_of(entrants)
    found = pair_groups(score_groups(field.score, field.score), field=field, rng=Random(1))
    assert not isinstance(found, Dead)
    assert worth(entrants, found) == worth(entrants, everything_weighed(entrants))


def test_no_number_grows_with_the_square_of_the_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    """A digit for every two scores made numbers of 24,000 bits here, and one round took a minute."""
    longest = 0

    def noted(solver: Blossoms, *order: list[int], may_expose: bool) -> bool:
        nonlocal longest
        longest = max([longest, *(weight.bit_length() for row in solver.weights for weight in row.values())])
        return match_all(solver, *order, may_expose=may_expose)

    match_all = Blossoms.match_all
    monkeypatch.setattr(Blossoms, "match_all", noted)
    draw_pairs(all_different(150), Random(1))
    assert 0 < longest < LONG + 100


def test_strangers_who_lead_a_crowd_are_found_opponents_with_few_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once 301: some to see again and again that no round without a rematch exists, the others because
    every level in turn was raised for those before it."""
    searches = 0

    def counted(solver: Blossoms, root: int, **how: Any) -> bool:
        nonlocal searches
        searches += 1
        return search(solver, root, **how)

    search = Blossoms.search
    monkeypatch.setattr(Blossoms, "search", counted)
    pair_with_fewest_rematches(strangers_lead(100), Random(1))
    assert 0 < searches < 100


def test_the_last_round_of_a_round_robin_is_the_one_that_is_left() -> None:
    entrants = round_robin(60)
    everybody = {entrant.id for entrant in entrants}
    left = {frozenset({entrant.id, *(everybody - entrant.met - {entrant.id})}) for entrant in entrants}
    assert {frozenset(pair) for pair in draw_pairs(entrants, Random(1)).pairs} == left


def test_no_more_meet_again_than_must() -> None:
    """Of 40, 30 have all met each other: ten of them have somebody new to meet, and twenty meet again at ten tables."""
    entrants = rematches_due(40, seed="1")
    field = field_of(entrants)
    best = best_pairing(score_groups(field.score, field.score), field=field, rng=Random(1), sink=False, rematches=True)
    assert not isinstance(best, Dead)
    assert sum(b in field.met[a] for a, b in best.pairs) == 10


def crowds(size: int, dice: Random) -> list[Entrant]:
    """One or more crowds that all met inside, or all met but inside; whoever is in none has met nearly anybody."""
    names = [f"p{number}" for number in range(size)]
    parts, share, inside = dice.choice((1, 3, size // 3, size // 5)), dice.choice((0.6, 0.8, 1)), dice.random() < 0.5
    crowd = {name: dice.randrange(parts) for name in names if dice.random() < share}
    few, thread = dice.choice((1, 4, 12)), dice.choice((0, 0.02, 0.2))
    met = [
        (a, b)
        for at, a in enumerate(names)
        for b in names[:at]
        if (a in crowd and b in crowd and (crowd[a] == crowd[b]) == inside) != (dice.random() < thread)
    ]
    known = both_ways(met)
    people = [Entrant(name, dice.randrange(few), known.get(name, frozenset())) for name in names]
    return with_avoid(people, dice) if dice.random() < 0.3 else people


@given(size=st.sampled_from([10, 16, 24]), seed=st.integers(0, 2**32))
@settings(max_examples=80)
def test_no_other_round_has_fewer_rematches_or_as_few_and_better_tables(size: int, seed: int) -> None:
    """Once every pair was weighed, which took half a minute with 500; now only those that such a round can have."""
    people = crowds(size, Random(seed))
    field = field_of(people)
    found = best_pairing(levels(field), field=field, rng=Random(seed), sink=False, rematches=True)
    assert not isinstance(found, Dead)
    again = sum(b in field.met[a] for a, b in found.pairs)
    assert (-again, *worth_in_order(field, found.pairs)) == best_worth(field, list(field.score), again=True)


ACROSS = " ".join(f"{one}-{two}" for one in ("Ana", "Ben", "Cai") for two in ("Dee", "Eva", "Fay"))


@pytest.mark.parametrize("met", [ACROSS, everyone_met("Ana Ben Cai Dee Eva Fay"), everyone_met("Ana Ben Cai Dee Eva")])
@pytest.mark.parametrize("names", ["Ana Ben Cai / Dee Eva Fay", "Ana Ben / Cai Dee Eva Fay", "Ana Ben Cai Dee Eva Fay"])
def test_every_round_with_the_fewest_rematches_and_the_best_tables_has_its_chance(names: str, met: str) -> None:
    people = entrants(names, met=met)
    field = field_of(people)

    def once(dice: Random) -> Meetings:
        found = best_pairing(levels(field), field=field, rng=dice, sink=False, rematches=True)
        assert not isinstance(found, Dead)
        return meetings(found.pairs)

    assert tally(400, once).keys() == best_rounds(people)[None]
