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
