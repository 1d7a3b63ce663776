"""Copies of the database that have been opened and checked, and the way back to one.

A backup is complete and proven before it has its name: copied, every journal replayed, flushed to the disk, renamed.
"""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from fcntl import LOCK_EX, flock
from pathlib import Path
from threading import Lock, Thread

from flask import current_app

from engine import refusals
from engine.codec import from_json
from engine.fold import Act, replay
from engine.refusals import Refused
from server.box import postgres_dumps, usb_stick
from server.box.replacing_events import replace_events
from server.core import changes, journal, unsaved
from server.core.config import Config, flush, make_folder
from server.core.database_app import bring_up_to_date, close_connections, database_app

KEPT = 20
_one_at_a_time = Lock()
_waiting = Lock()
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in the data directory. Numbers tell the order: a box without a battery clock may have any date."""

    number: int
    path: Path
    at: datetime
    size: int

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def kilobytes(self) -> int:
        return -(-self.size // 1024)


@dataclass(frozen=True, slots=True)
class Held:
    """An event inside a backup."""

    id: str
    name: str
    acts: int


def backup(config: Config) -> Path:
    """Make and prove a copy of the database as it is now, keep the last twenty, and put it on every stick."""
    with _one_at_a_time:
        made = _made(config)
    usb_stick.keep_trouble(config, usb_stick.take_backup(config, made))
    return made


def backup_soon(tournament_id: str) -> None:
    """A backup in the background: the answer does not wait, and nothing fails because of it."""
    config: Config = current_app.config["CINDERBOX"]
    soon(config, tournament_id, lambda made: usb_stick.keep_trouble(config, usb_stick.take_backup(config, made)))


def latest_to_sticks(config: Config) -> None:
    """A proved copy of this moment onto every stick, over the one before: a box that dies loses minutes, not a round.

    The box itself keeps none, or twenty of them would leave no room for those of earlier rounds.
    """
    with tempfile.TemporaryDirectory(prefix="cinderbox-latest-") as folder:
        path = Path(folder) / usb_stick.latest(_suffix(config))
        _copy(config, path)
        inside(path)
        usb_stick.keep_trouble(config, usb_stick.copy_to_sticks(config, {path.name: path}))


def backups(config: Config) -> list[Backup]:
    """What is kept, newest first."""
    found = []
    for path in config.backups.glob("backup-*") if config.backups.is_dir() else ():
        if named := usb_stick.BACKUP.fullmatch(path.name):
            at = datetime.strptime(named[2] + named[3], "%Y%m%d%H%M%S")
            found.append(Backup(int(named[1]), path, at, path.stat().st_size))
    return sorted(found, key=lambda kept: kept.number, reverse=True)


def kept(config: Config, name: str) -> Backup:
    """The backup of this name."""
    found = next((each for each in backups(config) if each.name == name), None)
    if found is None:
        raise refusals.Unknown("There is no such backup any more. The last twenty are kept.")
    return found


def inside(path: Path) -> tuple[Held, ...]:
    """The events of a backup, each replayed from its first act. Refused if anything about the file is not sound."""
    try:
        path.open("rb").close()
        with postgres_dumps.loaded(path) if postgres_dumps.is_dump(path) else _opened(path) as db:
            if (answer := db.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                raise Refused(f"{path.name} is damaged: {answer}. Choose another backup.")
            events = db.execute("SELECT id, name FROM tournament ORDER BY created_at, id").fetchall()
            return tuple(Held(id, name, _replayed(db, id, name)) for id, name in events)
    except OSError as why:
        raise Refused(f"{path.name} cannot be read: {why.strerror}. Look for it, or choose another.") from why
    except sqlite3.Error as why:
        raise Refused(f"{path.name} is not a backup of Cinderbox, or it is damaged ({why}). Choose another.") from why


def restore(config: Config, path: Path) -> Path:
    """Put the events of this backup in place of those here; the copy of the present that was made first.

    Who may sign in stays as it is. Every event starts a new epoch, so that no open page mistakes one past for another.
    """
    events = inside(path)
    _require_of_this_kind(config, path)
    before = (_restore_dump if config.database_url else _restore_file)(config, path)
    journal.forget()
    for id in (None, *(event.id for event in events)):
        changes.changed(id)
    log.info("restored %s; the state before is in %s", path.name, before.name)
    return before


def can_back_up(config: Config) -> bool:
    """PostgreSQL needs its own programs for it."""
    return not config.database_url or postgres_dumps.can_dump()


def _restore_dump(config: Config, path: Path) -> Path:
    postgres_dumps.require_of_this_database(path)
    with _one_at_a_time:
        before = _made(config)
    postgres_dumps.replace_events(path)
    return before


def _restore_file(config: Config, path: Path) -> Path:
    with tempfile.TemporaryDirectory(dir=config.data, prefix="restore-") as folder:
        today = _brought_up_to_date(path, Path(folder))
        with _one_at_a_time:  # after the copy: the oldest backup makes room for this one
            before = _made(config)  # not onto the stick that the event was brought on
        with closing(sqlite3.connect(config.data / "cinderbox.db", timeout=30, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA foreign_keys=OFF")
            db.execute("ATTACH ? AS old", (str(today),))
            replace_events(db)
            db.execute("DETACH old")
    return before


def put_damaged_aside(config: Config) -> Path | None:
    """A damaged database makes room for a new one, so that a backup can be restored: where it is, or nothing if sound.

    Nobody else may have it open.
    """
    file = config.data / "cinderbox.db"
    if config.database_url or not file.exists() or _sound(file):
        return None
    aside = file.with_name("cinderbox.db.damaged")
    for part in ("-shm", "-wal", ""):
        with suppress(FileNotFoundError):
            Path(f"{file}{part}").replace(f"{aside}{part}")
    return aside


def soon(config: Config, tournament_id: str, take: Callable[[Path], None]) -> None:
    """A backup in the background, and what is to be done with it then."""
    if not can_back_up(config) or not _waiting.acquire(blocking=False):
        return  # one that has not begun yet will hold this act too

    def work() -> None:
        try:
            with _one_at_a_time:
                _waiting.release()
                made = _made(config)
            log.info("backup of %s: %s", tournament_id, made.name)
            take(made)
        except Exception:
            log.exception("the backup of %s failed", tournament_id)

    Thread(target=work, name="backup").start()


def _made(config: Config) -> Path:
    """One process at a time: the box's own timer may meet the end of a round."""
    make_folder(config.backups, mode=0o700)
    with (config.data / "backup-lock").open("w") as lock:
        flock(lock, LOCK_EX)
        return _proved_copy(config)


def _proved_copy(config: Config) -> Path:
    for left_over in config.backups.glob("backup-*.tmp"):
        left_over.unlink(missing_ok=True)
    known = backups(config)
    number = known[0].number + 1 if known else 1
    path = config.backups / f"backup-{number:04}-{datetime.now():%Y%m%d-%H%M%S}{_suffix(config)}"
    unproven = path.with_name(f"{path.name}.tmp")
    try:
        _copy(config, unproven)
        inside(unproven)
        flush(unproven)
        unproven.rename(path)
    finally:
        unproven.unlink(missing_ok=True)
    flush(config.backups)
    for old in backups(config)[KEPT:]:
        old.path.unlink(missing_ok=True)
    return path


def _brought_up_to_date(path: Path, folder: Path) -> Path:
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


def _replayed(db: sqlite3.Connection, id: str, name: str) -> int:
    rows = db.execute("SELECT seq, facts, version FROM journal WHERE tournament_id = ? ORDER BY seq", (id,)).fetchall()
    try:
        replay(Act(seq, tuple(from_json(raw, version=v) for raw in json.loads(facts))) for seq, facts, v in rows)
    except (Refused, ValueError) as why:
        raise Refused(f"The journal of {name} cannot be read back: {why}") from why
    return len(rows)


def _sound(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(file, timeout=30)) as db:
            return bool(db.execute("PRAGMA integrity_check").fetchone()[0] == "ok")
    except sqlite3.DatabaseError as why:
        if unsaved.why_not(why) != unsaved.DAMAGED:
            raise
        return False


def _suffix(config: Config) -> str:
    return postgres_dumps.SUFFIX if config.database_url else ".db"


def _require_of_this_kind(config: Config, path: Path) -> None:
    """A file for a box that keeps its events in a file, a dump for PostgreSQL."""
    if bool(config.database_url) == postgres_dumps.is_dump(path):
        return
    here, there = ("a file", "PostgreSQL") if not config.database_url else ("PostgreSQL", "a file")
    raise Refused(
        f"This box keeps its events in {here}, and {path.name} is a backup of a box that keeps them in {there}. Export "
        "the event there and bring it in here under This box."
    )


def _copy(config: Config, target: Path) -> None:
    if config.database_url:
        postgres_dumps.dump(config, target)
        return
    target.unlink(missing_ok=True)
    target.touch(mode=0o600)
    source = config.data / "cinderbox.db"
    with closing(sqlite3.connect(source, timeout=30)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Looked at, never touched: not even a lock file appears beside it."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        yield db
