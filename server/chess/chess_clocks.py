"""The tables' chess clocks, as their tablets last told them. The tablet is the authority; the newer state wins."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import insert, select, update

from engine import chess_clock
from engine.chess_clock import ChessClock
from engine.clock import Moment
from engine.clock_codec import moment_to_json
from engine.refusals import Refused
from engine.rulesets.wall import chess_plan
from engine.words import Settings
from server.core.db import db, writer
from server.core.models import ChessClockRow
from server.core.stamps import now

Json = dict[str, Any]
MOST_AT_ONCE = 10_000  # taps that a tablet may be ahead of the box
NONSENSE = "That is not a chess clock. Reload the page of the tablet."


def clocks(tid: str, number: int) -> dict[int, ChessClock]:
    """Every clock of a round that was ever started, by table."""
    with db.engine.connect() as connection:
        rows = connection.execute(
            select(ChessClockRow.table_number, ChessClockRow.state).where(
                ChessClockRow.tournament_id == tid, ChessClockRow.round == number
            )
        ).all()
    return {row.table_number: from_json(json.loads(row.state)) for row in rows}


def keep(tid: str, number: int, *, table: int, received: ChessClock) -> ChessClock:
    """Keep what a tablet tells, unless something newer is known; gives what is known now."""
    here = (
        ChessClockRow.tournament_id == tid,
        ChessClockRow.round == number,
        ChessClockRow.table_number == table,
    )
    with writer() as connection, connection.begin():
        state = connection.execute(select(ChessClockRow.state).where(*here).with_for_update()).scalar()
        known = None if state is None else from_json(json.loads(state))
        if known is not None and chess_clock.newer(known, received) is known:
            return known
        if received.counter > (known.counter if known else 0) + MOST_AT_ONCE:
            raise Refused(NONSENSE)
        values = {"counter": received.counter, "state": json.dumps(to_json(received)), "at": now()}
        if known is not None:
            connection.execute(update(ChessClockRow).where(*here).values(**values))
        else:
            row = {"tournament_id": tid, "round": number, "table_number": table}
            connection.execute(insert(ChessClockRow).values(**row, **values))
    # Nobody is told: a hall of chess clocks changes several times a second, and whoever shows them asks by itself.
    return received


def to_json(clock: ChessClock) -> Json:
    since = clock.since
    return {
        "banks": list(clock.banks),
        "lending": clock.lending,
        "turn": clock.turn,
        "using": clock.using,
        "since": None if since is None else moment_to_json(since),
        "lost": clock.lost,
        "counter": clock.counter,
    }


def from_json(raw: Any) -> ChessClock:
    """A clock as a tablet sends it; refused if it is none."""
    try:
        first, second = raw["banks"]
        since = raw["since"]
        clock = ChessClock(
            (_ms(first), _ms(second)),
            raw["lending"] is True,
            _player(raw["turn"]),
            _player(raw["using"]),
            None if since is None else Moment(str(since["boot"])[:60], _ms(since["ms"])),
            _player(raw["lost"]),
            _ms(raw["counter"]),
        )
    except (KeyError, TypeError, ValueError) as why:
        raise Refused(NONSENSE) from why
    if (clock.turn is None) != (clock.using is None) or (clock.turn is None and clock.since is not None):
        raise Refused(NONSENSE)
    return clock


def require_plan(settings: Settings, clock: ChessClock) -> None:
    """Refused if this event has no chess clocks, or none with so much time."""
    plan = chess_plan(settings)
    if plan is None:
        raise Refused("This event is not played with chess clocks.")
    if max(clock.banks) > plan.longest * 60_000 or (clock.lending and not plan.lending):
        raise Refused(NONSENSE)


def _ms(number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 2**53:
        raise ValueError(number)
    return number


def _player(seat: Any) -> chess_clock.Player | None:
    if isinstance(seat, bool) or seat not in (None, 0, 1):
        raise ValueError(seat)
    return seat  # type: ignore[no-any-return]
