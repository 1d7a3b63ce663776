"""A seat of the next round that only a lot gives away: it is said, and another fair method may replace it.

“The player who has scored the highest ranking thus far in the tournament … gets another chance at winning.” Where two
are equal, our ruling: more realms per game, then by lot, and a lot is always said.
"""

from __future__ import annotations

import pytest
from desk import Desk, desk

from engine.decisions import results, rounds
from engine.decisions.lots import replace_fill_lot
from engine.history import sentence
from engine.pairing.pod_seating import filling, filling_lot
from engine.pairing_words import in_words
from engine.words import Game


def played(players: int, *games: tuple[int, ...]) -> Desk:
    """Every table plays these games: realms by seat; whoever has 6 won."""
    made = desk("spellfire", players)
    made.do(rounds.pair_round).do(rounds.publish)
    for match in made.round_.matches:
        for realms in games:
            count = realms[: len(match.seats)]
            made.do(results.record_game, match.table, game=Game(count.index(6), count))
    return made.do(rounds.close)


def test_eight_players_two_of_whom_are_equal_for_the_third_seat():
    made = played(8, (6, 1, 2, 3), (6, 2, 2, 1))
    lot = filling_lot(made.t)
    assert lot is not None
    assert len(lot.equal) == 2
    assert not lot.by_hand
    (chosen,) = filling(made.t)
    assert lot.chosen == ((chosen,),)
    made.do(rounds.pair_round)
    why = in_words(made.match(chosen).why)
    (one,), (two,) = lot.equal
    assert f"filling up by lot between ⟨{one}⟩ and ⟨{two}⟩: ⟨{chosen}⟩" in why
    assert "by points" not in why


def test_twelve_players_three_of_whom_are_equal_for_two_seats():
    """All four tables alike: four are equal for the two seats."""
    made = played(12, (6, 1, 2), (6, 2, 2))
    lot = filling_lot(made.t)
    assert lot is not None
    assert len(lot.equal) == 4
    assert len(lot.chosen) == 2


def test_who_is_stronger_on_points_or_realms_owes_nothing_to_a_lot():
    made = desk("spellfire", 8).do(rounds.pair_round).do(rounds.publish)
    for match, third in zip(made.round_.matches, (3, 4), strict=True):
        for _ in range(2):
            made.do(results.record_game, match.table, game=Game(0, (6, 1, 2, third)))
    made.do(rounds.close)
    assert filling_lot(made.t) is None
    made.do(rounds.pair_round)
    assert "filling up by points" in in_words(made.round_.matches[0].why)


@pytest.mark.parametrize("drafted", [False, True])
def test_the_organizer_replaces_the_lot_before_publishing_and_it_is_recorded(drafted):
    made = played(8, (6, 1, 2, 3), (6, 2, 2, 1))
    lot = filling_lot(made.t)
    assert lot is not None
    (first,) = lot.chosen[0]
    other = next(player for (player,) in lot.equal if player != first)
    if drafted:
        made.do(rounds.pair_round)
    made.do(replace_fill_lot, [first, other], places=[2, 1])
    if not drafted:
        made.do(rounds.pair_round)
    assert other in made.round_.seated
    assert first not in made.round_.seated
    why = in_words(made.match(other).why)
    assert "filling up by the organizer’s decision between" in why
    assert f": ⟨{other}⟩" in why
    told = " ".join(map(sentence, made.acts))
    assert f"Tie decided by the organizer: ⟨{other}⟩ and ⟨{first}⟩" in told
    assert "changed by hand" not in told
    assert made.do(rounds.publish).round_.phase == "published"


def test_only_those_who_are_equal_are_ordered_and_only_until_publishing():
    made = played(8, (6, 1, 2, 3), (6, 2, 2, 1))
    lot = filling_lot(made.t)
    assert lot is not None
    tied = [player for (player,) in lot.equal]
    winner = made.round_.matches[0].players[0]
    assert "no longer equal" in made.refused(replace_fill_lot, [tied[0], winner], places=[1, 2])
    assert "from 1 to 2" in made.refused(replace_fill_lot, tied, places=[1, 1])
    made.do(rounds.pair_round).do(rounds.publish)
    assert "published" in made.refused(replace_fill_lot, tied, places=[1, 2])


def test_a_vacancy_that_a_lot_fills_says_so():
    made = played(12, (6, 1, 2), (6, 2, 2)).do(rounds.pair_round)
    joined = filling_lot(made.t)
    assert joined is not None
    gone = next(p for (p,) in joined.chosen)
    made.do(rounds.leave_out, gone)
    why = next(in_words(m.why) for m in made.round_.matches if "is gone" in in_words(m.why))
    assert f"⟨{gone}⟩ is gone" in why
    assert "by lot between" in why
    assert "changed by hand" not in sentence(made.acts[-1])
