"""Results that both players agree on and that wait for the desk: which are plausible, and which to look at again."""

from __future__ import annotations

from flask import url_for

from engine import facts as f
from engine.decisions.results import agreed
from engine.history import ending
from engine.results import fingerprint
from engine.values import dataclass
from engine.words import Match, Result, Round
from server.core.books import standing
from server.core.desk import Desk
from server.decks.known_lives import known_lives
from server.results.results_page import Lives, Sitting, blood, look_again, sitting


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A table; `agreed` is what its form sends; `doubt` why it is not confirmed with the others."""

    table: int
    players: tuple[Sitting, ...]
    score: str
    how: str
    agreed: str
    doubt: str
    at: str
    href: str


@dataclass(frozen=True, slots=True)
class WaitingResults:
    number: int
    rows: tuple[WaitingRow, ...]

    @property
    def plausible(self) -> tuple[WaitingRow, ...]:
        return tuple(row for row in self.rows if not row.doubt)


def waiting(desk: Desk) -> WaitingResults:
    """What waits for the desk's yes, the newest first."""
    current = desk.t.current_round
    if current is None or current.phase != "published":
        return WaitingResults(0, ())
    told = [(match, result) for match in current.matches if (result := agreed(match)) is not None]
    at = _reported_at(desk, current) if told else {}
    lives = known_lives(desk, current.number) if told else {}
    rows = [_row(desk, match, result, at.get(match.table, ""), lives) for match, result in told]
    return WaitingResults(current.number, tuple(sorted(rows, key=lambda row: row.at, reverse=True)))


def _row(desk: Desk, match: Match, result: Result, at: str, lives: Lives) -> WaitingRow:
    doubt = look_again(match, result, desk.t.settings, lives)
    return WaitingRow(
        match.table,
        sitting(match, result),
        blood(result),
        ending(result).removeprefix(", "),
        f"{match.table} {fingerprint(result)}",
        f"{doubt} Ask, then confirm it or change it." if doubt else "",
        at,
        url_for("results.table", tid=desk.id, table=match.table),
    )


def _reported_at(desk: Desk, round_: Round) -> dict[int, str]:
    """When each table's last report came."""
    return {
        fact.table: act.at
        for act in standing(desk.book)
        for fact in act.facts
        if isinstance(fact, f.ResultReported) and fact.number == round_.number
    }
