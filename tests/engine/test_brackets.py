"""Top cut (reborn, Summoner Wars) and Legendary Phoenixborn bracket (classic)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pairing import brackets
from engine.refusals import Refused

SIZES = range(2, 17)
FIRST_ROUNDS = [
    (2, [(1, 2)]),
    (3, [(1, None), (2, 3)]),
    (4, [(1, 4), (2, 3)]),
    (5, [(1, None), (4, 5), (2, None), (3, None)]),
    (6, [(1, None), (4, 5), (2, None), (3, 6)]),
    (7, [(1, None), (4, 5), (2, 7), (3, 6)]),
    (8, [(1, 8), (4, 5), (2, 7), (3, 6)]),
    (9, [(1, None), (8, 9), (4, None), (5, None), (2, None), (7, None), (3, None), (6, None)]),
    (12, [(1, None), (8, 9), (4, None), (5, 12), (2, None), (7, 10), (3, None), (6, 11)]),
    (16, [(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)]),
]


def seeded(size):
    return tuple(f"s{seed}" for seed in range(1, size + 1))


def play(players, choose):
    """Play a bracket to its end; `choose(a, b)` names each winner. Gives the rounds as they are recorded."""
    rounds = []
    drawn = [(players[a - 1], players[b - 1] if b else None) for a, b in brackets.first_round(len(players))]
    while drawn:
        rounds.append([(a, b, choose(a, b) if b else a) for a, b in drawn])
        drawn = brackets.to_play(brackets.bracket(players, rounds))
    return rounds


def better_seed(a, b):
    return min(a, b, key=lambda player: int(player[1:]))


@pytest.mark.parametrize(("size", "pairs"), FIRST_ROUNDS)
def test_the_first_round_is_drawn_by_seed_with_byes_for_the_best(size, pairs):
    assert list(brackets.first_round(size)) == pairs


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_the_best_meets_the_last_and_the_second_the_last_but_one(size):
    """Reborn, "Top Cut": highest against lowest, and so on."""
    assert {frozenset(pair) for pair in brackets.first_round(size)} == {
        frozenset((seed, size + 1 - seed)) for seed in range(1, size // 2 + 1)
    }


@pytest.mark.parametrize("size", SIZES)
def test_byes_go_to_the_top_seeds(size):
    byes = {seed for seed, opponent in brackets.first_round(size) if opponent is None}
    assert byes == set(range(1, 2 ** brackets.rounds_of(size) - size + 1))


@given(size=st.integers(2, 16), choices=st.randoms(use_true_random=False))
def test_first_and_second_seed_can_only_meet_in_the_final(size, choices):
    rounds = play(seeded(size), lambda a, b: choices.choice((a, b)))
    assert all({"s1", "s2"} != {a, b} for matches in rounds[:-1] for a, b, _ in matches)


@pytest.mark.parametrize("size", SIZES)
def test_first_and_second_seed_meet_in_the_final_if_they_keep_winning(size):
    assert play(seeded(size), better_seed)[-1] == [("s1", "s2", "s1")]


@pytest.mark.parametrize("size", SIZES)
def test_if_the_better_seed_always_wins_every_round_is_first_against_last(size):
    for matches in play(seeded(size), better_seed)[1:]:
        left = sorted(int(player[1:]) for a, b, _ in matches for player in (a, b))
        assert {frozenset((int(a[1:]), int(b[1:]))) for a, b, _ in matches} == {
            frozenset((left[i], left[-1 - i])) for i in range(len(left) // 2)
        }


def test_winners_stay_where_they_are_drawn():
    """No reseeding: the eighth seed who beats the first plays the winner of fourth against fifth."""
    first = [("s1", "s8", "s8"), ("s4", "s5", "s5"), ("s2", "s7", "s2"), ("s3", "s6", "s3")]
    assert brackets.to_play(brackets.bracket(seeded(8), [first])) == (("s8", "s5"), ("s2", "s3"))


@pytest.mark.parametrize("size", [0, 1, 17, 32])
def test_a_bracket_has_two_to_sixteen_players(size):
    with pytest.raises(Refused, match=f"2 to 16 players, not {size}"):
        brackets.first_round(size)


@pytest.mark.parametrize(
    ("size", "names"),
    [
        (2, ["Final"]),
        (3, ["Semi-finals", "Final"]),
        (8, ["Quarter-finals", "Semi-finals", "Final"]),
        (9, ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]),
        (16, ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]),
    ],
)
def test_rounds_have_names(size, names):
    assert list(brackets.round_names(size)) == names
    assert brackets.rounds_of(size) == len(names)


def test_losers_of_the_same_round_are_placed_by_swiss_rank():
    rounds = [
        [("s1", "s8", "s8"), ("s4", "s5", "s5"), ("s2", "s7", "s7"), ("s3", "s6", "s3")],
        [("s8", "s5", "s5"), ("s7", "s3", "s7")],
        [("s5", "s7", "s7")],
    ]
    assert brackets.places(seeded(8), rounds) == ("s7", "s5", "s3", "s8", "s1", "s2", "s4", "s6")


@given(size=st.integers(2, 16), choices=st.randoms(use_true_random=False))
def test_everyone_has_exactly_one_place_and_later_losers_are_ahead(size, choices):
    players = seeded(size)
    rounds = play(players, lambda a, b: choices.choice((a, b)))
    placed = brackets.places(players, rounds)
    assert sorted(placed) == sorted(players)
    assert placed[0] == rounds[-1][0][2]
    last_round = {player: i for i, matches in enumerate(rounds) for a, b, _ in matches for player in (a, b) if player}
    keys = [(-last_round[player], players.index(player)) for player in placed[1:]]
    assert keys == sorted(keys)


def test_the_order_in_which_a_rounds_matches_are_listed_does_not_matter():
    rounds = play(seeded(8), better_seed)
    backwards = [list(reversed(matches)) for matches in rounds]
    assert brackets.places(seeded(8), backwards) == brackets.places(seeded(8), rounds)


def test_there_are_no_places_before_the_final_is_in():
    rounds = [[("s1", "s4", "s1"), ("s2", "s3", None)]]
    with pytest.raises(Refused, match="no places yet"):
        brackets.places(seeded(4), rounds)


def test_a_bracket_under_way_says_who_plays_and_who_is_out():
    now = brackets.bracket(seeded(6), [[("s4", "s5", "s5"), ("s3", "s6", None)]])
    assert brackets.to_play(now) == (("s3", "s6"),)
    assert [slot.player for slot in brackets.picture(now) if slot.state == "out"] == ["s4"]
    assert now.champion is None


@pytest.mark.parametrize("size", range(2, 17))
def test_players_who_both_have_byes_wait_for_their_round(size):
    """A cut to 5 once played the match of seeds 2 and 3 in the first round, and again in the second."""
    now = brackets.bracket(seeded(size))
    listed = {frozenset((f"s{a}", f"s{b}")) for a, b in brackets.first_round(size) if b}
    assert {frozenset(pair) for pair in brackets.to_play(now)} == listed


@pytest.mark.parametrize("semi_final", [("s2", "s3", None), ("s2", "s3", "s3")])
def test_a_final_between_other_players_does_not_count_after_a_correction(semi_final):
    rounds = [[("s1", "s4", "s1"), semi_final], [("s1", "s2", "s1")]]
    assert brackets.bracket(seeded(4), rounds).champion is None


def test_the_picture_never_shows_a_result_that_is_not_in():
    slots = brackets.picture(brackets.bracket(seeded(4), [[("s1", "s4", "s4"), ("s2", "s3", None)]]))
    assert [(slot.round, slot.player, slot.seed, slot.state) for slot in slots] == [
        (0, "s1", 1, "out"),
        (0, "s4", 4, "through"),
        (0, "s2", 2, "playing"),
        (0, "s3", 3, "playing"),
        (1, "s4", 4, "waiting"),
        (1, None, None, "open"),
        (2, None, None, "open"),
    ]
    assert [slot.text for slot in slots[4:]] == [
        "Winner of semi-final 1",
        "Winner of semi-final 2",
        "Winner of the final",
    ]


def test_the_picture_shows_byes_and_the_champion():
    slots = brackets.picture(brackets.bracket(seeded(3), [[("s2", "s3", "s3")], [("s1", "s3", "s3")]]))
    assert [(slot.player, slot.state) for slot in slots] == [
        ("s1", "through"),
        (None, "bye"),
        ("s2", "out"),
        ("s3", "through"),
        ("s1", "out"),
        ("s3", "through"),
        ("s3", "champion"),
    ]
    assert slots[1].text == "Bye"


@pytest.mark.parametrize("size", SIZES)
def test_the_picture_halves_from_round_to_round(size):
    slots = brackets.picture(brackets.bracket(seeded(size)))
    counts = [sum(slot.round == i for slot in slots) for i in range(brackets.rounds_of(size) + 1)]
    assert counts[-1] == 1
    assert all(one == 2 * other for one, other in pairwise(counts))


def test_when_a_player_declines_the_cut_the_next_in_rank_moves_up():
    ranked = ["ana", "ben", "cai", "dee", "eli", "fay"]
    assert brackets.seeds(ranked, size=4, declined={"ben"}) == ("ana", "cai", "dee", "eli")


def test_the_cut_skips_those_who_are_out():
    ranked = ["ana", "ben", "cai", "dee", "eli"]
    assert brackets.seeds(ranked, size=2, declined={"cai"}, out={"ana", "ben"}) == ("dee", "eli")


def test_a_cut_larger_than_the_players_who_want_it_is_refused():
    with pytest.raises(Refused, match="needs 4 players who want to go on, and there are 3"):
        brackets.seeds(["ana", "ben", "cai", "dee"], size=4, declined={"dee"})
