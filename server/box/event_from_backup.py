"""One event from a backup, in place of the one here; or only the acts that are damaged, where checksums prove them."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Boolean, Connection, Table, insert

from engine.refusals import Refused
from engine.values import dataclass
from server.box.backups import Backup, backups, before_a_change
from server.box.copies_inside import opened
from server.box.journal_rows import journal_of
from server.core import following
from server.core.auth import staff_names
from server.core.chain import Head, StoredAct, mended, sealed
from server.core.config import Config
from server.core.db import db, holds_numbers, writer
from server.core.mending import keep_aside, put_in_place, readable, went_on
from server.core.stored_journal import Damaged, proved

# Beside the journal: everything of an event but what belongs to the box, and what was put aside here.
LEFT_HERE = {"device", "screen", "journal", "aside"}
log = logging.getLogger(__name__)
# Every look at a damaged event asks again, and a dump of PostgreSQL takes a while to read.
_known: dict[tuple[Any, ...], tuple[Offer, ...]] = {}
MOST_KNOWN = 20


@dataclass(frozen=True, slots=True)
class Offer:
    """What a backup can do for a damaged event. `whole`: it has just what is damaged, so nothing is lost."""

    backup: Backup
    acts: int
    whole: bool


def offers(config: Config, tournament_id: str) -> tuple[Offer, ...]:
    """The newest backup that loses nothing, and the newest in which all of the event is sound."""
    with db.engine.connect() as connection:
        head, here = readable(connection, tournament_id)
    kept = backups(config)
    asked = (tournament_id, head, tuple(here), tuple(each.path for each in kept))
    if asked not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[asked] = _offers(tournament_id, head, here, kept)
    return _known[asked]


def _offers(tournament_id: str, head: Head, here: list[StoredAct], known: list[Backup]) -> tuple[Offer, ...]:
    whole = sound = None
    for kept in known:
        if whole is not None and sound is not None:
            break
        with suppress(Refused), opened(kept.path) as copy:
            there, rows = journal_of(copy, tournament_id)
            if whole is None and mended(here, rows, head) is not None:
                whole = Offer(kept, head.acts, whole=True)
            if sound is None and rows and _is_sound(tournament_id, rows, there):
                sound = Offer(kept, len(rows), whole=False)
    return tuple(offer for offer in (whole, sound) if offer is not None)


def mend_from(tournament_id: str, path: Path) -> int:
    """Put the damaged acts back from this backup; how many. Refused unless the checksums prove that all is there."""
    with opened(path) as copy:
        _, theirs = journal_of(copy, tournament_id)
    with writer() as connection, connection.begin():
        head, here = readable(connection, tournament_id)
        made = mended(here, theirs, head)
        if made is None:
            raise Refused("That backup does not hold what is damaged. Nothing was changed.")
        damaged = [act for act in here if act not in made]
        put_in_place(connection, tournament_id, made, aside=damaged)
    went_on(tournament_id)
    log.warning("%s acts of an event were put back from %s", len(set(made) - set(here)), path.name)
    return len(set(made) - set(here))


def take_from(config: Config, tournament_id: str, path: Path) -> Path:
    """The event as it is in this backup, in place of the one here, which is copied and kept aside first: the copy."""
    with opened(path, tables=tuple(table.name for table in _tables())) as copy:
        head, acts = journal_of(copy, tournament_id)
        if not acts or not _is_sound(tournament_id, acts, head):
            raise Refused(f"The event is not sound in {path.name}. Choose another backup.")
        with before_a_change(config, _writing()) as (connection, before):
            _, here = readable(connection, tournament_id)
            keep_aside(connection, tournament_id, here)
            who = _strangers(connection, copy)
            for table in reversed(_tables()):
                connection.execute(table.delete().where(table.c.tournament_id == tournament_id))
            acts = [act._replace(by=who.get(act.by, act.by)) for act in acts]
            put_in_place(connection, tournament_id, sealed(acts), aside=())
            for table in _tables():
                _take(connection, copy, table, tournament_id, who)
    following.events_replaced()
    went_on(tournament_id)
    log.warning("an event was taken from %s; what was here is in %s", path.name, before.name)
    return before


@contextmanager
def _writing() -> Iterator[Connection]:
    with writer() as connection, connection.begin():
        yield connection


def _is_sound(tournament_id: str, acts: list[StoredAct], head: Head) -> bool:
    try:
        proved(tournament_id, acts, head)
    except Damaged:
        return False
    return True


def _tables() -> list[Table]:
    tables = db.metadata.sorted_tables
    return [table for table in tables if "tournament_id" in table.c and table.name not in LEFT_HERE]


def _take(
    connection: Connection, copy: sqlite3.Connection, table: Table, tournament_id: str, who: dict[str, str]
) -> None:
    """The rows of a table that belong to the event; older backups may not know the table or all its columns."""
    try:
        found = copy.execute(f'SELECT * FROM "{table.name}" WHERE tournament_id = ?', (tournament_id,))
    except sqlite3.OperationalError:
        return
    names = [column[0] for column in found.description]
    for row in found.fetchall():
        told = {
            name: value for name, value in zip(names, row, strict=True) if name in table.c and not _counts(table, name)
        }
        connection.execute(
            insert(table).values({name: _value(table, name, value, who) for name, value in told.items()})
        )


def _counts(table: Table, name: str) -> bool:
    """A number that the database gives by itself: the one of then may be somebody else's now."""
    return name == "id" and holds_numbers(table.c.id)


def _value(table: Table, name: str, value: Any, who: dict[str, str]) -> Any:
    if isinstance(table.c[name].type, Boolean):
        return value in (1, "t")
    return who.get(value, value) if name in ("by", "claimed_by") else value


def _strangers(connection: Connection, copy: sqlite3.Connection) -> dict[str, str]:
    """Whoever has another name here: their numbers would name somebody else."""
    here = staff_names(connection)
    there = {f"s{id}": name for id, name in copy.execute("SELECT id, name FROM sign_in")}
    return {by: "public" for by, name in there.items() if here.get(by) != name}
