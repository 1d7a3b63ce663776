"""The event score sheet: players down, rounds across, so that an event can go on with a pencil."""

from __future__ import annotations

from collections.abc import Sequence

from engine.standings.ranks import Column, stage_ranks
from engine.standings.sheets import SheetLine
from engine.standings.sheets import sheets as stage_sheets
from engine.values import dataclass, replace
from engine.words import PlayerId, Stage, Tournament
from server.core.desk import Desk
from server.core.spelling import alphabetical
from server.paper.sheets import by_alphabet

ROUNDS_A_SHEET = 8
BLANK_ROWS, BLANK_ROUNDS = 28, 6
LETTERS = {"win": "W", "draw": "D", "loss": "L", "bye": "bye", "missed": "–", "double-loss": "L"}


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One cell: the number of the opponent, how it ended, blood points earned and lost."""

    opponent: str = ""
    letter: str = ""
    blood: str = ""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    number: int
    player: PlayerId | None
    cells: tuple[ScoreCell, ...]
    record: str = ""
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The rounds of one stage, as many as fit across the paper."""

    title: str
    rounds: tuple[int, ...]
    columns: tuple[Column, ...]
    rows: tuple[ScoreRow, ...]


def score_sheets(desk: Desk) -> tuple[ScoreSheet, ...]:
    """Every stage that has standings; before the first one everybody with empty cells."""
    t = desk.t
    stages = [stage for stage in t.stages if stage.kind in ("swiss", "groups")]
    if not stages:
        rows = [ScoreRow(n, player, ()) for n, player in enumerate(by_alphabet(desk), start=1)]
        return _across(range(1, _planned(t) + 1), rows, columns=_columns(t), titled=False)
    return tuple(
        sheet
        for stage in stages
        for sheet in _across(_rounds_of(t, stage), _rows(desk, stage), columns=_columns(t), titled=len(stages) > 1)
    )


def blank_score_sheets(t: Tournament) -> tuple[ScoreSheet, ...]:
    """Empty lines for names, numbered so that opponents can be named by their number."""
    rows = [ScoreRow(number, None, ()) for number in range(1, BLANK_ROWS + 1)]
    return _across(range(1, _planned(t) + 1), rows, columns=_columns(t), titled=False)


def _across(
    rounds: Sequence[int], rows: Sequence[ScoreRow], *, columns: tuple[Column, ...], titled: bool
) -> tuple[ScoreSheet, ...]:
    """These rounds on as many sheets as they need."""
    parts = [tuple(rounds[at : at + ROUNDS_A_SHEET]) for at in range(0, len(rounds), ROUNDS_A_SHEET)]
    return tuple(
        ScoreSheet(
            title=_rounds(part) if titled or len(parts) > 1 else "",
            rounds=part,
            columns=columns,
            rows=tuple(replace(row, cells=row.cells[at * ROUNDS_A_SHEET :][: len(part)]) for row in rows),
        )
        for at, part in enumerate(parts)
    )


def _rounds(numbers: Sequence[int]) -> str:
    return f"Rounds {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"Round {numbers[0]}"


def _rows(desk: Desk, stage: Stage) -> list[ScoreRow]:
    own = stage_sheets(desk.t, stage)
    people = sorted(own, key=lambda player: alphabetical(desk.names.get(player, player)))
    numbers = {player: n for n, player in enumerate(people, start=1)}
    ranks = {row.player: row for table in stage_ranks(desk.t, stage) for row in table.rows}
    rounds = _rounds_of(desk.t, stage)
    found = []
    for player in people:
        lines = {line.round: line for line in own[player].lines}
        cells = tuple(_score(lines.get(number), numbers) for number in rounds)
        sums = tuple(map(str, ranks[player].numbers)) if lines else ()
        found.append(ScoreRow(numbers[player], player, cells, ranks[player].record if lines else "", sums))
    return found


def _rounds_of(t: Tournament, stage: Stage) -> tuple[int, ...]:
    """The numbers of this stage's rounds, those to come included."""
    before = sum(len(each.rounds) for each in t.stages[: t.stages.index(stage)])
    last = stage is t.stages[-1]
    count = max(stage.planned, len(stage.rounds)) if last else len(stage.rounds)
    return tuple(range(before + 1, before + count + 1))


def _score(line: SheetLine | None, numbers: dict[PlayerId, int]) -> ScoreCell:
    if line is None:
        return ScoreCell()
    opponent = str(numbers.get(line.opponent, "")) if line.opponent else ""
    return ScoreCell(opponent, LETTERS[line.kind], f"{line.earned}:{line.lost}")


def _planned(t: Tournament) -> int:
    return t.settings.rounds or (t.stages[0].planned if t.stages else 0) or BLANK_ROUNDS


def _columns(t: Tournament) -> tuple[Column, ...]:
    """The numbers that places go by."""
    return stage_ranks(replace(t, players={}), Stage("swiss", 0))[0].columns
