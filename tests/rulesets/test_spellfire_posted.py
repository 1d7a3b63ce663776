"""“Tournaments should always post what optional rules variants and victory conditions are being used.”"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rulesets.registry import default_settings, ruleset
from engine.rulesets.spellfire_events import TYPES, VARIANTS
from engine.rulesets.wall import posted_rules
from engine.words import Event, Settings


def settings(**event: object) -> Settings:
    base = default_settings(ruleset("spellfire"))
    return replace(base, event=replace(base.event or Event(), **event))


def posted(**event: object) -> dict[str, str]:
    return {rule.title: rule.text for rule in posted_rules(settings(**event))}


# What a player must know to build a deck and play, by the section of the book.
SAID = {
    "Conqueror's Game": ("four realms", "combat", "three unrazed", "markers", "rebuilt", "discarded"),
    "King's Decree": ("any realm", "position", "at random"),
    "Sealed Deck": ("sealed 4th Edition", "legal"),
    "Master's Strategy": ("12 cards", "Draconomicon", "first game"),
    "No-9s": ("digit 9",),
    "The Grind": ("Caravan", "Ancient Kalidnay", "any time", "three discarded"),
    "Rule Lawyer's Delight": ("491/4th", "owner"),
    "Shattered Land": ("Dark Sun", "Two of any card", "third"),
    "Team Spirit": ("A1, B1, C1", "partner"),
    "Warrior's Rule": ("razes it", "discard pile"),
    "Wizard's Challenge": ("phase 4", "only in phase 3", "any time", "blood abilities", "thief", "psionic", "unarmed"),
    "World War!": ("one world", "logos", "Ravenloft"),
}


@pytest.mark.parametrize("name", SAID)
def test_the_rules_of_a_type_are_posted_whole(name):
    text = posted(type=name)[name]
    assert [word for word in SAID[name] if word not in text] == []


def test_every_type_of_the_book_is_looked_at():
    known = {each.name for each in TYPES} - {"Championship", "No-Xs"}
    assert known == set(SAID) - {"No-9s"}


VARIANT_SAID = {
    "Allies": ("forced", "one side", "artifacts", "no spoils"),
    "Destroyed Worlds": ("Abyss", "for good", "hand"),
    "Melon Rule": ("ripe melon", "two bring one", "fewer than one"),
    "Questing": ("phase 2", "top card", "tie", "avatar", "Caravan"),
    "Sideboard": ("seven", "one for one", "handed in"),
}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: each.name)
def test_the_rules_of_a_variant_are_posted_whole(variant):
    text = posted(variants=(variant.name,))[variant.name]
    assert [word for word in VARIANT_SAID[variant.name] if word not in text] == []


@pytest.mark.parametrize(("barred", "said"), [(True, "No dungeon cards."), (False, "One dungeon card")])
def test_unless_otherwise_noted_all_tournaments_allow_the_use_of_dungeon_cards(barred, said):
    assert said in posted(dungeons_barred=barred)["Decks of 55 cards"]
    # The sideboard spoke of “its dungeon card” where none was allowed: the book says “plus a dungeon card (optional)”.
    assert " ".join(posted(variants=("Sideboard",), dungeons_barred=barred).values()).lower().count("dungeon card") == 1


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [(5, 5, "exactly 5"), (5, 7, "5 to 7"), (0, 7, "at most 7"), (0, 0, "none")],
)
def test_a_limit_of_ones_own_is_posted_in_plain_words(least, most, said):
    """A Blitz of five realms was posted as “Realms: 5 to 5”."""
    assert f"Realms: {said}. " in posted(deck_size=25, limits=(("realm", least, most),))["Decks of 25 cards"]


def test_a_blitz_posts_its_limits_since_no_rulebook_has_them():
    """“Tournaments should always post … so as to allow players to create decks that match the intent”."""
    assert "Champion levels: at most 40. Rule cards: none. Avatars: none. " in posted(deck_size=25)["Decks of 25 cards"]
    own = posted(deck_size=25, limits=(("levels", 0, 45),))["Decks of 25 cards"]
    assert "Champion levels: at most 45. Rule cards: none. Avatars: none. " in own
    assert "Champion levels" not in posted(deck_size=75)["Decks of 75 cards"]


def test_points_and_time_are_posted():
    assert "Scored, if 9 or more play" in posted()["Points and time"]
    assert "double" in posted(factor=2)["Points and time"]
    assert "Not scored" in posted(scored=False)["Points and time"]
    assert "No time limit" in posted()["Points and time"]
    limited = {rule.title: rule.text for rule in posted_rules(replace(settings(), round_minutes=75, timer="common"))}
    assert "75 minutes" in limited["Points and time"]


def test_ones_own_type_is_said_in_the_organizers_words():
    told = posted(type="Dragon Night", variants=("Coffee",), own_rules="Dragons start in play.")
    assert told["House rules"] == "Dragons start in play."
    assert "Ask at the desk" not in " ".join(told.values())
    assert "Ask at the desk" in posted(type="Dragon Night")["Dragon Night"]
