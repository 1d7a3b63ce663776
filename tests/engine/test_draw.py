"""Drawing freely: fair, never a clash, and nothing kept of a draw that failed. RULES, pairing line 5."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from fields import entrants, every_round, everyone_met, looks_fair, meetings, tally

from engine.pairing.draw import draw_chain, draw_large, exchange
from engine.pairing.field import Entrant, Field, field_of

SIX = "Ana Ben Cai Dee Eva Fay"
CROWD = [f"p{i}" for i in range(60)]


def drawn(groups, field, rng, *, floaters="", below="", tries=500):
    """Pairs and whoever is left, of groups written as names."""
    return draw_chain(
        [group.split() for group in groups.split("/")],
        floaters.split(),
        below=below.split(),
        field=field,
        rng=rng,
        tries=tries,
    )


def seated(found) -> Counter:
    return Counter([p for pair in found[0] for p in pair] + found[1])


def test_every_legal_pairing_of_a_group_comes_up_as_often():
    field = field_of(entrants(SIX, met="Ana-Ben Ana-Cai Dee-Eva"))
    legal = [pairs for pairs in every_round(SIX.split()) if not any(b in field.met[a] for a, b in pairs)]
    seen = tally(2500, lambda rng: meetings(drawn(SIX, field, rng)[0]))
    assert len(legal) == 8
    assert looks_fair(seen, {meetings(pairs): 1 for pairs in legal})


def test_every_way_through_a_chain_comes_up_as_often():
    """Ana, Ben or Cai goes down to Dee or Eva, the other of whom goes down in turn: 12 ways, less 4 with a rematch."""
    field = field_of(entrants("Ana Ben Cai / Dee Eva / Fay Gus", met="Ana-Dee Eva-Fay"))
    seen = tally(2500, lambda rng: meetings(drawn("Ana Ben Cai/Dee Eva/Fay Gus", field, rng)[0]))
    assert len(seen) == 8
    assert looks_fair(seen, dict.fromkeys(seen, 1))


def test_who_floats_is_weighted_by_the_partners_left_below():
    """Ana could meet one of four below, Ben and Cai all of them."""
    field = field_of(entrants("Ana Ben Cai / Dee Eva Fay Gus", met="Ana-Dee Ana-Eva Ana-Fay"))
    seen = tally(2500, lambda rng: drawn("Ana Ben Cai", field, rng, below="Dee Eva Fay Gus")[1][0])
    assert looks_fair(seen, {"Ana": 1, "Ben": 4, "Cai": 4})


def test_floaters_are_taken_in_first_and_at_most_one_is_left():
    field = field_of(entrants("Ana Ben / Cai Dee Eva Fay Gus", met="Ana-Cai Ben-Dee"))
    for seed in range(200):
        pairs, left = drawn("Cai Dee Eva Fay Gus", field, Random(seed), floaters="Ana Ben")
        assert [a for a, _ in pairs[:2]] == ["Ana", "Ben"]
        assert len(left) == 1
        assert not any(field.clash(a, b) for a, b in pairs)


@pytest.mark.parametrize(
    ("groups", "met", "floaters"),
    [
        ("Ana Ben", "Ana-Ben", ""),
        ("Ana Ben Cai Dee", "Ana-Ben Ana-Cai Ana-Dee", ""),
        ("Ana", "", "Ben Cai"),
        ("Ana Ben", "Ana-Cai Ben-Cai", "Cai"),
        ("Ana/Ben", "Ana-Ben", ""),
    ],
)
def test_what_cannot_be_drawn_is_not_drawn(groups, met, floaters):
    everyone = f"{groups.replace('/', ' ')} {floaters}"
    assert drawn(groups, field_of(entrants(everyone, met=met)), Random(1), floaters=floaters) is None


def mirrors(factions: int, *, met: str = "") -> Field:
    """A crowd with so many factions in turn: nobody could draw sixty people without a clash by luck alone."""
    field = entrants(" ".join(CROWD), met=met)
    return field_of([replace(entrant, faction=str(i % factions)) for i, entrant in enumerate(field)])


@pytest.mark.parametrize("size", [59, 60])
@pytest.mark.parametrize("factions", [3, 4, 9])
def test_a_large_group_with_many_clashes_is_mended_until_none_is_left(size, factions):
    field = mirrors(factions, met=everyone_met(*(" ".join(CROWD[i : i + 4]) for i in range(0, 60, 4))))
    for seed in range(10):
        found = draw_large(CROWD[:size], [], below=[], field=field, rng=Random(seed))
        assert seated(found) == Counter(CROWD[:size])
        assert len(found[1]) == size % 2
        assert not any(field.clash(a, b) for a, b in found[0])


def test_a_large_group_with_many_clashes_takes_floaters_in():
    field = mirrors(3)
    floaters, group = CROWD[:3], CROWD[3:]
    for seed in range(10):
        found = draw_large(group, floaters, below=[], field=field, rng=Random(seed))
        assert seated(found) == Counter(CROWD)
        assert [a for a, _ in found[0][:3]] == floaters
        assert not any(field.clash(a, b) for a, b in found[0])


def test_a_mended_draw_still_favours_nobody():
    """Four factions of six: everyone's partner is any of the eighteen others."""
    group = CROWD[:24]
    field = field_of([Entrant(p, faction=str(i % 4)) for i, p in enumerate(group)])

    def partner(rng):
        pairs, _ = draw_large(group, [], below=[], field=field, rng=rng)
        return next(b if a == "p0" else a for a, b in pairs if "p0" in (a, b))

    seen = tally(1500, partner)
    assert looks_fair(seen, {p: 1 for i, p in enumerate(group) if i % 4})


@pytest.mark.parametrize("floaters", [["out"], ["out", "p0", "p1"]])
def test_a_floater_who_has_met_the_whole_group_cannot_be_taken_in(floaters):
    group = [p for p in CROWD if p not in floaters]
    field = field_of(entrants(f"{' '.join(CROWD)} out", met=" ".join(f"out-{p}" for p in CROWD)))
    assert draw_large(group, floaters, below=[], field=field, rng=Random(1)) is None


def test_a_group_in_which_most_share_a_faction_is_not_drawn_freely():
    field = field_of([Entrant(p, faction="Frost" if i < 40 else "Cave") for i, p in enumerate(CROWD)])
    assert draw_large(CROWD, [], below=[], field=field, rng=Random(1)) is None


def test_exchanging_partners_makes_no_clash_and_loses_nobody():
    field = field_of(entrants(SIX, met="Ana-Cai Ben-Dee Ana-Eva"))
    pairs = [("Ana", "Ben"), ("Cai", "Dee"), ("Eva", "Fay")]
    rng, seen = Random(3), set()
    for turn in range(300):
        exchange(pairs, turn % 3, field=field, rng=rng)
        assert Counter(p for pair in pairs for p in pair) == Counter(SIX.split())
        assert not any(field.clash(a, b) for a, b in pairs)
        seen.add(meetings(pairs))
    assert len(seen) == len([p for p in every_round(SIX.split()) if not any(field.clash(a, b) for a, b in p)])
