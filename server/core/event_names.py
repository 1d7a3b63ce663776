"""The names of whoever a page may speak of: those of the event it belongs to, asked for only if there is a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from flask import request
from sqlalchemy import select

from server.core import auth
from server.core.db import db
from server.core.models import PlayerRow


class EventNames(Mapping[str, str]):
    """What the players of an event are called, by id."""

    def __init__(self, tournament_id: str) -> None:
        self.tournament_id = tournament_id

    @cached_property
    def _names(self) -> dict[str, str]:
        query = select(PlayerRow.id, PlayerRow.name).where(PlayerRow.tournament_id == self.tournament_id)
        with db.engine.connect() as connection:
            return {row.id: row.name for row in connection.execute(query)}

    def __getitem__(self, player: str) -> str:
        return self._names[player]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def names_here() -> Mapping[str, str]:
    """The names of the event in the address, or of the one that the phone or tablet is at."""
    tournament = (request.view_args or {}).get("tid")
    held = None if tournament else auth.held()
    tournament = tournament or (held.tournament if held else "")
    return EventNames(tournament) if tournament else {}
