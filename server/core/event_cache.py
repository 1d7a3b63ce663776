"""What was computed of events, kept in a file of its own that can be thrown away at any time.

Pages that speak of hundreds of events must not replay them. What is kept is known by the state of the event's journal,
holds ids and no names, is no part of a backup, and is made again where it is missing.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import zlib
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from flask import current_app

from engine import facts as f
from server.core.config import Config

FORMAT = 6  # of what is kept; another one reads nothing of before
FILE = "records-cache.db"
Wanted = Mapping[str, str]  # event → the state its journal is in
# When an event is worth summing up anew: a round is over, or the past was changed.
WORTH = (f.RoundClosed, f.TournamentFinished, f.ResultCorrected)
log = logging.getLogger(__name__)


def file() -> Path:
    """Where it is kept."""
    config: Config = current_app.config["CINDERBOX"]
    return config.data / FILE


def state(epoch: int, acts: int, head: str) -> str:
    """What tells two states of an event apart; nothing can be kept of one without checksums."""
    return f"{epoch}.{acts}.{head}" if acts else ""


def sealed(state: str, body: Any) -> tuple[str, str]:
    """A mark and a text to keep; the mark says of which format and state it is, with a checksum of the text."""
    text = json.dumps(body, separators=(",", ":"))
    return _mark(state, text), text


def unsealed(state: str, row: tuple[str, str] | None) -> Any:
    """What was kept, if it is of this state and exactly as it was written; None if not."""
    whole = row and state and isinstance(row[1], str) and row[0] == _mark(state, row[1])
    return json.loads(row[1]) if row and whole else None


def _mark(state: str, text: str) -> str:
    return f"{FORMAT}/{state}/{zlib.crc32(text.encode(errors='replace')):08x}"


def read(kind: str, wanted: Wanted) -> dict[str, Any]:
    """What is kept of this kind of these events, as far as they are in the same state."""
    kept = file()
    if not kept.exists() or not wanted:
        return {}
    found = {}
    try:
        with closing(sqlite3.connect(f"{kept.resolve().as_uri()}?mode=ro", uri=True, timeout=1)) as cache:
            for event, state in wanted.items():
                row = cache.execute(f"SELECT state, body FROM {kind} WHERE event = ?", (event,)).fetchone()
                if (body := unsealed(state, row)) is not None:
                    found[event] = body
    except sqlite3.OperationalError:  # nothing was kept yet
        return {}
    except (sqlite3.Error, ValueError, TypeError) as why:
        unreadable(why)
        return {}
    return found


def write(kind: str, made: Mapping[str, tuple[str, Any]]) -> None:
    """Keep it with the state it is of. A disk that takes nothing keeps nothing: it is made again next time."""
    lines = [(event, *sealed(state, body)) for event, (state, body) in made.items() if state]
    if not lines:
        return
    with suppress(sqlite3.Error, OSError), closing(sqlite3.connect(file(), timeout=1)) as cache, cache:
        file().chmod(0o600)
        cache.execute("PRAGMA synchronous=OFF")
        cache.execute(
            f"CREATE TABLE IF NOT EXISTS {kind} (event TEXT PRIMARY KEY, state TEXT, body TEXT) WITHOUT ROWID"
        )
        cache.executemany(f"INSERT OR REPLACE INTO {kind} VALUES (?, ?, ?)", lines)


def unreadable(why: Exception) -> None:
    """Said in the log, and thrown away."""
    log.warning("what was kept of events cannot be read and is thrown away: %s", why)
    throw_away()


def throw_away() -> None:
    """Nothing is lost with it."""
    for part in ("", "-journal", "-wal", "-shm"):
        with suppress(OSError):
            Path(f"{file()}{part}").unlink(missing_ok=True)
