"""What a Spellfire event can be: 13 types, 5 variants, 3 victory conditions, 3 deck sizes. Own ones are just new names.

A fourth deck size, 25 cards, is not in the rulebook: communities play it as Blitz, to three realms.

| section of the rulebook | where in the code, or why not |
|---|---|
| Tournament Types | `TYPES`; Rule Lawyer's Delight is printed without a level |
| Variants | `VARIANTS`; deck limits of the Sideboard in `decks.spellfire` |
| Victory Conditions; Victory | `VICTORIES`, `DeckSize.realms` |
| 55-, 75- and 110-Card Game Drawing & Hand Size | `DECK_SIZES`; card counts per kind are in `decks.spellfire` |
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from engine.decks.spellfire_cards import BLITZ

Level = Literal["Beginner", "Intermediate", "Advanced", ""]


@dataclass(frozen=True, slots=True)
class EventType:
    """A kind of tournament. `realms` only where the type itself says what wins, else the victory conditions do."""

    name: str
    level: Level = ""
    summary: str = ""
    realms: int | None = None
    realms_at_least: bool = False
    teams: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """A twist that the organizer adds to a type; `deck_size` where it works with one size only.

    `set_up` is what it asks of a table before the first game.
    """

    name: str
    summary: str
    deck_size: int | None = None
    set_up: str = ""


@dataclass(frozen=True, slots=True)
class Victory:
    """What ends a game; `posted` is said with the number of realms that the event is played to."""

    name: str
    summary: str
    realms: int
    posted: str = "First to {realms} unrazed realms."


@dataclass(frozen=True, slots=True)
class DeckSize:
    """Cards in a deck, in the opening hand, drawn a turn, kept at the end of a turn; realms this size usually needs.

    `opening` is 0 where those who play it do not agree on one; `note` is what the size is called.
    """

    cards: int
    opening: int
    draw: int
    hand: int
    realms: int
    note: str = ""


TYPES = (
    EventType("Championship", "Intermediate", "The standard game with a deck of one's own."),
    EventType(
        "Conqueror's Game",
        "Advanced",
        "Win by razing four realms in combat while three of your own stand.",
        realms=3,
        realms_at_least=True,
    ),
    EventType(
        "King's Decree",
        "Intermediate",
        "Every realm can be attacked; razing one in combat costs each opponent a random card.",
    ),
    EventType("Sealed Deck", "Beginner", "Everyone opens a 4th Edition deck and plays it as it comes."),
    EventType(
        "Master's Strategy",
        "Intermediate",
        "Sealed decks; after game one, up to 12 cards may be swapped for a Draconomicon booster's.",
    ),
    EventType("No-Xs", "Intermediate", "One digit is barred: no card whose number contains it."),
    EventType(
        "The Grind",
        "Intermediate",
        "As Championship, but extra turns bring no realm into play in phase 2; rebuilding is fine.",
    ),
    EventType(
        "Rule Lawyer's Delight",
        "",
        "That rule card is out from the start; any other rule card binds only its owner.",
    ),
    EventType(
        "Shattered Land",
        "Advanced",
        "Dark Sun realms, holdings, artifacts and champions only; two of a card may be in play.",
    ),
    EventType(
        "Team Spirit",
        "Intermediate",
        "Three teams of two; ten realms together when a member's turn starts.",
        realms=10,
        realms_at_least=True,
        teams=True,
    ),
    EventType(
        "Warrior's Rule",
        "Intermediate",
        "Win a round of battle and the realm is razed; lose it and the champion is discarded.",
    ),
    EventType(
        "Wizard's Challenge",
        "Advanced",
        "Champions of every world and phase 4 spells; no allies, skills, powers or fists.",
    ),
    EventType(
        "World War!",
        "Intermediate",
        "Realms, holdings, artifacts and champions of a single world, each player's choice.",
    ),
)

VARIANTS = (
    Variant("Allies", "Those outside a battle may add cards to one side, if that side asks for help."),
    Variant("Destroyed Worlds", "A realm in play that would be discarded is out of the game for good."),
    Variant("Melon Rule", "Whoever brings a ripe melon makes the others draw one card less, but never none."),
    Variant("Questing", "Once a turn a champion may go questing and meet the top card of an opponent's deck."),
    Variant(
        "Sideboard",
        "Seven cards beside the 55, swapped one for one between games, put back after the match.",
        deck_size=55,
        set_up="Tell your opponents if you have no sideboard. They may count its seven cards, face down.",
    ),
)

VICTORIES = (
    Victory("Standard", "First to six unrazed realms.", 6),
    Victory("Enhanced", "First to ten unrazed realms.", 10),
    Victory(
        "Barbaric",
        "Six unrazed realms when one's own regular turn starts.",
        6,
        "{realms} unrazed realms when one's own regular turn starts; extra turns do not count.",
    ),
)

DECK_SIZES = (
    DeckSize(BLITZ, opening=0, draw=3, hand=7, realms=3, note="Blitz, not in the rulebook"),
    DeckSize(55, opening=5, draw=3, hand=8, realms=6),
    DeckSize(75, opening=6, draw=4, hand=10, realms=6),
    DeckSize(110, opening=7, draw=5, hand=12, realms=10),
)


def event_type(name: str) -> EventType:
    """The type of this name; a name the rulebook does not know is a type of the organizer's own. No-9s is a No-Xs."""
    printed = "No-Xs" if re.fullmatch(r"No-\ds", plain(name)) else plain(name)
    return next((each for each in TYPES if each.name == printed), EventType(plain(name)))


def deck_size(cards: int) -> DeckSize | None:
    """The printed figures of a deck this large; None if the rulebook has no such deck."""
    return next((size for size in DECK_SIZES if size.cards == cards), None)


def plain(name: str) -> str:
    """A name with straight apostrophes, so that a name pasted from a booklet is the same name."""
    return name.strip().replace("’", "'")
