"""Spellfire deck lists, read aloud. They say too much about each card for a form; they are written as text."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decks.rules import CatalogueRules, DeckFiles, DeckRules, ListedCard, Section, ShownList
from engine.decks.spellfire import has_sideboard, is_sealed, parse_spellfire, spellfire_faults
from engine.decks.spellfire_cards import PLURALS, SpellfireCard, SpellfireDeck, row_of
from engine.decks.spellfire_catalogue import CardIndex, card_index, catalogue_faults, with_phases, written_out
from engine.decks.spellfire_catalogue_files import read_catalogue
from engine.decks.spellfire_sample import SAMPLE
from engine.sentences import plural
from engine.words import Settings


def _faults(deck: SpellfireDeck, settings: Settings, cards: CardIndex | None) -> tuple[str, ...]:
    event = settings.event
    if event is None:
        return spellfire_faults(deck)
    faults = spellfire_faults(
        deck if cards is None else with_phases(deck, cards),
        size=event.deck_size,
        event_type=event.type,
        variants=event.variants,
        changed=event.limits,
        dungeons=not event.dungeons_barred,
    )
    known = catalogue_faults(deck, cards) if cards is not None and not is_sealed(event.type) else ()
    return (*known, *faults)


def _written_out(text: str, settings: Settings, cards: CardIndex | None) -> str:
    """What CrossFire keeps beside a deck is its sideboard, where the event has them."""
    event = settings.event
    return written_out(text, cards, with_sideboard=event is not None and has_sideboard(event.variants))


def _check(text: str) -> tuple[str, ...]:
    """A list with a sideboard is one for the Sideboard variant."""
    deck = parse_spellfire(text)
    return spellfire_faults(deck, variants=("Sideboard",) if deck.sideboard else ())


def _shown(deck: SpellfireDeck, _: Settings) -> ShownList:
    kinds = dict.fromkeys(card.kind for card in deck.cards)
    sections = [Section(_titled(kind), _of_kind(deck.cards, kind)) for kind in kinds]
    if deck.dungeon:
        sections.append(Section("Dungeon", (_card(deck.dungeon),)))
    if deck.sideboard:
        sections.append(Section("Sideboard", tuple(map(_card, deck.sideboard))))
    cards = sum(card.count for card in deck.cards)
    levels = sum((card.level or 0) * card.count for card in deck.cards if row_of(card.kind) == "champion")
    facts = (("Cards", str(cards)), ("Champion levels", str(levels)))
    return ShownList("", plural(cards, "card"), facts, tuple(sections))


def _titled(kind: str) -> str:
    return PLURALS[kind][0].upper() + PLURALS[kind][1:]


def _of_kind(cards: Sequence[SpellfireCard], kind: str) -> tuple[ListedCard, ...]:
    return tuple(_card(card) for card in cards if card.kind == kind)


def _card(card: SpellfireCard) -> ListedCard:
    level = f"level {card.level}" if card.level is not None else ""
    number = f"{card.number}/{card.edition}" if card.number and card.edition else card.number or ""
    told = (level, card.world or "", number, "avatar" if card.avatar else "")
    return ListedCard(card.count, card.name, ", ".join(filter(None, told)))


SPELLFIRE_LISTS = DeckRules(
    read=parse_spellfire,
    faults=_faults,
    check=_check,
    shown=_shown,
    how="One card a line, its kind first: Champion 9: Elminster, Realm: Waterdeep, Wizard spell: Fireball.",
    example="Deck: 55\nChampion 9: Elminster\nRealm: Waterdeep",
    catalogue=CatalogueRules(
        id="catalogue-spellfire",
        read=read_catalogue,
        opened=card_index,
        files=".csv,.json,.tcl",
        what=(
            "CSV or JSON with set, number, name, type, world and level; or all files of CrossFire’s DataBase folder "
            "at once."
        ),
        gain="Names are enough for a list, CrossFire’s deck files are read, and misspelt names are caught.",
        sample=SAMPLE,
    ),
    written_out=_written_out,
    names_are_enough="One card per line: names are enough. The kind, the level and the rest are filled in.",
    files=DeckFiles(".cfd,.txt", "A deck of CrossFire (.cfd), or a text."),
)
