"""How a rulebook drafts decks in groups: its steps, what they and the host's decks are called, what to prepare."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.values import dataclass

SET_UP, READY = "set-up", "ready"
OWN_KEY = re.compile(r"step-\d{1,2}")


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One step: its key, what it is called, what to do, and how many cards each player has when it is done."""

    key: str
    title: str
    text: str
    cards: int


@dataclass(frozen=True, slots=True)
class Preparation:
    """What the host of a draft prepares for each group, and what players bring, as a list to tick off.

    `counted` says that a group takes so many decks, which make a draft deck of so many cards.
    """

    host: tuple[str, ...]
    players: tuple[str, ...]
    sleeves_per_player: int = 0
    counted: bool = False


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """A draft from the first step to the last.

    `decks` is what the host brings, with the name of one as an `example`; `preparation` what is done before.
    `known` are the keys of all steps that a journal may speak of. `lines` is what small groups are led through, line by
    line, until an organizer writes lines of their own; `lines_note` helps with that. The steps of `building` everybody
    does alone, in one stretch of time, which `build` puts in words. `last_pick` is what to do when nothing is left to
    pass; `seats_note` how seats lie where cards are passed, nothing where the book does not say so. A second draft is
    called `second_name`, `second` is its first step where cards go back, and so many rounds follow it; `at_the_end` is
    what goes back to whom.
    """

    decks: str
    example: str
    preparation: Preparation
    steps: tuple[DraftStep, ...]
    known: tuple[str, ...]
    lines: tuple[str, ...]
    lines_note: str
    building: tuple[str, ...]
    build: str
    last_pick: str
    second_name: str
    second: str
    second_rounds: int
    at_the_end: str
    seats_note: str


def own_steps(lines: Sequence[str], *, ready: str) -> tuple[DraftStep, ...]:
    """The organizer's steps, one a line: this box does not know how they draft. `ready` is said at the end."""
    keys = (SET_UP, *(f"step-{number}" for number in range(2, len(lines) + 1)))
    numbered = enumerate(zip(keys, lines, strict=True), start=1)
    steps = (DraftStep(key, f"Step {number}", line, 0) for number, (key, line) in numbered)
    return *steps, DraftStep(READY, "Ready", ready, 0)


def is_own_key(key: str) -> bool:
    """A step of an organizer's own list."""
    return OWN_KEY.fullmatch(key) is not None
