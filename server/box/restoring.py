"""The way back: the events of a backup in place of those here, or one event alone."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engine.refusals import Refused
from server.box.backups import copy_here, database_file
from server.box.copies_inside import inside
from server.box.replacing_events import replace_events
from server.core import changes, journal
from server.core.config import Config
from server.core.database_app import bring_up_to_date, close_connections, database_app

log = logging.getLogger(__name__)


def restore(config: Config, path: Path) -> Path:
    """Put the events of this backup in place of those here; the copy of the present that was made first.

    Who may sign in stays as it is. Every event starts a new epoch, so that no open page mistakes one past for another.
    """
    database_file(config)
    events = inside(path)
    with beside_ours(config, path) as (db, before):
        replace_events(db)
    journal.forget()
    for id in (None, *(event.id for event in events)):
        changes.changed(id)
    log.info("restored %s; the state before is in %s", path.name, before.name)
    return before


@contextmanager
def beside_ours(config: Config, path: Path) -> Iterator[tuple[sqlite3.Connection, Path]]:
    """Our database with a copy of this backup attached as `old`, in today's shape; and a copy of ours made first."""
    with tempfile.TemporaryDirectory(dir=config.data, prefix="restore-") as folder:
        today = brought_up_to_date(path, Path(folder))
        before = copy_here(config)  # after the copy: the oldest backup makes room; not onto the stick it was brought on
        with closing(sqlite3.connect(database_file(config), timeout=30, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA foreign_keys=OFF")
            db.execute("ATTACH ? AS old", (str(today),))
            yield db, before
            db.execute("DETACH old")


def brought_up_to_date(path: Path, folder: Path) -> Path:
    """A copy with the tables as this version has them."""
    shutil.copyfile(path, folder / "cinderbox.db")
    app = database_app(Config(folder))
    try:
        with app.app_context():
            bring_up_to_date()
    except (Exception, SystemExit) as why:  # the migrations leave with an exit code
        raise Refused(f"{path.name} was made by a version this one does not know. Update Cinderbox.") from why
    finally:
        close_connections(app)
    return folder / "cinderbox.db"
