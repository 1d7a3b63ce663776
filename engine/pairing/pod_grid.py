"""The advancement grid: how many tables each round has, and how many fill up, from the first to the final."""

from __future__ import annotations

from engine.pairing.pods import fill_up, sizes
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class GridRound:
    """One round of the grid: the size of every table, smallest first, and how many come to fill up."""

    sizes: tuple[int, ...]
    filling_up: int = 0


def grid(players: int) -> tuple[GridRound, ...]:
    """Every round as long as nobody leaves and winners are filled up to threes; the last one is the final."""
    rounds = [GridRound(sizes(players))]
    while (winners := len(rounds[-1].sizes)) > 1:
        joining = fill_up(winners)
        rounds.append(GridRound((3,) * ((winners + joining) // 3), joining))
    return tuple(rounds)
