"""Why somebody has the place they have, in a sentence they can check with a finger on the standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.rulesets.base import Counted
from engine.standings.tiebreaks import TIEBREAKS, Totals, head_to_head
from engine.values import dataclass
from engine.words import PlayerId

NoDuel = Literal["", "not-two", "not-met", "one-each", "no-winner"]

NO_DUEL: dict[NoDuel, str] = {
    "not-two": "so head to head does not apply",
    "not-met": "have not met",
    "one-each": "each beat the other once",
    "no-winner": "nobody won the match between them",
}
UNITS = {"wins": ("win", "wins"), "points": ("point", "points")}
DISQUALIFIED = "disqualified, so no place"


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion as one player met it: their number, the next better and worse, and how many were tied.

    `tied` counts those before it and `left` those who stay together after it, the player included. `no_duel` says why
    head to head left things as they were; it is empty for every other criterion.
    """

    key: str
    mine: int
    above: int | None
    below: int | None
    tied: int
    left: int
    no_duel: NoDuel = ""


@dataclass(frozen=True, slots=True)
class Working:
    """How one place came about: the score, how many have the same one, and each tie-break that was asked."""

    total: int
    level: int
    steps: tuple[Step, ...]


def sentence(score: str, total: int, *, tied: int, steps: Sequence[Step], counted: Counted) -> str:
    """The working of one place: what the player scored, and each criterion in the order it was asked."""
    amount = f"{total} {UNITS[score][total != 1]}"
    if tied == 1:
        return f"alone on {amount}"
    return f"{tied} tied on {amount}" + "".join(_clause(step, counted) for step in steps)


def no_duel(tied: Sequence[PlayerId], table: Totals) -> NoDuel:
    """Why head to head cannot separate these players; empty where it does."""
    if len(tied) != 2:
        return "not-two"
    if head_to_head(tied, table) is not None:
        return ""
    first, second = tied
    if second not in table.opponents[first]:
        return "not-met"
    return "one-each" if (first, second) in table.beaten else "no-winner"


def _clause(step: Step, counted: Counted) -> str:
    tiebreak = TIEBREAKS[step.key]
    if tiebreak.kind == "duel":
        return f", {NO_DUEL[step.no_duel]}" if step.no_duel else _duel(step)
    if tiebreak.kind == "lot":
        return f"; by lot{_draw(step)}"
    lowest = tiebreak.best == "lowest"
    text = f"; {tiebreak.called(counted).lower()} {compared(step, lowest=lowest)}"
    return f"{text}, {step.left} still tied" if 1 < step.left < step.tied else text


def _duel(step: Step) -> str:
    return "; won the match between them" if step.below is not None else "; lost the match between them"


def _draw(step: Step) -> str:
    sides = (("after", step.above), ("before", step.below))
    places = [f"{word} {other}" for word, other in sides if other is not None]
    return f", {step.mine} {' and '.join(places)}" if places else ""


def compared(step: Step, *, lowest: bool) -> str:
    """The player's own number against the nearest others: 5 > 4, 4 < 5 and > 3, 5 = 5."""
    if step.left == step.tied:
        return f"{step.mine} = {step.mine}" if step.tied == 2 else f"{step.mine} for all {step.tied}"
    others = [other for other in (step.above, step.below) if other is not None]
    signs = " and ".join(f"{'>' if step.mine > other else '<'} {other}" for other in others)
    hint = " (fewest is best)" if lowest else ""
    return f"{step.mine} {signs}{hint}"
