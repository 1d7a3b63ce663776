"""The way back: the events of a backup in place of those here, or one event alone."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection

from engine.refusals import Refused
from server.box import postgres_dumps
from server.box.backups import before_a_change
from server.box.copies_inside import inside, still_there
from server.box.replacing_events import replace_events
from server.core import box_journal, changes, following, journal, unsaved
from server.core.config import Config
from server.core.database_app import bring_up_to_date, close_connections, database_app
from server.core.db import readable, turn, writer

log = logging.getLogger(__name__)


def restore(config: Config, path: Path) -> Path:
    """Put the events of this backup in place of those here; the copy of the present that was made first.

    Who may sign in stays as it is. Every event starts a new epoch, so that no open page mistakes one past for another.
    """
    events = inside(path)
    with still_there(path):
        _require_of_this_kind(config, path)
        before = (_restore_dump if config.database_url else _restore_file)(config, path)
    journal.forget()
    box_journal.forget()
    following.events_replaced()
    for id in (None, *(event.id for event in events)):
        changes.changed(id)
    log.info("restored %s; the state before is in %s", path.name, before.name)
    return before


def _restore_dump(config: Config, path: Path) -> Path:
    postgres_dumps.require_of_this_database(path)
    with before_a_change(config, _nobody_writes_there()) as (connection, before):
        postgres_dumps.replace_events(connection, path)
    return before


@contextmanager
def _nobody_writes_there() -> Iterator[Connection]:
    with writer() as connection, connection.begin():
        postgres_dumps.let_nobody_write(connection)
        yield connection


def _restore_file(config: Config, path: Path) -> Path:
    with beside_ours(config, path) as db, before_a_change(config, _nobody_writes_in(db)) as (_, before):
        replace_events(db)  # the copy of before is not on the stick that the backup was brought on
    return before


@contextmanager
def _nobody_writes_in(db: sqlite3.Connection) -> Iterator[None]:
    with turn(), db:
        db.execute("BEGIN IMMEDIATE")  # from here on nobody writes what the copy would not have
        yield


def _require_of_this_kind(config: Config, path: Path) -> None:
    """A file for a box that keeps its events in a file, a dump for PostgreSQL."""
    if bool(config.database_url) == postgres_dumps.is_dump(path):
        return
    here, there = ("a file", "PostgreSQL") if not config.database_url else ("PostgreSQL", "a file")
    raise Refused(
        f"This box keeps its events in {here}, and {path.name} is a backup of a box that keeps them in {there}. Export "
        "the event there and bring it in here under This box."
    )


@contextmanager
def beside_ours(config: Config, path: Path) -> Iterator[sqlite3.Connection]:
    """Our database with a copy of this backup attached as `old`, in today's shape."""
    with tempfile.TemporaryDirectory(dir=config.data, prefix="restore-") as folder:
        today = brought_up_to_date(path, Path(folder))
        with closing(sqlite3.connect(config.data / "cinderbox.db", timeout=30, isolation_level=None)) as db:
            db.text_factory = readable
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA foreign_keys=OFF")
            db.execute("ATTACH ? AS old", (str(today),))
            yield db
            db.execute("DETACH old")


def brought_up_to_date(path: Path | None, folder: Path) -> Path:
    """A copy with the tables as this version has them; of nothing, an empty one."""
    if path is not None:
        shutil.copyfile(path, folder / "cinderbox.db")
    app = database_app(Config(folder))
    try:
        with app.app_context():
            bring_up_to_date()
    except (Exception, SystemExit) as why:  # the migrations leave with an exit code
        if unsaved.why_not(why) in unsaved.OF_THE_DISK:
            raise
        raise Refused(f"{path and path.name} was made by a version this one does not know. Update Cinderbox.") from why
    finally:
        close_connections(app)
    return folder / "cinderbox.db"
