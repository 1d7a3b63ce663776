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
    EventType(
        "Championship",
        "Intermediate",
        "The standard game with a deck of one's own.",
        posted="The standard game with a deck of one's own.",
    ),
    EventType(
        "Conqueror's Game",
        "Advanced",
        "Win by razing four realms in combat while three of your own stand.",
        to_win=3,
        at_least=True,
        posted=(
            "The first to have razed four realms in combat, with three unrazed realms of their own, wins a game. "
            "Bring markers and push one forward for each realm that your champion razes by winning a round of "
            "combat; realms razed in another way, or discarded by the combat, give none. A marker stays when the "
            "realm is rebuilt, and a rebuilt realm can give another, to anybody."
        ),
    ),
    EventType(
        "King's Decree",
        "Intermediate",
        "Every realm can be attacked; razing one in combat costs each opponent a random card.",
        posted=(
            "Every champion may attack any realm of an opponent, whatever its position or powers. Whoever razes a "
            "realm in combat draws one card at random from each opponent’s hand and discards it."
        ),
    ),
    EventType(
        "Sealed Deck",
        "Beginner",
        "Everyone opens a 4th Edition deck and plays it as it comes.",
        posted="Everyone plays one sealed 4th Edition deck. Every card in it is legal.",
    ),
    EventType(
        "Master's Strategy",
        "Intermediate",
        "Sealed decks; after game one, up to 12 cards may be swapped for a Draconomicon booster's.",
        posted=(
            "Everyone plays one sealed 4th Edition deck, and every card in it is legal. After the first game you "
            "may take up to 12 cards out and put as many of the Draconomicon booster beside your deck in."
        ),
    ),
    EventType(
        "No-Xs",
        "Intermediate",
        "One digit is barred: no card whose number contains it.",
        digit="No-{}s",
        posted="No card in a deck may have the digit {digit} anywhere in its card number.",
    ),
    EventType(
        "The Grind",
        "Intermediate",
        "As Championship, but extra turns bring no realm into play in phase 2; rebuilding is fine.",
        posted=(
            "As Championship, but in phase 2 of a turn that a card such as Caravan or Ancient Kalidnay gives, no "
            "realm is played, except one that may be played at any time. Realms are unrazed in every turn: for "
            "three discarded cards in phase 2, or by the power of a card."
        ),
    ),
    EventType(
        "Rule Lawyer's Delight",
        "",
        "That rule card is out from the start; any other rule card binds only its owner.",
        posted=(
            "Every game begins with the rule card Rule Lawyer’s Delight (491/4th) in play. It holds for everybody "
            "and can be removed as rule cards are. Any other rule card holds only for its owner."
        ),
    ),
    EventType(
        "Shattered Land",
        "Advanced",
        "Only Dark Sun realms, holdings, artifacts and champions; two of a card may be in play.",
        posted=(
            "Realms, holdings, artifacts and champions are of the Dark Sun world. Two of any card may be in play "
            "at once, while a deck still has a card only once. Whoever brings a third realm, holding, artifact or "
            "champion of the same name chooses which of the two in play is discarded, and plays theirs."
        ),
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
            "score. Partners never beside each other: A1, B1, C1, A2, B2, C2. What affects an opponent has no "
            "effect on a partner; what affects a single opponent affects one of a team."
        ),
    ),
    EventType(
        "Warrior's Rule",
        "Intermediate",
        "Win a round of battle and the realm is razed; lose it and the champion is discarded.",
        posted=(
            "A champion who wins a round of battle against a realm razes it, whatever its powers or those of a "
            "defender. A champion who loses a round of combat, attacking or defending, goes to the discard pile, "
            "whatever their powers."
        ),
    ),
    EventType(
        "Wizard's Challenge",
        "Advanced",
        "Champions of any world and phase 4 spells; no allies, blood, skills, powers or fists.",
        posted=(
            "Champions of any world, and spells that can be cast in phase 4. Spells that can be cast only in "
            "phase 3 are barred; those that can be cast at any time are allowed. No allies, unarmed combat, blood "
            "abilities, thief skills or psionic powers."
        ),
    ),
    EventType(
        "World War!",
        "Intermediate",
        "Realms, holdings, artifacts and champions of a single world, each player's choice.",
        posted=(
            "All realms, holdings, artifacts and champions of a deck are of one world, which its player chooses: "
            "AD&D, Birthright, Dark Sun, Dragonlance, Forgotten Realms, Greyhawk or Ravenloft. The logos must be "
            "the same; a card that any world may use is not one of them."
        ),
    ),
)

VARIANTS = (
    Variant(
        "Allies",
        "Those outside a battle may add cards to one side, if that side asks for help.",
        posted=(
            "Attacker and defender may ask players outside the battle for cards; nobody’s help is forced on them, "
            "and a player helps one side only. Given allies and spells are discarded after the combat; magical "
            "items and artifacts only if the champion who has them is defeated, else they go back to the giver’s "
            "hand, and they are given for one round of battle only. If the winner gets spoils of victory, each "
            "helper draws a card, too, which is no spoils."
        ),
    ),
    Variant(
        "Destroyed Worlds",
        "A realm in play that would be discarded is out of the game for good.",
        posted=(
            "A realm in play that would go to the discard pile or the Abyss is out of the game for good. Realms "
            "discarded from a hand or a draw pile go to the discard pile as usual."
        ),
    ),
    Variant(
        "Melon Rule",
        "Whoever brings a ripe melon makes the others draw one card less, but never none.",
        posted=(
            "Whoever brings a ripe melon to the table makes everyone else draw one card less each turn; if two "
            "bring one, everybody does. Never more than one card less, and never fewer than one card."
        ),
    ),
    Variant(
        "Questing",
        "Once a turn a champion may go questing and meet the top card of an opponent's deck.",
        posted=(
            "In phase 2 you may turn one champion of your pool face down who could attack or defend: until your "
            "next turn it is away. In phase 2 of that turn discard the top card of an opponent’s draw pile. If it "
            "is a champion, the two fight by their levels and powers alone, nothing is added, not even events, "
            "yours attacks and a tie is the defender’s; the winner goes to its pool, an avatar without what it "
            "costs. Any other card: yours comes back. Extra turns by Caravan or Ancient Kalidnay are no turns "
            "here."
        ),
    ),
    Variant(
        "Sideboard",
        "Seven cards beside the 55, swapped one for one between games, put back after the match.",
        deck_size=55,
        set_up="Tell your opponents if you have no sideboard. They may count its seven cards, face down.",
        posted=(
            "Exactly seven cards beside the deck of 55. Between games swap as many as you like, one for one; before a "
            "new match deck and sideboard are as they were handed in. Whoever does otherwise may have to leave the "
            "event."
        ),
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
