"""Numbers as drawings: where every line, bar and word of a chart stands. Units are those of a phone's pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from engine.statistics import RankLine, WonWith
from engine.words import PlayerId

WIDTH = 360
MOST_LINES = 16
ROW, TOP, LEFT, LABELS = 22, 22, 26, 172
LETTERS = 13  # of a name that fit beside its line, as wide as most are
STRONG = 3  # lines that stand out
BARS, BAR_TOP = 120, 18
FEWEST_STEPS = 6  # so that what is all alike is still a bar among others, not a wall
FEW = 5  # matches below which a share says nothing


@dataclass(frozen=True, slots=True)
class Line:
    """One player's way through the event; `label` stands at its end."""

    points: str
    label: str
    name: str
    place: int
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
    return RankChart(
        height=TOP + ROW * (len(shown) + 1),
        names_at=WIDTH - LABELS + 6,
        ticks=tuple((round(LEFT + step * place), title) for place, title in enumerate(titles)),
        lines=tuple(_line(line, n, step, len(shown), names) for n, line in enumerate(shown)),
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


def _line(line: RankLine, n: int, step: float, rows: int, names: Mapping[PlayerId, str]) -> Line:
    """Whoever was further down comes in from the last row."""
    places = [(LEFT + step * at, _y(min(place, rows + 1))) for at, place in enumerate(line.places) if place]
    name = names.get(line.player, line.player)
    label = _shortened(name)
    points = " ".join(f"{x:.0f},{y}" for x, y in places)
    return Line(points, label, name, line.places[-1], _y(min(line.places[-1], rows + 1)), n < STRONG)


def _shortened(name: str) -> str:
    """As much of it as fits, by how wide letters are drawn: no drawing is measured here."""
    room = float(LETTERS)
    for at, letter in enumerate(name):
        room -= 1.9 if east_asian_width(letter) in "WF" else 1.4 if letter.isupper() else 1
        if room < 0:
            return f"{name[: at - 1]}…"
    return name


def _y(place: int) -> int:
    return TOP + ROW * place - ROW // 2
