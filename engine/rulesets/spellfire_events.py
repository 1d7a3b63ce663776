"""What a Spellfire event can be: 13 types, 5 variants, 3 victory conditions, 3 deck sizes. Own ones are just new names.

A fourth deck size, 25 cards, is not in the rulebook: communities play it as Blitz, to three realms.

| section of the rulebook | where in the code, or why not |
|---|---|
| Tournament Types | `TYPES`; Rule Lawyer's Delight is printed without a level |
| Variants | `VARIANTS`; deck limits of the Sideboard in `decks.spellfire` |
| Victory Conditions; Victory | `VICTORIES`, `DeckSize.to_win` |
| 55-, 75- and 110-Card Game Drawing & Hand Size | `DECK_SIZES`; card counts per kind are in `decks.spellfire` |
"""

from __future__ import annotations

import re

from engine.decks.spellfire_cards import BLITZ, CHANGEABLE, FREE_AVATARS, LEVELS, TOTALS, limit_named, printed_limits
from engine.rulesets.event_kinds import ANY, DeckLimit, DeckSize, EventType, Variant, Victory, plain

TYPES = (
    EventType("Championship", "Intermediate", "The standard game with a deck of one's own."),
    EventType(
        "Conqueror's Game",
        "Advanced",
        "Win by razing four realms in combat while three of your own stand.",
        to_win=3,
        at_least=True,
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
    EventType("No-Xs", "Intermediate", "One digit is barred: no card whose number contains it.", digit="No-{}s"),
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
        to_win=10,
        at_least=True,
        teams="Ten unrazed realms together win when a member’s turn starts, and both score.",
        posted=(
            "Three teams of two: ten unrazed realms together at the start of a member’s turn win a game, and both "
            "score. Partners never beside each other: A1, B1, C1, A2, B2, C2. What affects an opponent has no effect "
            "on a partner; what affects a single opponent affects one of a team."
        ),
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

FIRST_TO = "First to {realms} unrazed realms."
VICTORIES = (
    Victory("Standard", "First to six unrazed realms.", 6, FIRST_TO),
    Victory("Enhanced", "First to ten unrazed realms.", 10, FIRST_TO),
    Victory(
        "Barbaric",
        "Six unrazed realms when one's own regular turn starts.",
        6,
        "{realms} unrazed realms when one's own regular turn starts; extra turns do not count.",
    ),
)

DECK_SIZES = (
    DeckSize(BLITZ, opening=0, draw=3, hand=7, to_win=3, note="Blitz, not in the rulebook"),
    DeckSize(55, opening=5, draw=3, hand=8, to_win=6),
    DeckSize(75, opening=6, draw=4, hand=10, to_win=6),
    DeckSize(110, opening=7, draw=5, hand=12, to_win=10),
)


def event_type(name: str) -> EventType:
    """The type of this name; a name the rulebook does not know is a type of the organizer's own. No-9s is a No-Xs."""
    printed = "No-Xs" if re.fullmatch(r"No-\ds", plain(name)) else plain(name)
    return next((each for each in TYPES if each.name == printed), EventType(plain(name)))


def deck_size(cards: int) -> DeckSize | None:
    """The printed figures of a deck this large; None if the rulebook has no such deck."""
    return next((size for size in DECK_SIZES if size.cards == cards), None)


def deck_limits(cards: int) -> tuple[DeckLimit, ...]:
    """The limits of a deck this large that an event may change, as they are where nobody does.

    None for a deck the rulebook does not have: an event that was set up for one can still be looked at.
    """
    printed = printed_limits(cards)
    if printed is None:
        return ()
    rows = {LEVELS: (0, printed.levels), FREE_AVATARS: (0, printed.free_avatars), **printed.kinds}
    return tuple(DeckLimit(row, limit_named(row), rows.get(row, ANY), total=row in TOTALS) for row in CHANGEABLE)
