"""A Phoenixborn that nobody knows is doubted and never refused: new ones come out every year."""

from dataclasses import replace

import pytest

from engine.rulesets.registry import deck_rules, default_settings, ruleset
from tests.server.deck_lists import ashes_list


def looked_at(name, ruleset_id="ashes-reborn", **changes):

    settings = replace(default_settings(ruleset(ruleset_id)), **changes)
    rules = deck_rules(settings)
    deck = replace(rules.read(ashes_list()), phoenixborn=name)
    return rules.shown(deck, settings).doubt, rules.faults(deck, settings, None)


@pytest.mark.parametrize("ruleset_id", ["ashes-reborn", "ashes-classic"])
def test_a_misspelt_phoenixborn_is_asked_about(ruleset_id):
    doubt, faults = looked_at("Aradel Sumergard", ruleset_id)
    assert doubt == "Aradel Sumergard is not among the Phoenixborn known here. Is it Aradel Summergaard?"
    assert not [fault for fault in faults if "Sumergard" in fault]


def test_one_that_is_like_no_other_is_asked_about_too():
    assert looked_at("Zzz")[0].endswith("Check the spelling.")


@pytest.mark.parametrize("name", ["Aradel Summergaard", "aradel summergaard", "Rimea Careworn"])
def test_a_known_one_is_not(name):
    assert looked_at(name)[0] == ""


def test_one_that_the_organizer_wrote_down_is_known():
    assert looked_at("Zzz", lives=(("Zzz", 15),))[0] == ""
