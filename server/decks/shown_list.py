"""A deck list as a person reads it: who leads it, the dice, the cards by kind; what is Chained or Banned is marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.decks.lines import fold
from engine.decks.parse import AshesDeck, Card
from engine.decks.spellfire_cards import PLURALS, SpellfireCard, SpellfireDeck, row_of
from engine.decks.summoner_wars import CustomDeck, SheetLine
from engine.sentences import plural
from engine.words import Settings
from server.decks.verdicts import AnyDeck


@dataclass(frozen=True, slots=True)
class ListedCard:
    count: int
    name: str
    note: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    cards: tuple[ListedCard, ...]


@dataclass(frozen=True, slots=True)
class ShownList:
    """`facts` are what is said in a word or two; `line` is the deck in one line."""

    title: str
    line: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]


def shown_list(settings: Settings, deck: AnyDeck) -> ShownList:
    """This deck, ready to be read."""
    if isinstance(deck, AshesDeck):
        return _ashes(settings, deck)
    return _sheet(deck) if isinstance(deck, CustomDeck) else _spellfire(deck)


def _ashes(settings: Settings, deck: AshesDeck) -> ShownList:
    cards, dice = sum(card.count for card in deck.cards), sum(count for _, count in deck.dice)
    leader = deck.phoenixborn or "No Phoenixborn"
    facts = (
        ("Phoenixborn", leader),
        ("Dice", ", ".join(f"{count} {name.capitalize()}" for name, count in deck.dice) or "none"),
        ("Cards", str(cards)),
    )
    sections = [Section("Cards", tuple(_ashes_card(settings, card) for card in deck.cards))]
    if deck.conjurations:
        sections.append(Section("Conjurations", tuple(ListedCard(c.count, c.name) for c in deck.conjurations)))
    line = f"{leader}, {plural(cards, 'card')}, {plural(dice, 'die', 'dice')}"
    return ShownList(deck.title, line, facts, tuple(sections))


def _ashes_card(settings: Settings, card: Card) -> ListedCard:
    marks = (("Banned", settings.banned_cards), ("Chained", settings.chained_cards if settings.chained else ()))
    mark = next((word for word, names in marks if fold(card.name) in map(fold, names)), "")
    return ListedCard(card.count, card.name, card.phoenixborn or "", mark)


def _sheet(deck: CustomDeck) -> ShownList:
    summoner = deck.summoner or "No summoner"
    kinds = (("Champions", deck.champions), ("Commons", deck.commons), ("Events", deck.events))
    sections = tuple(Section(title, _sheet_lines(lines)) for title, lines in kinds if lines)
    cards = sum(line.count for _, lines in kinds for line in lines)
    return ShownList("", f"{summoner}, {plural(cards, 'card')} listed", (("Summoner", summoner),), sections)


def _sheet_lines(lines: Sequence[SheetLine]) -> tuple[ListedCard, ...]:
    return tuple(ListedCard(line.count, line.name) for line in lines)


def _spellfire(deck: SpellfireDeck) -> ShownList:
    kinds = dict.fromkeys(card.kind for card in deck.cards)
    sections = [Section(_titled(kind), _of_kind(deck.cards, kind)) for kind in kinds]
    if deck.dungeon:
        sections.append(Section("Dungeon", (_spellfire_card(deck.dungeon),)))
    if deck.sideboard:
        sections.append(Section("Sideboard", tuple(map(_spellfire_card, deck.sideboard))))
    cards = sum(card.count for card in deck.cards)
    levels = sum((card.level or 0) * card.count for card in deck.cards if row_of(card.kind) == "champion")
    facts = (("Cards", str(cards)), ("Champion levels", str(levels)))
    return ShownList("", plural(cards, "card"), facts, tuple(sections))


def _titled(kind: str) -> str:
    return PLURALS[kind][0].upper() + PLURALS[kind][1:]


def _of_kind(cards: Sequence[SpellfireCard], kind: str) -> tuple[ListedCard, ...]:
    return tuple(_spellfire_card(card) for card in cards if card.kind == kind)


def _spellfire_card(card: SpellfireCard) -> ListedCard:
    level = f"level {card.level}" if card.level is not None else ""
    number = f"{card.number}/{card.edition}" if card.number and card.edition else card.number or ""
    told = (level, card.world or "", number, "avatar" if card.avatar else "")
    return ListedCard(card.count, card.name, ", ".join(filter(None, told)))
