"""Who gets the bye. RULES, pairing line 2."""

from dataclasses import replace
from random import Random

import pytest
from desk import desk
from events import CLASSIC, event
from fields import best_rounds, entrants, everyone_met, looks_fair, nasty, tally
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decisions import rounds
from engine.pairing.byes import bye_with_fewest_rematches, choose_bye
from engine.pairing.exact import Dead
from engine.pairing.field import field_of
from engine.pairing.roster import entrants_before
from engine.pairing_words import in_words


def chosen(people, rng):
    found = choose_bye(people, field=field_of(people), rng=rng)
    assert not isinstance(found, Dead)
    return found[0]


def why(people, seed=1):
    found = choose_bye(people, field=field_of(people), rng=Random(seed))
    assert not isinstance(found, Dead)
    return in_words(found[1])


def test_in_the_first_round_the_bye_is_drawn_by_lot_among_all():
    people = entrants("Ana Ben Cai Dee Eva")
    seen = tally(1500, lambda rng: chosen(people, rng))
    assert looks_fair(seen, dict.fromkeys(("Ana", "Ben", "Cai", "Dee", "Eva"), 1))
    assert why(people) == "bye: all 5 are equal, drawn by lot"


def test_later_it_goes_to_the_weakest_record_by_lot_among_equals():
    people = entrants("Ana Ben / Cai / Dee Eva")
    assert looks_fair(tally(400, lambda rng: chosen(people, rng)), {"Dee": 1, "Eva": 1})
    assert why(people) == "bye: weakest record without a bye; drawn by lot among 2"


def test_a_player_never_gets_a_second_bye_while_someone_has_had_none():
    people = entrants("Ana / Ben / Cai Dee Eva", byes="Cai Dee Eva Ben")
    assert chosen(people, Random(1)) == "Ana"


def test_when_all_have_had_one_it_starts_again_from_the_weakest():
    people = entrants("Ana / Ben / Cai", byes="Ana Ben Cai Cai")
    assert chosen(people, Random(1)) == "Ben"
    assert why(people) == "bye: weakest record with 1 bye before"


def test_it_moves_up_only_if_a_rematch_would_be_forced():
    """Ana and Ben have nobody left but Eva: she plays one of them, and the other sits out."""
    people = entrants("Ana / Ben / Cai Dee / Eva", met="Ana-Ben Ana-Cai Ana-Dee Ben-Cai Ben-Dee")
    assert chosen(people, Random(1)) == "Ben"
    assert why(people) == "bye: weakest record without a bye; 3 passed over, whose bye would force a rematch"


def test_those_passed_over_are_not_counted_among_the_equals_of_the_lot():
    """Fay has met everyone but Eva, so Eva must play."""
    people = entrants("Ana Ben / Cai / Dee Eva Gus / Fay", met="Fay-Ana Fay-Ben Fay-Cai Fay-Dee Fay-Gus", byes="Fay")
    assert looks_fair(tally(400, lambda rng: chosen(people, rng)), {"Dee": 1, "Gus": 1})
    expected = "bye: weakest record without a bye; drawn by lot among 2; 1 passed over, whose bye would force a rematch"
    assert why(people) == expected


def test_a_second_bye_is_given_only_if_nobody_without_one_can_have_it():
    """Eva has met all the others, so the bye is hers, first or second."""
    people = entrants("Ana Ben Cai Dee / Eva", met="Eva-Ana Eva-Ben Eva-Cai Eva-Dee", byes="Eva")
    assert chosen(people, Random(1)) == "Eva"
    assert why(people).startswith("bye: weakest record with 1 bye before; 4 passed over")


def test_the_reason_names_the_record():
    people = [replace(e, record=f"{e.score}–{2 - e.score}") for e in entrants("Ana / Ben Cai / Dee Eva")]
    assert why(people) == "bye: weakest record (0–2) without a bye; drawn by lot among 2"


@given(people=nasty(most=9, odd=True), seed=st.integers(0, 99))
@settings(max_examples=120)
def test_the_bye_is_one_that_trying_everything_allows(people, seed):
    field = field_of(people)
    found = choose_bye(people, field=field, rng=Random(seed))
    fewest = bye_with_fewest_rematches(people, field=field, rng=Random(seed))
    assert fewest in best_rounds(people)
    if not isinstance(found, Dead):
        assert found[0] == fewest


@pytest.mark.parametrize("seed", range(5))
def test_in_classic_it_goes_to_the_lowest_in_the_standings_not_only_in_points(seed):
    """Byes, classic: lowest ranking, that is points, then TOEP, then blood points; the lot is no rank."""
    built = event("Ana Ben Cai Dee Eva", CLASSIC).round("Ana>Ben 25-3", "Cai>Dee 25-3", bye="Eva")
    people = entrants_before(built.tournament, 2)
    assert {chosen(people, Random(s)) for s in range(seed, seed + 20)} == {"Ben", "Dee"}
    built = event("Ana Ben Cai Dee Eva", CLASSIC).round("Ana>Ben 25-3", "Cai>Dee 25-4", bye="Eva")
    people = entrants_before(built.tournament, 2)
    assert chosen(people, Random(seed)) == "Ben"
    built = event("Ana Ben Cai Dee Eva", CLASSIC).round("Ana=Ben 9-0", "Cai>Dee 25-0", bye="Eva")
    built = built.round("Cai>Ana", "Dee=Eva", bye="Ben")
    people = entrants_before(built.tournament, 3)
    assert chosen(people, Random(seed)) == "Dee"


def test_a_field_of_one_sits_out():
    assert chosen(entrants("Ana"), Random(1)) == "Ana"


def test_three_who_have_all_met_cannot_be_helped_by_a_bye():
    people = entrants("Ana Ben Cai", met=everyone_met("Ana Ben Cai"))
    found = choose_bye(people, field=field_of(people), rng=Random(1))
    assert isinstance(found, Dead)
    assert len(found.islands) >= len(found.bridges) + 2


def test_the_weakest_are_passed_over_where_two_halves_of_the_field_have_met():
    """Thirteen in two halves that have all met each other: without one of the six, neither half could pair up."""
    seven, six = [f"a{i}" for i in range(7)], [f"b{i}" for i in range(6)]
    met = " ".join(f"{a}-{b}" for a in seven for b in six)
    people = entrants(f"{' '.join(seven)} / {' '.join(six)}", met=met)
    assert chosen(people, Random(1)) in seven


def test_classic_gives_the_bye_to_the_lowest_ranking_player_and_says_so():
    """Classic: “Byes should be given to the lowest ranking player that has not yet gotten a bye.”"""
    made = desk("ashes-classic", "Ana Ben Cai Dee Eve").round("Ana>Ben 3", "Cai>Dee 9", bye="Eve").draft()
    (bye,) = made.round_.byes
    assert bye.player == "Ben"
    assert in_words(bye.why) == "bye: lowest ranking (on 0 points) without a bye"
    assert "not the lowest ranking" in " ".join(map(in_words, broken_by_bye(made, "Ana")))


def test_reborn_gives_it_to_the_weakest_record_and_says_so():
    """Reborn: “… to the player with the weakest tournament record who hasn't received a bye already.”"""
    made = desk("ashes-reborn", "Ana Ben Cai Dee Eve").round("Ana>Ben 3", "Cai>Dee 9", bye="Eve").draft()
    (bye,) = made.round_.byes
    assert in_words(bye.why) == "bye: weakest record (0–1) without a bye; drawn by lot among 2"
    assert "is not the weakest" in " ".join(map(in_words, broken_by_bye(made, "Ana")))


def broken_by_bye(made, player):
    made.do(rounds.give_bye, player)
    return made.round_.breaks
