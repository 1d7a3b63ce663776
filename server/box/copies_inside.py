"""What is inside a file that is a database of Cinderbox: looked at, never touched, every event proved by itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from engine.refusals import Refused
from engine.values import dataclass
from server.box import postgres_dumps
from server.box.journal_rows import box_journal_of, journal_of
from server.core.chain import Damage, Head, StoredAct, find_damage
from server.core.database_app import Newer, known_revisions
from server.core.db import readable
from server.core.stored_box import BoxDamaged, proved_box
from server.core.stored_journal import Damaged, proved

# How the journals ended that were replayed: what ends so is the same, act by act, if its checksums are right.
_replayed: set[Head] = set()
MOST_KNOWN = 10_000


@dataclass(frozen=True, slots=True)
class Held:
    """An event inside a copy; what is wrong with it, if anything is."""

    id: str
    name: str
    acts: int
    damage: Damage | None = None


def inside(path: Path) -> tuple[Held, ...]:
    """The events of a copy, each replayed from its first act. Refused if the file as a whole is not sound."""
    with sound(path) as db:
        events = db.execute("SELECT id, name FROM tournament ORDER BY created_at, id").fetchall()
        return tuple(_held(db, id, name) for id, name in events)


def box_damage(path: Path) -> Damage | None:
    """What is wrong with the journal of the box in a copy that is sound as a whole."""
    with opened(path) as db:
        head, rows = box_journal_of(db)
    try:
        _replay(rows, head, lambda: proved_box(rows, head))
    except BoxDamaged as why:
        return why.damage
    return None


@contextmanager
def still_there(path: Path) -> Iterator[None]:
    """Refused if it went since it was looked at: it made room for a newer one, or its stick was pulled out."""
    try:
        yield
    except FileNotFoundError as why:
        if path.exists():
            raise
        raise Refused(f"{path.name} is not there any more. Choose another.") from why


@contextmanager
def sound(path: Path) -> Iterator[sqlite3.Connection]:
    """The file, every page of it read before. Refused if that does not work, or this version does not know it."""
    with opened(path) as db:
        if (answer := db.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            raise Refused(f"{path.name} is damaged: {answer}. Choose another backup.")
        yield db


@contextmanager
def opened(path: Path, *, tables: tuple[str, ...] = ()) -> Iterator[sqlite3.Connection]:
    """Looked at, never touched: not even a lock file appears beside it. Of a dump, the journals and `tables`."""
    try:
        if path.is_file() and not path.stat().st_size:
            raise Refused(f"{path.name} is empty. Choose another backup.")
        path.open("rb").close()
        with postgres_dumps.loaded(path, *tables) if postgres_dumps.is_dump(path) else _file(path) as db:
            db.text_factory = readable
            _require_known(db, path.name)
            yield db
    except OSError as why:
        raise Refused(f"{path.name} cannot be read: {why.strerror}. Look for it, or choose another.") from why
    except sqlite3.Error as why:
        raise Refused(f"{path.name} is not a backup of Cinderbox, or it is damaged ({why}). Choose another.") from why


@contextmanager
def _file(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        yield db


def _held(db: sqlite3.Connection, id: str, name: str) -> Held:
    head, rows = journal_of(db, id)
    try:
        _replay(rows, head, lambda: proved(id, rows, head))
    except Damaged as why:
        return Held(id, name, len(rows), why.damage)
    return Held(id, name, len(rows))


def _replay(rows: Sequence[StoredAct], head: Head, prove: Callable[[], object]) -> None:
    """Only what was not replayed before: a box with fifty events makes a backup after each round."""
    if head in _replayed and find_damage(rows, head) is None:
        return
    prove()
    if head.acts:
        if len(_replayed) >= MOST_KNOWN:
            _replayed.clear()
        _replayed.add(head)


def _require_known(db: sqlite3.Connection, name: str) -> None:
    (revision,) = db.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
    if revision not in known_revisions():
        raise Newer(
            f"{name} was written by a newer version of Cinderbox. Update Cinderbox here, or choose an older one."
        )
