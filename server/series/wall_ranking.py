"""The rankings that an event is part of, for the wall: those that the organizer opened to everybody."""

from __future__ import annotations

from typing import Any

from engine import facts as f
from server.core import changes, journal
from server.core.known_people import directory
from server.core.stored_box import BoxDamaged
from server.series.series_page import RankRow, rank_page
from server.series.series_view import series_view, today

MOST_SHOWN = 64


def wall_ranking(event: str) -> list[dict[str, Any]]:
    """In the shape that standings have on the wall, a table for each series; none while the directory is damaged."""
    try:
        known = directory()
    except BoxDamaged:
        return []
    opened = [id for id, series in known.book.box.series.items() if series.open]
    views = [series_view(known, id, today=today()) for id in sorted(opened)]
    return [
        {
            "title": view.name,
            "record": "Points",
            "columns": ["Events"],
            "rows": [_row(row) for row in rank_page(view, most=MOST_SHOWN).rows],
        }
        for view in views
        if view.ranks and any(line.entry.event == event for line in view.ledger)
    ]


def follow(tournament_id: str, _facts: tuple[f.Fact, ...]) -> None:
    """Whatever changes in an event that is over may change a ranking, and so walls of other events."""
    if journal.read(tournament_id).tournament.finish is not None:
        changes.changed(None)


def _row(row: RankRow) -> dict[str, Any]:
    return {
        "place": row.rank,
        "name": row.name,
        "move": row.moved,
        "picture": {"line": row.picture.line, "dots": row.picture.dots},
        "record": str(row.points),
        "numbers": [str(row.events)],
        "cut": row.line,
        "out": "",
    }
