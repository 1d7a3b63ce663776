"""The oracle against rounds small enough to solve by hand."""

import pytest

from .documents import event, field, first_round, short, shortened
from .ledger import places
from .oracle import legal_byes, optima


def names(pairings):
    return {" ".join(sorted("".join(sorted(pair)) for pair in pairing)) for pairing in pairings}


@pytest.mark.parametrize(("players", "ways"), [(2, 1), (4, 3), (6, 15), (8, 105), (10, 945)])
def test_an_even_first_round_can_be_paired_in_all_ways(players, ways):
    assert len(optima(field(first_round(players)))[None].pairings) == ways


def test_in_an_odd_first_round_everyone_may_have_the_bye():
    best = optima(field(first_round(5)))
    assert sorted(best) == ["p1", "p2", "p3", "p4", "p5"]
    assert {len(b.pairings) for b in best.values()} == {3}


def test_the_bye_goes_to_the_weakest_without_one():
    doc = short("ashes-reborn", 2, A=(1, "", 1), B=(1, "C"), C=(0, ""), D=(1, "E"), E=(0, ""))
    assert sorted(legal_byes(field(doc))) == ["C", "E"]


def test_the_bye_moves_up_only_where_no_legal_round_is_left_otherwise():
    """C is the weakest, but A and B have met: with the bye for C they would meet again."""
    doc = short("ashes-reborn", 2, A=(1, "B"), B=(1, ""), C=(0, ""))
    assert sorted(legal_byes(field(doc))) == ["A", "B"]


def test_a_second_bye_is_the_last_resort():
    """A has had a bye; B and C could only have one at the price of a rematch."""
    doc = short("ashes-reborn", 3, A=(1, "B C", 1), B=(1, ""), C=(0, ""))
    assert legal_byes(field(doc)) == ["A"]


def test_the_best_group_is_served_first():
    """A and B have met, so both go down, and to the nearest group, whoever is left over below."""
    doc = short("ashes-reborn", 3, A=(2, "B"), B=(2, ""), C=(1, ""), D=(1, ""), E=(0, ""), F=(0, ""))
    assert names(optima(field(doc))[None].pairings) == {"AC BD EF", "AD BC EF"}


def test_mirrors_never_cost_a_line_above():
    doc = short("summoner-wars", 2, A=(1, ""), B=(1, ""), C=(0, ""), D=(0, ""))
    for player, faction in zip(doc["players"], ["Cloaks", "Cloaks", "Vanguards", "Cloaks"], strict=True):
        player["faction"] = faction
    best = optima(field(doc))[None]
    assert names(best.pairings) == {"AB CD"}
    assert best.mirrors == 1


def test_keeping_apart_never_costs_a_mirror_or_a_line_above():
    doc = short("summoner-wars", 2, A=(1, ""), B=(1, ""), C=(1, ""), D=(1, ""))
    doc["players"][0]["faction"] = doc["players"][1]["faction"] = "Cloaks"
    doc["apart"] = [["A", "C"], ["A", "D"], ["B", "C"]]
    best = optima(field(doc))[None]
    assert (best.mirrors, best.not_apart) == (0, 1)
    assert names(best.pairings) == {"AC BD"}


def test_where_everyone_has_met_there_is_no_round():
    assert optima(field(short("ashes-reborn", 2, A=(1, "B"), B=(0, "")))) == {}


def test_events_made_up_for_the_examination_reach_every_tie_break():
    found = set()
    for seed in range(150):
        for ruleset in ("ashes-reborn", "ashes-classic"):
            doc = event(seed, ruleset, players=4 + seed % 5, rounds=1 + seed % 4, comings=seed % 3)
            found |= {decided_by for decided_by, _ in places(doc)}
    assert found == {
        *("wins", "points", "head_to_head", "sos", "toep", "blood_earned", "blood_lost", "opponents_blood", "lot")
    }


def test_both_shapes_of_a_document_say_the_same_about_the_next_round():
    for seed in range(40):
        doc = event(seed, "summoner-wars", players=7, rounds=3, habit="any", comings=2)
        assert field(doc) == field(shortened(doc))
