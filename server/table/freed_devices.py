"""When an event begins, it gets what stood at finished ones: tablets, table by table, and walls."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from engine import facts as f
from engine.refusals import Refused
from server.core import changes, journal
from server.core.db import db, writer
from server.core.models import DeviceRow, ScreenRow, TournamentRow
from server.hall.table_ranges import has_table


def follow(tournament_id: str, facts: tuple[f.Fact, ...]) -> None:
    """An event that opens its first stage begins. Nobody has to walk from tablet to tablet and from wall to wall."""
    begins = any(isinstance(fact, f.StageOpened) for fact in facts)
    if begins and len(journal.read(tournament_id).tournament.stages) == 1 and (over := _events_that_are_over()):
        free_devices_of(over, for_event=tournament_id)


def free_devices_of(over: frozenset[str], *, for_event: str) -> None:
    """Walls follow by themselves again; tablets go to the same table of this event, unless one stands there already.

    Those of tables that it does not have stay for another event.
    """
    settings = journal.read(for_event).tournament.settings
    with writer() as connection, connection.begin():
        walls = update(ScreenRow).where(ScreenRow.tournament_id.in_(over))
        connection.execute(walls.values(tournament_id=None, scene="auto"))
        taken = _tables(connection, for_event)
        for id, table in _standing_at(connection, over):
            if table is not None and not has_table(settings, table):
                continue
            place = (None, None) if table in taken else (for_event, table)
            values = dict(zip(("tournament_id", "table_number"), place, strict=True))
            connection.execute(update(DeviceRow).where(DeviceRow.id == id).values(**values))
            taken |= {table} - {None}
    changes.changed(None)


def _events_that_are_over() -> frozenset[str]:
    """Of those that a tablet or a wall was given."""
    with db.engine.connect() as connection:
        given = [connection.execute(select(row.tournament_id).distinct()).scalars() for row in (DeviceRow, ScreenRow)]
        events = {event for found in given for event in found if event}
        put_away = select(TournamentRow.id).where(TournamentRow.id.in_(events), TournamentRow.archived.is_(True))
        archived = set(connection.execute(put_away).scalars())
    return frozenset(event for event in events if event in archived or _is_finished(event))


def _is_finished(event: str) -> bool:
    """One that cannot be opened keeps its devices: it may be mended and go on."""
    try:
        return journal.read(event).tournament.finish is not None
    except Refused:
        return False


def _tables(connection: Connection, event: str) -> set[int | None]:
    here = select(DeviceRow.table_number).where(DeviceRow.tournament_id == event, DeviceRow.revoked.is_(False))
    return set(connection.execute(here).scalars()) - {None}


def _standing_at(connection: Connection, over: frozenset[str]) -> list[tuple[int, int | None]]:
    """The newest first: of two at one table the one that was let in last stays."""
    there = select(DeviceRow.id, DeviceRow.table_number).where(
        DeviceRow.tournament_id.in_(over), DeviceRow.revoked.is_(False)
    )
    rows = connection.execute(there.order_by(DeviceRow.since.desc(), DeviceRow.id)).all()
    return [(row.id, row.table_number) for row in rows]
