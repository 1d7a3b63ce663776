"""Somebody's ranks event by event as a line: up is better, and every event has its place from left to right."""

from __future__ import annotations

from collections.abc import Sequence

from engine.values import dataclass

WIDTH, HEIGHT, EDGE = 72, 24, 4
LEAST = 3  # ranks from the top to the bottom: one rank is no cliff


@dataclass(frozen=True, slots=True)
class RankPicture:
    """The line as the `d` of a path, a dot for each event, the last of which is today: (x, y)."""

    line: str
    dots: tuple[tuple[float, float], ...]


def rank_picture(ranks: Sequence[int], *, events: int) -> RankPicture:
    """The ranks after the last of so many events. Who came later starts further to the right."""
    middle = (min(ranks, default=0) + max(ranks, default=0)) / 2
    span = max(max(ranks, default=0) - min(ranks, default=0), LEAST)
    step = (WIDTH - 2 * EDGE) / max(events - 1, 1)
    dots = tuple(
        (
            round(WIDTH - EDGE - step * (len(ranks) - 1 - at), 1),
            round(HEIGHT / 2 + (rank - middle) / span * (HEIGHT - 2 * EDGE), 1),
        )
        for at, rank in enumerate(ranks)
    )
    return RankPicture("M" + "L".join(f"{x} {y}" for x, y in dots), dots)
