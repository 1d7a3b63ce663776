"""Tablets: made at the desk, let in once with a code, followed by when they were last heard of."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from itertools import count
from threading import Lock
from typing import Any

from flask import request
from sqlalchemy import ColumnElement, Connection, Row, and_, insert, select, update

from engine.refusals import Refused
from engine.values import dataclass
from server.core import changes, stamps
from server.core.db import db, writer
from server.core.forms import MOST_TABLE
from server.core.holders import token_hash
from server.core.models import DeviceRow
from server.core.timekeeping import moment
from server.core.unsaved import if_possible

CODE_LIVES_S = 15 * 60
WRITE_SEEN_EVERY_S = 60.0
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Seen:
    """When a tablet was last heard of, and at which table it said it was."""

    at: str
    tournament: str | None
    table: int | None


_seen: dict[int, Seen] = {}
_unwritten: set[int] = set()
_written_at = -WRITE_SEEN_EVERY_S
_guard = Lock()


def make_tablet(name: str, tournament_id: str | None = None, table: int | None = None) -> str:
    """A tablet that is expected: the six digits to type on it, within a quarter of an hour."""
    called = _sensible_name(name, tournament_id, table)
    with writer() as connection, connection.begin():
        _require_free_name(connection, called)
        code = _free_code(connection)
        connection.execute(
            insert(DeviceRow).values(
                name=called,
                tournament_id=tournament_id,
                table_number=table,
                **_code_for_minutes(code),
            )
        )
    changes.changed(None)
    return code


def new_code(device_id: int) -> str:
    """Another code for a known tablet, such as after its browser was reset. Nothing changes until it is used."""
    with writer() as connection, connection.begin():
        code = _free_code(connection)
        known = update(DeviceRow).where(DeviceRow.id == device_id)
        changed = known.values(**_code_for_minutes(code), revoked=False)
        if not connection.execute(changed).rowcount:
            raise Refused("There is no such tablet any more.")
    changes.changed(None)
    return code


def new_codes() -> int:
    """Another code for every tablet that never typed its own; how many these are."""
    never = select(DeviceRow.id).where(DeviceRow.token_hash.is_(None), DeviceRow.revoked.is_(False))
    with writer() as connection, connection.begin():
        waiting = connection.execute(never).scalars().all()
        for id in waiting:
            fresh = _code_for_minutes(_free_code(connection))
            connection.execute(update(DeviceRow).where(DeviceRow.id == id).values(**fresh))
    changes.changed(None)
    return len(waiting)


def change(
    device_id: int,
    *,
    name: str,
    tournament_id: str | None,
    table: int | None,
    before: Callable[[], None] = lambda: None,
) -> None:
    """Another name, or another table: the tablet goes there with its next question.

    `before` may refuse, once nobody else can write.
    """
    called = _sensible_name(name, tournament_id, table)
    with writer() as connection, connection.begin():
        before()
        _require_free_name(connection, called, but=device_id)
        known = update(DeviceRow).where(DeviceRow.id == device_id)
        values = {"name": called, "tournament_id": tournament_id, "table_number": table}
        if not connection.execute(known.values(**values)).rowcount:
            raise Refused("There is no such tablet any more.")
    changes.changed(None)


def let_in(code: str) -> str:
    """The tablet that types this code keeps the token that is given back. A code works once."""
    token, now = secrets.token_urlsafe(32), stamps.now()
    digits = "".join(code.split())
    with writer() as connection, connection.begin():
        row = connection.execute(select(DeviceRow.id).where(DeviceRow.code == digits, _alive())).first()
        if not digits or row is None:
            raise Refused("That code is not right, or it is too old. The desk shows a new one under Devices.")
        connection.execute(
            update(DeviceRow)
            .where(DeviceRow.id == row.id)
            .values(
                token_hash=token_hash(token),
                code=None,
                code_until=0.0,
                revoked=False,
                address=request.remote_addr or "",
                browser=request.user_agent.string[:200],
                since=now,
                seen=now,
            )
        )
    changes.changed(None)
    return token


def revoke(device_id: int) -> None:
    """This tablet is let in no more, from its next tap on; a new code does not bring its old token back."""
    gone = {"revoked": True, "token_hash": None, "code": None, "code_until": 0.0}
    with writer() as connection, connection.begin():
        if not connection.execute(update(DeviceRow).where(DeviceRow.id == device_id).values(**gone)).rowcount:
            raise Refused("There is no such tablet any more.")
    changes.changed(None)


def heard_of(device_id: int, tournament: str | None, table: int | None) -> None:
    """A tablet asked something. Kept in memory; once a minute, what was heard of all of them is written down."""
    global _written_at
    now = time.monotonic()
    with _guard:
        _seen[device_id] = Seen(stamps.now(), tournament, table)
        _unwritten.add(device_id)
        if now - _written_at < WRITE_SEEN_EVERY_S:
            return
        _written_at = now
        told = {id: _seen[id].at for id in _unwritten}
        _unwritten.clear()
    with if_possible(), writer() as connection, connection.begin():
        for id, at in told.items():
            connection.execute(update(DeviceRow).where(DeviceRow.id == id).values(seen=at))


def last_seen(device_id: int) -> Seen | None:
    """When this process last heard of the tablet; otherwise its row knows, to the minute."""
    with _guard:
        return _seen.get(device_id)


def is_at(device_id: int, tournament: str, table: int) -> bool:
    """Whether a tablet is still let in at this table; one of no table is where it was last heard of."""
    query = select(DeviceRow.tournament_id, DeviceRow.table_number).where(
        DeviceRow.id == device_id, DeviceRow.revoked.is_(False), DeviceRow.token_hash.is_not(None)
    )
    with db.engine.connect() as connection:
        row = connection.execute(query).first()
    if row is None:
        return False
    heard = last_seen(device_id)
    place = (row.tournament_id, row.table_number) if row.table_number else heard and (heard.tournament, heard.table)
    return place in (None, (tournament, table))


def with_code(code: str) -> int:
    """Which tablet waits for this code."""
    with db.engine.connect() as connection:
        return int(connection.execute(select(DeviceRow.id).where(DeviceRow.code == code)).scalar_one())


def free_name(name: str) -> str:
    """This name, or with a number behind it if another tablet has it."""
    with db.engine.connect() as connection:
        return free_name_in(connection, name)


def free_name_in(connection: Connection, name: str, *, but: int = 0) -> str:
    """The same within a transaction, for a tablet that has a name already."""
    others = select(DeviceRow.name).where(DeviceRow.revoked.is_(False), DeviceRow.id != but)
    taken = set(connection.execute(others).scalars())
    return next(each for number in count(1) if (each := name if number == 1 else f"{name} ({number})") not in taken)


def _sensible_name(name: str, tournament_id: str | None, table: int | None) -> str:
    if table is not None and (tournament_id is None or not 1 <= table <= MOST_TABLE):
        raise Refused("A tablet belongs to a table of an event. Choose the event, and a table number from 1.")
    return " ".join(name.split())[:LONGEST_NAME] or (f"Table {table}" if table else "Tablet")


def _require_free_name(connection: Connection, name: str, *, but: int = 0) -> None:
    """Two tablets of one name could not be told apart, neither here nor in the history."""
    same = select(DeviceRow.id).where(DeviceRow.name == name, DeviceRow.revoked.is_(False), DeviceRow.id != but)
    if connection.execute(same).first() is not None:
        raise Refused(f"There is already a tablet called {name}. Give that one a new code, or choose another name.")


def seconds_left(row: Row[Any]) -> float:
    """How long this tablet's code can still be typed; nothing left if it has none."""
    now = moment()
    return row.code_until - now.ms / 1000 if row.code is not None and row.code_boot == now.boot_id else 0.0


def _code_for_minutes(code: str) -> dict[str, Any]:
    """By the clock of the machine: a date that jumps must neither end a code nor keep it alive."""
    now = moment()
    return {"code": code, "code_boot": now.boot_id, "code_until": now.ms / 1000 + CODE_LIVES_S}


def _alive() -> ColumnElement[bool]:
    now = moment()
    return and_(DeviceRow.code_boot == now.boot_id, DeviceRow.code_until > now.ms / 1000)


def _free_code(connection: Connection) -> str:
    waiting = select(DeviceRow.code).where(DeviceRow.code.is_not(None), _alive())
    taken = set(connection.execute(waiting).scalars())
    while (code := f"{secrets.randbelow(10**6):06}") in taken:
        pass
    return code
