"""Putting a backup in place of a database that cannot be opened: made beside it, and renamed last.

Whenever the plug is pulled, the next start finds the marker and does it again: there is never an empty box between.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path

from werkzeug.security import generate_password_hash

from engine.refusals import Refused
from server.box.copies_inside import inside, still_there
from server.box.database_file import marker
from server.box.restoring import brought_up_to_date
from server.core import auth, box_journal, journal, unsaved
from server.core.config import Config, flush, lock_file, secret_in, unusable, write_secret

EMPTY, BEING_RESTORED = "an-empty-box", "restore-next.db"
NO_ROOM = (
    "The disk of this box is full, and a restore needs room for two more copies of the events. Make room where they "
    "are kept, such as by moving old backups to a stick, then try again."
)
RUNNING = "Cinderbox is running on this data. Restore the backup on its page “This box”, or stop Cinderbox first."
log = logging.getLogger(__name__)


def rebuild(config: Config, path: Path) -> Path | None:
    """This backup in place of what is here, which is kept aside: where. Nobody else may have it open."""
    ask_for(config, path)
    with enough_room():
        return _put_in_place(config, _asked_for(config))


def ask_for(config: Config, path: Path | None) -> None:
    """At the next start, this backup in place of what is here; or an empty box."""
    with enough_room():
        if path is None:
            write_secret(marker(config), EMPTY)
            return
        inside(path)
        write_secret(marker(config), _kept_here(config, path).name)


@contextmanager
def enough_room() -> Iterator[None]:
    """Refused with what is wrong with the disk, if it does not take what is to be written."""
    try:
        yield
    except unsaved.FAILURES as why:
        sentence = unsaved.why_not(why)
        if sentence is None:
            raise
        raise Refused(NO_ROOM if sentence == unsaved.FULL else sentence) from why


def _kept_here(config: Config, path: Path) -> Path:
    """A copy in the data directory: a stick may be pulled out before all is done, and old backups make room."""
    here = config.data / BEING_RESTORED
    if path.resolve() != here:
        unfinished = here.with_name(f"{here.name}.new")
        try:
            with still_there(path):
                shutil.copyfile(path, unfinished)
            unfinished.chmod(0o600)
            flush(unfinished)
            unfinished.replace(here)
        finally:
            unfinished.unlink(missing_ok=True)
    return here


def _asked_for(config: Config) -> Path:
    return config.data / (Path(secret_in(marker(config))).name or BEING_RESTORED)


def finish(config: Config) -> None:
    """What was asked for, or was broken off when the plug was pulled. Nobody else may have it open."""
    _clear_away(config)
    asked = _asked_for(config)
    with enough_room():
        if asked.name != EMPTY:
            inside(asked)
        _put_in_place(config, asked)
    log.warning("what was asked for is in place")


@contextmanager
def alone(config: Config) -> Iterator[None]:
    """Refused while a server has this data open."""
    with _lock(config, LOCK_EX | LOCK_NB):
        yield


@contextmanager
def serving(config: Config) -> Iterator[None]:
    """While inside, nobody rebuilds what we have open."""
    with _lock(config, LOCK_SH | LOCK_NB):
        yield


@contextmanager
def _lock(config: Config, how: int) -> Iterator[None]:
    try:
        file = lock_file(config.data / "serving.lock")
    except OSError as why:
        raise unusable(config.data, why) from why
    with file:
        try:
            flock(file, how)
        except BlockingIOError as why:
            raise Refused(RUNNING) from why
        yield


def _put_in_place(config: Config, path: Path) -> Path | None:
    with tempfile.TemporaryDirectory(dir=config.data, prefix="restore-") as folder:
        ready = brought_up_to_date(None if path.name == EMPTY else path, Path(folder))
        _keep_erased(config, ready)
        _make_ready(config, ready)
        aside = _put_aside(config)
        ready.replace(config.data / "cinderbox.db")
        flush(config.data)
    _done(config)
    return aside


def _keep_erased(config: Config, ready: Path) -> None:
    """Whoever was erased here is erased in the backup, too; as far as the damaged file still tells."""
    file = config.data / "cinderbox.db"
    with suppress(sqlite3.Error), closing(sqlite3.connect(ready.as_uri(), uri=True)) as db, db:
        db.execute("ATTACH ? AS damaged", (f"{file.resolve().as_uri()}?mode=ro",))
        db.execute("INSERT OR IGNORE INTO main.erased SELECT origin, entry, person_id FROM damaged.erased")


def _make_ready(config: Config, ready: Path) -> None:
    """Another epoch, so that no open page mistakes it; the first PIN if that still counts; one file, on the disk."""
    with closing(sqlite3.connect(ready)) as db, db:
        db.execute("UPDATE tournament SET epoch = epoch + 1")
        db.execute("UPDATE box_head SET epoch = epoch + 1")
        if pin := auth.shown_pin(config):
            db.execute("UPDATE pin SET hash = ? WHERE role = 'organizer'", (generate_password_hash(pin),))
    with closing(sqlite3.connect(ready)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    ready.chmod(0o600)
    flush(ready)


def _put_aside(config: Config) -> Path | None:
    """What was here gets another name. Its log goes along: beside the new file it would be taken for that one's."""
    file = config.data / "cinderbox.db"
    aside = _free_name(config) if file.exists() and file.stat().st_size else None
    for part in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            here = Path(f"{file}{part}")
            here.replace(f"{aside}{part}") if aside and part != "-shm" else here.unlink()
    flush(config.data)
    return aside


def _free_name(config: Config) -> Path:
    names = (config.data / f"cinderbox.db.{word}" for word in ("damaged", *(f"damaged-{n}" for n in range(2, 1000))))
    return next(name for name in names if not name.exists())


def _done(config: Config) -> None:
    marker(config).unlink(missing_ok=True)
    (config.data / BEING_RESTORED).unlink(missing_ok=True)
    flush(config.data)
    unsaved.forget_damage(config.data)
    journal.forget()
    box_journal.forget()


def _clear_away(config: Config) -> None:
    """What a restore left behind when the plug was pulled."""
    for left_over in config.data.glob("restore-*"):
        if left_over.is_dir():
            shutil.rmtree(left_over, ignore_errors=True)
