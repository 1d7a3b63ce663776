"""Numbers as drawings: where every line, bar and word of a chart stands. Units are those of a phone's pixels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from unicodedata import bidirectional, combining, east_asian_width

from engine.statistics import RankLine, WonWith
from engine.values import dataclass
from engine.words import PlayerId

WIDTH = 360
MOST_LINES = 16
ROW, TOP, LEFT, LABELS, NEXT_LINE = 22, 22, 26, 172, 18
LETTERS = 20  # that fit beside the lines, as wide as most are
STRONG = 3  # lines that stand out
BARS, BAR_TOP = 120, 36  # under the words at the limit
FEWEST_STEPS = 6  # so that what is all alike is still a bar among others, not a wall
FEW = 5  # matches below which a share says nothing


@dataclass(frozen=True, slots=True)
class Line:
    """One player's way through the event; `label` stands at its end, line by line, each with its height."""

    points: str
    label: tuple[tuple[int, str], ...]
    name: str
    y: int
    strong: bool


@dataclass(frozen=True, slots=True)
class RankChart:
    """`names_at` is where names begin, right of the lines."""

    height: int
    names_at: int
    ticks: tuple[tuple[int, str], ...]
    lines: tuple[Line, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    count: int
    label: str


@dataclass(frozen=True, slots=True)
class BarChart:
    """`mark` is where the limit stands, with its words; None without one."""

    bars: tuple[Bar, ...]
    height: int
    total: int
    words: str
    mark: tuple[float, str] | None = None


@dataclass(frozen=True, slots=True)
class WonRow:
    """A row of what was brought; `share` is the width of its bar, and 0 where there were too few matches to say."""

    name: str
    players: int
    played: int
    won: int
    drawn: int
    mirrors: int
    share: float
    few: bool


def rank_chart(numbers: Sequence[int], lines: Sequence[RankLine], names: Mapping[PlayerId, str]) -> RankChart | None:
    """The first places at the end, and how they came there; None with fewer than two columns."""
    columns = max((len(line.places) for line in lines), default=0)
    if columns < 2:
        return None
    shown = lines[:MOST_LINES]
    step = (WIDTH - LEFT - LABELS) / (columns - 1)
    titles = [f"R{number}" for number in numbers] + ["End"] * (columns - len(numbers))
    named = [names.get(line.player, line.player) for line in shown]
    labels = [_in_lines(f"{line.places[-1]}. {name}") for line, name in zip(shown, named, strict=True)]
    edges = list(accumulate((ROW + NEXT_LINE * (len(label) - 1) for label in labels), initial=TOP))
    middles = [(above + below) // 2 for above, below in pairwise(edges)]
    # Whoever was further down comes in from below the last row.
    heights = [*middles, edges[-1] + ROW // 2]
    return RankChart(
        height=edges[-1] + ROW,
        names_at=WIDTH - LABELS + 6,
        ticks=tuple((round(LEFT + step * place), title) for place, title in enumerate(titles)),
        lines=tuple(
            Line(
                points=_way(line, heights, step, end=middles[n]),
                label=tuple((edges[n] + 16 + NEXT_LINE * at, words) for at, words in enumerate(labels[n])),
                name=named[n],
                y=middles[n],
                strong=n < STRONG,
            )
            for n, line in enumerate(shown)
        ),
        more=len(lines) - len(shown),
    )


def histogram(numbers: Sequence[int], *, size: int, limit: int | None = None, words: str = "") -> BarChart | None:
    """How often the numbers fall into steps of this size; nothing of fewer than five."""
    if len(numbers) < FEW:
        return None
    last = max(max(numbers) // size, (limit or 0) // size, FEWEST_STEPS - 1)
    counts = [sum(number // size == step for number in numbers) for step in range(last + 1)]
    width, most = (WIDTH - 8) / len(counts), max(counts)
    bars = tuple(
        Bar(
            x=round(4 + place * width, 1),
            y=round(BAR_TOP + BARS * (1 - count / most), 1),
            width=round(max(1.0, width - 2), 1),
            height=round(BARS * count / most, 1),
            count=count,
            label=str(place * size) if len(counts) <= 8 or place % 2 == 0 else "",
        )
        for place, count in enumerate(counts)
    )
    mark = (round(4 + limit / size * width, 1), words) if limit else None
    said = ", ".join(f"{place * size} to {place * size + size - 1}: {n}" for place, n in enumerate(counts) if n)
    return BarChart(bars, BAR_TOP + BARS + 20, len(numbers), said, mark)


def won_rows(found: Sequence[WonWith]) -> tuple[WonRow, ...]:
    """Half a win for a draw; a share is drawn only where enough was played."""
    return tuple(
        WonRow(
            *(each.name, each.players, each.played, each.won, each.drawn, each.mirrors),
            share=0.0 if each.played < FEW else round(100 * (each.won + each.drawn / 2) / each.played, 1),
            few=each.played < FEW,
        )
        for each in found
    )


def _way(line: RankLine, heights: Sequence[int], step: float, *, end: int) -> str:
    """The points of a line: `heights` are those of the places, and of all below them; it ends beside its name."""
    *before, last = enumerate(line.places)
    at = [(column, heights[min(place, len(heights)) - 1]) for column, place in before if place]
    return " ".join(f"{LEFT + step * column:.0f},{y}" for column, y in (*at, (last[0], end)))


def _in_lines(words: str) -> list[str]:
    """All of it, in lines that fit beside the drawing, by how wide letters are: no drawing is measured here."""
    lines = [""]
    for part in re.findall(r"[^\s-]+-*\s*|-+\s*", words):
        if _width(lines[-1] + part.rstrip()) <= LETTERS:
            lines[-1] += part
            continue
        if _width(part.rstrip()) <= LETTERS:
            lines.append("")
        for letter in part:
            if _width(lines[-1] + letter.rstrip()) > LETTERS:
                lines.append("")
            lines[-1] += letter
    return [line.strip() for line in lines if line.strip()]


def _width(words: str) -> float:
    return sum(_letter_width(letter) for letter in words)


def _letter_width(letter: str) -> float:
    if combining(letter):
        return 0
    if letter in "MW" or east_asian_width(letter) in "WF":
        return 1.9
    return 1.4 if letter in "mw" or letter.isupper() or bidirectional(letter) == "AL" else 1
