"""The criteria that places are decided by, and the numbers they compare.

| rulebook                                            | criterion        |
|-----------------------------------------------------|------------------|
| Ashes Reborn, Final Placements 1; Summoner Wars, 1  | head_to_head     |
| … 2, strength of schedule                           | sos              |
| … 3                                                 | blood_earned     |
| … 4, fewest                                         | blood_lost       |
| … 5                                                 | opponents_blood  |
| … 6                                                 | lot              |
| Ashes classic, Determining a Winner, TOEP score     | toep             |
| … then blood points, then at random                 | blood_earned, lot|
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from engine.standings.sheets import Sheet
from engine.words import PlayerId


@dataclass(frozen=True, slots=True)
class Table:
    """The totals of everybody's sheet, added up once so that tie-breaks can look at opponents."""

    wins: Mapping[PlayerId, int]
    points: Mapping[PlayerId, int]
    earned: Mapping[PlayerId, int]
    lost: Mapping[PlayerId, int]
    opponents: Mapping[PlayerId, tuple[PlayerId, ...]]
    beaten: Set[tuple[PlayerId, PlayerId]]
    lots: Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A criterion: what it is called, in full and over a column, which end wins, and a player's number in it."""

    key: str
    name: str
    short: str
    best: Literal["highest", "lowest"]
    value: Callable[[PlayerId, Table], int]


def table_of(sheets: Mapping[PlayerId, Sheet], lots: Mapping[PlayerId, int]) -> Table:
    """Add the sheets up."""
    return Table(
        wins={player: sheet.wins for player, sheet in sheets.items()},
        points={player: sheet.points for player, sheet in sheets.items()},
        earned={player: sheet.earned for player, sheet in sheets.items()},
        lost={player: sheet.lost for player, sheet in sheets.items()},
        opponents={player: sheet.opponents for player, sheet in sheets.items()},
        beaten={
            (player, line.opponent)
            for player, sheet in sheets.items()
            for line in sheet.lines
            if line.kind == "win" and line.opponent is not None
        },
        lots={player: lots.get(player, 0) for player in sheets},
    )


def split(key: str, tied: Sequence[PlayerId], *, table: Table) -> list[tuple[int, list[PlayerId]]]:
    """The tied players by their number in one criterion, best first; all together where it does not apply."""
    tiebreak = TIEBREAKS[key]
    winner = head_to_head(tied, table) if key == "head_to_head" else None
    groups: dict[int, list[PlayerId]] = {}
    for player in tied:
        number = int(player == winner) if key == "head_to_head" else tiebreak.value(player, table)
        groups.setdefault(number, []).append(player)
    return sorted(groups.items(), key=lambda group: group[0], reverse=tiebreak.best == "highest")


def head_to_head(tied: Sequence[PlayerId], table: Table) -> PlayerId | None:
    """The one of exactly two who has beaten the other and was never beaten back."""
    if len(tied) != 2:
        return None
    first, second = tied
    won, lost = (first, second) in table.beaten, (second, first) in table.beaten
    if won == lost:
        return None
    return first if won else second


def _no_number(player: PlayerId, table: Table) -> int:
    """Head to head is between two players; alone nobody has a number in it."""
    return 0


def _of_opponents(player: PlayerId, table: Table, *, totals: Mapping[PlayerId, int]) -> int:
    """The sum over every meeting, so that somebody met twice counts twice."""
    return sum(totals[opponent] for opponent in table.opponents[player])


_ALL = (
    Tiebreak("wins", "Wins", "W", "highest", lambda p, t: t.wins[p]),
    Tiebreak("points", "Event points", "Pts", "highest", lambda p, t: t.points[p]),
    Tiebreak("head_to_head", "Head to head", "H2H", "highest", _no_number),
    Tiebreak("sos", "Opponents' wins", "SoS", "highest", lambda p, t: _of_opponents(p, t, totals=t.wins)),
    Tiebreak("toep", "Opponents' event points", "TOEP", "highest", lambda p, t: _of_opponents(p, t, totals=t.points)),
    Tiebreak("blood_earned", "Blood earned", "BP", "highest", lambda p, t: t.earned[p]),
    Tiebreak("blood_lost", "Blood lost", "BP lost", "lowest", lambda p, t: t.lost[p]),
    Tiebreak(
        "opponents_blood", "Opponents' blood", "Opp BP", "highest", lambda p, t: _of_opponents(p, t, totals=t.earned)
    ),
    Tiebreak("lot", "Lot", "Lot", "lowest", lambda p, t: t.lots[p]),
)

TIEBREAKS: dict[str, Tiebreak] = {tiebreak.key: tiebreak for tiebreak in _ALL}
