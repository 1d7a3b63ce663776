"""Writes a golden box: the whole database of a box as this version makes it, and every event on it as an export.

A database and an export written by any released version open in every later one. So these files are never written
again; when tables or facts change, a new folder is added beside the old ones:

    PYTHONPATH=.:tests/engine python tests/boxes/write.py FOLDER       writes tests/boxes/FOLDER, if it is not there yet
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from seen import api_answers

from server.app import opened_app
from server.core.config import Config
from server.event.demo import make_demo
from server.event.transfer import FORMAT, export_event, import_event
from tests.browser.prepared import prepare

HERE = Path(__file__).parent
JOURNALS = HERE.parent / "journals"


def write(folder: Path) -> None:
    """One box with an event in every state, and a finished one of every kind."""
    folder.mkdir()
    with TemporaryDirectory() as data:
        with opened_app(Config(Path(data))) as app:
            fill(app)
            with app.app_context():
                answers = api_answers(app)
                exports = {tid: export_event(tid) for tid in answers}
        keep(folder / "cinderbox.db.gz", whole(Path(data) / "cinderbox.db"))
    keep(folder / "expected.json.gz", json.dumps(answers, ensure_ascii=False).encode())
    for tid, export in exports.items():
        keep(folder / f"{tid}.json.gz", json.dumps(export, ensure_ascii=False).encode())


def fill(app: Flask) -> None:
    with app.app_context():
        make_demo(request_id="golden")
    prepare(app)
    with app.app_context():
        for path in sorted(JOURNALS.glob("*.json")):
            if not path.name.endswith(".expected.json"):
                import_event(document(path), tournament_id=path.stem)


def document(journal: Path) -> str:
    """A golden journal as the file of an export; its players have the names of their ids."""
    raw = json.loads(journal.read_text(encoding="utf-8"))
    acts = [{**act, "version": raw["version"], "at": act["at"] or "2026-11-01T10:00:00+00:00"} for act in raw["acts"]]
    staff = {act["by"]: f"Staff {act['by']}" for act in acts if act["by"] not in ("public", "system")}
    return json.dumps(
        {"cinderbox": FORMAT, "name": journal.stem, "epoch": 1, "acts": acts, "players": [], "staff": staff}
    )


def whole(database: Path) -> bytes:
    """The database in one file, without what only its log holds."""
    copy = database.with_name("whole.db")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    return copy.read_bytes()


def keep(path: Path, body: bytes) -> None:
    path.write_bytes(gzip.compress(body, mtime=0))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if not (HERE / name).exists():
            write(HERE / name)
