"""Going on with a directory whose journal is damaged. Nothing is thrown away: what no longer counts is kept aside."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select, update

from engine.refusals import Refused
from server.core import box_journal, changes, stamps
from server.core.books import epoch_after
from server.core.chain import Head, StoredAct, head_of, mended, sealed
from server.core.db import writer
from server.core.mending import as_words
from server.core.models import BoxAsideRow, BoxHeadRow, BoxJournalRow
from server.core.stored_box import BoxDamaged, proved_box, readable_box, whole_box

log = logging.getLogger(__name__)


def open_up_to_damage() -> int:
    """The directory goes on after the last act before the damage, in a new epoch; how many rows were put aside."""
    with writer() as connection, connection.begin():
        head, rows = _readable(connection)
        sound = _sound_part(rows, head)
        _put_in_place(connection, sound, aside=rows[len(sound) :])
    _went_on()
    log.warning("the directory goes on after act %s; %s rows are kept aside", len(sound), len(rows) - len(sound))
    return len(rows) - len(sound)


def mend_with(theirs: Iterable[StoredAct]) -> int:
    """Put the damaged acts back from another copy; how many. Refused unless checksums prove that nothing is lost."""
    with writer() as connection, connection.begin():
        head, here = _readable(connection)
        made = mended(here, theirs, head)
        if made is None:
            raise Refused("That backup does not hold what is damaged. Nothing was changed.")
        _put_in_place(connection, made, aside=[act for act in here if act not in made])
    _went_on()
    return len(set(made) - set(here))


def can_mend_with(theirs: Iterable[StoredAct]) -> bool:
    """Whether this copy has just what is damaged here."""
    with writer() as connection:
        head, here = _readable(connection)
    return mended(here, theirs, head) is not None


def _readable(connection: Connection) -> tuple[Head, list[StoredAct]]:
    try:
        _, head, rows = whole_box(connection)
    except BoxDamaged:
        _, head, rows = readable_box(connection)
    return head, rows


def _sound_part(rows: list[StoredAct], head: Head) -> list[StoredAct]:
    """The rows up to the act before the damage, chained. Everything, if nothing is wrong."""
    sound = _sound(rows, head)
    while sound:
        part = sealed(rows[:sound])
        if (proven := _sound(part, head_of(part))) == sound:
            return part
        sound = proven
    return []


def _sound(rows: list[StoredAct], head: Head) -> int:
    try:
        proved_box(rows, head)
    except BoxDamaged as why:
        return min(why.damage.sound, len(rows))
    return len(rows)


def _put_in_place(connection: Connection, acts: list[StoredAct], *, aside: Iterable[StoredAct]) -> None:
    """These acts are the journal from now on, and another epoch begins."""
    found = connection.execute(select(BoxHeadRow.epoch)).scalar()
    epoch = 1 if found is None else found
    for row in aside:
        told = {name: as_words(getattr(row, name)) for name in ("facts", "version", "by", "at", "checksum")}
        values = {**told, "seq": row.seq if isinstance(row.seq, int) else 0, "epoch": epoch, "put_at": stamps.now()}
        connection.execute(insert(BoxAsideRow).values(**values))
    rows = connection.execute(select(BoxJournalRow.seq, BoxJournalRow.request_id))
    requests = {row.seq: row.request_id for row in rows}
    connection.execute(delete(BoxJournalRow))
    for act in acts:
        connection.execute(insert(BoxJournalRow).values(request_id=requests.get(act.seq), **act._asdict()))
    box_journal.end_at(connection, head_of(acts))
    connection.execute(update(BoxHeadRow).values(epoch=epoch_after(epoch)))


def _went_on() -> None:
    box_journal.forget()
    changes.changed(None)
