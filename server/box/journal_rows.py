"""The rows of a journal in a database file that is not the application's own."""

from __future__ import annotations

import sqlite3

from server.core.chain import UNCHAINED, Head, StoredAct


def journal_of(db: sqlite3.Connection, tournament_id: str, schema: str = "main") -> tuple[Head, list[StoredAct]]:
    """The rows of an event, and where its journal ends; from before there were checksums, without them."""
    chained = any(row[1] == "checksum" for row in db.execute(f"PRAGMA {schema}.table_info('journal')"))
    head = f"SELECT acts, head FROM {schema}.tournament WHERE id = ?"
    found = db.execute(head, (tournament_id,)).fetchone() if chained else None
    rows = db.execute(
        f'SELECT seq, facts, version, "by", at, {"checksum" if chained else "NULL"} FROM {schema}.journal '
        "WHERE tournament_id = ? ORDER BY seq",
        (tournament_id,),
    )
    return Head(*found) if found else UNCHAINED, [StoredAct(*row) for row in rows]


def box_journal_of(db: sqlite3.Connection, schema: str = "main") -> tuple[Head, list[StoredAct]]:
    """The journal of the box itself; nothing in a file from before it had one."""
    if not any(row[1] == "checksum" for row in db.execute(f"PRAGMA {schema}.table_info('box_journal')")):
        return UNCHAINED, []
    end = db.execute(f"SELECT acts, head FROM {schema}.box_head").fetchone()
    rows = db.execute(f'SELECT seq, facts, version, "by", at, checksum FROM {schema}.box_journal ORDER BY seq')
    return Head(*end) if end else UNCHAINED, [StoredAct(*row) for row in rows]
