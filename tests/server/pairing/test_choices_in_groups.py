"""Changing places inside a draft group, while another group is not as it should be."""

from engine.decisions import rounds, setup, stages
from engine.pairing_words import in_words
from server.pairing.choices import broken_now, pick
from tests.engine.desk import entered

DECKS = {f"Phoenixborn {letter}": 2 for letter in "ABCDEFGHIJ"}


def second_round():
    """Twelve players in two groups, the second round drawn."""
    made = entered("ashes-draft", 12, seed="groups", legendary=True).do(setup.start, decks=DECKS)
    for _ in range(5):
        made.do(stages.advance_draft, 0)
    return made.pair().play().draft()


def with_a_rematch_in_the_first_group(made):
    """Two of it change places, so that somebody meets again."""
    first, *others = [match for match in made.round_.matches if match.group == 0]
    swaps = [(first.players[0], other) for match in others for other in match.players]
    one, two = next(swap for swap in swaps if "have met" in told(made, swap))
    return made.do(rounds.swap, one, two)


def told(made, swap):
    (fact,) = rounds.swap(made.t, *swap)
    return " ".join(map(in_words, fact.breaks))


def test_a_change_in_one_group_does_not_mend_the_other():
    made = with_a_rematch_in_the_first_group(second_round())
    assert len(broken_now(made.t, made.round_)) == 1
    inside = next(match for match in made.round_.matches if match.group == 1).players[0]
    found = pick(made.t, inside, mode="swap", most=20)
    assert found.choices
    assert not [choice for choice in found.choices if "mends" in choice.words[0]]
    assert "breaks nothing more" in {choice.words[0] for choice in found.choices}


def test_taking_the_rematch_apart_does_mend_it():
    made = with_a_rematch_in_the_first_group(second_round())
    (broken,) = broken_now(made.t, made.round_)
    again = next(match for match in made.round_.matches if all(player in broken for player in match.players))
    words = {choice.words[0] for p in again.players for choice in pick(made.t, p, mode="swap", most=20).choices}
    assert "fixes what is broken now" in words
