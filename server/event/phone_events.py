"""The open events, for whoever comes by with a phone."""

from __future__ import annotations

from sqlalchemy import select

from engine.progress import players_told, where
from engine.refusals import Refused
from engine.values import dataclass
from server.core import box_journal
from server.core.db import db
from server.core.events import shown_to_everybody
from server.core.models import TournamentRow
from server.core.stored_box import BoxDamaged
from server.event import kept_lines
from server.event.kept_lines import KeptLine
from server.public import page_cache


@dataclass(frozen=True, slots=True)
class PhoneEvent:
    id: str
    name: str
    where: str
    players: int


def phone_events() -> tuple[PhoneEvent, ...]:
    """Every event that is not archived, newest first; one that cannot be opened does not hide the others."""
    query = select(TournamentRow.id, TournamentRow.name).where(shown_to_everybody())
    with db.engine.connect() as connection:
        rows = connection.execute(query.order_by(TournamentRow.created_at.desc(), TournamentRow.id)).all()
    names = {row.id: row.name for row in rows}
    kept = kept_lines.event_lines(list(names))
    found = (_over(id, names[id], kept[id]) if id in kept else _line(id) for id in names)
    return tuple(line for line in found if line is not None)


def rankings_are_open() -> bool:
    """Is there a ranking over many events that everybody may see?"""
    try:
        return any(series.open for series in box_journal.read().box.series.values())
    except BoxDamaged:
        return False


def _over(id: str, name: str, line: KeptLine) -> PhoneEvent:
    return PhoneEvent(id, name, line.where, line.players)


def _line(tournament_id: str) -> PhoneEvent | None:
    try:
        view = page_cache.view(tournament_id)
    except Refused:
        return None
    return PhoneEvent(view.id, view.name, where(view.t), players_told(view.t))
