"""Copies of the database that have been opened and checked.

A backup is complete and proven before it has its name: copied, every journal replayed, flushed to the disk, renamed. A
journal that ends as one did that was replayed here before has only to be the very same, by its checksums.
Where something in it is damaged it is a copy all the same, and its name says that it is not proved.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import datetime
from fcntl import LOCK_EX, flock
from pathlib import Path
from threading import Lock, Thread
from typing import TypeVar

from flask import current_app

from engine import refusals
from engine.clock import Moment
from engine.refusals import Refused
from engine.values import dataclass
from server.box import postgres_dumps, usb_stick
from server.box.copies_inside import box_damage
from server.box.copies_inside import inside as inside
from server.core import beat_file, time_of_day, unsaved
from server.core.config import Config, flush, make_folder
from server.core.db import connected
from server.core.timekeeping import moment

KEPT = 20
GONE = "There is no such backup any more. The last twenty are kept."
_one_at_a_time = Lock()
_waiting = Lock()
log = logging.getLogger(__name__)
T = TypeVar("T")


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
    def proved(self) -> bool:
        return is_proved(self.path)

    @property
    def kilobytes(self) -> int:
        return -(-self.size // 1024)


@dataclass(frozen=True, slots=True)
class Made:
    """When the newest was made; `dated` if the box knew the time of day, so that its name tells the truth."""

    at: Moment
    dated: bool


def is_proved(path: Path) -> bool:
    """Whether all of it was sound when it was made."""
    return usb_stick.UNPROVED not in path.name


def told(path: Path) -> str:
    """What there is to say about a backup that was just made."""
    if is_proved(path):
        return f"Backed up and checked: {path.name}."
    return f"Copied as it is: {path.name}. Something in it is damaged, so it is not proved; Health says what."


def backup(config: Config) -> Path:
    """Make and prove a copy of the database as it is now, keep the last twenty, and put it on every stick."""
    made = copy_here(config)
    onto_sticks(config, made)
    return made


def onto_sticks(config: Config, made: Path) -> None:
    """On every stick; what goes wrong there is told, and the backup on the box stays good."""
    usb_stick.keep_trouble(config, usb_stick.take_backup(config, made))


def backup_soon(tournament_id: str) -> None:
    """A backup in the background: the answer does not wait, and nothing fails because of it."""
    config: Config = current_app.config["CINDERBOX"]
    soon(config, tournament_id, lambda made: onto_sticks(config, made))


def latest_to_sticks(config: Config) -> None:
    """A proved copy of this moment onto every stick, over the one before: a box that dies loses minutes, not a round.

    The box itself keeps none, or twenty of them would leave no room for those of earlier rounds.
    """
    with tempfile.TemporaryDirectory(prefix="cinderbox-latest-") as folder:
        path = Path(folder) / f"copy{_suffix(config)}"
        _copy(config, path)
        name = usb_stick.latest(path.suffix, proved=_proof(path))
        usb_stick.keep_trouble(config, usb_stick.copy_to_sticks(config, {name: path}))


def backups(config: Config) -> list[Backup]:
    """What is kept, newest first."""
    found = []
    for path in config.backups.glob("backup-*") if config.backups.is_dir() else ():
        if (backup := _named(path)) is not None:
            found.append(backup)
    return sorted(found, key=lambda kept: kept.number, reverse=True)


def _named(path: Path) -> Backup | None:
    """A file that is called a backup, unless it is none: a link to nothing, a folder, one that has just gone."""
    named = usb_stick.BACKUP.fullmatch(path.name)
    if named is None:
        return None
    with suppress(OSError, ValueError):
        at, found = datetime.strptime(named[2] + named[3], "%Y%m%d%H%M%S"), path.stat()
        return Backup(int(named[1]), path, at, found.st_size) if stat.S_ISREG(found.st_mode) else None
    return None


def kept(config: Config, name: str) -> Backup:
    """The backup of this name."""
    found = next((each for each in backups(config) if each.name == name), None)
    if found is None:
        raise refusals.Unknown(GONE)
    return found


def made_at(config: Config, backup: Backup) -> Made | None:
    """As the box counts, whatever dates were set since; known of the newest alone."""
    with suppress(OSError, ValueError):
        number, ms, known, boot_id = _moment_file(config).read_text(encoding="ascii").split()
        if int(number) == backup.number:
            return Made(Moment(boot_id, int(ms)), dated=known == "dated")
    return None


def can_back_up(config: Config) -> bool:
    """PostgreSQL needs its own programs for it."""
    return not config.database_url or postgres_dumps.can_dump()


def soon(config: Config, tournament_id: str, take: Callable[[Path], None]) -> None:
    """A backup in the background, and what is to be done with it then."""
    if not can_back_up(config) or not _waiting.acquire(blocking=False):
        return  # one that has not begun yet will hold this act too

    def work() -> None:
        try:
            with _one_at_a_time:
                _waiting.release()
                made = _made(config)
                _make_room(config)
            log.info("backup of %s: %s", tournament_id, made.name)
            take(made)
        except Exception as why:
            unsaved.log_failure(log, f"The backup of {tournament_id} failed.", why)

    Thread(target=work, name="backup").start()


def copy_here(config: Config) -> Path:
    """A copy into the data directory alone."""
    with _one_at_a_time:
        made = _made(config)
        _make_room(config)
        return made


@contextmanager
def before_a_change(config: Config, locked: AbstractContextManager[T]) -> Iterator[tuple[T, Path]]:
    """Inside of `locked`, where nobody writes, with a copy of what is about to be replaced.

    What takes long comes before, while everybody writes on: waiting for other backups, and replaying every journal.
    If the change fails the copy goes again, and no older one made room for it.
    """
    made = None
    with _one_at_a_time, _one_process(config):
        _replay_ahead(config)
        try:
            with locked as held:
                made = _proved_copy(config)
                yield held, made
        except BaseException as why:
            if made and unsaved.why_not(why) != unsaved.FAILING:  # a broken disk may have kept the change all the same
                made.unlink(missing_ok=True)
            raise
        _make_room(config)


def _made(config: Config) -> Path:
    with _one_process(config):
        return _proved_copy(config)


@contextmanager
def _one_process(config: Config) -> Iterator[None]:
    """The box's own timer may meet the end of a round."""
    make_folder(config.backups, mode=0o700)
    with (config.data / "backup-lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


def _replay_ahead(config: Config) -> None:
    """Proves a copy that nobody keeps: of the next one only what came since has to be replayed."""
    try:
        ahead = config.backups / f"backup-ahead{_suffix(config)}.tmp"
        _copy(config, ahead)
        with suppress(Refused):  # the copy that is kept will say so
            inside(ahead)
            box_damage(ahead)
    finally:
        _clear_away(config)


def _proved_copy(config: Config) -> Path:
    _clear_away(config)
    known = backups(config)
    number = known[0].number + 1 if known else 1
    name = f"backup-{number:04}-{time_of_day.now():%Y%m%d-%H%M%S}"
    unproven = config.backups / f"{name}{_suffix(config)}.tmp"
    try:
        _copy(config, unproven)
        path = config.backups / f"{name}{'' if _proof(unproven) else usb_stick.UNPROVED}{_suffix(config)}"
        flush(unproven)
        unproven.rename(path)
    finally:
        _clear_away(config)
    flush(config.backups)
    _keep_moment(config, number)
    return path


def _clear_away(config: Config) -> None:
    """What was not finished, and what SQLite has beside it: on a full disk every try would leave some."""
    for left_over in config.backups.glob("backup-*.tmp*"):
        left_over.unlink(missing_ok=True)


def _keep_moment(config: Config, number: int) -> None:
    now, known = moment(), "dated" if time_of_day.is_known() else "undated"
    with suppress(OSError):  # the backup itself is made
        _moment_file(config).write_text(f"{number} {now.ms} {known} {now.boot_id}", encoding="ascii")


def _moment_file(config: Config) -> Path:
    return config.data / "last-backup"


def _make_room(config: Config) -> None:
    """Those that are not proved make room for each other: they never push out one that is."""
    for proved in (True, False):
        for old in [each for each in backups(config) if each.proved == proved][KEPT:]:
            old.path.unlink(missing_ok=True)


def _proof(path: Path) -> bool:
    """Whether all of this copy is sound. What is not goes into the log, with its place."""
    try:
        damaged = [event for event in inside(path) if event.damage]
        directory = box_damage(path)
    except Refused as why:
        log.warning("a copy cannot be proved: %s", why)
        return False
    for event in damaged:
        log.warning("a copy holds a damaged event, %s: %s", event.name, event.damage)
    if directory is not None:
        log.warning("a copy holds a damaged directory: %s", directory)
    return not damaged and directory is None


def _suffix(config: Config) -> str:
    return postgres_dumps.SUFFIX if config.database_url else ".db"


def _copy(config: Config, target: Path) -> None:
    """All pages as SQLite knows them; of a file that SQLite does not take for a database, every byte."""
    if config.database_url:
        postgres_dumps.dump(config, target)
        return
    source = config.data / "cinderbox.db"
    target.unlink(missing_ok=True)
    target.touch(mode=0o600)
    try:
        with closing(connected(source)) as live, closing(sqlite3.connect(target)) as copy:
            live.backup(copy)
            if last := beat_file.read(config.data):
                with suppress(sqlite3.OperationalError), copy:  # a box of long ago has no such table yet
                    copy.execute(beat_file.CARRY, beat_file.carried(last))
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
    except sqlite3.DatabaseError as why:
        if unsaved.why_not(why) != unsaved.DAMAGED:
            raise
        shutil.copyfile(source, target)
