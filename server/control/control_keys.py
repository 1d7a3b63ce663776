"""Keys for other programs: made at the desk, shown once, kept as a hash, taken back at any time.

The buttons on the box itself have a key of their own under /run, which only programs of this machine can read.
"""

from __future__ import annotations

import secrets

from flask import request
from sqlalchemy import insert, select, update

from engine.refusals import Refused
from engine.values import dataclass
from server.box import run_tokens
from server.core import auth, stamps
from server.core.db import db, writer
from server.core.holders import token_hash
from server.core.models import ControlKeyRow
from server.core.network import LOOPBACK

OWN = "control-key"
MOST, LONGEST = 20, 40


@dataclass(frozen=True, slots=True)
class ControlKey:
    """A key as the desk lists it."""

    id: int
    name: str
    since: str
    used: str
    address: str


def make_own() -> None:
    """The key of this machine's own buttons."""
    run_tokens.make(OWN, mode=0o600, lost="the buttons on the box do nothing")


def make(name: str) -> str:
    """A new key; this is the only time that anybody sees it."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST:
        raise Refused(f"Say what the key is for, in 1 to {LONGEST} characters: the history calls it by that name.")
    if name in {key.name for key in listed()}:
        raise Refused(f"There is a key called “{name}” already. Take it back first, or choose another name.")
    if len(listed()) >= MOST:
        raise Refused(f"There are {MOST} keys already. Take one back first.")
    key = secrets.token_urlsafe(32)
    row = {"name": name, "token_hash": token_hash(key), "by": auth.actor(), "since": stamps.now()}
    with writer() as connection, connection.begin():
        connection.execute(insert(ControlKeyRow).values(**row, used="", address="", revoked=False))
    return key


def revoke(id: int) -> str:
    """It opens nothing from now on; the history goes on naming it. Gives its name."""
    with writer() as connection, connection.begin():
        name: str = connection.execute(select(ControlKeyRow.name).where(ControlKeyRow.id == id)).scalar() or ""
        connection.execute(update(ControlKeyRow).where(ControlKeyRow.id == id).values(revoked=True))
    return name


def listed() -> tuple[ControlKey, ...]:
    """The keys that open something, the oldest first."""
    columns = [getattr(ControlKeyRow, name) for name in ControlKey.__slots__]
    with db.engine.connect() as connection:
        rows = connection.execute(select(*columns).where(ControlKeyRow.revoked.is_(False)).order_by(ControlKeyRow.id))
        return tuple(ControlKey(*row) for row in rows)


def actor_of(key: str) -> str:
    """How the journal calls whoever has this key; empty if it opens nothing."""
    if request.remote_addr in LOOPBACK and run_tokens.is_ours(OWN, key):
        return auth.BUTTON
    with db.engine.connect() as connection:
        mine = (ControlKeyRow.token_hash == token_hash(key)) & ControlKeyRow.revoked.is_(False)
        id = connection.execute(select(ControlKeyRow.id).where(mine)).scalar()
    return "" if id is None else f"k{id}"


def was_used(actor: str) -> None:
    """For the list at the desk."""
    if actor == auth.BUTTON:
        return
    ours = update(ControlKeyRow).where(ControlKeyRow.id == int(actor[1:]))
    with writer() as connection, connection.begin():
        connection.execute(ours.values(used=stamps.now(), address=request.remote_addr or ""))
