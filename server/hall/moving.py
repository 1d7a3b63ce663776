"""A match moves to another table: what stands beside the journal under that table's number moves along."""

from __future__ import annotations

from sqlalchemy import Connection, update

from server.core.models import CallRow, ChessClockRow, VisitRow

ELSEWHERE = -1  # where rows wait while two tables change places


def rows_moved(connection: Connection, tid: str, number: int, *, table: int, to: int) -> None:
    """Calls for a judge, the judge's stopwatch and the chess clock of both tables."""
    for rows in (CallRow, VisitRow, ChessClockRow):
        for here, there in ((table, ELSEWHERE), (to, table), (ELSEWHERE, to)):
            connection.execute(
                update(rows)
                .where(rows.tournament_id == tid, rows.round == number, rows.table_number == here)
                .values(table_number=there)
            )
