"""PostgreSQL's own copies: made by pg_dump, read back by pg_restore, and put in place of what is there.

A dump is proved like every other backup: its events are read out of it again, and every journal is replayed.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, make_url, select, text, update

from engine.refusals import Refused
from server.box.replacing_events import FOLLOW_AN_EVENT, STAYS
from server.core.config import Config
from server.core.db import db, holds_numbers
from server.core.models import BoxHeadRow, ErasedRow, TournamentRow

SUFFIX, MARK = ".dump", b"PGDMP"
TOOLS = ("pg_dump", "pg_restore")
LATER = ("box_head", "box_journal")  # dumps of before have none
MISSING = "pg_dump is not installed, so no backup can be made. It is in the package postgresql-client."
_INTO_A_NEW_ONE = (
    "Put it into an empty database with `pg_restore --no-owner --dbname=…` and start Cinderbox with that one as "
    "DATABASE_URL."
)
_HEAD = re.compile(r"COPY (?:public\.)?\"?(\w+)\"? \((.*)\) FROM stdin;")
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v"}


class NoTable(Refused):
    """Not in this dump."""


class Failed(Refused):
    """One of PostgreSQL's programs did not do what it was asked for; with what it said."""


def can_dump() -> bool:
    """Whether PostgreSQL's client programs are on this machine."""
    return all(map(shutil.which, TOOLS))


def is_dump(path: Path) -> bool:
    """Whatever it is called."""
    with path.open("rb") as file:
        return file.read(len(MARK)) == MARK


def dump(config: Config, target: Path) -> None:
    """The database as it is at this moment, whoever is writing meanwhile."""
    address, secret = _address(config)
    options = ("--format=custom", "--no-owner", "--no-privileges", "--lock-wait-timeout=30000")
    target.unlink(missing_ok=True)
    target.touch(mode=0o600)
    with target.open("wb") as file:
        _run("pg_dump", *options, f"--dbname={address}", env=secret, into=file)


@contextmanager
def loaded(path: Path, *more: str) -> Iterator[sqlite3.Connection]:
    """The events of a dump and their journals, and more, as tables that can be asked, in memory."""
    with closing(sqlite3.connect(":memory:")) as found:
        for table in ("alembic_version", "tournament", "journal", "sign_in", *LATER, *more):
            try:
                columns, rows = _table(path, table)
            except NoTable:
                if table in ("alembic_version", "tournament", "journal", "sign_in"):
                    raise
                continue  # made by a version that did not have it
            kinds = ", ".join(f'"{column}" {_kind(table, column)}' for column in columns)
            found.execute(f'CREATE TABLE "{table}" ({kinds})')
            found.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(columns))})', map(_values, rows))
        yield found


def let_nobody_write(connection: Connection) -> None:
    """Until this is committed whoever writes to an event waits; reading and `pg_dump` go on."""
    connection.execute(text("LOCK TABLE tournament IN EXCLUSIVE MODE"))


def replace_events(connection: Connection, path: Path) -> None:
    """Everything but what stays, from the dump, inside a transaction; every event begins a new epoch."""
    tables = [table for table in db.metadata.sorted_tables if table.name not in STAYS]
    epochs = {row.id: row.epoch for row in connection.execute(select(TournamentRow.id, TournamentRow.epoch))}
    box_epoch = connection.execute(select(func.max(BoxHeadRow.epoch))).scalar() or 0
    followed = _followed(connection)
    for table in reversed(tables):
        connection.execute(table.delete())
    for table in tables:
        _take(connection, path, table.name)
    _begin_epochs(connection, epochs)
    newer = func.greatest(BoxHeadRow.epoch, box_epoch) + 1
    connection.execute(update(BoxHeadRow).values(epoch=newer))
    _erased_there(connection, path)
    _follow_again(connection, followed)


def require_of_this_database(path: Path) -> None:
    """The journal names people by the numbers of their sign-ins: another database's numbers are other people's."""
    with db.engine.connect() as connection:
        revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        known = {str(id): token for id, token in connection.execute(text("SELECT id, token_hash FROM sign_in"))}
    if [_values(row)[0] for row in _table(path, "alembic_version")[1]] != [revision]:
        raise Refused(f"{path.name} was made by another version of Cinderbox. {_INTO_A_NEW_ONE}")
    columns, rows = _table(path, "sign_in")
    for row in map(_values, rows):
        told = dict(zip(columns, row, strict=True))
        if known.get(str(told["id"])) != told["token_hash"]:
            raise Refused(f"{path.name} was made from another database. {_INTO_A_NEW_ONE}")


def _take(connection: Connection, path: Path, name: str) -> None:
    columns, rows = _table(path, name)
    named = ", ".join(f'"{column}"' for column in columns)
    assert connection.connection.driver_connection is not None
    with connection.connection.driver_connection.cursor() as cursor:
        with cursor.copy(f'COPY "{name}" ({named}) FROM STDIN') as copy:
            for row in rows:
                copy.write(f"{row}\n")
        if "id" in columns and holds_numbers(db.metadata.tables[name].c.id):
            counter = f"pg_get_serial_sequence('\"{name}\"', 'id')"
            cursor.execute(f'SELECT setval({counter}, (SELECT max(id) FROM "{name}"))')


def _erased_there(connection: Connection, path: Path) -> None:
    """What was erased anywhere stays so."""
    columns, rows = _table(path, "erased")
    known = {tuple(row) for row in connection.execute(select(ErasedRow.origin, ErasedRow.entry, ErasedRow.person_id))}
    for row in map(_values, rows):
        told = dict(zip(columns, row, strict=True))
        if (told["origin"], told["entry"], told["person_id"]) not in known:
            connection.execute(insert(ErasedRow).values(**told))


def _begin_epochs(connection: Connection, before: dict[str, int]) -> None:
    for row in connection.execute(select(TournamentRow.id, TournamentRow.epoch)).all():
        newer = max(row.epoch, before.get(row.id, 0)) + 1
        connection.execute(update(TournamentRow).where(TournamentRow.id == row.id).values(epoch=newer))


def _followed(connection: Connection) -> list[tuple[str, Any, str]]:
    """Which event each tablet and screen follows: with the events it would forget."""
    found = []
    for name in FOLLOW_AN_EVENT:
        table = db.metadata.tables[name]
        rows = connection.execute(select(table.c.id, table.c.tournament_id).where(table.c.tournament_id.is_not(None)))
        found += [(name, row.id, row.tournament_id) for row in rows]
    return found


def _follow_again(connection: Connection, followed: Iterable[tuple[str, Any, str]]) -> None:
    here = set(connection.execute(select(TournamentRow.id)).scalars())
    for name, id, event in followed:
        table = db.metadata.tables[name]
        if event in here:
            connection.execute(table.update().where(table.c.id == id).values(tournament_id=event))


def _table(path: Path, name: str) -> tuple[list[str], list[str]]:
    """The columns of a table in a dump, and its rows as PostgreSQL writes them, a line each."""
    try:
        told = _run("pg_restore", "--data-only", f"--table={name}", "--file=-", str(path))
    except Failed as why:
        raise Refused(f"{path.name} is damaged, or of a newer PostgreSQL. Choose another backup. {why}.") from why
    lines = iter(told.split("\n"))  # names may hold what else ends a line
    for line in lines:
        if (head := _HEAD.fullmatch(line)) and head[1] == name:
            columns = [column.strip('" ') for column in head[2].split(",")]
            return columns, _rows_until_end(path, lines)
    raise NoTable(f"{path.name} is not a backup of Cinderbox: it has no table “{name}”. Choose another.")


def _rows_until_end(path: Path, lines: Iterator[str]) -> list[str]:
    rows: list[str] = []
    for line in lines:
        if line == "\\.":
            return rows
        rows.append(line)
    raise Refused(f"{path.name} is damaged: it ends in the middle. Choose another backup.")


def _values(row: str) -> list[str | None]:
    return [None if cell == "\\N" else _ESCAPED.sub(_plain, cell) for cell in row.split("\t")]


def _plain(escaped: re.Match[str]) -> str:
    return _ESCAPES.get(escaped[1], escaped[1])


def _kind(table: str, column: str) -> str:
    known = db.metadata.tables[table].c.get(column) if table in db.metadata.tables else None
    return "INTEGER" if known is not None and holds_numbers(known) else "TEXT"


def _address(config: Config) -> tuple[str, dict[str, str]]:
    """Where the database is; the password is told in the environment, because everybody may read a command line."""
    url = make_url(config.database)
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    address = url.set(drivername="postgresql")._replace(password=None)  # set() takes None for “as it is”
    return address.render_as_string(hide_password=False), secret


def _run(tool: str, *arguments: str, env: dict[str, str] | None = None, into: Any = subprocess.PIPE) -> str:
    if not can_dump():
        raise Refused(MISSING)
    words = {"LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [tool, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=into,
        stderr=subprocess.PIPE,
        env={**os.environ, **words, **(env or {})},
    )
    if done.returncode:
        told = " ".join(done.stderr.decode(errors="replace").split()).removeprefix(f"{tool}: error: ")
        raise Failed(f"{tool} did not succeed: {told}")
    return (done.stdout or b"").decode(errors="replace")
