"""The first start: the machine's own screen shows the organizer's PIN until somebody has signed in with it.

Which screen that is, a token under /run tells: only programs on this machine that may read it can send it back.
"""

from __future__ import annotations

from sqlalchemy import select

from server.box import run_tokens
from server.core import auth
from server.core.config import Config
from server.core.db import db
from server.core.models import SignInRow
from server.core.network import LOOPBACK

TOKEN = "wall-token"


def make_token() -> None:
    """A token for the machine's own screen, unless there is one; for this user and group alone."""
    run_tokens.make(TOKEN, mode=0o640, lost="the wall does not show the PIN")


def pin_for(token: str, *, address: str, config: Config) -> str | None:
    """The first PIN, for the machine's own screen, while nobody has used or changed it."""
    if not is_own_screen(token, address=address) or _claimed():
        return None
    return auth.shown_pin(config) or None


def is_own_screen(token: str, *, address: str) -> bool:
    """Whether this is the machine's own screen that asks."""
    return address in LOOPBACK and run_tokens.is_ours(TOKEN, token)


def _claimed() -> bool:
    """An organizer was signed in once. A PIN that was reset later is nothing for a hall full of people."""
    with db.engine.connect() as connection:
        return connection.execute(select(SignInRow.id).where(SignInRow.role == "organizer")).first() is not None
