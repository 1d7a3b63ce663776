"""The catalogue of Spellfire cards that an organizer loads once: names are enough for a list, and slips are caught.

| what | where |
|---|---|
| files: CSV, JSON, CrossFire's database (one or more at once) | `spellfire_catalogue_files` |
| cards by name, and by set and number | `CardIndex` |
| lists of names, and CrossFire's deck files, with kind, level and the rest written out | `written_out` |
| names, kinds and levels in a list that the catalogue knows otherwise | `catalogue_faults` |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from engine.decks.lines import fold, unreadable
from engine.decks.rules import CatalogueRow
from engine.decks.spellfire_cards import REGULAR, SpellfireCard, SpellfireDeck, row_of, world_named
from engine.decks.spellfire_crossfire import DeckFile, Place, is_deck_file, read_deck_file
from engine.decks.spellfire_text import Named, deck_of, parse_spellfire, phases_read, written
from engine.refusals import Refused
from engine.values import dataclass, replace

NO_WORLD = ("", "none", "no world")
PROPOSED = 5  # looking for a name that is nearly the same takes its time


@dataclass(frozen=True, slots=True)
class CardIndex:
    """The cards of a catalogue by their names, and by set and number."""

    by_name: Mapping[str, tuple[SpellfireCard, ...]]
    by_place: Mapping[Place, SpellfireCard]


def card_index(rows: Sequence[CatalogueRow]) -> CardIndex:
    """A catalogue opened for looking cards up."""
    by_name: dict[str, tuple[SpellfireCard, ...]] = {}
    by_place: dict[Place, SpellfireCard] = {}
    for row in rows:
        card = _card(row)
        by_name[fold(card.name)] = (*by_name.get(fold(card.name), ()), card)
        by_place[_place(row.get("set", ""), row.get("number", ""))] = card
    return CardIndex(by_name, by_place)


def written_out(text: str, cards: CardIndex | None, *, with_sideboard: bool) -> str:
    """The list with all that the catalogue knows of its cards; one that already says everything stays as it is."""
    if is_deck_file(text):
        return written(_of_deck_file(read_deck_file(text), cards, with_sideboard=with_sideboard))
    if cards is None:
        return text
    deck = parse_spellfire(text, lambda named: _completed(named, cards))
    return text if deck == _by_itself(text) else written(deck)


def _by_itself(text: str) -> SpellfireDeck | None:
    """The deck of a list that says all that is needed without a catalogue."""
    try:
        return parse_spellfire(text)
    except Refused:
        return None


def with_phases(deck: SpellfireDeck, cards: CardIndex) -> SpellfireDeck:
    """The deck with the phases that the catalogue knows and the list does not say."""

    def completed(card: SpellfireCard) -> SpellfireCard:
        alike = [each for each in _printings(card, cards) if _same_kind(card.kind, each.kind)]
        return replace(card, phases=card.phases or _phases(alike))

    return replace(deck, cards=tuple(map(completed, deck.cards)), sideboard=tuple(map(completed, deck.sideboard)))


def catalogue_faults(deck: SpellfireDeck, cards: CardIndex) -> Iterator[str]:
    """What a list says of its cards and the catalogue knows otherwise."""
    dungeon = (deck.dungeon,) if deck.dungeon else ()
    listed = (*deck.cards, *dungeon, *deck.sideboard)
    if unknown := [card.name for card in listed if fold(card.name) not in cards.by_name]:
        proposed = [f"No card is called {name}{_near(name, cards)}" for name in unknown[:PROPOSED]]
        yield from (*proposed, *(f"No card is called {name}." for name in unknown[PROPOSED:]))
    for card in listed:
        printings = _printings(card, cards)
        if not printings:
            continue
        if not (alike := [each for each in printings if _same_kind(card.kind, each.kind)]):
            yield f"{card.name}: the catalogue says {_told(printings, lambda each: each.kind)}, not {card.kind}."
        elif row_of(card.kind) == "champion" and card.level not in {each.level for each in alike}:
            yield f"{card.name}: the catalogue says level {_told(alike, _level)}, not {_level(card)}."


def _card(row: CatalogueRow) -> SpellfireCard:
    number, edition = _printed(row.get("set", ""), row.get("number", ""))
    level = re.match(r"\+?(\d{1,3})", row.get("level", ""))  # of more than one, the first counts
    world = row.get("world", "")
    return SpellfireCard(
        name=row["name"],
        kind=row["type"],
        level=int(level[1]) if level else None,
        avatar="avatar" in row,
        world=None if fold(world) in NO_WORLD else world_named(world),
        number=number or None,
        edition=edition or None,
        phases=phases_read(row.get("phases", "")),
        multiples="multiples" in row,
    )


def _printed(edition: str, number: str) -> Place:
    """Number and set as the card prints them: 116 of RR is 16/RR Chase."""
    regular = REGULAR.get(edition, 0)
    if regular and number.isdecimal() and int(number[:4]) > regular:
        return str(int(number[:4]) - regular), f"{edition} Chase"
    return number, edition


def _place(edition: str, number: str) -> Place:
    """Set and number as they are looked up: 16/RR Chase is 116 of RR."""
    base = re.sub(r"(?i) chase$", "", edition)
    before = {fold(name): count for name, count in REGULAR.items()}.get(fold(base), 0) if base != edition else 0
    return fold(base), str(int(number[:4]) + before) if number.isdecimal() else fold(number)


def _of_deck_file(file: DeckFile, cards: CardIndex | None, *, with_sideboard: bool) -> SpellfireDeck:
    if cards is None:
        raise Refused(
            "This is a deck file of CrossFire. It names cards by set and number, so the organizer loads a card "
            "catalogue first, at the desk under Decks."
        )
    beside = file.beside if with_sideboard else ()
    missing = [
        f"{number}/{edition}"
        for edition, number in (*file.cards, *beside)
        if _place(edition, number) not in cards.by_place
    ]
    if missing:
        raise Refused(f"The card catalogue has no card {', '.join(missing[:10])}. Load one that has these sets.")
    deck, sideboard = ([cards.by_place[_place(*place)] for place in block] for block in (file.cards, beside))
    return deck_of(deck, size=file.size, sideboard=tuple(sideboard))


def _completed(named: Named, cards: CardIndex) -> SpellfireCard:
    """All of the card that a line names, where the catalogue leaves no choice."""
    card = named.card
    whole = cards.by_name.get(fold(named.line))
    printings = whole or [each for each in _printings(card, cards) if not card.kind or _same_kind(card.kind, each.kind)]
    if not printings and named.whole:
        return card
    if not printings:
        raise unreadable(named.number, named.line, hint=f"is not in the card catalogue{_near(card.name, cards)}")
    if named.leveled:
        printings = [each for each in printings if each.level == card.level] or printings
    choices = {_played_as(each): each for each in reversed(printings)}
    if len(choices) > 1 and named.whole:
        return card
    if len(choices) > 1:
        raise unreadable(named.number, named.line, hint=_which([*choices.values()][::-1]))
    found = printings[0] if len(printings) == 1 else replace(printings[0], number=None, edition=None)
    return replace(
        found,
        level=card.level if named.leveled else found.level,
        count=1 if whole else card.count,
        world=card.world or found.world,
        avatar=card.avatar or found.avatar,
        number=card.number or found.number,
        edition=card.edition or found.edition,
        multiples=card.multiples or found.multiples,
        phases=card.phases or _phases(printings),
    )


def _printings(card: SpellfireCard, cards: CardIndex) -> tuple[SpellfireCard, ...]:
    """The cards of this name; only the one of this set and number, if the list gives them."""
    printings = cards.by_name.get(fold(card.name), ())
    exact = cards.by_place.get(_place(card.edition or "", card.number or ""))
    return (exact,) if exact in printings else printings


def _phases(printings: Sequence[SpellfireCard]) -> tuple[int, ...]:
    """What all printings that name their phases agree on."""
    said = {each.phases for each in printings if each.phases}
    return said.pop() if len(said) == 1 else ()


def _played_as(card: SpellfireCard) -> tuple[object, ...]:
    """What a check may ask for; two printings that agree in it are the same card."""
    champion, logo = row_of(card.kind) == "champion", row_of(card.kind) in ("realm", "holding", "artifact", "champion")
    return card.kind, card.level if champion else None, card.world if logo else None, card.avatar


def _same_kind(said: str, known: str) -> bool:
    """“Champion” is any of the seven icons, “spell” either spell."""
    return said in (known, row_of(known)) or (said == "spell" and known.endswith(" spell"))


def _which(choices: Sequence[SpellfireCard]) -> str:
    """Asks for the printing, with one of them as an example."""
    one = choices[0]
    example = f"; write which, like “{one.name} #{one.number}/{one.edition}”." if one.number and one.edition else "."
    return f"could be {' or '.join(map(_described, choices))}{example}"


def _described(card: SpellfireCard) -> str:
    level = f" of level {_level(card)}" if row_of(card.kind) == "champion" else ""
    world = f" of {card.world}" if card.world else ""
    number = f" ({card.number}/{card.edition})" if card.number and card.edition else ""
    return f"the {card.kind}{level}{world}{number}"


def _told(cards: Sequence[SpellfireCard], what: Callable[[SpellfireCard], str]) -> str:
    return " or ".join(dict.fromkeys(map(what, cards)))


def _level(card: SpellfireCard) -> str:
    return "?" if card.level is None else str(card.level)


def _near(name: str, cards: CardIndex) -> str:
    near = get_close_matches(fold(name), cards.by_name, n=1, cutoff=0.75)
    return f"; did you mean {cards.by_name[near[0]][0].name}?" if near else "; check the spelling."
