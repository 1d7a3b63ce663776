"""The events of this box: made, listed, put away, deleted."""

from __future__ import annotations

import base64
import hmac
import secrets

from flask import current_app
from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import aliased

from engine.refusals import Refused, Unknown
from engine.values import dataclass
from server.core import changes, journal
from server.core.chain import Damage
from server.core.db import db, writer
from server.core.models import TournamentRow
from server.core.unsaved import if_possible


@dataclass(frozen=True, slots=True)
class Listed:
    """An event as the database lists it."""

    id: str
    name: str
    created_at: str
    archived: bool
    demo: bool


def listed() -> list[Listed]:
    """All events of this box, newest first."""
    columns = (TournamentRow.id, TournamentRow.name, TournamentRow.created_at, TournamentRow.archived)
    with db.engine.connect() as connection:
        rows = connection.execute(select(*columns, TournamentRow.demo).order_by(TournamentRow.created_at.desc()))
        # A yes that the disk lost is a no: the event is shown.
        return [Listed(row.id, row.name, row.created_at, bool(row.archived), bool(row.demo)) for row in rows]


def damaged_events() -> list[tuple[Listed, Damage]]:
    """The events that are known to be damaged, and what is wrong with them."""
    found = journal.damages()
    with if_possible():
        return [(event, found[event.id]) for event in listed() if event.id in found] if found else []
    return []  # not even the list can be read: that is told as damage of the database


def event_id(request_id: str = "") -> str:
    """A short id nobody guesses; the same form sent twice gets the same one."""
    told = request_id or secrets.token_hex(8)
    key = str(current_app.secret_key).encode()
    digest = hmac.digest(key, f"event/{told}".encode(), "sha256")
    return base64.b32encode(digest)[:10].decode().lower()


def put_away(tid: str, *, archived: bool) -> None:
    """Fold the event away on the first page, or bring it back."""
    with writer() as connection, connection.begin():
        ours = update(TournamentRow).where(TournamentRow.id == tid)
        if not connection.execute(ours.values(archived=archived)).rowcount:
            raise Unknown("There is no such event on this box. It may have been deleted.")
    changes.changed(None)


def shown_to_everybody() -> ColumnElement[bool]:
    """Which events walls, phones, tablets and the buzzer know: open ones; a demo only where nothing real is open."""
    other = aliased(TournamentRow)
    real = select(other.id).where(other.archived.is_(False), other.demo.is_(False)).exists()
    return TournamentRow.archived.is_(False) & (TournamentRow.demo.is_(False) | ~real)


def open_events() -> tuple[tuple[str, str], ...]:
    return tuple((event.id, event.name) for event in listed() if not event.archived)


def one_that_is_on(last: str = "") -> str:
    """The event that a judge means who says nothing: the last one, if it is being played, else the only one that is.

    Where none is being played, the only one that is not put away. Empty if nobody can know.
    """
    open_ = [event.id for event in listed() if not event.archived]
    playing = [tid for tid in open_ if is_played(tid)]
    if last in playing:
        return last
    return playing[0] if len(playing) == 1 else open_[0] if len(open_) == 1 else ""


def is_played(tid: str) -> bool:
    """Is a round of it being played now?"""
    try:
        current = journal.read(tid).tournament.current_round
    except Refused:  # damaged: its own page says so
        return False
    return current is not None and current.phase == "published"
