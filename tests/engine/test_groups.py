"""Draft groups and their materials: Ashes Draft Rules; small groups: classic, "Drafted Decks"."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pairing import groups
from engine.refusals import Refused

# "Dividing Groups", as printed.
CHART = """
9: 4 5           | 10: 5 5           | 11: 5 6           | 12: 6 6             | 13: 6 7             | 14: 7 7
15: 7 8          | 16: 8 8           | 17: 5 6 6         | 18: 6 6 6           | 19: 6 6 7           | 20: 6 7 7
21: 7 7 7        | 22: 7 7 8         | 23: 7 8 8         | 24: 8 8 8           | 25: 6 6 6 7         | 26: 6 6 7 7
27: 6 7 7 7      | 28: 7 7 7 7       | 29: 7 7 7 8       | 30: 7 7 8 8         | 31: 7 8 8 8         | 32: 8 8 8 8
33: 6 6 7 7 7    | 34: 6 7 7 7 7     | 35: 7 7 7 7 7     | 36: 7 7 7 8         | 37: 7 7 7 8 8       | 38: 7 7 8 8 8
39: 7 8 8 8 8    | 40: 8 8 8 8 8     | 41: 6 7 7 7 7 7   | 42: 7 7 7 7 7 7     | 43: 7 7 7 7 8       | 44: 7 7 7 8 8
45: 7 7 7 8 8 8  | 46: 7 7 8 8 8 8   | 47: 7 8 8 8 8 8   | 48: 8 8 8 8 8 8     | 49: 7 7 7 7 7 7     | 50: 7 7 7 7 7 8
51: 7 7 7 7 8 8  | 52: 7 7 7 8 8 8   | 53: 7 7 7 8 8 8 8 | 54: 7 7 8 8 8 8 8   | 55: 7 8 8 8 8 8 8   | 56: 8 8 8 8 8 8 8
57: 7 7 7 7 7 7 8     | 58: 7 7 7 7 7 8 8     | 59: 7 7 7 7 8 8 8     | 60: 7 7 7 7 8 8 8 8 | 61: 7 7 7 8 8 8 8 8
62: 7 7 8 8 8 8 8 8 8 | 63: 7 8 8 8 8 8 8 8 8 | 64: 8 8 8 8 8 8 8 8 8
"""
PRINTED = {
    int(players): tuple(int(size) for size in sizes.split())
    for players, sizes in (row.split(":") for line in CHART.strip().splitlines() for row in line.split("|"))
}
MISPRINTED = {36, 43, 44, 49, 50, 51, 52, 57, 58, 59, 62, 63, 64}
CORRECTED = [
    (36, "7 7 7 7 8"),
    (43, "7 7 7 7 7 8"),
    (44, "7 7 7 7 8 8"),
    (49, "7 7 7 7 7 7 7"),
    (52, "7 7 7 7 8 8 8"),
    (57, "7 7 7 7 7 7 7 8"),
    (64, "8 8 8 8 8 8 8 8"),
]


def test_the_chart_is_here_in_full():
    assert sorted(PRINTED) == list(range(9, 65))


@pytest.mark.parametrize("players", sorted(set(PRINTED) - MISPRINTED))
def test_groups_are_those_of_the_printed_chart(players):
    assert groups.sizes(players) == PRINTED[players]


def test_the_misprinted_rows_are_exactly_those_that_do_not_add_up():
    assert {players for players, sizes in PRINTED.items() if sum(sizes) != players} == MISPRINTED


@pytest.mark.parametrize(("players", "sizes"), CORRECTED)
def test_misprinted_rows_follow_the_rule_of_the_others(players, sizes):
    assert groups.sizes(players) == tuple(int(size) for size in sizes.split())


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_up_to_eight_players_are_one_group(players):
    assert groups.sizes(players) == (players,)


@pytest.mark.parametrize("players", [0, 1, 2, 3])
def test_fewer_than_four_players_cannot_draft(players):
    with pytest.raises(Refused, match=f"at least 4 players, and there are {players}"):
        groups.sizes(players)


@given(st.integers(4, 2000))
def test_groups_are_few_even_and_take_everyone(players):
    sizes = groups.sizes(players)
    assert sum(sizes) == players
    assert list(sizes) == sorted(sizes)
    assert sizes[-1] - sizes[0] <= 1
    assert sizes[0] >= 4
    assert sizes[-1] <= 8
    assert 8 * (len(sizes) - 1) < players


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, "2"),
        (3, "3"),
        (4, "4"),
        (5, "2 3"),
        (6, "3 3"),
        (7, "3 4"),
        (8, "4 4"),
        (9, "3 3 3"),
        (10, "2 2 2 2 2"),
        (11, "3 4 4"),
        (12, "4 4 4"),
        (13, "3 3 3 4"),
        (14, "2 2 2 2 2 2 2"),
        (25, "3 3 3 4 4 4 4"),
    ],
)
def test_classic_groups_have_the_same_number_of_players_when_possible(players, sizes):
    """Classic, "Drafted Decks": groups of two, three or four."""
    assert groups.small_sizes(players) == tuple(int(size) for size in sizes.split())


@given(st.integers(2, 500))
def test_classic_groups_have_two_to_four_players(players):
    sizes = groups.small_sizes(players)
    assert sum(sizes) == players
    assert set(sizes) <= {2, 3, 4}
    assert sizes[-1] - sizes[0] <= 1


def test_nobody_drafts_alone():
    with pytest.raises(Refused, match="at least 2"):
        groups.small_sizes(1)


@given(players=st.integers(4, 70), seed=st.integers())
def test_everyone_sits_in_exactly_one_group(players, seed):
    names = [f"p{i}" for i in range(players)]
    drawn = groups.draw(names, Random(seed))
    assert tuple(len(group) for group in drawn) == groups.sizes(players)
    assert sorted(name for group in drawn for name in group) == sorted(names)


def test_members_and_seats_are_at_random():
    names = [f"p{i}" for i in range(9)]
    drawn = [groups.draw(names, Random(seed)) for seed in range(200)]
    assert {draw[0][0] for draw in drawn} == set(names)
    assert {draw[1][4] for draw in drawn} == set(names)
    assert drawn[7] == groups.draw(names, Random(7))


def test_small_groups_are_drawn_the_same_way():
    drawn = groups.draw_small([f"p{i}" for i in range(7)], Random(1))
    assert [len(group) for group in drawn] == [3, 4]
    assert len({name for group in drawn for name in group}) == 7


@pytest.mark.parametrize(("players", "decks", "cards"), [(4, 6, 54), (5, 7, 63), (6, 8, 72), (7, 9, 81), (8, 10, 90)])
def test_a_draft_deck_has_the_printed_size(players, decks, cards):
    """ "Set-Up", step 4."""
    assert groups.decks_needed(players) == decks
    assert groups.cards_needed(players) == cards
    assert groups.DEALT * players < cards


@given(
    sizes=st.lists(st.integers(4, 8), min_size=1, max_size=5),
    copies=st.lists(st.integers(0, 3), min_size=6, max_size=30),
    seed=st.integers(),
)
def test_no_group_has_a_deck_twice_and_no_copy_is_used_twice(sizes, copies, seed):
    owned = {f"d{i}": count for i, count in enumerate(copies)}
    try:
        drawn = groups.draw_decks(owned, sizes, Random(seed))
    except Refused:
        # The largest groups first, each with the decks of most copies: if that fails, nothing works.
        left = +Counter(owned)
        for size in sorted(sizes, reverse=True):
            if len(left) < size + 2:
                return
            left -= Counter(deck for deck, _ in left.most_common(size + 2))
        pytest.fail("refused although it works out")
    assert [len(set(decks)) for decks in drawn] == [size + 2 for size in sizes]
    assert not Counter(deck for decks in drawn for deck in decks) - Counter(owned)


def test_a_deck_may_be_in_several_groups():
    owned = {f"d{i}": 2 for i in range(10)}
    first, second = groups.draw_decks(owned, (8, 8), Random(3))
    assert set(first) == set(second) == set(owned)


def test_decks_are_drawn_at_random():
    owned = {f"d{i}": 1 for i in range(12)}
    drawn = [groups.draw_decks(owned, (4,), Random(seed)) for seed in range(100)]
    assert {deck for (decks,) in drawn for deck in decks} == set(owned)
    assert len(set(drawn)) > 50


def test_too_few_different_decks_are_refused_before_the_draw():
    with pytest.raises(Refused, match="needs 10 different decks, and you have 9"):
        groups.draw_decks({f"d{i}": 5 for i in range(9)}, (8,), Random(1))


def test_too_few_copies_are_refused_before_the_draw():
    with pytest.raises(Refused, match=r"need 13 decks in all.*make 12"):
        groups.draw_decks({f"d{i}": 1 for i in range(12)}, (4, 5), Random(1))


@pytest.mark.parametrize(("players", "advancing"), [(9, 2), (16, 2), (17, 2), (32, 2), (33, 1), (64, 1)])
def test_two_of_each_group_go_on_up_to_32_participants_and_one_from_33(players, advancing):
    assert groups.advancing_per_group(players) == advancing


@pytest.mark.parametrize("players", range(9, 65))
def test_those_who_advance_always_fit_into_one_group(players):
    second_phase = groups.advancing_per_group(players) * len(groups.sizes(players))
    assert groups.sizes(second_phase) == (second_phase,)


@pytest.mark.parametrize(("players", "sentence"), [(8, "more than 8 players"), (65, "at most 64")])
def test_a_legendary_draft_takes_nine_to_64_players(players, sentence):
    with pytest.raises(Refused, match=sentence):
        groups.advancing_per_group(players)


def test_when_someone_declines_the_next_of_that_group_goes_on():
    ranked = [["a1", "a2", "a3", "a4"], ["b1", "b2", "b3", "b4", "b5"]]
    assert groups.advance(ranked, per_group=2) == ("a1", "a2", "b1", "b2")
    assert groups.advance(ranked, per_group=2, declined={"a1", "b2"}) == ("a2", "a3", "b1", "b3")


def test_a_second_phase_of_fewer_than_four_is_refused():
    ranked = [["a1", "a2", "a3", "a4"], ["b1", "b2", "b3", "b4", "b5"]]
    with pytest.raises(Refused, match="only 3 would go on"):
        groups.advance(ranked, per_group=2, declined={"a1", "a2", "a3"})
