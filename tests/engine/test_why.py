"""Every reason is true. DESIGN: nothing is unexplained."""

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from fields import best_worth, entrants, everyone_met, nasty
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairing.field import field_of
from engine.pairing.swiss import NoLegalPairing, Pairing, pair_swiss, pair_with_fewest_rematches
from engine.pairing_words import in_words


def reasons(people, seed=1) -> dict[str, str]:
    """Why, by "Ana Ben": who is named first is the one with the better score, or the alphabet's choice."""
    score = field_of(people).score
    key = lambda p: (-score[p], p)  # noqa: E731 -- one line says it
    tables = pair_swiss(people, Random(seed)).tables
    return {" ".join(sorted(table.players, key=key)): in_words(table.why) for table in tables}


@pytest.mark.parametrize(
    ("groups", "met", "table", "why"),
    [
        ("Ana Ben", "", "Ana Ben", "first round: drawn at random"),
        ("Ana Ben / Cai Dee", "", "Cai Dee", "both on 0"),
        ("Ana / Ben", "", "Ana Ben", "on 1 meets on 0; floated down: odd group"),
        ("Ana / Ben / Cai / Dee", "Ana-Ben", "Ana Cai", "floated down: odd group, has met everyone in between"),
        (
            "Ana Ben / Cai Dee",
            "Ana-Ben Ana-Cai",
            "Ana Dee",
            "on 1 meets on 0; floated down: has met everyone else on 1",
        ),
        ("Ana Ben Cai Dee / Eva Fay", "Ana-Ben Ana-Cai Ben-Cai Dee-Ana Dee-Ben", "Cai Dee", "both on 1"),
        ("Ana / Ben Cai / Dee", "Ana-Cai", "Cai Dee", "floated down: odd group after taking one in"),
    ],
)
def test_a_reason_says_what_is_so(groups, met, table, why):
    assert why in reasons(entrants(groups, met=met))[table]


def test_a_group_that_must_split_although_it_is_even_says_why():
    """Two threes who have met across: one of each goes down, though neither has met everyone."""
    met = " ".join(f"{a}-{b}" for a in ("Ana", "Ben", "Cai") for b in ("Dee", "Eva", "Fay"))
    found = reasons(entrants("Ana Ben Cai Dee Eva Fay / Gus Hal", met=met))
    down = [why for pair, why in found.items() if "Gus" in pair or "Hal" in pair]
    assert down == ["on 1 meets on 0; floated down: so that nobody meets twice"] * 2


def test_a_group_that_the_bye_made_odd_says_so():
    """Cai has met everyone, so the bye goes up to her group."""
    people = entrants("Ana Ben Cai Eva / Dee", met="Cai-Ana Cai-Ben Cai-Dee Cai-Eva")
    pairing = pair_swiss(people, Random(1))
    assert pairing.bye == "Cai"
    down = next(in_words(table.why) for table in pairing.tables if "Dee" in table.players)
    assert down == "on 1 meets on 0; floated down: odd group after the bye"


def test_a_record_stands_in_the_reason_if_there_is_one():
    people = [replace(e, record=f"{e.score}–{1 - e.score}") for e in entrants("Ana Ben Cai / Dee", met="Ana-Ben")]
    found = reasons(people)
    assert "both 1–0" in found.values()
    assert "1–0 meets 0–1; floated down: odd group" in found.values()


def test_mirrors_and_earlier_opponents_say_that_they_could_not_be_avoided():
    people = entrants("Ana Ben", factions="Ana=Frost Ben=Frost")
    assert reasons(people)["Ana Ben"].endswith("; mirror match: could not be avoided")
    people = entrants("Ana Ben", avoid="Ana-Ben")
    assert reasons(people)["Ana Ben"].endswith("; earlier opponent: could not be avoided")


def test_a_rematch_says_that_it_is_one():
    people = entrants("Ana Ben", met="Ana-Ben")
    table = pair_with_fewest_rematches(people, Random(1)).tables[0]
    assert in_words(table.why) == "both on 0; rematch: every pairing has one"


@given(people=nasty(most=14), seed=st.integers(0, 99))
@settings(max_examples=200)
def test_no_reason_is_ever_false(people, seed):
    try:
        pairing = pair_swiss(people, Random(seed))
    except NoLegalPairing:
        pairing = pair_with_fewest_rematches(people, Random(seed))
    for table in pairing.tables:
        check_reason(people, pairing, *table.players, why=in_words(table.why))


def check_reason(people, pairing: Pairing, a: str, b: str, *, why: str) -> None:
    field = field_of(people)
    score = field.score
    on = {s: {p for p in score if score[p] == s} for s in score.values()}
    taken = Counter(score[y] for x, y in (t.players for t in pairing.tables) if score[x] > score[y])[score[a]]
    left = len(on[score[a]] - {pairing.bye}) - taken
    says = {
        "odd group": len(on[score[a]]) % 2 == 1,
        "odd group after": left % 2 == 1,
        "the bye": pairing.bye in on[score[a]],
        "taking one in": taken == 1,
        "has met everyone else": on[score[a]] - {a} <= field.met[a] and on[score[a]] != {a},
        "has met everyone in between": all(on[s] <= field.met[a] for s in on if score[b] < s < score[a]),
        "in between": any(score[b] < s < score[a] for s in on),
        "floated down": score[a] > score[b],
        "both": score[a] == score[b],
        "first round": len(on) == 1 and not any(field.met.values()),
        "rematch": b in field.met[a],
        "mirror match": field.soft(a, b),
    }
    text = why.replace("odd group after", "group after")
    for words, holds in says.items():
        assert holds or words not in (why if "after" in words else text), f"{why}: {words}"
    for words in ("floated down", "rematch", "mirror match"):
        assert says[words] == (words in why)
    if (several := re.search(r"taking (\d+) in", why)) is not None:
        assert taken == int(several[1]) > 1
    if says["floated down"]:
        assert ("group after" in why or "odd group" in why) == (left % 2 == 1)


# Why there is no round


@given(people=nasty(most=13), seed=st.integers(0, 99))
@settings(max_examples=250)
def test_the_reason_why_there_is_no_round_is_a_proof(people, seed):
    """Read from the sentence itself: islands of odd number that have met everyone outside but too few bridges."""
    if len(people) < 2:
        return
    try:
        pair_swiss(people, Random(seed))
    except NoLegalPairing as refusal:
        check_proof(people, str(refusal))
    else:
        byes = [e.id for e in people] if len(people) % 2 else [None]
        field = field_of(people)
        assert any(best_worth(field, [e.id for e in people if e.id != bye]) is not None for bye in byes)


def check_proof(people, text: str) -> None:
    met = {e.id: e.met for e in people}
    claim = text.removeprefix("No pairing without a rematch exists: ").split(". ")[0]
    islands, bridges = read_proof(claim)
    named = [p for island in islands for p in island] + bridges
    assert len(named) == len(set(named))
    for island in islands:
        assert len(island) % 2 == 1
        assert all(met.keys() - set(island) - set(bridges) <= met[p] for p in island)
    odd = len(people) % 2
    assert len(islands) > len(bridges) + odd
    assert ("Even the bye cannot help." in text) == (odd == 1)
    assert text.endswith("Choose the fewest rematches, a shorter event, or pair by hand.")


def read_proof(claim: str) -> tuple[list[list[str]], list[str]]:
    if re.search("⟩ has met ", claim):
        return [[one] for one in re.findall(r"⟨(\w+)⟩ has met", claim)], []
    who, _, bridges = claim.partition(" but ")
    islands: list[list[str]] = []
    more = 0
    for size, name in re.findall(r"the (\d+) players|⟨(\w+)⟩", who):
        if size:
            islands.append([])
            more = int(size)
        elif more:
            islands[-1].append(name)
            more -= 1
        else:
            islands.append([name])
    return islands, re.findall(r"⟨(\w+)⟩", bridges)


@pytest.mark.parametrize(
    ("groups", "met", "claim"),
    [
        ("Ana Ben", "Ana-Ben", "⟨Ana⟩ has met ⟨Ben⟩."),
        ("Ana Ben Cai", everyone_met("Ana Ben Cai"), "⟨Ben⟩ has met ⟨Ana⟩ and ⟨Cai⟩;"),
        (
            "Ana Ben Cai Dee",
            everyone_met("Ana Ben Cai"),
            "have met each other and everyone else but ⟨Dee⟩, which is too few.",
        ),
        (
            "Ana Ben Cai Dee Eva Fay",
            " ".join(f"{a}-{b}" for a in ("Ana", "Ben", "Cai") for b in ("Dee", "Eva", "Fay")),
            "have met everyone outside, and an odd number cannot pair up among themselves.",
        ),
    ],
)
def test_the_proof_in_words(groups, met, claim):
    with pytest.raises(NoLegalPairing, match=re.escape(claim)):
        pair_swiss(entrants(groups, met=met), Random(1))


def test_three_odd_sets_that_have_met_each_other_in_full():
    """Nine players, one bye: two of the three sets are still odd."""
    sets = ("Ana Ben Cai", "Dee Eva Fay", "Gus Hal Ida")
    met = " ".join(
        f"{a}-{b}" for i, one in enumerate(sets) for two in sets[:i] for a in one.split() for b in two.split()
    )
    with pytest.raises(NoLegalPairing) as refused:
        pair_swiss(entrants(" ".join(sets), met=met), Random(1))
    claim = "the 3 players ⟨Gus⟩, ⟨Hal⟩ and ⟨Ida⟩ have each met everyone outside their own number, which is odd"
    assert claim in str(refused.value)


def test_someone_who_has_met_a_crowd_is_not_proved_by_a_list_of_it():
    crowd = [f"p{i}" for i in range(20)]
    people = entrants(
        f"Ana Ben {' '.join(crowd)}", met=" ".join(f"{a}-{p}" for a in ("Ana", "Ben") for p in crowd) + " Ana-Ben"
    )
    with pytest.raises(NoLegalPairing, match="has met all 21 others"):
        pair_swiss(people, Random(1))
