"""Going on with an event whose journal is damaged. Nothing is thrown away: what no longer counts is kept aside."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select, update

from engine.refusals import Refused, Unknown
from server.core import changes, journal, stamps
from server.core.books import end_at, epoch_after
from server.core.chain import UNCHAINED, Head, StoredAct, head_of, sealed
from server.core.db import db, writer
from server.core.models import AsideRow, JournalRow, TournamentRow
from server.core.stored_journal import Damaged, one_by_one, proved, whole_journal

log = logging.getLogger(__name__)


def readable(connection: Connection, tournament_id: str) -> tuple[Head, list[StoredAct]]:
    """Every row that can still be read, also where a page of the disk cannot; and where the journal ends."""
    try:
        return whole_journal(connection, tournament_id)
    except Damaged:
        ours = TournamentRow.id == tournament_id
        head = Head(*connection.execute(select(TournamentRow.acts, TournamentRow.head).where(ours)).one())
        return head, one_by_one(connection, tournament_id, head.acts)


def sound_part(connection: Connection, tournament_id: str) -> tuple[list[StoredAct], list[StoredAct]]:
    """The rows up to the act before the damage, chained; and the rest. Everything, if nothing is wrong."""
    head, rows = readable(connection, tournament_id)
    sound = _sound(tournament_id, rows, head)
    while sound:
        part = sealed(rows[:sound])
        if (proven := _sound(tournament_id, part, head_of(part))) == sound:
            return part, rows[sound:]
        sound = proven
    return [], rows


def open_up_to_damage(tournament_id: str) -> int:
    """The event goes on after the last act before the damage, in a new epoch; how many rows were put aside."""
    with writer() as connection, connection.begin():
        _lock(connection, tournament_id)
        sound, rest = sound_part(connection, tournament_id)
        if not sound:
            raise Refused("Nothing before the damage can be read. Take the event from a backup.")
        put_in_place(connection, tournament_id, sound, aside=rest)
    went_on(tournament_id)
    log.warning("an event goes on after act %s; %s rows are kept aside", len(sound), len(rest))
    return len(rest)


def put_in_place(
    connection: Connection, tournament_id: str, acts: Iterable[StoredAct], *, aside: Iterable[StoredAct]
) -> None:
    """These acts are the journal from now on, and another epoch begins."""
    keep_aside(connection, tournament_id, aside)
    here = JournalRow.tournament_id == tournament_id
    requests = {
        row.seq: row.request_id for row in connection.execute(select(JournalRow.seq, JournalRow.request_id).where(here))
    }
    connection.execute(delete(JournalRow).where(here))
    end = UNCHAINED
    for act in acts:
        request_id = requests.get(act.seq)
        connection.execute(
            insert(JournalRow).values(tournament_id=tournament_id, request_id=request_id, **act._asdict())
        )
        end = Head(act.seq, act.checksum)
    end_at(connection, tournament_id, end)
    ours = TournamentRow.id == tournament_id
    epoch = connection.execute(select(TournamentRow.epoch).where(ours)).scalar_one()
    connection.execute(update(TournamentRow).where(ours).values(epoch=epoch_after(epoch)))


def keep_aside(connection: Connection, tournament_id: str, rows: Iterable[StoredAct]) -> None:
    epoch = connection.execute(select(TournamentRow.epoch).where(TournamentRow.id == tournament_id)).scalar_one()
    for row in rows:
        told = {name: as_words(getattr(row, name)) for name in ("facts", "version", "by", "at", "checksum")}
        values = {**told, "seq": row.seq if isinstance(row.seq, int) else 0, "epoch": epoch, "put_at": stamps.now()}
        connection.execute(insert(AsideRow).values(tournament_id=tournament_id, **values))


def set_aside(tournament_id: str) -> list[dict[str, object]]:
    """What was put aside of this event so far, as it was found."""
    columns = [column for column in AsideRow.__table__.columns if column.name not in ("id", "tournament_id")]
    with db.engine.connect() as connection:
        rows = connection.execute(select(*columns).where(AsideRow.tournament_id == tournament_id).order_by(AsideRow.id))
        return [dict(row._mapping) for row in rows]


def went_on(tournament_id: str) -> None:
    """Everybody is told that this event is another one now."""
    journal.forget(tournament_id)
    changes.recorded(tournament_id)
    changes.changed(None)


def _sound(tournament_id: str, rows: list[StoredAct], head: Head) -> int:
    try:
        proved(tournament_id, rows, head)
    except Damaged as why:
        return min(why.damage.sound, len(rows))
    return len(rows)


def _lock(connection: Connection, tournament_id: str) -> None:
    ours = select(TournamentRow.id).where(TournamentRow.id == tournament_id).with_for_update()
    if connection.execute(ours).first() is None:
        raise Unknown("There is no such event on this box. It may have been deleted.")


def as_words(value: object) -> str:
    """Whatever stood there: bytes that are no text are spelled out."""
    return value if isinstance(value, str) else value.hex() if isinstance(value, bytes) else str(value)
