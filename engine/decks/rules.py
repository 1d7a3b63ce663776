"""What a ruleset says about decks: how a list is read, judged, read aloud, and filled in field by field. Data, no HTML.

A game names one `DeckRules`; the pages ask it and never which game it is. `D` is the game's own kind of deck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from engine.values import dataclass
from engine.words import Settings

D = TypeVar("D")

Catalogue = Sequence[Mapping[str, object]]
"""Cards as in the public list of a game: each has at least `name`, `type` and, if unique, whose it is."""

CatalogueRow = dict[str, str]
"""A card as the box keeps it: what the game's checks need, and nothing else."""


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
    """`facts` are what is said in a word or two; `line` is the deck in one line; `dice` where the game has them.

    `doubt` is what somebody should look at; it makes no list wrong.
    """

    title: str
    line: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    dice: tuple[tuple[str, int], ...] = ()
    doubt: str = ""


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
class ReadCatalogue:
    """The cards of the files that were sent, and in sentences what is not among them."""

    cards: list[CatalogueRow]
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CatalogueRules:
    """The list of a game's cards that an organizer may load once for all events of a box, kept under `id`.

    `read` reads the files and refuses what is no such list; `opened` makes of the rows what `faults` looks cards up in.
    `files` are the endings that are offered, `what` says which files they are and `gain` what they are good for;
    `sample` is a small one of our own making, as CSV.
    """

    id: str
    read: Callable[[Sequence[bytes]], ReadCatalogue]
    opened: Callable[[Sequence[CatalogueRow]], Any]
    files: str
    what: str
    gain: str
    sample: str = ""


@dataclass(frozen=True, slots=True)
class FirstFive(Generic[D]):
    """Cards chosen before the round: those of a deck with their counts, and what is wrong with a choice."""

    cards: Callable[[D], tuple[tuple[int, str], ...]]
    faults: Callable[[D | None, Sequence[str], Settings], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class DeckFiles:
    """Deck files that a list may come from: the endings that are offered, and which files they are."""

    endings: str
    what: str


@dataclass(frozen=True, slots=True)
class DeckRules(Generic[D]):
    """A game's deck lists. `read` refuses a text it cannot read; `faults` are sentences, none for a legal deck.

    `how` and `example` stand at the field a list is pasted into, `limits` under a printed one. `check` judges a text
    that belongs to no event, where that is not the same as in a usual event. Without a `sheet` lists are text only;
    with a `catalogue` names are checked against the cards that were loaded. Where it also fills in what a list leaves
    out, `written_out` is the list as it is kept, `names_are_enough` stands in place of `how`, and `files` are the
    deck files that it reads. `five` is asked for before each round.
    """

    read: Callable[[str], D]
    faults: Callable[[D, Settings, Any], tuple[str, ...]]
    shown: Callable[[D, Settings], ShownList]
    how: str
    example: str
    limits: str = ""
    check: Callable[[str], tuple[str, ...]] | None = None
    sheet: DeckSheet[D] | None = None
    catalogue: CatalogueRules | None = None
    written_out: Callable[[str, Settings, Any], str] | None = None
    names_are_enough: str = ""
    files: DeckFiles | None = None
    five: FirstFive[D] | None = None
