"""Calls from the tables: for a judge, because a recorded result is wrong, or for the desk to drop a player.

A call for a judge ends with its round, or with the draft it was made in. That a result is wrong stays on the list until
somebody has seen to it, and so does that somebody wants to drop, unless they drop by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from sqlalchemy import Connection, Row, insert, select, update

from engine import facts as f
from engine.decisions.stages import draft_is_on
from engine.fold import in_force
from engine.refusals import Refused
from engine.so_far import last_published
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Tournament
from server.core import changes, journal
from server.core.db import db, writer
from server.core.desk import Desk
from server.core.models import CallRow, TournamentRow
from server.core.stamps import now

Kind = Literal["judge", "wrong-result", "draft", "drop"]
Allowed = Callable[[Round, Match], bool]

# When a table may make each kind of call. A draft group has no match yet, and calls a judge too; who may ask to drop
# is about a player.
KINDS: dict[Kind, Allowed] = {
    "judge": lambda round_, _match: round_.phase == "published",
    "wrong-result": lambda round_, match: round_.phase in ("published", "closed") and match.result is not None,
}
WHY_NOT: dict[Kind, str] = {
    "judge": "Round {round} is not being played at table {table}. Ask at the desk.",
    "wrong-result": "Table {table} has no result of round {round} that could be wrong.",
    "draft": "Group {table} does not draft now. Ask at the desk.",
    "drop": "Only somebody of table {table} who is in the event can ask to drop. Tell the desk.",
}


@dataclass(frozen=True, slots=True)
class Call:
    """An open call; `claimed_by` is who said that they go, `player` who wants to drop.

    In a draft `table` is the number of the group.
    """

    id: int
    round: int
    table: int
    kind: Kind
    by: str
    at: str
    claimed_by: str | None
    player: PlayerId | None = None

    @property
    def place(self) -> str:
        """Table 7, or Group 2."""
        return f"{'Group' if self.kind == 'draft' else 'Table'} {self.table}"


def open_calls(tournament_id: str, t: Tournament) -> tuple[Call, ...]:
    """Every call that still waits, the oldest first. Those of a round that was ended or taken back are over."""
    with db.engine.connect() as connection:
        rows = connection.execute(
            select(CallRow)
            .where(CallRow.tournament_id == tournament_id, CallRow.done_at.is_(None))
            .order_by(CallRow.at, CallRow.id)
        ).all()
    return tuple(call for call in map(_call, rows) if _stands(tournament_id, t, call))


def asks_to_drop(tournament_id: str, t: Tournament, player: PlayerId) -> Call | None:
    """That this player wants to drop, as the tablet of their table told the desk."""
    return next((call for call in open_calls(tournament_id, t) if call.player == player), None)


def stays(tournament_id: str, player: PlayerId) -> bool:
    """Whoever was said to drop does not: nobody asks the desk any more. False if nobody did."""
    asked = asks_to_drop(tournament_id, journal.read(tournament_id).tournament, player)
    if asked is not None:
        resolve(tournament_id, asked.id)
    return asked is not None


@dataclass(frozen=True, slots=True)
class PastCall:
    """A call as it was: who went and when, and when it was over; a call of a round that is over was left unsaid."""

    call: Call
    claimed_at: str
    done_at: str


def all_calls(tournament_id: str) -> tuple[PastCall, ...]:
    """Every call of an event, the oldest first."""
    with db.engine.connect() as connection:
        rows = connection.execute(
            select(CallRow).where(CallRow.tournament_id == tournament_id).order_by(CallRow.at, CallRow.id)
        ).all()
    return tuple(PastCall(_call(row), row.claimed_at or "", row.done_at or "") for row in rows)


def unanswered() -> tuple[tuple[str, str, Call], ...]:
    """Calls to which nobody goes yet, of every event that is open: its id, its name, and the call."""
    query = (
        select(CallRow, TournamentRow.name.label("event_name"))
        .join(TournamentRow, TournamentRow.id == CallRow.tournament_id)
        .where(CallRow.done_at.is_(None), CallRow.claimed_by.is_(None), TournamentRow.archived.is_(False))
        .order_by(CallRow.at, CallRow.id)
    )
    with db.engine.connect() as connection:
        rows: Sequence[Any] = connection.execute(query).all()
    return tuple((row.tournament_id, row.event_name, call) for row in rows if _still(row, call := _call(row)))


def _still(row: Row[Any], call: Call) -> bool:
    try:
        return _stands(row.tournament_id, journal.read(row.tournament_id).tournament, call)
    except Refused:  # its event cannot be read: its own page says so
        return False


def waiting_and_unclaimed(desk: Desk) -> tuple[int, int]:
    """How many calls wait, and to how many of them nobody goes yet."""
    found = open_calls(desk.id, desk.t)
    return len(found), sum(call.claimed_by is None for call in found)


def table_calls(tournament_id: str, t: Tournament, *, table: int) -> tuple[Call, ...]:
    """The open calls of one table of the current round for whoever comes there; who drops is for the desk."""
    current = t.current_round
    number = current.number if current else 0
    found = (call for call in open_calls(tournament_id, t) if call.kind != "drop")
    return tuple(call for call in found if (call.round, call.table) == (number, table))


def make_call(
    tournament_id: str,
    round: int,
    table: int,
    *,
    kind: str,
    by: str,
    player: PlayerId | None = None,
    request_id: str | None = None,
) -> Call:
    """A table calls. A second tap, or a second player of that table, is the same call; each asks to drop alone."""
    t = journal.read(tournament_id).tournament
    if kind not in WHY_NOT:
        raise Refused("A table can call a judge, say that its result is wrong, or ask the desk to drop somebody.")
    about = _About(tournament_id, round, table, kind, player if kind == "drop" else None)
    if not _possible(t, about):
        raise Refused(WHY_NOT[_kind(kind)].format(round=round, table=table))
    request_id = f"{tournament_id} {request_id}" if request_id else None
    with writer() as connection, connection.begin():
        if (found := _same(connection, about, request_id=request_id)) is None:
            values = {**about.columns, "by": by, "at": now(), "request_id": request_id}
            connection.execute(insert(CallRow).values(**values))
            found = _same(connection, about, request_id=request_id)
    assert found is not None
    changes.changed(tournament_id, table)
    return found


def claim(tournament_id: str, id: int, *, by: str, instead_of: str | None = None) -> Call:
    """A judge goes. Somebody else's claim is only taken over by who has seen it (`instead_of`)."""
    with writer() as connection, connection.begin():
        call = _open(connection, tournament_id, id)
        if call.claimed_by not in (None, by, instead_of):
            raise Refused(
                f"Somebody else is already on the way to {call.place.lower()}. Look again before you take over."
            )
        _set(connection, id, claimed_by=by, claimed_at=now())
    changes.changed(tournament_id, call.table)
    return call


def let_go(tournament_id: str, id: int) -> Call:
    """Whoever said they go does not: the call waits again, from when it was made."""
    with writer() as connection, connection.begin():
        call = _open(connection, tournament_id, id)
        _set(connection, id, claimed_by=None, claimed_at=None)
    changes.changed(tournament_id, call.table)
    return call


def resolve(tournament_id: str, id: int) -> Call:
    """Seen to. Doing it twice is doing it once."""
    with writer() as connection, connection.begin():
        call = _any(connection, tournament_id, id)
        connection.execute(update(CallRow).where(CallRow.id == id, CallRow.done_at.is_(None)).values(done_at=now()))
    changes.changed(tournament_id, call.table)
    return call


def who_wants_to_drop(tournament_id: str, id: int) -> PlayerId:
    """Whom this call asks the desk to drop."""
    with db.engine.connect() as connection:
        call = _any(connection, tournament_id, id)
    if call.player is None:
        raise Refused("That call does not ask to drop anybody.")
    return call.player


def take_back(
    tournament_id: str,
    round: int,
    *,
    table: int,
    kind: str,
    by: str | None = None,
    player: PlayerId | None = None,
) -> None:
    """The table does not need anybody after all; on a phone somebody (`by`) can say so only of their own call."""
    about = _About(tournament_id, round, table, kind, player if kind == "drop" else None)
    with writer() as connection, connection.begin():
        waiting = _same(connection, about, request_id=None)
        if by is not None and waiting is not None and waiting.by != by:
            raise Refused("Somebody else at your table called. Only they can take it back, or whoever comes.")
        if waiting is not None:
            _set(connection, waiting.id, done_at=now())
    changes.changed(tournament_id, table)


def settle(
    connection: Connection, tournament_id: str, round: int, *, table: int, kinds: tuple[str, ...] = tuple(KINDS)
) -> None:
    """End the open calls of a table; whoever opened the transaction tells of the change."""
    connection.execute(
        update(CallRow)
        .where(
            CallRow.tournament_id == tournament_id,
            CallRow.round == round,
            CallRow.table_number == table,
            CallRow.kind.in_(kinds),
            CallRow.done_at.is_(None),
        )
        .values(done_at=now())
    )


@dataclass(frozen=True, slots=True)
class _About:
    """What a call is about: two that are about the same are one."""

    tournament_id: str
    round: int
    table: int
    kind: str
    player: PlayerId | None

    @property
    def columns(self) -> dict[str, Any]:
        return {
            "tournament_id": self.tournament_id,
            "round": self.round,
            "table_number": self.table,
            "kind": self.kind,
            "player": self.player,
        }


def _stands(tournament_id: str, t: Tournament, call: Call) -> bool:
    if call.kind == "drop" and _dropped_since(tournament_id, call):
        return False
    return _possible(t, _About(tournament_id, call.round, call.table, call.kind, call.player))


def _dropped_since(tournament_id: str, call: Call) -> bool:
    """Whoever dropped and came back does not ask any more."""
    later = (act for act in in_force(journal.read(tournament_id).acts) if act.at >= call.at)
    return any(isinstance(fact, f.PlayerDropped) and fact.player == call.player for act in later for fact in act.facts)


def _possible(t: Tournament, about: _About) -> bool:
    if about.kind == "draft":
        return draft_is_on(t) and about.round == last_published(t) and 1 <= about.table <= len(t.drafting)
    round_ = next((r for r in t.rounds if r.number == about.round), None)
    match = None if round_ is None else round_.match_at(about.table)
    if round_ is None or match is None:
        return False
    if about.kind == "drop":
        return t.finish is None and about.player in match.players and t.players[about.player].active
    return KINDS[_kind(about.kind)](round_, match)


def _same(connection: Connection, about: _About, *, request_id: str | None) -> Call | None:
    """The call this request already made, or the one that already waits for the same."""
    of_event = select(CallRow).where(CallRow.tournament_id == about.tournament_id)
    again = connection.execute(of_event.where(CallRow.request_id == request_id)).first() if request_id else None
    waiting = select(CallRow).filter_by(**about.columns).where(CallRow.done_at.is_(None))
    row = again or connection.execute(waiting.order_by(CallRow.id)).first()
    return None if row is None else _call(row)


def _open(connection: Connection, tournament_id: str, id: int) -> Call:
    row = connection.execute(
        select(CallRow).where(CallRow.id == id, CallRow.tournament_id == tournament_id, CallRow.done_at.is_(None))
    ).first()
    if row is None:
        raise Refused("That call is already seen to, or the table took it back.")
    return _call(row)


def _any(connection: Connection, tournament_id: str, id: int) -> Call:
    row = connection.execute(select(CallRow).where(CallRow.id == id, CallRow.tournament_id == tournament_id)).first()
    if row is None:
        raise Refused("There is no such call.")
    return _call(row)


def _set(connection: Connection, id: int, **values: Any) -> None:
    connection.execute(update(CallRow).where(CallRow.id == id).values(**values))


def _call(row: Row[Any]) -> Call:
    kind = _kind(row.kind)
    player = row.player if kind == "drop" else None
    return Call(row.id, row.round, row.table_number, kind, row.by, row.at or "", row.claimed_by, player)


def _kind(word: str) -> Kind:
    return next((kind for kind in WHY_NOT if kind == word), "judge")
