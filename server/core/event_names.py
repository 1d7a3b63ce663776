"""The names of whatever a page may speak of: those of the event it belongs to, looked up only if a sentence asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from flask import request

from engine.refusals import Refused
from server.core import auth
from server.core.desk import desk


class EventNames(Mapping[str, str]):
    """What players, and rounds that have a name, are called in an event."""

    def __init__(self, tournament_id: str) -> None:
        self.tournament_id = tournament_id

    @cached_property
    def _names(self) -> Mapping[str, str]:
        try:
            return desk(self.tournament_id).names
        except Refused:  # there is no such event, or it cannot be read
            return {}

    def __getitem__(self, mark: str) -> str:
        return self._names[mark]

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
