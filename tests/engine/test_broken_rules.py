"""What a round made by hand costs, said before it is recorded. RULES: "is told which line it breaks"."""

from dataclasses import replace
from random import Random

import pytest
from fields import best_rounds, entrants, every_round, everyone_met, meetings, nasty, pairs_of, with_clubs
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairing.broken_rules import broken_rules
from engine.pairing.field import field_of
from engine.pairing_words import in_words


def cost(people, pairs: str, bye: str | None = None) -> tuple[str, ...]:
    return tuple(map(in_words, broken_rules(people, pairs_of(pairs), bye=bye, rng=Random(1))))


@pytest.mark.parametrize(
    ("groups", "more", "pairs", "bye", "told"),
    [
        ("Ana Ben / Cai Dee", {}, "Ben-Ana Dee-Cai", None, ()),
        ("Ana Ben / Cai Dee", {"met": "Ana-Ben"}, "Ana-Ben Cai-Dee", None, ("⟨Ana⟩ and ⟨Ben⟩ have met before.",)),
        ("Ana Ben / Cai Dee", {}, "Ana-Cai Dee-Ben", None, ("Not the nearest records: on 1 meets on 0.",)),
        (
            "Ana / Ben / Cai / Dee",
            {},
            "Ana-Dee Ben-Cai",
            None,
            ("Not the nearest records: on 3 meets on 0, on 2 meets on 1.",),
        ),
        (
            "Ana / Ben / Cai",
            {},
            "Ana-Cai",
            "Ben",
            ("The bye goes to the weakest record, and ⟨Ben⟩'s is not the weakest.",),
        ),
        (
            "Ana / Ben / Cai",
            {"byes": "Cai"},
            "Ana-Ben",
            "Cai",
            ("⟨Cai⟩ has had a bye, and others have had none.",),
        ),
        (
            "Ana / Ben / Cai",
            {"byes": "Ana Ben Cai Cai"},
            "Ana-Ben",
            "Cai",
            ("⟨Cai⟩ has had a bye, and others have had fewer.",),
        ),
        ("Ana / Ben Cai", {}, "Ana-Ben", "Cai", ()),
        ("Ana / Ben / Cai", {"met": "Ana-Ben"}, "Ana-Cai", "Ben", ()),
        ("Ana / Ben / Cai", {"met": "Ana-Ben"}, "Ana-Ben", "Cai", ("⟨Ana⟩ and ⟨Ben⟩ have met before.",)),
        (
            "Ana Ben Cai Dee",
            {"factions": "Ana=Frost Ben=Frost"},
            "Ana-Ben Cai-Dee",
            None,
            ("⟨Ana⟩ and ⟨Ben⟩ play the same faction: a mirror match.",),
        ),
        (
            "Ana Ben Cai Dee",
            {"avoid": "Ana-Ben"},
            "Ana-Ben Cai-Dee",
            None,
            ("⟨Ana⟩ and ⟨Ben⟩ have met in the first phase.",),
        ),
        ("Ana Ben", {"factions": "Ana=Frost Ben=Frost"}, "Ana-Ben", None, ()),
        ("Ana Ben", {"avoid": "Ana-Ben"}, "Ana-Ben", None, ()),
        (
            "Ana Ben Cai Dee",
            {"apart": "Ana-Ben"},
            "Ana-Ben Cai-Dee",
            None,
            ("⟨Ana⟩ and ⟨Ben⟩ are to be kept apart.",),
        ),
        ("Ana Ben / Cai Dee", {"apart": "Ana-Ben"}, "Ana-Ben Cai-Dee", None, ()),
        (
            "Ana Ben Cai Dee",
            {"apart": "Ana-Cai Ana-Dee Cai-Ben", "factions": "Ana=Frost Ben=Frost"},
            "Ana-Ben Cai-Dee",
            None,
            ("⟨Ana⟩ and ⟨Ben⟩ play the same faction: a mirror match.",),
        ),
    ],
)
def test_what_it_costs(groups, more, pairs, bye, told):
    assert cost(entrants(groups, **more), pairs, bye) == told


def test_records_are_named_as_people_call_them():
    people = [replace(e, record=f"{e.score}–{1 - e.score}") for e in entrants("Ana Ben / Cai Dee")]
    assert cost(people, "Ana-Cai Ben-Dee") == ("Not the nearest records: 1–0 meets 0–1.",)


def test_where_every_round_has_a_rematch_only_the_rematches_are_named():
    people = entrants("Ana / Ben / Cai", met=everyone_met("Ana Ben Cai"))
    assert cost(people, "Ana-Cai", "Ben") == ("⟨Ana⟩ and ⟨Cai⟩ have met before.",)


@given(people=nasty(most=8), seed=st.integers(0, 99))
@settings(max_examples=40)
def test_nothing_is_said_of_a_round_as_good_as_the_best_and_something_of_every_other(people, seed):
    people = with_clubs(people, Random(seed)) if seed % 2 else people
    met = field_of(people).met
    best = best_rounds(people)
    byes = [e.id for e in people] if len(people) % 2 else [None]
    rounds = [(bye, pairs) for bye in byes for pairs in every_round([e.id for e in people if e.id != bye])]
    for bye, pairs in Random(seed).sample(rounds, min(len(rounds), 60)):
        as_good = meetings(pairs) in best.get(bye, set()) and not any(b in met[a] for a, b in pairs)
        assert (broken_rules(people, pairs, bye=bye, rng=Random(seed)) == ()) == as_good
