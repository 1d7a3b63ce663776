"""The chess clocks of the round at the desk: what each player has left, as their tablet last told it."""

from __future__ import annotations

from typing import Literal

from engine import chess_clock
from engine.chess_clock import ChessClock, FlagVerdict
from engine.clock import Moment, mmss
from engine.decisions.results import agreed
from engine.rulesets.wall import chess_plan
from engine.sentences import who
from engine.values import dataclass
from engine.words import Match, PlayerId
from server.chess import chess_clocks
from server.core.desk import Desk
from server.core.timekeeping import moment

WHEN = {
    "this-turn": "is out of time and loses with the end of this turn, unless it is won",
    "own-next-turn": "is out of time: their next turn is the last",
    "lost": "lost on time",
}


@dataclass(frozen=True, slots=True)
class Bank:
    """One player's time; `state` is running, fallen or empty."""

    player: PlayerId
    left: str
    state: Literal["", "running", "fallen"]


@dataclass(frozen=True, slots=True)
class ChessLine:
    """A table: two banks, and in a word what its clock does."""

    table: int
    banks: tuple[Bank, Bank]
    word: str
    told: str


def chess_lines(desk: Desk, table: int | None = None) -> tuple[ChessLine, ...]:
    """The tables that still play, or one of them; none where the event has no chess clocks."""
    plan, current = chess_plan(desk.t.settings), desk.t.current_round
    if plan is None or current is None or current.phase != "published":
        return ()
    known = chess_clocks.clocks(desk.id, current.number)
    fresh = chess_clock.new(plan.minutes * 60_000, lending=plan.lending)
    now = moment()
    return tuple(
        _line(match, chess_clocks.newest(match, known.get(match.table), lending=plan.lending) or fresh, now)
        for match in current.matches
        if len(match.seats) == 2 and _plays(match) and table in (None, match.table)
    )


def _plays(match: Match) -> bool:
    return match.result is None and agreed(match) is None


def _line(match: Match, clock: ChessClock, now: Moment) -> ChessLine:
    left, fallen = chess_clock.banks(clock, now), chess_clock.flags(clock, now)
    one, two = (
        Bank(player, mmss(ms), "running" if clock.since and clock.using == seat else "fallen" if down else "")
        for seat, (player, ms, down) in enumerate(zip(match.players, left, fallen, strict=True))
    )
    return ChessLine(match.table, (one, two), _word(clock), _told(match, chess_clock.verdict(clock, now)))


def _word(clock: ChessClock) -> str:
    if clock.lost is not None:
        return "Lost on time"
    if clock.turn is None:
        return "Not begun"
    return "Running" if clock.since else "Stopped"


def _told(match: Match, verdict: FlagVerdict | None) -> str:
    return "" if verdict is None else f"{who(match.players[verdict.player])} {WHEN[verdict.when]}."
