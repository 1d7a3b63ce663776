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

To add one, see “How to add a tie-break” in engine/README.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Literal

from engine.rulesets.base import Counted
from engine.sentences import capital, who
from engine.standings.sheets import Sheet, SheetLine
from engine.values import dataclass
from engine.words import PlayerId, Scoring

Kind = Literal["number", "duel", "lot"]


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of everybody's sheet, added up once so that tie-breaks can look at opponents."""

    wins: Mapping[PlayerId, int]
    points: Mapping[PlayerId, int]
    earned: Mapping[PlayerId, int]
    lost: Mapping[PlayerId, int]
    opponents: Mapping[PlayerId, tuple[PlayerId, ...]]
    beaten: Set[tuple[PlayerId, PlayerId]]
    lots: Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True)
class Summand:
    """One number of a sum, and whom or what it is from."""

    text: str
    number: int


Parts = Callable[[Sheet, Mapping[PlayerId, Sheet]], tuple[Summand, ...]]


def each_opponent(total: Callable[[Sheet], int]) -> Parts:
    """A sum over everybody met, of a number that stands on that player's own sheet.

    What looks further, such as the opponents of opponents, writes its `parts` itself: they get everybody's sheets.
    """
    return lambda mine, sheets: tuple(Summand(who(other), total(sheets[other])) for other in mine.opponents)


def each_round(number: Callable[[SheetLine], int]) -> Parts:
    """A sum over the own rounds."""
    return lambda mine, sheets: tuple(Summand(_round(line), number(line)) for line in mine.lines)


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A criterion: what it is called, in full and over a column, which end wins, and a player's number in it.

    `kind` says how it is shown and told: a number has a column and is compared (5 > 4), a duel is only between two who
    are tied, a lot is drawn. `parts` are what a number adds up, from the player's own sheet and everybody's. With the
    score of open matches a number may rise or fall, not both: the cut line only looks at the least and at the most.
    `{counted}` and `{short}` stand for what the ruleset calls the points that a result counts.
    """

    key: str
    name: str
    short: str
    best: Literal["highest", "lowest"]
    value: Callable[[PlayerId, Totals], int]
    kind: Kind = "number"
    parts: Parts = lambda mine, sheets: ()

    def called(self, counted: Counted) -> str:
        """Its name in full, in the words of a ruleset."""
        return capital(self.name.format(counted=counted.column.lower()))

    def over_column(self, counted: Counted) -> str:
        """Its name where there is room for a few letters."""
        return self.short.format(short=counted.short or counted.column)


def table_of(sheets: Mapping[PlayerId, Sheet], lots: Mapping[PlayerId, int]) -> Totals:
    """Add the sheets up, each in one go: standings are asked for after every result."""
    wins: dict[PlayerId, int] = {}
    points: dict[PlayerId, int] = {}
    earned: dict[PlayerId, int] = {}
    lost: dict[PlayerId, int] = {}
    opponents: dict[PlayerId, tuple[PlayerId, ...]] = {}
    beaten: set[tuple[PlayerId, PlayerId]] = set()
    for player, sheet in sheets.items():
        won = scored = gave = took = 0
        met: list[PlayerId] = []
        for line in sheet.lines:
            won, scored, gave, took = won + line.won, scored + line.points, gave + line.earned, took + line.lost
            if (other := line.opponent) is not None:
                met.append(other)
                if line.kind == "win":
                    beaten.add((player, other))
        wins[player], points[player], earned[player], lost[player] = won, scored, gave, took
        opponents[player] = tuple(met)
    return Totals(wins, points, earned, lost, opponents, beaten, {player: lots.get(player, 0) for player in sheets})


def split(key: str, tied: Sequence[PlayerId], *, table: Totals) -> list[tuple[int, list[PlayerId]]]:
    """The tied players by their number in one criterion, best first; all together where it does not apply."""
    tiebreak = TIEBREAKS[key]
    duel = tiebreak.kind == "duel"
    winner = head_to_head(tied, table) if duel else None
    groups: dict[int, list[PlayerId]] = {}
    for player in tied:
        number = int(player == winner) if duel else tiebreak.value(player, table)
        groups.setdefault(number, []).append(player)
    return sorted(groups.items(), key=lambda group: group[0], reverse=tiebreak.best == "highest")


def worth(key: str, player: PlayerId, table: Totals) -> int:
    """A player's number, turned so that the highest is best."""
    number = TIEBREAKS[key].value(player, table)
    return number if TIEBREAKS[key].best == "highest" else -number


def own_numbers(player: PlayerId, table: Totals) -> dict[str, int]:
    """A player's number in every criterion that does not need a tie first."""
    return {key: tiebreak.value(player, table) for key, tiebreak in TIEBREAKS.items() if tiebreak.kind != "duel"}


def number_keys(scoring: Scoring) -> tuple[str, ...]:
    """The tie-breaks of an event that have a column, in their order."""
    return tuple(key for key in scoring.tiebreaks if TIEBREAKS[key].kind == "number")


def head_to_head(tied: Sequence[PlayerId], table: Totals) -> PlayerId | None:
    """The one of exactly two who has beaten the other and was never beaten back."""
    if len(tied) != 2:
        return None
    first, second = tied
    won, lost = (first, second) in table.beaten, (second, first) in table.beaten
    if won == lost:
        return None
    return first if won else second


def _round(line: SheetLine) -> str:
    return f"Round {line.round}, {who(line.opponent) if line.opponent else line.kind}"


def _no_number(player: PlayerId, table: Totals) -> int:
    """Head to head is between two players; alone nobody has a number in it."""
    return 0


def _of_opponents(player: PlayerId, table: Totals, *, totals: Mapping[PlayerId, int]) -> int:
    """The sum over every meeting, so that somebody met twice counts twice."""
    return sum(map(totals.__getitem__, table.opponents[player]))


_ALL = (
    Tiebreak("wins", "Wins", "W", "highest", lambda p, t: t.wins[p]),
    Tiebreak("points", "Event points", "Pts", "highest", lambda p, t: t.points[p]),
    Tiebreak("head_to_head", "Head to head", "H2H", "highest", _no_number, kind="duel"),
    Tiebreak(
        "sos",
        "Opponents' wins",
        "SoS",
        "highest",
        lambda p, t: _of_opponents(p, t, totals=t.wins),
        parts=each_opponent(lambda sheet: sheet.wins),
    ),
    Tiebreak(
        "toep",
        "Opponents' event points",
        "TOEP",
        "highest",
        lambda p, t: _of_opponents(p, t, totals=t.points),
        parts=each_opponent(lambda sheet: sheet.points),
    ),
    Tiebreak(
        "blood_earned",
        "{counted} earned",
        "{short}",
        "highest",
        lambda p, t: t.earned[p],
        parts=each_round(lambda line: line.earned),
    ),
    Tiebreak(
        "blood_lost",
        "{counted} lost",
        "{short} lost",
        "lowest",
        lambda p, t: t.lost[p],
        parts=each_round(lambda line: line.lost),
    ),
    Tiebreak(
        "opponents_blood",
        "Opponents' {counted}",
        "Opp {short}",
        "highest",
        lambda p, t: _of_opponents(p, t, totals=t.earned),
        parts=each_opponent(lambda sheet: sheet.earned),
    ),
    Tiebreak("lot", "Lot", "Lot", "lowest", lambda p, t: t.lots[p], kind="lot"),
)

TIEBREAKS: dict[str, Tiebreak] = {tiebreak.key: tiebreak for tiebreak in _ALL}
