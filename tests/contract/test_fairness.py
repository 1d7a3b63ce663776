"""RULES, pairing line 5: among equal pairings at random; uniformly where groups pair freely."""

import json
import math
from collections import Counter

import pytest

from .documents import field, first_round, short, text
from .oracle import optima
from .test_pairing import paired

FREE = {
    "3 players": first_round(3),
    "4 players": first_round(4),
    "5 players, one bye": first_round(5),
    "6 players": first_round(6),
    "round 2 of 8, two groups of 4": short(
        "ashes-reborn", 2, A=(1, "B"), B=(0, ""), C=(1, "D"), D=(0, ""), E=(1, "F"), F=(0, ""), G=(1, "H"), H=(0, "")
    ),
    "round 2 of 6, any of 3 winners goes down to one they have not met": short(
        "ashes-reborn", 2, A=(1, "B"), B=(0, ""), C=(1, "D"), D=(0, ""), E=(1, "F"), F=(0, "")
    ),
}
# Each taken from an event that could have been played.
SEARCHED = {
    "of three on top, two have met, and the one below has met one of them": short(
        "ashes-classic", 3, A=(4, "C E"), B=(4, "D G"), C=(4, "F"), D=(1, "E"), E=(1, ""), F=(3, "", 1), G=(1, "")
    ),
    "greedy from the top can dead-end": short(
        "ashes-reborn", 3, A=(2, "E D"), B=(1, "C D"), C=(1, "F"), D=(1, ""), E=(0, "F"), F=(0, "")
    ),
    "the least sum of squares is not best-first": short(
        "ashes-reborn",
        4,
        A=(3, "H B D"),
        B=(2, "G F"),
        C=(2, "D H G"),
        D=(2, "F"),
        E=(1, "F G H"),
        F=(1, ""),
        G=(0, ""),
        H=(0, ""),
    ),
    "the least sum of squares is not best-first, with draws": short(
        "ashes-classic",
        3,
        A=(4, "E G"),
        B=(4, "H C"),
        C=(3, "D"),
        D=(3, "H"),
        E=(1, "F"),
        F=(1, "G"),
        G=(1, ""),
        H=(1, ""),
    ),
    "whoever has had no bye is needed at a table, so someone gets a second": short(
        "ashes-reborn", 4, A=(2, "C D E"), B=(3, "C D E"), C=(1, "", 1), D=(1, "", 1), E=(1, "", 1)
    ),
}
SEARCHED["of three on top, two have met, and the one below has met one of them"]["players"][-1]["dropped"] = True


@pytest.mark.parametrize("doc", FREE.values(), ids=FREE)
def test_where_groups_pair_freely_every_best_pairing_is_equally_likely(cinderbox, doc):
    """The bye is drawn first, evenly; then the pairing, evenly among the best for that bye."""
    expected = likelihoods(doc)
    drawn = draws(cinderbox, doc, times=3000)
    assert set(drawn) == set(expected)
    assert chance(drawn, expected) > 1e-6, drawn


@pytest.mark.parametrize("doc", SEARCHED.values(), ids=SEARCHED)
def test_where_a_search_has_to_decide_every_best_pairing_has_its_chance(cinderbox, doc):
    """Not promised to be uniform: a third to three times the fair share will do."""
    expected, times = likelihoods(doc), 600
    drawn = draws(cinderbox, doc, times=times)
    assert set(drawn) == set(expected)
    for outcome, share in expected.items():
        assert share / 3 < drawn[outcome] / times < share * 3, drawn


def test_many_seeds_are_derived_from_the_one_given(cinderbox):
    one, again = (cinderbox("pair", "-", "--seeds", 30, stdin=text(first_round(6))).out for _ in range(2))
    other = cinderbox("pair", "-", "--seeds", 30, stdin=text(first_round(6) | {"seed": "43"})).out
    assert one == again
    assert one != other


def likelihoods(doc):
    best = optima(field(doc))
    fair = {(bye, p): 1 / len(best) / len(b.pairings) for bye, b in best.items() for p in b.pairings}
    assert 2 < len(fair) < 16
    return fair


def draws(cinderbox, doc, *, times):
    ran = cinderbox("pair", "-", "--seeds", times, stdin=text(doc))
    assert ran.exit == 0, ran.err
    pairings = [json.loads(line) for line in ran.out.splitlines()]
    assert len(pairings) == times
    return Counter((got.get("bye"), paired(got)) for got in pairings)


def chance(drawn, expected):
    """How likely counts as uneven as these, or more, are if the draw is fair (chi-square)."""
    times = drawn.total()
    x = sum((drawn[o] - times * share) ** 2 / (times * share) for o, share in expected.items())
    degrees = len(expected) - 1
    tail = math.erfc(math.sqrt(x / 2)) if degrees % 2 else math.exp(-x / 2)
    for k in range(degrees % 2 or 2, degrees, 2):
        tail += (x / 2) ** (k / 2) * math.exp(-x / 2) / math.gamma(k / 2 + 1)
    return tail
