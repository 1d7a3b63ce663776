"""Deck lists: who may still change one, when they are locked, and what a judge found."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from desk import Desk, entered

from engine import facts as f
from engine.decisions import deck_lists, people, rounds, setup

NOON = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)


def event(**changes: object) -> Desk:
    """Three players whose lists are asked for, before round 1."""
    return entered("ashes-reborn", "Ana Ben Cai", **{"deck_lists": True, **changes})


def begun() -> Desk:
    return event().do(setup.start).pair()


def test_a_list_that_is_handed_in_is_locked_for_its_player_and_for_the_desk():
    made = event().do(deck_lists.hand_in, "Ana")
    assert made.acts[-1].facts == (f.DeckLocked("Ana"),)
    assert "Only the organizer" in made.refused(deck_lists.change_own_list, "Ana")
    assert "Only the organizer" in made.refused(deck_lists.hand_in, "Ana")
    assert "The list of ⟨Ana⟩ is locked" in made.refused(deck_lists.change_list, "Ana")
    assert deck_lists.change_own_list(made.t, "Ben") == deck_lists.change_list(made.t, "Ben") == ()


def test_from_round_1_on_only_the_desk_changes_lists():
    made = begun()
    assert "Round 1 has begun" in made.refused(deck_lists.change_own_list, "Ana")
    assert deck_lists.change_list(made.t, "Ana") == ()


def test_the_desk_locks_lists_that_are_there_once():
    made = event()
    assert "no list of ⟨Cai⟩" in made.refused(deck_lists.lock_list, "Cai", lists=("Ana",))
    made.do(deck_lists.lock_list, "Ana", lists=("Ana",))
    assert deck_lists.lock_list(made.t, "Ana", lists=("Ana",)) == ()
    assert deck_lists.lock_all_lists(made.t, lists=("Ana", "Ben")) == (f.DeckLocked("Ben"),)


def test_a_list_is_unlocked_once():
    made = event().do(deck_lists.hand_in, "Ana").do(deck_lists.unlock_list, "Ana")
    assert not made.player("Ana").deck_locked
    assert deck_lists.unlock_list(made.t, "Ana") == ()


@pytest.mark.parametrize(
    "decision",
    [
        lambda t: deck_lists.change_list(t, "Ana"),
        lambda t: deck_lists.hand_in(t, "Ana"),
        lambda t: deck_lists.lock_list(t, "Ana", lists=("Ana",)),
        lambda t: deck_lists.lock_all_lists(t, lists=("Ana",)),
        lambda t: deck_lists.set_deadline(t, NOON.isoformat()),
    ],
)
def test_where_no_lists_are_collected_there_is_nothing_to_lock(decision):
    assert "collects no deck lists" in event(deck_lists=False).refused(decision)


# The deadline


def test_the_deadline_is_set_moved_and_taken_away_until_round_1():
    made = event().do(deck_lists.set_deadline, NOON.isoformat())
    assert deck_lists.deadline(made.t) == NOON.isoformat()
    assert deck_lists.set_deadline(made.t, NOON.isoformat()) == ()
    assert deck_lists.deadline(made.do(deck_lists.set_deadline, "").t) == ""
    assert "closed already" in begun().refused(deck_lists.set_deadline, NOON.isoformat())


def test_at_the_deadline_everybody_is_locked_list_or_not_except_who_has_left():
    made = event(lists_due=NOON.isoformat()).do(people.drop, "Cai").do(deck_lists.hand_in, "Ana")
    assert deck_lists.close_lists(made.t, NOON - timedelta(seconds=1)) == ()
    assert deck_lists.close_lists(made.t, NOON) == (f.DeckLocked("Ben"),)


def test_a_deadline_that_was_carried_out_locks_no_list_that_is_opened_again():
    made = event(lists_due=NOON.isoformat())
    assert deck_lists.end_deadline(made.t, NOON - timedelta(seconds=1)) == ()
    made.do(deck_lists.close_lists, NOON).do(deck_lists.end_deadline, NOON).do(deck_lists.unlock_list, "Ana")
    assert deck_lists.close_lists(made.t, NOON) == deck_lists.end_deadline(made.t, NOON) == ()


def test_round_1_closes_lists_by_itself_so_the_deadline_counts_no_more():
    made = event(lists_due=NOON.isoformat()).do(setup.start).draft()
    assert deck_lists.lists_are_due(made.t, NOON)
    assert not deck_lists.lists_are_due(made.do(rounds.publish).t, NOON)


# Checks


def test_a_check_says_in_which_round_it_was():
    before = deck_lists.check_deck(event().t, "Ana", id="c1", what="deck", ok=True)
    assert before == (f.DeckChecked("c1", "Ana", "deck", True, 0),)
    during = deck_lists.check_deck(begun().t, "Ana", id="c2", what="first-five", ok=False)
    assert during == (f.DeckChecked("c2", "Ana", "first-five", False, 1),)
