"""All groups together: the best round there is, whatever the shape of the field. RULES, pairing lines 1, 3, 4 and 5.

The tuning (what counts as large, how much of a large group a search looks at) must never change what is best, so the
tests turn it down until small fields take the ways of large ones.
"""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from fields import (
    alike,
    best_rounds,
    best_worth,
    entrants,
    everyone_met,
    levels,
    looks_fair,
    meetings,
    nasty,
    tally,
    with_avoid,
    with_clubs,
    worth,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairing import legs
from engine.pairing.exact import Dead
from engine.pairing.field import Entrant, Field, field_of
from engine.pairing.legs import pair_groups


def paired(field: Field, rng: Random, *, large: int = legs.LARGE, sample: int = legs.SAMPLE):
    """The pairs, with every group from this size on taken as large, however much it has played."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(legs, "SAMPLE", sample)
        if large != legs.LARGE:
            patch.setattr(legs, "_is_large", lambda group, field: len(group) >= large)
        return pair_groups(levels(field), field=field, rng=rng)


def check_best(field: Field, found) -> None:
    """A complete round without a rematch, worth as much as networkx's; or there is none."""
    best = best_worth(field, list(field.score))
    if isinstance(found, Dead):
        assert best is None
        return
    assert Counter(p for pair in found for p in pair) == Counter(list(field.score))
    assert not any(b in field.met[a] for a, b in found)
    assert worth(field, found) == best


@given(people=nasty(most=18, odd=False), seed=st.integers(0, 99))
@settings(max_examples=150)
def test_small_groups_get_a_best_round(people, seed):
    field = field_of(with_avoid(people, Random(seed)) if seed % 4 == 0 else people)
    check_best(field, paired(field, Random(seed)))


@given(
    people=nasty(most=22, sizes=(1, 1, 2, 3, 4, 5, 6, 7, 8), odd=False),
    seed=st.integers(0, 99),
    large=st.integers(3, 6),
    sample=st.sampled_from([1, 1, 2, 8]),
)
@settings(max_examples=250)
def test_large_groups_among_small_ones_get_a_best_round(people, seed, large, sample):
    field = field_of(with_avoid(people, Random(seed)) if seed % 4 == 0 else people)
    check_best(field, paired(field, Random(seed), large=large, sample=sample))


@given(people=nasty(most=40, sizes=(1, 1, 2, 3, 16, 17, 18), odd=False), seed=st.integers(0, 99))
@settings(max_examples=60)
def test_truly_large_groups_get_a_best_round(people, seed):
    field = field_of(with_clubs(people, Random(seed)) if seed % 3 == 0 else people)
    check_best(field, paired(field, Random(seed), sample=1 + seed % 8))


MANY = [f"m{i}" for i in range(16)]


@pytest.mark.parametrize("history", ["met", "avoid", "apart"])
def test_a_floater_does_not_take_the_one_player_the_group_below_needs(history):
    """One of sixteen is left over and belongs to Yan, who can only have m0. The floater from above took m0 at times,
    and the search that looked at the other fifteen never knew."""
    known = {history: " ".join(f"Yan-{p}" for p in MANY[1:])}
    field = field_of(entrants(f"Top / {' '.join(MANY)} / Yan / Zoe Wim", **known))
    for seed in range(120):
        assert {frozenset(("m0", "Yan")), frozenset(("Zoe", "Wim"))} <= meetings(paired(field, Random(seed)))


def test_a_large_group_can_be_taken_up_by_floaters_to_the_last():
    """Sixteen who have all met come down on sixteen others; below, nobody is left to come."""
    above = [f"a{i}" for i in range(16)]
    met = everyone_met(" ".join(above), "Wim Xia") + " Yan-Zoe"
    field = field_of(entrants(f"{' '.join(above)} / {' '.join(MANY)} / Wim Xia / Yan Zoe", met=met))
    for seed in range(10):
        found = paired(field, Random(seed))
        assert all((a in MANY) != (b in MANY) for a, b in found if {a, b} & {*above, *MANY})
        check_best(field, found)


def test_a_better_group_goes_first_though_the_next_two_could_be_done_with_now():
    """Top–Cai and Ben–Bob would complete three groups; Top–Ben is nearer, and sends Bob and Cai further down."""
    field = field_of(entrants(f"Top / Ben Bob / Cai / {' '.join(MANY[:14])}", met="Top-Bob Bob-Cai"))
    for seed in range(10):
        found = paired(field, Random(seed))
        assert frozenset(("Top", "Ben")) in meetings(found)
        check_best(field, found)


def test_the_lowest_groups_borrow_from_above_only_what_they_must():
    """Yan and Zoe have met each other and all but m0 and m1 of a large group: those two come down, nobody else."""
    met = " ".join(f"{low}-{p}" for low in ("Yan", "Zoe") for p in MANY[2:]) + " Yan-Zoe"
    field = field_of(entrants(f"Top Tim / {' '.join(MANY)} / Yan Zoe", met=met))
    for seed in range(20):
        found = meetings(paired(field, Random(seed)))
        assert frozenset(("Top", "Tim")) in found
        assert {p for pair in found if pair & {"Yan", "Zoe"} for p in pair} == {"Yan", "Zoe", "m0", "m1"}


def test_a_large_group_that_cannot_pair_is_searched_like_any_other():
    """A group cut in two odd halves that have met each other in full: large by number, not by nature."""
    left, right = MANY[:7], MANY[7:]
    met = " ".join(f"{a}-{b}" for a in left for b in right)
    field = field_of(entrants(f"{' '.join(MANY)} / Yan Zoe", met=met))
    found = paired(field, Random(1), large=4, sample=1)
    assert sum((a in MANY) != (b in MANY) for a, b in found) == 2
    check_best(field, found)


def test_people_who_are_gone_do_not_matter():
    people = entrants("Ana Ben / Cai Dee", met="Ana-Ben")
    ghosts = [replace(e, met=e.met | {"gone", "left"}) for e in people]
    assert paired(field_of(people), Random(4)) == paired(field_of(ghosts), Random(4))


# Line 5: at random


@pytest.mark.parametrize(
    ("groups", "met", "ways"),
    [
        ("Ana Ben Cai Dee", "", 3),
        ("Ana Ben Cai / Dee Eva Fay", "", 9),
        ("Ana Ben Cai / Dee / Eva Fay", "Ana-Dee", 2),
        ("Ana Ben / Cai Dee", "Ana-Ben", 2),
        ("Ana Ben / Cai Dee / Eva Fay", "Ana-Ben Cai-Dee Ana-Cai", 1),
        ("Ana Ben Cai Dee / Eva Fay Gus Hal", everyone_met("Ana Ben Cai Dee"), 24),
    ],
)
def test_small_fields_draw_every_best_round_as_often(groups, met, ways):
    people = entrants(groups, met=met)
    best = best_rounds(people)[None]
    seen = tally(1200, lambda rng: meetings(paired(field_of(people), rng)))
    assert len(best) == ways
    assert looks_fair(seen, dict.fromkeys(best, 1))


def history(sizes: tuple[int, ...], *, rounds: int, factions: int = 0) -> list[Entrant]:
    """A field that has played so many rounds at random, now in groups of these sizes."""
    dice = Random(f"{sizes}/{rounds}/{factions}")
    names = [f"p{i}" for i in range(sum(sizes))]
    met: set[frozenset[str]] = set()
    while len(met) < rounds * len(names) // 2:
        dice.shuffle(names)
        drawn = meetings(zip(names[::2], names[1::2], strict=True))
        met |= drawn if not drawn & met else set()
    text = " ".join("-".join(sorted(pair)) for pair in sorted(map(sorted, met)))
    names.sort(key=lambda name: int(name[1:]))
    ends = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
    groups = " / ".join(" ".join(names[one:two]) for one, two in pairwise(ends))
    chosen = " ".join(f"{name}={dice.randrange(factions)}" for name in names) if factions else ""
    return entrants(groups, met=text, factions=chosen)


def by_rejection(field: Field, rng: Random) -> list[tuple[str, str]]:
    """A whole round drawn blindly, floaters and all, again and again until nobody clashes: uniform by construction."""
    while True:
        pairs: list[tuple[str, str]] = []
        down: list[str] = []
        for group in levels(field):
            pool = rng.sample(group, len(group))
            pairs += [(floater, pool.pop()) for floater in down]
            down = [pool.pop()] if len(pool) % 2 else []
            pairs += zip(pool[::2], pool[1::2], strict=True)
        if not any(field.clash(a, b) for a, b in pairs):
            return pairs


@pytest.mark.parametrize(
    ("sizes", "rounds", "factions"),
    [((16,), 2, 0), ((21, 3), 3, 0), ((1, 20, 3), 2, 0), ((17, 1, 16), 2, 0), ((24,), 1, 5), ((21, 5), 1, 6)],
)
def test_in_large_groups_each_partner_and_each_floater_is_as_likely_as_in_a_blind_draw(sizes, rounds, factions):
    field = field_of(history(sizes, rounds=rounds, factions=factions))
    ours, blind = Counter(), Counter()
    for seed in range(700):
        ours.update(meetings(paired(field, Random(seed))))
        blind.update(meetings(by_rejection(field, Random(-1 - seed))))
    assert alike(ours, blind)
    if len(sizes) > 1:
        assert alike(floaters(field, ours), floaters(field, blind))


def floaters(field: Field, seen: Counter) -> Counter:
    """How often each player went down."""
    down: Counter = Counter()
    for pair, times in seen.items():
        if len({field.score[p] for p in pair}) == 2:
            down[max(pair, key=field.score.__getitem__)] += times
    return down
