"""What a ruleset says about decks: how a list is read, judged, read aloud, and filled in field by field. Data, no HTML.

A game names one `DeckRules`; the pages ask it and never which game it is. `D` is the game's own kind of deck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.words import Settings

D = TypeVar("D")

Catalogue = Sequence[Mapping[str, object]]
"""Cards as in the public list of a game: each has at least `name`, `type` and, if unique, whose it is."""


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A card as a person reads it: how many, what else is known of it, a `mark` where the rulebook lists it."""

    count: int
    name: str
    note: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Cards of one kind."""

    title: str
    cards: tuple[ListedCard, ...]


@dataclass(frozen=True, slots=True)
class ShownList:
    """`facts` are what is said in a word or two; `line` is the deck in one line; `dice` where the game has them."""

    title: str
    line: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    dice: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """Lines for cards of one kind. `key` begins the names of their fields, `hint` is said beside the title.

    There are at least `lines` of them and `spare` empty ones below the last card; a blank page has `printed`. `counted`
    where there may be more than one of a card, `grows` where more lines can be asked for. In the text that is kept the
    `heading` stands over them; without one each line begins with the key, as “Common: 2x NAME”.
    """

    key: str
    title: str
    lines: int
    hint: str = ""
    spare: int = 0
    printed: int = 0
    counted: bool = True
    grows: bool = False
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Filled:
    """A deck as its sheet has it: who leads it, how many dice of a kind, and (count, name) for each block's cards."""

    leads: str = ""
    dice: tuple[tuple[str, int], ...] = ()
    cards: tuple[tuple[tuple[int, str], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class DeckSheet(Generic[D]):
    """The form of a deck: what its `leader` is called, the kinds of dice and how many there are in all, the cards.

    `unlisted` says in a sentence which cards it leaves out.
    """

    leader: str
    blocks: tuple[SheetBlock, ...]
    filled: Callable[[D], Filled]
    dice: tuple[str, ...] = ()
    pool: int = 0
    unlisted: str = ""


@dataclass(frozen=True, slots=True)
class PublicList:
    """The public list of a game's cards: where it is found, under which key a unique card says whose it is, its use."""

    site: str
    owner: str
    catches: str


@dataclass(frozen=True, slots=True)
class FirstFive(Generic[D]):
    """Cards chosen before the round: those of a deck with their counts, and what is wrong with a choice."""

    cards: Callable[[D], tuple[tuple[int, str], ...]]
    faults: Callable[[D | None, Sequence[str], Settings], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class DeckRules(Generic[D]):
    """A game's deck lists. `read` refuses a text it cannot read; `faults` are sentences, none for a legal deck.

    `how` and `example` stand at the field a list is pasted into, `limits` under a printed one. `check` judges a text
    that belongs to no event, where that is not the same as in a usual event. Without a `sheet` lists are text only;
    `catalogue` is the public list of this game's cards, which the box can load; `five` is asked for before each round.
    """

    read: Callable[[str], D]
    faults: Callable[[D, Settings, Catalogue | None], tuple[str, ...]]
    shown: Callable[[D, Settings], ShownList]
    how: str
    example: str
    limits: str = ""
    check: Callable[[str], tuple[str, ...]] | None = None
    sheet: DeckSheet[D] | None = None
    catalogue: PublicList | None = None
    five: FirstFive[D] | None = None
