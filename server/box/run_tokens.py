"""Tokens under /run, by which other programs of this machine prove that they are of this machine.

An address would not do, because a proxy on the box makes the whole network look like the box.
"""

from __future__ import annotations

import hmac
import logging
import os
import secrets
from contextlib import suppress

from server.core.config import run_folder

log = logging.getLogger(__name__)


def make(name: str, *, mode: int, lost: str) -> None:
    """A token under this name, unless there is one; `lost` is what does not work without it."""
    if not run_folder().is_dir():
        return  # no appliance: nobody would read it
    with suppress(FileExistsError):
        try:
            handle = os.open(run_folder() / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        except PermissionError:
            log.warning("%s cannot be written: %s.", run_folder(), lost)
            return
        with os.fdopen(handle, "w", encoding="ascii") as file:
            os.fchmod(handle, mode)  # whatever the umask
            file.write(secrets.token_urlsafe(32))


def is_ours(name: str, token: str) -> bool:
    """Whether this is the token under this name."""
    with suppress(OSError):
        ours = (run_folder() / name).read_bytes()
        return len(ours) > 20 and hmac.compare_digest(ours, token.encode())
    return False
