"""The checker knows a best round from any other, whoever made it."""

import sys
from random import Random

import pytest
from fields import (
    best_rounds,
    entrants,
    every_round,
    everyone_met,
    meetings,
    nasty,
    pairs_of,
    wished_apart,
    with_avoid,
    with_clubs,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairing.checker import PairingVerdict, judge
from engine.pairing.field import field_of
from engine.pairing.swiss import NoLegalPairing, pair_swiss


def verdict(people, pairs: str, bye: str | None = None) -> PairingVerdict:
    return judge(people, pairs_of(pairs), bye=bye)


@given(people=nasty(most=8), seed=st.integers(0, 99))
@settings(max_examples=60)
def test_it_accepts_every_best_round_and_nothing_else(people, seed):
    if seed % 3 == 0:
        people = with_avoid(people, Random(seed))
    met = field_of(people).met
    best = best_rounds(people)
    for bye in [e.id for e in people] if len(people) % 2 else [None]:
        for pairs in every_round([e.id for e in people if e.id != bye]):
            found = judge(people, pairs, bye=bye)
            assert found.proved
            legal = not any(b in met[a] for a, b in pairs)
            assert (not found.faults) == (legal and meetings(pairs) in best.get(bye, set()))


@pytest.mark.parametrize(
    ("groups", "more", "pairs", "bye", "fault"),
    [
        ("Ana Ben / Cai Dee", {}, "Ana-Ben Cai-Dee", None, None),
        ("Ana Ben / Cai Dee", {}, "Ana-Dee Cai-Ben", None, "Tables between 1 and 1 wins or points: 0, possible 1."),
        ("Ana Ben / Cai Dee", {"met": "Ana-Ben"}, "Ana-Ben Cai-Dee", None, "Ana and Ben have met before."),
        ("Ana / Ben / Cai / Dee", {}, "Ana-Cai Ben-Dee", None, "Tables between 3 and 2 wins or points: 0, possible 1."),
        ("Ana / Ben / Cai", {}, "Ana-Cai", "Ben", "The bye belongs to Cai, not to Ben."),
        ("Ana / Ben / Cai", {"byes": "Cai"}, "Ana-Ben", "Cai", "The bye belongs to Ben, not to Cai."),
        ("Ana / Ben / Cai", {"met": "Ana-Ben"}, "Ana-Cai", "Ben", None),
        ("Ana / Ben / Cai", {}, "Ana-Ben", None, "Cai is paired 0 times."),
        ("Ana Ben", {}, "Ana-Ben", "Ana", "Ana is paired 2 times."),
        ("Ana Ben", {}, "", "Ana", "A bye goes to exactly one player, and only if the field is odd."),
        ("Ana Ben", {}, "Ana-Zoe", None, "Zoe is not in the field."),
        ("Ana Ben", {}, "Ana-Ana", None, "Ana is paired 2 times."),
        (
            "Ana Ben Cai Dee",
            {"factions": "Ana=Frost Ben=FROST Cai=Cave Dee=Cave"},
            "Ana-Ben Cai-Dee",
            None,
            "2 mirror matches or earlier opponents, possible 0.",
        ),
        (
            "Ana Ben Cai Dee",
            {"avoid": "Ana-Ben"},
            "Ana-Ben Cai-Dee",
            None,
            "1 mirror matches or earlier opponents, possible 0.",
        ),
        ("Ana Ben", {"factions": "Ana=Frost Ben=Frost"}, "Ana-Ben", None, None),
    ],
)
def test_it_names_the_first_fault(groups, more, pairs, bye, fault):
    found = verdict(entrants(groups, **more), pairs, bye)
    assert found.proved
    assert (fault is None and not found.faults) or fault in found.faults


@given(people=nasty(most=24, sizes=(2, 3, 4, 5, 6), odd=False), seed=st.integers(0, 99))
@settings(max_examples=40)
def test_swapping_two_players_of_a_larger_field_is_found_out_or_is_as_good(people, seed):
    """Whatever the swap does, accepted and refused rounds differ in worth, and the round before was accepted."""
    people = with_clubs(people, Random(seed)) if seed % 2 else people
    try:
        pairs = [table.players for table in pair_swiss(people, Random(seed)).tables]
    except NoLegalPairing:
        return
    assert judge(people, pairs) == PairingVerdict(())
    if len(pairs) < 2:
        return
    (a, b), (c, d), *rest = Random(seed).sample(pairs, len(pairs))
    field = field_of(people)
    again = d in field.met[a] or b in field.met[c]
    kinds = [
        sorted(tuple(sorted((field.score[x], field.score[y]))) for x, y in two)
        for two in (((a, b), (c, d)), ((a, d), (c, b)))
    ]
    mirrors = [sum(field.soft(x, y) for x, y in two) for two in (((a, b), (c, d)), ((a, d), (c, b)))]
    together = [sum(wished_apart(field, x, y) for x, y in two) for two in (((a, b), (c, d)), ((a, d), (c, b)))]
    as_good = not again and kinds[0] == kinds[1] and mirrors[0] == mirrors[1] and together[0] == together[1]
    assert (not judge(people, [(a, d), (c, b), *rest]).faults) == as_good


TWELVE = "Ana Ben Cai Dee Eva Fay Gus Hal Ida Jon Kay Lea"


def test_without_networkx_it_says_what_it_could_not_prove(monkeypatch):
    """A large round that has to float more than the plain bound: right, but not proved without the library."""
    one, two = " ".join(TWELVE.split()[:6]), " ".join(TWELVE.split()[6:])
    people = entrants(f"{one} / {two}", met=everyone_met(one))
    pairs = list(zip(one.split(), two.split(), strict=True))
    assert judge(people, pairs) == PairingVerdict(())
    monkeypatch.setitem(sys.modules, "networkx", None)
    assert judge(people, pairs) == PairingVerdict((), proved=False)


def test_without_networkx_the_plain_bound_a_small_field_and_plain_faults_are_still_proved(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    names = TWELVE.split()
    pairs = list(zip(names[::2], names[1::2], strict=True))
    assert judge(entrants(TWELVE), pairs) == PairingVerdict(())
    assert judge(entrants(TWELVE, met="Ana-Ben"), pairs) == PairingVerdict(("Ana and Ben have met before.",))
    assert verdict(entrants("Ana Ben / Cai Dee"), "Ana-Cai Ben-Dee").faults


def test_without_networkx_a_bye_that_moved_up_in_a_large_field_is_not_proved(monkeypatch):
    """Ana and Ben have nobody left but Moe, so that one of them sits out, weaker players or not."""
    ana, ben, *others = TWELVE.split()
    met = " ".join(f"{a}-{p}" for a in (ana, ben) for p in others) + " Ana-Ben"
    people = entrants(f"Ana / Ben / {' '.join(others)} / Moe", met=met)
    pairs = [("Ana", "Moe"), *zip(others[::2], others[1::2], strict=True)]
    assert judge(people, pairs, bye="Ben") == PairingVerdict(())
    monkeypatch.setitem(sys.modules, "networkx", None)
    assert judge(people, pairs, bye="Ben") == PairingVerdict((), proved=False)
