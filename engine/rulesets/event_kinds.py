"""The kinds of event that a rulebook knows, and the questions that tell them apart. A ruleset names its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engine.values import dataclass
from engine.words import Event

Level = Literal["Beginner", "Intermediate", "Advanced", ""]
ANY = (0, 999)  # as many cards as somebody likes


@dataclass(frozen=True, slots=True)
class EventType:
    """A kind of tournament. `to_win` only where the type itself says how many win, else the victory conditions do.

    `digit` is its name where the organizer puts a digit into it, “No-{}s”; `teams` says what is different where it is
    played in teams, and is empty where everyone plays alone; `posted` is what the wall, phones and the poster say,
    where that is more than the summary.
    """

    name: str
    level: Level = ""
    summary: str = ""
    to_win: int | None = None
    at_least: bool = False
    digit: str = ""
    teams: str = ""
    posted: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """A twist that the organizer adds to a type; `deck_size` where it works with one size only.

    `set_up` is what it asks of a table before the first game; `posted` as for a type.
    """

    name: str
    summary: str
    deck_size: int | None = None
    set_up: str = ""
    posted: str = ""


@dataclass(frozen=True, slots=True)
class Victory:
    """What ends a game, and how many of what is counted that takes; `posted` is said with that number."""

    name: str
    summary: str
    to_win: int
    posted: str


@dataclass(frozen=True, slots=True)
class DeckSize:
    """Cards in a deck, in the opening hand, drawn a turn, kept at the end of a turn; how many win with this size.

    `opening` is 0 where those who play it do not agree on one; `note` is what the size is called.
    """

    cards: int
    opening: int
    draw: int
    hand: int
    to_win: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class DeckLimit:
    """A limit of a deck that an event may change: least and most as printed, or `ANY`. A `total` has no least."""

    row: str
    label: str
    printed: tuple[int, int]
    total: bool


@dataclass(frozen=True, slots=True)
class Barred:
    """Cards that an event may do without: the tick, and what goes where it is not set."""

    label: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class EventQuestions:
    """What the organizer of such an event is asked, and what the answers come to.

    `start` is the event before anybody answers. `type_of` is the type of a name, printed or of the organizer's own.
    `settled` copies in what follows from the answers, `faults` are what does not fit together, a sentence each, and
    `booklet` is the event in one line, as a convention prints it. `deck_limits` are those of a deck of so many cards.
    """

    start: Event
    types: tuple[EventType, ...]
    variants: tuple[Variant, ...]
    victories: tuple[Victory, ...]
    deck_sizes: tuple[DeckSize, ...]
    deck_limits: Callable[[int], tuple[DeckLimit, ...]]
    barred: Barred
    type_of: Callable[[str], EventType]
    settled: Callable[[Event], Event]
    faults: Callable[[Event], tuple[str, ...]]
    booklet: Callable[[Event], str]


def plain(name: str) -> str:
    """A name with straight apostrophes, so that a name pasted from a booklet is the same name."""
    return name.strip().replace("’", "'")
