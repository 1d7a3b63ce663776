"""Putting the events of one database file in place of another's: who may get in stays, who did what is still known."""

from __future__ import annotations

import sqlite3

from engine.refusals import Refused
from server.box.journal_rows import box_journal_of, journal_of
from server.core.books import epoch_after
from server.core.chain import Head, StoredAct, find_damage, is_unchained, sealed

# Who may get in stays as it is on this box; so do its tablets and screens, and the shape of the tables.
STAYS = {"alembic_version", "pin", "sign_in", "wrong_pin", "wrong_try", "device", "screen", "box", "erased"}
FOLLOW_AN_EVENT = ("device", "screen")
NAME_SOMEBODY = (("call", "by"), ("call", "claimed_by"), ("visit", "by"), ("deck", "by"))
STAFF = "role, name, device, address, since, seen"
TABLETS = "name, tournament_id, table_number, code_until, address, browser, since, seen"


def replace_events(db: sqlite3.Connection) -> None:
    """Everything but what stays, from the attached file `old`, inside a transaction."""
    epochs = dict(db.execute("SELECT id, epoch FROM main.tournament").fetchall())
    (box_before,) = db.execute("SELECT coalesce(max(epoch), 1) FROM main.box_head").fetchone()
    _take_tables(db)
    db.execute("INSERT OR IGNORE INTO main.erased SELECT * FROM old.erased")  # what was erased anywhere stays so
    for (box_epoch,) in db.execute("SELECT epoch FROM main.box_head").fetchall():
        db.execute("UPDATE main.box_head SET epoch = ?", (epoch_after(box_epoch, box_before),))
    for id, epoch in db.execute("SELECT id, epoch FROM main.tournament").fetchall():
        newer = epoch_after(epoch, epochs.get(id, epoch))
        db.execute("UPDATE main.tournament SET epoch = ? WHERE id = ?", (newer, id))
    _keep_names(db)
    for table in FOLLOW_AN_EVENT:
        gone = "tournament_id NOT IN (SELECT id FROM main.tournament)"
        db.execute(f'UPDATE main."{table}" SET tournament_id = NULL WHERE {gone}')
    if db.execute("PRAGMA foreign_key_check").fetchone():
        raise Refused("The backup does not hold together. Nothing was changed; choose another.")


def _take_tables(db: sqlite3.Connection) -> None:
    for (table,) in db.execute("SELECT name FROM old.sqlite_master WHERE type = 'table'").fetchall():
        if table not in STAYS and not table.startswith("sqlite_"):
            columns = ", ".join(f'"{row[1]}"' for row in db.execute(f"PRAGMA old.table_info('{table}')"))
            db.execute(f'DELETE FROM main."{table}"')
            db.execute(f'INSERT INTO main."{table}" ({columns}) SELECT {columns} FROM old."{table}"')


def _keep_names(db: sqlite3.Connection) -> None:
    """A backup of another box names people by that box's sign-ins and tablets: they come along, but open no door here.

    A tablet that was signed out has no token any more: it is known by its name and its number or when it was let in.
    """
    db.execute(
        f"INSERT INTO main.sign_in (token_hash, {STAFF}, revoked) SELECT token_hash, {STAFF}, 1 FROM old.sign_in "
        "WHERE token_hash NOT IN (SELECT token_hash FROM main.sign_in)"
    )
    again = "here.name = there.name AND (here.since = there.since OR here.id = there.id)"
    same = f"(here.token_hash = there.token_hash OR ({again}))"
    db.execute(
        f"INSERT INTO main.device ({TABLETS}, revoked) SELECT {TABLETS}, 1 FROM old.device there "
        f"WHERE since != '' AND NOT EXISTS (SELECT 1 FROM main.device here WHERE {same})"
    )
    db.execute(
        "CREATE TEMP TABLE who AS SELECT 's' || there.id AS there, 's' || here.id AS here "
        "FROM old.sign_in there JOIN main.sign_in here USING (token_hash) "
        "UNION ALL SELECT 'd' || there.id, 'd' || max(here.id) "
        f"FROM old.device there JOIN main.device here ON {same} WHERE there.since != '' GROUP BY there.id"
    )
    for table, column in NAME_SOMEBODY:
        now = f'(SELECT here FROM who WHERE there = main."{table}"."{column}")'
        db.execute(f'UPDATE main."{table}" SET "{column}" = {now} WHERE "{column}" IN (SELECT there FROM who)')
    who = dict(db.execute("SELECT there, here FROM who WHERE there != here").fetchall())
    for (id,) in db.execute("SELECT id FROM main.tournament").fetchall():
        head, acts = journal_of(db, id)
        for act in _renamed(acts, head, who):
            ours = 'UPDATE main.journal SET "by" = ?, checksum = ? WHERE tournament_id = ? AND seq = ?'
            db.execute(ours, (act.by, act.checksum, id, act.seq))
            db.execute("UPDATE main.tournament SET head = ? WHERE id = ?", (act.checksum or "", id))
    head, acts = box_journal_of(db)
    for act in _renamed(acts, head, who):
        ours = 'UPDATE main.box_journal SET "by" = ?, checksum = ? WHERE seq = ?'
        db.execute(ours, (act.by, act.checksum, act.seq))
        db.execute("UPDATE main.box_head SET head = ?", (act.checksum,))
    db.execute("DROP TABLE who")


def _renamed(acts: list[StoredAct], head: Head, who: dict[str, str]) -> list[StoredAct]:
    """Who did it is part of an act's checksum, so that is made again. A damaged journal stays as it was found."""
    unchained = is_unchained(acts, head)
    if not any(act.by in who for act in acts) or not (unchained or find_damage(acts, head) is None):
        return []
    named = [act._replace(by=who.get(act.by, act.by)) for act in acts]
    return named if unchained else sealed(named)
