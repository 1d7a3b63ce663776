"""Deck and First Five checks of both Ashes rulesets."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decks.ashes import BANNED, CHAINED, deck_faults, first_five_faults
from engine.decks.ashes_text import AshesDeck, Card

LEGAL = AshesDeck(
    title="Jaguars",
    phoenixborn="Aradel Summergaard",
    dice=(("Illusion", 4), ("Natural", 6)),
    cards=(
        Card("Summon Blue Jaguar", 3, "Aradel Summergaard"),
        *(Card(name, 3) for name in ("Anchornaut", "River Skald", "Hidden Power", "Purge", "Final Cry")),
        *(Card(name, 2) for name in ("Fire Archer", "Undying Heart", "Choke", "Meteor", "Hammer Knight", "Root Armor")),
    ),
)
FIVE = ("Anchornaut", "Hidden Power", "Purge", "Final Cry", "Choke")
CATALOGUE = (
    {"name": "Aradel Summergaard", "type": "Phoenixborn"},
    {"name": "Noah Redmoon", "type": "Phoenixborn"},
    {"name": "Summon Blue Jaguar", "type": "Ready Spell", "phoenixborn": "Aradel Summergaard", "is_legacy": True},
    {"name": "Summon Masked Wolf", "type": "Ready Spell", "phoenixborn": "Noah Redmoon"},
    {"name": "Blue Jaguar", "type": "Conjuration", "phoenixborn": "Aradel Summergaard"},
    {"name": "Chained Creations", "type": "Conjured Alteration Spell"},
    {"name": "Mist (dense)", "type": "Action Spell", "phoenixborn": None},
    *({"name": card.name, "type": "Ally", "phoenixborn": None} for card in LEGAL.cards[1:]),
    {"type": "Ally"},
)


def plus(*cards: Card) -> AshesDeck:
    """The legal deck with some cards in place of as many others, so that it keeps 30."""
    added = sum(card.count for card in cards)
    assert added in (1, 2, 3)
    rest = (*LEGAL.cards[:-2], replace(LEGAL.cards[-2], count=2), replace(LEGAL.cards[-1], count=2))
    short = {1: (rest[-2], replace(rest[-1], count=1)), 2: (rest[-2],), 3: (replace(rest[-2], count=1),)}[added]
    return replace(LEGAL, cards=(*rest[:-2], *short, *cards))


def test_the_lists_are_those_of_the_sixth_version():
    """Reborn v6, The Chained List and Banned Cards."""
    assert set(CHAINED) == {
        "Explosive Growth",
        "Golden Veil",
        "Hypnotize",
        "Psychic Vampire",
        "River Skald",
        "Summon Shining Hydra",
        "Meteor",
    }
    assert BANNED == ("Molten Gold",)


def test_a_legal_deck_has_no_faults():
    """Reborn v6, Components. Chained cards are allowed in the deck."""
    assert deck_faults(LEGAL) == ()
    assert deck_faults(LEGAL, catalogue=CATALOGUE) == ()
    assert deck_faults(plus(Card("Golden Veil", 3))) == ()


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (replace(LEGAL, phoenixborn=None), "No Phoenixborn is named; a deck has one."),
        (replace(LEGAL, cards=(*LEGAL.cards, Card("Dread Wraith", 1))), "31 cards; a deck has exactly 30."),
        (replace(LEGAL, cards=LEGAL.cards[:-1]), "28 cards; a deck has exactly 30."),
        (replace(LEGAL, cards=(Card("Purge", 1),)), "1 card; a deck has exactly 30."),
        (replace(LEGAL, dice=(("Illusion", 4), ("Natural", 5))), "9 dice; a pool has exactly 10."),
        (replace(LEGAL, dice=(("Illusion", 11),)), "11 dice; a pool has exactly 10."),
        (replace(LEGAL, dice=(("Illusion", 1),)), "1 die; a pool has exactly 10."),
        (replace(LEGAL, dice=()), "0 dice; a pool has exactly 10."),
        (plus(Card("ANCHORNAUT ", 1)), "4 copies of Anchornaut; at most 3."),
        (
            plus(Card("Summon Blue Jaguar", 2)),
            "5 copies of Summon Blue Jaguar; at most 3.",
        ),
        (
            plus(Card("Summon Masked Wolf", 3, "Noah Redmoon")),
            "Summon Masked Wolf is unique to Noah Redmoon; this deck is led by Aradel Summergaard.",
        ),
        (plus(Card("Molten Gold", 1)), "Molten Gold is banned from constructed decks."),
        (plus(Card("molten  góld", 2)), "molten  góld is banned from constructed decks."),
    ],
)
def test_each_fault_is_one_sentence(deck, fault):
    """Reborn v6, Components and Banned Cards; classic, Verifying Your Deck and Your First Five."""
    assert deck_faults(deck) == (fault,)


def test_every_fault_of_a_deck_is_told_at_once():
    deck = AshesDeck(cards=(Card("Purge", 4),), dice=(("Time", 2),))
    assert len(deck_faults(deck)) == 4


def test_a_unique_of_the_own_phoenixborn_is_legal_however_it_is_spelled():
    assert deck_faults(replace(LEGAL, phoenixborn="ARADEL  Summergaard")) == ()


def test_the_conjuration_pile_is_not_counted():
    assert deck_faults(replace(LEGAL, conjurations=(Card("Blue Jaguar", 9),))) == ()


def test_classic_and_drafts_have_no_banned_cards():
    """Reborn v6, Banned Cards: constructed decks only."""
    assert deck_faults(plus(Card("Molten Gold", 3)), banned=()) == ()


def test_the_organizer_can_change_the_banned_list():
    assert deck_faults(LEGAL, banned=("purge",)) == ("Purge is banned from constructed decks.",)


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (plus(Card("Anchornot", 1)), "No card is called Anchornot; did you mean Anchornaut?"),
        (plus(Card("Zzzzzz", 1)), "No card is called Zzzzzz; check the spelling."),
        (
            plus(Card("Blue Jaguar", 1)),
            "Blue Jaguar is a conjuration; it belongs in the conjuration pile, not in the 30.",
        ),
        (
            plus(Card("Chained Creations", 1)),
            "Chained Creations is a conjuration; it belongs in the conjuration pile, not in the 30.",
        ),
        (plus(Card("Noah Redmoon", 1)), "Noah Redmoon is a Phoenixborn; it does not count towards the 30."),
        (
            plus(Card("Summon Masked Wolf", 3)),
            "Summon Masked Wolf is unique to Noah Redmoon; this deck is led by Aradel Summergaard.",
        ),
        (
            plus(Card("Summon Masked Wolf", 3, "Aradel Summergaard")),
            "Summon Masked Wolf is unique to Noah Redmoon; this deck is led by Aradel Summergaard.",
        ),
        (
            replace(LEGAL, phoenixborn="Aradel Sumergard", cards=(*LEGAL.cards[1:], Card("Mist (dense)", 3))),
            "No Phoenixborn is called Aradel Sumergard; did you mean Aradel Summergaard?",
        ),
    ],
)
def test_a_catalogue_catches_what_the_list_alone_does_not(deck, fault):
    assert deck_faults(deck, catalogue=CATALOGUE) == (fault,)


def test_a_catalogue_knows_names_that_end_in_brackets():
    """“Mist (dense)” pasted from a list reads as unique to “dense”; the catalogue says otherwise."""
    deck = plus(Card("Mist", 3, "dense"))
    assert len(deck_faults(deck)) == 1
    assert deck_faults(deck, catalogue=CATALOGUE) == ()


def test_a_card_of_two_editions_is_free_if_one_of_them_is():
    editions = (*CATALOGUE, {"name": "Summon Masked Wolf", "type": "Ready Spell", "phoenixborn": None})
    assert deck_faults(plus(Card("Summon Masked Wolf", 3)), catalogue=editions) == ()
    owned = (*CATALOGUE, {"name": "Summon Masked Wolf", "type": "Ready Spell", "phoenixborn": "Aradel Summergaard"})
    assert deck_faults(plus(Card("Summon Masked Wolf", 3)), catalogue=owned) == ()


@pytest.mark.parametrize("deck", [LEGAL, None])
def test_five_different_cards_none_chained_are_a_first_five(deck):
    """Reborn v6, Gameplay."""
    assert first_five_faults(deck, FIVE) == ()


@pytest.mark.parametrize("deck", [LEGAL, None])
@pytest.mark.parametrize(
    ("five", "fault"),
    [
        (FIVE[:4], "4 cards; a First Five has exactly 5."),
        ((*FIVE[:4], " "), "4 cards; a First Five has exactly 5."),
        ((*FIVE, "Fire Archer"), "6 cards; a First Five has exactly 5."),
        ((*FIVE[:4], "purge"), "Purge is there twice; the First Five are different cards."),
        ((*FIVE[:2], "Purge", "Purge", "PURGE"), "Purge is there 3 times; the First Five are different cards."),
        ((*FIVE[:4], "meteor"), "meteor is Chained; it cannot be in the First Five."),
        ((*FIVE[:4], "River Skald"), "River Skald is Chained; it cannot be in the First Five."),
    ],
)
def test_each_fault_of_a_first_five_is_one_sentence(deck, five, fault):
    """Reborn v6, Gameplay and The Chained List; classic, Verifying Your Deck and Your First Five."""
    assert first_five_faults(deck, five) == (fault,)


def test_the_first_five_come_from_the_deck():
    """Classic, Selecting Your First Five."""
    assert first_five_faults(LEGAL, (*FIVE[:4], "Dread Wraith")) == ("Dread Wraith is not in the deck list.",)
    assert first_five_faults(None, (*FIVE[:4], "Dread Wraith")) == ()


def test_a_unique_card_may_be_named_with_its_phoenixborn():
    assert first_five_faults(LEGAL, (*FIVE[:4], "Summon Blue Jaguar (Aradel Summergaard)")) == ()


def test_a_conjuration_of_the_deck_is_not_a_card_of_the_first_five():
    deck = replace(LEGAL, conjurations=(Card("Blue Jaguar", 2),))
    assert first_five_faults(deck, (*FIVE[:4], "Blue Jaguar")) == ("Blue Jaguar is not in the deck list.",)


def test_without_the_chained_list_every_card_may_be_in_the_first_five():
    """Classic has none, and in reborn it is a setting."""
    assert first_five_faults(LEGAL, (*FIVE[:4], "Meteor"), chained=()) == ()
    assert first_five_faults(LEGAL, FIVE, chained=("PURGE",)) == ("Purge is Chained; it cannot be in the First Five.",)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=30))
def test_decks_of_up_to_three_copies_are_legal_exactly_at_thirty(counts):
    cards = tuple(Card(f"Card {n}", count) for n, count in enumerate(counts))
    assert (deck_faults(replace(LEGAL, cards=cards)) == ()) == (sum(counts) == 30)
