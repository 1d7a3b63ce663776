"""The tables' chess clocks, as their tablets last told them. The tablet is the authority; the newer state wins.

One tablet keeps a table's clock: the first that told it, or whoever took it over. A second one at the same table only
watches. What a judge set counts for more than anything that was told before it, also by a tablet that comes back later.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import insert, select, update

from engine import chess_clock
from engine.chess_clock import ChessClock
from engine.clock import Moment
from engine.clock_codec import moment_to_json
from engine.refusals import Refused
from engine.rulesets.wall import chess_plan
from engine.values import dataclass, replace
from engine.words import Match, Settings
from server.core import changes
from server.core.db import db, writer
from server.core.models import ChessClockRow
from server.core.stamps import now

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Teller:
    """The tablet that tells a clock: `takes` if somebody tapped that it keeps it from now on.

    `is_there` says of another one whether it is still at this table.
    """

    device: int
    is_there: Callable[[int], bool]
    takes: bool = False


MOST_AT_ONCE = 10_000  # taps that a tablet may be ahead of the box
MOST_CORRECTIONS = 100  # that it may know of and the box not: an older copy was put back
NONSENSE = "That is not a chess clock. Reload the page of the tablet."


@dataclass(frozen=True, slots=True)
class KeptClock:
    """A table's clock, which tablet keeps it, and both banks when the turn was last passed."""

    clock: ChessClock
    keeper: int | None = None
    at_pass: tuple[int, int] | None = None


def clocks(tid: str, number: int) -> dict[int, ChessClock]:
    """Every clock of a round that a tablet ever told, by table."""
    return {table: kept.clock for table, kept in told_clocks(tid, number).items()}


def told_clocks(tid: str, number: int) -> dict[int, KeptClock]:
    """The same with who keeps them."""
    with db.engine.connect() as connection:
        rows = connection.execute(
            select(ChessClockRow.table_number, ChessClockRow.state).where(
                ChessClockRow.tournament_id == tid, ChessClockRow.round == number
            )
        ).all()
    found = {row.table_number: _kept(row.state) for row in rows}
    return {table: clock for table, clock in found.items() if clock is not None}


def newest(match: Match, told: ChessClock | None, *, lending: bool) -> ChessClock | None:
    """What counts at a table: what its tablet told, or what a judge set since; None if it has not begun."""
    if match.chess is None:
        return told
    right = chess_clock.corrected(match.chess, lending=lending)
    return right if told is None else chess_clock.newer(right, told)


def known_clock(tid: str, number: int, match: Match, *, lending: bool) -> KeptClock | None:
    """The clock of one table."""
    told = told_clocks(tid, number).get(match.table)
    clock = newest(match, told.clock if told else None, lending=lending)
    return None if clock is None else KeptClock(clock) if told is None else replace(told, clock=clock)


def keep(tid: str, number: int, match: Match, *, received: ChessClock, by: Teller) -> KeptClock:
    """Keep what a tablet tells, unless something newer is known or another tablet keeps it; gives what is known now."""
    here = (
        ChessClockRow.tournament_id == tid,
        ChessClockRow.round == number,
        ChessClockRow.table_number == match.table,
    )
    with writer() as connection, connection.begin():
        state = connection.execute(select(ChessClockRow.state).where(*here).with_for_update()).scalar()
        told = _kept(state)
        known = newest(match, told.clock if told else None, lending=received.lending)
        keeper = told.keeper if told else None
        ours = by.takes or keeper in (None, by.device) or not by.is_there(keeper)
        newer = known is None or chess_clock.newer(known, received) is received
        if known is not None and not (ours and (newer or keeper != by.device)):
            return KeptClock(known, keeper)
        _require_near(known, received)
        clock = received if newer or known is None else known
        kept = KeptClock(clock, by.device, _at_pass(told, clock))
        values = {"counter": clock.counter, "state": json.dumps(_to_state(kept)), "at": now()}
        if state is not None:
            connection.execute(update(ChessClockRow).where(*here).values(**values))
        else:
            row = {"tournament_id": tid, "round": number, "table_number": match.table}
            connection.execute(insert(ChessClockRow).values(**row, **values))
    # Only who keeps it is told: a hall of chess clocks changes several times a second, and whoever shows them asks.
    if keeper != by.device:
        changes.changed(tid, match.table)
    return kept


def _require_near(known: ChessClock | None, received: ChessClock) -> None:
    """A tablet may be ahead of the box, but not by more than anybody taps or corrects."""
    corrections = received.correction - (known.correction if known else 0)
    taps = received.counter - (known.counter if known and not corrections else 0)
    if taps > MOST_AT_ONCE or corrections > MOST_CORRECTIONS:
        raise Refused(NONSENSE)


def _at_pass(told: KeptClock | None, clock: ChessClock) -> tuple[int, int] | None:
    if told is None or told.clock.turn != clock.turn or told.clock.correction != clock.correction:
        return clock.banks
    return told.at_pass


def _to_state(kept: KeptClock) -> Json:
    return {**to_json(kept.clock), "keeper": kept.keeper, "at_pass": kept.at_pass}


def _kept(text: str | None) -> KeptClock | None:
    """As it is stored. One that the disk kept badly is none: its tablet has it, and tells it again."""
    try:
        state = json.loads(text or "null")
        at_pass = state["at_pass"] if state else None
        first, second = at_pass or (0, 0)
        return KeptClock(from_json(state), state.get("keeper"), (_ms(first), _ms(second)) if at_pass else None)
    except (Refused, ValueError, TypeError, KeyError):
        return None


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
        "correction": clock.correction,
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
            _ms(raw.get("correction", 0)),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as why:
        raise Refused(NONSENSE) from why
    if (clock.turn is None) != (clock.using is None) or (clock.turn is None and clock.since is not None):
        raise Refused(NONSENSE)
    return clock


def require_plan(settings: Settings, match: Match, clock: ChessClock) -> None:
    """Refused if this event has no chess clocks, or none with so much time, unless a judge gave it."""
    plan = chess_plan(settings)
    if plan is None:
        raise Refused("This event is not played with chess clocks.")
    given = match.chess.banks if match.chess else (0, 0)
    most = (max(plan.longest * 60_000, each) for each in given)
    if any(left > longest for left, longest in zip(clock.banks, most, strict=True)) or (
        clock.lending and not plan.lending
    ):
        raise Refused(NONSENSE)


def _ms(number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 2**53:
        raise ValueError(number)
    return number


def _player(seat: Any) -> chess_clock.Player | None:
    if isinstance(seat, bool) or seat not in (None, 0, 1):
        raise ValueError(seat)
    return seat  # type: ignore[no-any-return]
