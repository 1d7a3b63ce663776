"""Ashes deck lists: the form they are filled into and how they are read aloud. The rules are in `ashes`."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from engine.decks.ashes import COPIES, DECK_SIZE, deck_faults, first_five_faults
from engine.decks.ashes_lives import PHOENIXBORN
from engine.decks.ashes_text import DICE_KINDS, POOL, AshesDeck, Card, parse_ashes
from engine.decks.catalogue_files import as_entry, json_entries, left_out, word
from engine.decks.lines import fold
from engine.decks.rules import (
    Catalogue,
    CatalogueRules,
    DeckRules,
    DeckSheet,
    Filled,
    FirstFive,
    ListedCard,
    ReadCatalogue,
    Section,
    SheetBlock,
    ShownList,
)
from engine.refusals import Refused
from engine.sentences import plural
from engine.words import Settings


def _faults(deck: AshesDeck, settings: Settings, cards: Catalogue | None) -> tuple[str, ...]:
    """The Banned list is about decks that people build."""
    banned = () if settings.deck_format == "preconstructed" else settings.banned_cards
    return deck_faults(deck, banned=banned, catalogue=cards)


def _shown(deck: AshesDeck, settings: Settings) -> ShownList:
    cards, dice = sum(card.count for card in deck.cards), sum(count for _, count in deck.dice)
    leader = deck.phoenixborn or "No Phoenixborn"
    facts = (
        ("Phoenixborn", leader),
        ("Dice", ", ".join(f"{count} {name.capitalize()}" for name, count in deck.dice) or "none"),
        ("Cards", str(cards)),
    )
    sections = [Section("Cards", tuple(_card(settings, card) for card in deck.cards))]
    if deck.conjurations:
        sections.append(Section("Conjurations", tuple(ListedCard(c.count, c.name) for c in deck.conjurations)))
    line = f"{leader}, {plural(cards, 'card')}, {plural(dice, 'die', 'dice')}"
    return ShownList(deck.title, line, facts, tuple(sections), deck.dice, _doubt(deck.phoenixborn, settings))


def _doubt(name: str | None, settings: Settings) -> str:
    """A Phoenixborn that nobody here knows: perhaps misspelt, perhaps newer than this list. Never refused."""
    known = {fold(each): each for each in (*PHOENIXBORN, *(each for each, _ in settings.lives))}
    if not name or fold(name) in known:
        return ""
    like = get_close_matches(fold(name), known, n=1)
    ask = f"Is it {known[like[0]]}?" if like else "Check the spelling."
    return f"{name} is not among the Phoenixborn known here. {ask}"


def _card(settings: Settings, card: Card) -> ListedCard:
    marks = (("Banned", settings.banned_cards), ("Chained", settings.chained_cards if settings.chained else ()))
    mark = next((word for word, names in marks if fold(card.name) in map(fold, names)), "")
    return ListedCard(card.count, card.name, card.phoenixborn or "", mark)


def _filled(deck: AshesDeck) -> Filled:
    blocks = (deck.cards, deck.conjurations)
    cards = tuple(tuple((card.count, _whole(card)) for card in block) for block in blocks)
    return Filled(deck.phoenixborn or "", deck.dice, cards)


def _whole(card: Card) -> str:
    return f"{card.name} ({card.phoenixborn})" if card.phoenixborn else card.name


HOW = "Choose a JSON file like the card list of ashes.live: a list of cards, each with a name and a type."


def _read_catalogue(files: Sequence[bytes]) -> ReadCatalogue:
    """What the checks need of each card. An entry without a name is none."""
    entries = [as_entry(entry) for raw in files for entry in json_entries(raw, how=HOW)]
    found = [{key: word(entry.get(key)) for key in ("name", "type", "phoenixborn")} for entry in entries]
    rows = [{key: value for key, value in row.items() if value} for row in found if row["name"]]
    if not rows:
        raise Refused(f"No entry of this file has the name of a card. {HOW}")
    nameless = [", ".join(filter(None, row.values())) or "an empty one" for row in found if not row["name"]]
    return ReadCatalogue(rows, left_out("they have no name", nameless))


ASHES_LISTS = DeckRules(
    read=parse_ashes,
    faults=_faults,
    shown=_shown,
    how="Paste the text that ashes.live gives under Share and export, or write one card per line.",
    example="Phoenixborn: NAME\n\nDice:\n4x Charm\n\nCards:\n3x Card Name",
    limits=f"{DECK_SIZE} cards without conjurations, at most {COPIES} of each, "
    f"none that is unique to another Phoenixborn; {POOL} dice.",
    sheet=DeckSheet(
        leader="Phoenixborn",
        blocks=(
            SheetBlock(
                "card",
                "Cards",
                lines=12,
                hint=f"{DECK_SIZE} in all",
                spare=2,
                printed=DECK_SIZE,  # a line for each, if every card is another one
                grows=True,
                heading="Cards:",
            ),
            SheetBlock(
                "conjuration",
                "Conjurations",
                lines=3,
                hint="if you like",
                spare=1,
                printed=10,
                heading="Conjuration Deck:",
            ),
        ),
        filled=_filled,
        dice=DICE_KINDS,
        pool=POOL,
    ),
    catalogue=CatalogueRules(
        id="catalogue",
        read=_read_catalogue,
        opened=tuple,
        files=".json,application/json",
        what="JSON, like the public card list of ashes.live.",
        gain="Misspelt names and cards of another Phoenixborn are caught.",
    ),
    five=FirstFive(
        cards=lambda deck: tuple((card.count, card.name) for card in deck.cards),
        faults=lambda deck, five, settings: first_five_faults(
            deck, five, chained=settings.chained_cards if settings.chained else ()
        ),
    ),
)
