"""Tablets from week to week: all of them go to the tables of another event, in one go."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import Connection, Row, select, update

from engine.values import dataclass
from engine.words import Tournament
from server.core import changes, journal
from server.core.db import db, writer
from server.core.events import is_played
from server.core.models import DeviceRow
from server.hall.table_ranges import range_of
from server.table.tablets import free_name_in

MOST_TABLES = 200


@dataclass(frozen=True, slots=True)
class Moved:
    """How many went to a table of the event, how many to any of its tables, and how many stay where a round is on."""

    to_tables: int
    to_any: int
    busy: int


def tables_of_event(t: Tournament) -> list[int]:
    """The tables at which this event plays, as far as it can be told now."""
    mine, current = range_of("", t), t.current_round
    last = min(mine.last, mine.first + MOST_TABLES - 1)
    found = set(range(mine.first, last + 1)) - set(t.settings.closed_tables)
    found |= {match.table for match in current.matches} if current is not None else set()
    return sorted(found)


def elsewhere(event: str) -> int:
    """How many tablets belong to other events."""
    with db.engine.connect() as connection:
        return len(_others(connection, event))


def move_all(event: str) -> Moved:
    """Every tablet of another event that is not being played. One that stands at a table of this number stays there;
    the others take the tables without one, in order; whoever is left over goes to any table."""
    tables = tables_of_event(journal.read(event).tournament)
    with writer() as connection, connection.begin():
        others = _others(connection, event)
        busy = {id for id in {row.tournament_id for row in others} if is_played(id)}
        free = [row for row in others if row.tournament_id not in busy]
        places = _places(free, tables, _taken(connection, event))
        for row in free:
            _move(connection, row, event, places.get(row.id))
    changes.changed(None)
    return Moved(len(places), len(free) - len(places), len(others) - len(free))


def _places(free: list[Row[Any]], tables: list[int], taken: set[int | None]) -> dict[int, int]:
    found: dict[int, int] = {}
    for row in free:
        if row.table_number in tables and row.table_number not in taken:
            found[row.id] = row.table_number
            taken.add(row.table_number)
    waiting = [row for row in free if row.id not in found and row.table_number is not None]
    left = [table for table in tables if table not in taken]
    return found | {row.id: table for row, table in zip(waiting, left, strict=False)}


def _move(connection: Connection, row: Row[Any], event: str, table: int | None) -> None:
    """A tablet that is called by its table is called by the new one."""
    name = row.name
    if table is not None and re.fullmatch(rf"Table {row.table_number}( \(\d+\))?", name):
        name = free_name_in(connection, f"Table {table}", but=row.id)
    values = {"tournament_id": event, "table_number": table, "name": name}
    connection.execute(update(DeviceRow).where(DeviceRow.id == row.id).values(**values))


def _others(connection: Connection, event: str) -> list[Row[Any]]:
    """By table, the newest of two at the same one first."""
    bound = select(DeviceRow).where(
        DeviceRow.revoked.is_(False), DeviceRow.tournament_id.is_not(None), DeviceRow.tournament_id != event
    )
    order = (DeviceRow.table_number.is_(None), DeviceRow.table_number, DeviceRow.since.desc(), DeviceRow.id)
    return list(connection.execute(bound.order_by(*order)).all())


def _taken(connection: Connection, event: str) -> set[int | None]:
    here = select(DeviceRow.table_number).where(DeviceRow.tournament_id == event, DeviceRow.revoked.is_(False))
    return set(connection.execute(here).scalars())
