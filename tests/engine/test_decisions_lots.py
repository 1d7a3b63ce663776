"""Ties that only a lot separates, decided in another fair way."""

from __future__ import annotations

import pytest
from desk import Desk, cut, desk

from engine import facts as f
from engine.decisions import stages
from engine.decisions.lots import replace_lots
from engine.standings.ranks import lot_ties, stage_ranks


def tied() -> Desk:
    """Ana and Cai won alike, Ben and Dee lost alike."""
    return desk("ashes-reborn", "Ana Ben Cai Dee", planned=1).round("Ana>Ben 10", "Cai>Dee 10")


def test_tied_players_take_the_places_given_to_them():
    made = tied()
    assert {frozenset(each) for each in lot_ties(stage_ranks(made.t, made.stage))} == {
        frozenset({"Ana", "Cai"}),
        frozenset({"Ben", "Dee"}),
    }
    for order in (("Cai", "Ana"), ("Ana", "Cai")):
        made.do(replace_lots, ["Ana", "Cai"], places=[order.index("Ana") + 1, order.index("Cai") + 1])
        assert made.acts[-1].facts == (f.LotsReplaced(order),)
        assert tuple(made.places[:2]) == order


@pytest.mark.parametrize("places", [(1, 1), (0, 1), (2, 3), (1,)])
def test_everybody_gets_a_place_of_their_own(places):
    assert "from 1 to 2" in tied().refused(replace_lots, ["Ana", "Cai"], places=places)


@pytest.mark.parametrize("players", [["Ana", "Ben"], ["Ana"], ["Ana", "Cai", "Ben"], []])
def test_only_a_lot_is_replaced(players):
    places = range(1, len(players) + 1)
    assert "no longer decided by lot" in tied().refused(replace_lots, players, places=places)


def test_after_the_cut_and_after_the_finish_places_stay():
    made = cut(tied(), 4)
    assert "no longer decided by lot" in made.refused(replace_lots, ["Ana", "Cai"], places=[1, 2])
    assert "finished" in tied().do(stages.finish).refused(replace_lots, ["Ana", "Cai"], places=[1, 2])
