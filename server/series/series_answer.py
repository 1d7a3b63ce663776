"""A ranking for other programs, as everybody may see it."""

from __future__ import annotations

from typing import Any

from engine.sentences import named
from engine.series.series_words import why_not
from server.series.series_page import RankRow, rank_rows
from server.series.series_view import SeriesView


def series_answer(view: SeriesView) -> dict[str, Any]:
    """The ranking, best first, and its events by their days."""
    return {
        "id": view.id,
        "name": view.name,
        "ranking": [_rank(view, row) for row in rank_rows(view)],
        "events": [
            {
                "name": view.names[line.entry.event],
                "day": line.entry.last_day.isoformat(),
                "counts": line.counts,
                "state": line.state,
                "why": named(why_not(line), view.names),
            }
            for line in view.ledger
        ],
    }


def _rank(view: SeriesView, row: RankRow) -> dict[str, Any]:
    """`moved`: ranks up since the last event, below 0 down, null for who is new; `ranks`: after each event."""
    return {
        "rank": row.rank,
        "name": row.name,
        "points": row.points,
        "events": row.events,
        "moved": row.moved,
        "ranks": list(row.ranks),
        "working": named(row.working, view.names),
        **({"playoff": row.playoff} if row.playoff else {}),
    }
