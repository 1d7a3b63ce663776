"""Everything that helps to find a fault, and nothing about anybody: no names, PINs, keys, codes or addresses.

What goes in is chosen piece by piece; of what people typed, only how much there is. Log lines are kept as the program
wrote them, without the values that were put in.
"""

from __future__ import annotations

import io
import json
import logging
import os
import platform
import re
import sqlite3
import sys
import traceback
import zipfile
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.schema import CreateTable

from server.core import time_of_day, unsaved
from server.core.config import Config
from server.core.db import db
from server.core.models import JournalRow, TournamentRow
from server.core.version import software
from server.health import machine
from server.health.findings import findings

PACKAGES = ("flask", "sqlalchemy", "alembic", "waitress", "segno", "gpiozero")
SETTINGS = ("CINDERBOX_PORT", "CINDERBOX_LIVE_PORT", "GPIOZERO_PIN_FACTORY")  # numbers and such; the rest by name only
NAMES_SOMEBODY = ("events", "walls", "tablets", "USB stick", "buzzer")  # people choose what their devices are called
MOST_LINES = 500
_PATH = re.compile(r"/\S+")
_lines: deque[str] = deque(maxlen=MOST_LINES)


def bundle(config: Config) -> bytes:
    """A zip with one small file for each subject."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, write in FILES.items():
            archive.writestr(f"cinderbox-debug/{name}", _written(write, config))
    return made.getvalue()


def remember_log() -> None:
    """Keep the last lines of the log for the bundle; they go to the terminal as before."""
    root = logging.getLogger()
    if not root.handlers:
        terminal = logging.StreamHandler()
        terminal.setLevel(logging.WARNING)
        root.addHandler(terminal)
    root.addHandler(_Memory(logging.INFO))


class _Memory(logging.Handler):
    """Without the values: "The clock of %s is paused." says as much, and nobody's name. Paths hold keys."""

    def emit(self, record: logging.LogRecord) -> None:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds")
        _lines.append(f"{at} {record.levelname} {record.name}: {_PATH.sub('/…', str(record.msg))}")
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            places = " > ".join(f"{os.path.basename(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)
            _lines.append(f"    {record.exc_info[0].__name__} at {places}")


def _written(write: Callable[[Config], str], config: Config) -> str:
    """What cannot be read is what one looks for: the rest goes along, and of the error what names nobody."""
    try:
        return write(config)
    except unsaved.FAILURES as why:
        return f"{type(getattr(why, 'orig', why)).__name__}: {unsaved.why_not(why) or 'it cannot be read.'}\n"


def _about(config: Config) -> str:
    packages = {name: _version(name) for name in PACKAGES}
    return _json(
        {
            "cinderbox": software(),
            "made": time_of_day.now().isoformat(timespec="seconds"),
            "python": sys.version,
            "sqlite": sqlite3.sqlite_version,
            "packages": packages,
            "system": [platform.system(), platform.release(), platform.machine()],
            "model": machine.model(config),
        }
    )


def _checks(config: Config) -> str:
    lines = []
    for found in findings(config):
        hidden = "not well; the names are left out" if found.part in NAMES_SOMEBODY else found.trouble
        lines.append(f"{found.part}: {hidden if found.trouble else ', '.join(filter(None, ('ok', found.told)))}")
    return "\n".join(lines) + "\n"


def _settings(config: Config) -> str:
    named = sorted(name for name in os.environ if name.startswith(("CINDERBOX_", "LIVE_", "DATABASE_")))
    return _json(
        {
            "database": db.engine.dialect.name,
            "most_body": config.most_body,
            "most_players": config.most_players,
            "streams": [config.live_most, config.live_most_each],
            "behind_a_proxy": bool(config.live_url),
            "environment": {name: os.environ[name] if name in SETTINGS else "is set" for name in named},
        }
    )


def _schema(_config: Config) -> str:
    return "\n".join(str(CreateTable(table)).strip() + ";\n" for table in db.metadata.sorted_tables)


def _counts(_config: Config) -> str:
    with db.engine.connect() as connection:
        tables = db.metadata.sorted_tables
        return _json({t.name: connection.execute(select(func.count()).select_from(t)).scalar() for t in tables})


def _journals(_config: Config) -> str:
    """What kind of act followed what, and when; not about whom."""
    with db.engine.connect() as connection:
        events = connection.execute(
            select(TournamentRow.id, TournamentRow.epoch, TournamentRow.archived, TournamentRow.demo)
        ).all()
        told = [
            {"epoch": event.epoch, "archived": event.archived, "demo": event.demo, "acts": _acts(connection, event.id)}
            for event in events
        ]
    return _json(told, indent=None)


def _acts(connection: Any, tournament_id: str) -> list[Any]:
    rows = connection.execute(
        select(JournalRow.seq, JournalRow.at, JournalRow.version, JournalRow.facts)
        .where(JournalRow.tournament_id == tournament_id)
        .order_by(JournalRow.seq)
    )
    return [[seq, at, shape, _kinds(facts)] for seq, at, shape, facts in rows]


def _kinds(facts: Any) -> list[Any]:
    try:
        return [fact.get("fact") for fact in json.loads(facts)]
    except (TypeError, ValueError, AttributeError):
        return ["cannot be read"]


def _log(_config: Config) -> str:
    return "\n".join(_lines or ["No lines: only the bundle from the page of the running box has them."]) + "\n"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _json(found: Any, *, indent: int | None = 1) -> str:
    return json.dumps(found, indent=indent, ensure_ascii=False) + "\n"


FILES: dict[str, Callable[[Config], str]] = {
    "about.json": _about,
    "checks.txt": _checks,
    "settings.json": _settings,
    "schema.sql": _schema,
    "counts.json": _counts,
    "journals.json": _journals,
    "log.txt": _log,
}
