"""Deck lists: what is handed in, kept beside the journal. Who may still change it, the engine decides.

A list is kept as the text its rulebook's reader understands, whether it was pasted or filled into a form. The list of
somebody who was taken off stays: the history can bring them back.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from engine.values import dataclass
from engine.words import PlayerId
from server.core import changes, journal, stamps
from server.core.db import db
from server.core.journal import Decide
from server.core.models import DeckRow

LONGEST = 10_000


@dataclass(frozen=True, slots=True)
class Deck:
    """A list as it was last saved, by whom and when."""

    player: PlayerId
    text: str
    by: str
    at: str


def decks_of(tournament_id: str, players: Collection[PlayerId] | None = None) -> dict[PlayerId, Deck]:
    """Every list of this event, or those of a few players."""
    lists = select(DeckRow.__table__).where(DeckRow.tournament_id == tournament_id)
    with db.engine.connect() as connection:
        rows = connection.execute(lists if players is None else lists.where(DeckRow.player_id.in_(players))).all()
    return {row.player_id: _deck(row) for row in rows}


def deck_of(tournament_id: str, player: PlayerId) -> Deck | None:
    """This player's list, if there is one."""
    here = (DeckRow.tournament_id == tournament_id, DeckRow.player_id == player)
    with db.engine.connect() as connection:
        row = connection.execute(select(DeckRow.__table__).where(*here)).first()
    return None if row is None else _deck(row)


def save(tournament_id: str, player: PlayerId, *, text: str, by: str, decide: Decide, request_id: str | None) -> None:
    """Keep a list, and record what `decide` finds: whether it may be changed, and whether it is handed in."""

    def beside(connection: Connection) -> None:
        connection.execute(delete(DeckRow).where(DeckRow.tournament_id == tournament_id, DeckRow.player_id == player))
        row = {"tournament_id": tournament_id, "player_id": player, "list": as_json(text), "by": by, "at": stamps.now()}
        connection.execute(insert(DeckRow).values(**row))

    journal.record(tournament_id, by, decide=decide, request_id=request_id, beside=beside)
    changes.changed(tournament_id)


def as_json(text: str) -> str:
    return json.dumps({"text": text}, ensure_ascii=False)


def text_of(kept: str) -> str | None:
    """The text of a list as it is kept; None if it is not kept like that."""
    try:
        found = json.loads(kept)
    except (ValueError, RecursionError):
        return None
    text = found.get("text") if isinstance(found, dict) else None
    return text if isinstance(text, str) else None


def _deck(row: Any) -> Deck:
    return Deck(row.player_id, text_of(row.list) or "", row.by, row.at)
