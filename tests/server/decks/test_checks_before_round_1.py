"""Classic: “At the beginning of an AOP event, all players are required to present their decks and dice pools.”

So decks are checked before a round is on, and an event that collects no lists does not speak of them.
"""

import pytest

from engine.decisions import rounds, setup
from tests.server.deck_lists import hand_in, plays, with_lists
from tests.server.result_event import Event, told

FOUR = ("Ana", "<b>Ben</b>", "Cai", "Dee")
CHECKS, DECKS = "/events/cup/deck-checks/", "/events/cup/decks/"


@pytest.fixture
def cup(app):
    """Entered, and nothing is paired."""
    return Event(app, FOUR, ruleset_id="ashes-classic")


def test_everybody_can_be_checked_before_round_1(judge, cup):
    page = judge.get(CHECKS)
    assert "Before round 1" in page
    assert "4 of 4 decks are not checked yet" in page
    assert "<b>Ben" not in page.html
    page = judge.post(f"{CHECKS}player/{cup.ids['Ana']}", do="fine")
    assert "Recorded: the deck of Ana is fine." in told(page)
    assert "3 of 4 decks are not checked yet" in page
    (check,) = cup.t.deck_checks
    assert (check.player, check.ok, check.round) == (cup.ids["Ana"], True, 0)


def test_what_to_look_for_stands_beside_it(judge, cup):
    """“… exactly 30 cards, … no more than 3 copies …, … no unique cards … improperly …, … exactly 10 dice.”"""
    said = "30 cards without conjurations, at most 3 of each, none that is unique to another Phoenixborn; 10 dice."
    assert said in judge.get(CHECKS)


def test_a_fault_is_told_for_one_player(judge, cup):
    page = judge.get(CHECKS, player=cup.ids["Dee"])
    assert "Record the fault" in page
    page = judge.post(f"{CHECKS}player/{cup.ids['Dee']}", do="fault", fault="31 cards", player=cup.ids["Dee"])
    assert "31 cards" in page
    assert "3 of 4 decks are not checked yet" in judge.get(CHECKS)
    assert "Deck: a fault" in judge.get(CHECKS, player=cup.ids["Dee"])


def test_between_rounds_there_is_nobody_to_check(judge, cup):
    cup.start().play()
    assert "Decks are checked before round 1, and at the tables of a published round." in judge.get(CHECKS)


def test_where_no_lists_are_collected_a_check_does_not_miss_one(judge, cup):
    assert "Look at the deck itself." in judge.get(CHECKS, player=cup.ids["Ana"])


def test_while_the_first_round_is_a_draft_it_goes_on(judge, cup):
    cup.do(setup.start)
    cup.draft()
    assert "Before round 1" in judge.get(CHECKS)
    cup.do(rounds.publish)
    page = judge.get(CHECKS)
    assert "Before round 1" not in page
    assert "At random" in page


def test_lists_that_are_there_are_shown_before_round_1_too(app, judge):
    event = with_lists(app, FOUR)
    hand_in(event, *event.t.players)
    page = judge.get(CHECKS, player=event.ids["Ana"])
    assert "Rin Northfell, 30 cards, 10 dice" in page


def test_nobody_checks_the_own_deck_before_round_1(app, judge, cup):
    plays(cup, cup.ids["Ana"], "judge")
    judge.post("/events/cup/decks/who", player=cup.ids["Ana"], back=CHECKS)
    page = judge.post(f"{CHECKS}player/{cup.ids['Ana']}", do="fine", referrer=CHECKS)
    assert "That is your own deck" in page


def test_the_decks_of_an_event_without_lists_speak_of_checks_only(organizer, cup):
    page = organizer.get(DECKS)
    for words in ("handed in", "No list", "Deadline", "Lock", "locked", "hand in"):
        assert words not in page, words
    assert "0 of 4 decks are checked." in page
    assert "Not checked yet" in page
    assert "This event collects no deck lists." in page
    organizer.post(f"{CHECKS}player/{cup.ids['Ana']}", do="fine")
    page = organizer.get(DECKS)
    assert "1 of 4 decks are checked." in page


def test_the_rail_leads_there(organizer, judge, cup):
    for actor in (organizer, judge):
        assert f'href="{DECKS}"' in actor.get("/events/cup/").html


def test_a_game_without_decks_has_no_such_page(app, organizer, monkeypatch):
    from dataclasses import replace

    from engine.rulesets.registry import RULESETS

    bare = replace(RULESETS["ashes-classic"], decks=None, deck_formats=())
    monkeypatch.setitem(RULESETS, "ashes-classic", bare)
    Event(app, FOUR, ruleset_id="ashes-classic")
    assert f'href="{DECKS}"' not in organizer.get("/events/cup/").html
    assert organizer.get(DECKS).status == 404
