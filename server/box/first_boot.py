"""The first start: the machine's own screen shows the organizer's PIN until somebody has signed in with it.

Which screen that is, a token under /run tells: only programs on this machine that may read it can send it back. An
address would not do, because a proxy on the box makes the whole network look like the box.
"""

from __future__ import annotations

import hmac
import logging
import os
import secrets
from contextlib import suppress
from pathlib import Path

from sqlalchemy import select

from server.core.config import Config
from server.core.db import db
from server.core.models import SignInRow
from server.core.network import LOOPBACK

TOKEN = "wall-token"
log = logging.getLogger(__name__)


def run_folder() -> Path:
    """What a reboot may forget."""
    return Path(os.environ.get("CINDERBOX_RUN") or "/run/cinderbox")


def make_token() -> None:
    """A token for the machine's own screen, unless there is one; for this user and group alone."""
    if not run_folder().is_dir():
        return  # no appliance: nobody would read it
    with suppress(FileExistsError):
        try:
            handle = os.open(run_folder() / TOKEN, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640)
        except PermissionError:
            log.warning("%s cannot be written: the wall does not show the PIN.", run_folder())
            return
        with os.fdopen(handle, "w", encoding="ascii") as file:
            os.fchmod(handle, 0o640)  # whatever the umask
            file.write(secrets.token_urlsafe(32))


def pin_for(token: str, *, address: str, config: Config) -> str | None:
    """The first PIN, for the machine's own screen, while nobody has used or changed it."""
    if not is_own_screen(token, address=address) or _claimed():
        return None
    with suppress(OSError):
        return config.pin_file.read_text(encoding="ascii")
    return None


def is_own_screen(token: str, *, address: str) -> bool:
    """Whether this is the machine's own screen that asks."""
    return address in LOOPBACK and _is_ours(token)


def _is_ours(token: str) -> bool:
    with suppress(OSError):
        ours = (run_folder() / TOKEN).read_bytes()
        return len(ours) > 20 and hmac.compare_digest(ours, token.encode())
    return False


def _claimed() -> bool:
    """An organizer was signed in once. A PIN that was reset later is nothing for a hall full of people."""
    with db.engine.connect() as connection:
        return connection.execute(select(SignInRow.id).where(SignInRow.role == "organizer")).first() is not None
