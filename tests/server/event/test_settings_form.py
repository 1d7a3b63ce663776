"""The short form of a new event and the long one of a change: the same answer means the same setting."""

from dataclasses import fields

import pytest

from engine.rulesets.registry import RULESETS, default_settings
from engine.words import Settings
from server.event.new_event import plan_of
from server.event.settings_form import CHANGED_EVENT, NEW_EVENT, read_settings

# What is typed into the short form, and the same into the long one.
ANSWERS = [
    ({"minutes": "45"}, {"round_minutes": "45", "bracket_minutes": "45"}),
    ({"minutes": " 45 ", "warning": "0"}, {"round_minutes": " 45 ", "bracket_minutes": "45", "warning_minutes": "0"}),
    ({"rounds": "4", "cut": "8"}, {"rounds": "4", "cut": "8"}),
    ({"cut": "0"}, {"cut": "0"}),
    ({"timer": "none", "untimed_final": "1"}, {"timer": "none", "asked_untimed": "1", "untimed_final": "on"}),
    ({"timer": "chess"}, {"timer": "chess"}),
    ({"scored_by": "wins"}, {"scored_by": "wins"}),
    ({"scored_by": "points"}, {"scored_by": "points"}),
    ({"minutes": "45", "scored_by": "wins"}, {"round_minutes": "45", "bracket_minutes": "45", "scored_by": "wins"}),
]
PAIRED = [id for id, rules in RULESETS.items() if not rules.pods]


def mirrors(rules, deck_format):
    """The long form asks; the short one takes what the rulebook does with such decks."""
    ticked = {"avoid_mirrors": "on"} if rules.avoid_mirrors else {}
    return {"asked_mirrors": "1", "deck_format": deck_format.id, **ticked}


def asked_of_both():
    for id in PAIRED:
        for deck_format in RULESETS[id].deck_formats:
            for short, long in ANSWERS:
                yield pytest.param(RULESETS[id], deck_format, short, long, id=f"{id}-{deck_format.id}-{short}")


@pytest.mark.parametrize(("rules", "deck_format", "short", "long"), list(asked_of_both()))
def test_an_answer_means_the_same_in_both_forms(rules, deck_format, short, long):
    """Every setting is the same; or neither form takes it."""
    plan = plan_of({"ruleset": rules.id, "format": deck_format.id, **short}, most=100)
    told = mirrors(rules, deck_format) | long
    settings, faults = read_settings(told, default_settings(rules), CHANGED_EVENT)
    assert bool(plan.faults) == bool(faults)
    assert plan.settings == settings


@pytest.mark.parametrize("asks", [NEW_EVENT, CHANGED_EVENT], ids=["new", "changed"])
@pytest.mark.parametrize("typed", ["many", "-1", "1.5", "³", "99999", "9" * 5000])
def test_no_number_of_either_form_takes_what_is_none(asks, typed):
    now = default_settings(RULESETS["ashes-reborn"])
    settings, faults = read_settings({number.field: typed for number in asks.numbers}, now, asks)
    assert settings == now
    assert len(faults) == len(asks.numbers)


@pytest.mark.parametrize("asks", [NEW_EVENT, CHANGED_EVENT], ids=["new", "changed"])
def test_a_number_sets_what_there_is(asks):
    known = {field.name for field in fields(Settings)}
    assert {name for number in asks.numbers for name in number.sets} <= known


@pytest.mark.parametrize("asks", [NEW_EVENT, CHANGED_EVENT], ids=["new", "changed"])
def test_a_form_that_says_nothing_changes_nothing(asks):
    for rules in RULESETS.values():
        now = default_settings(rules)
        assert read_settings({}, now, asks) == (now, ())
