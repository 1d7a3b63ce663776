"""How a rulebook drafts decks in groups: its steps, and what they and the host's decks are called."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One step: its key, what it is called, what to do, and how many cards each player has when it is done."""

    key: str
    title: str
    text: str
    cards: int


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """A draft from the first step to the last.

    `decks` is what the host brings, with the name of one as an `example`. The steps of `building` everybody does alone,
    in one stretch of time, which `build` puts in words. `last_pick` is what to do when nothing is left to pass.
    `second` is the first step of a second draft, and so many rounds follow it; `at_the_end` is what goes back to whom.
    """

    decks: str
    example: str
    steps: tuple[DraftStep, ...]
    building: tuple[str, ...]
    build: str
    last_pick: str
    second: str
    second_rounds: int
    at_the_end: str
