"""Whether what is recorded can be kept: the disk under the data directory."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from flask import current_app

from server.box import disk
from server.box.mounts import Mount, mount_of
from server.core import unsaved
from server.core.config import Config
from server.core.db import db

LEAST_FREE = 100 * 1024 * 1024
CANARY = bytes(64 * 1024)
IN_MEMORY = ("tmpfs", "ramfs")


def space(config: Config) -> str:
    free = shutil.disk_usage(config.data).free
    return "" if free >= LEAST_FREE else f"only {free // 1024 // 1024} MB free. Make room before the event."


def space_told(config: Config) -> str:
    return f"{shutil.disk_usage(config.data).free / 1024**3:.1f} GB free"


def storage(config: Config) -> str:
    """Read-only, or gone at the next start: both look fine until they are not."""
    mount = _mount(config, config.data)
    if mount is None:
        return ""
    if {"ro", "emergency_ro"} & set(mount.options):
        return unsaved.READ_ONLY
    if _in_memory(config, mount):
        return "the data directory is in memory: everything is gone when the box is switched off. Put it on a disk."
    return ""


def writing(config: Config) -> str:
    """A canary is written, put onto the disk and taken away."""
    try:
        with NamedTemporaryFile(dir=config.data, prefix=".canary-") as canary:
            canary.write(CANARY)
            canary.flush()
            os.fsync(canary.fileno())
    except OSError as why:
        known = errno.errorcode.get(why.errno or 0, "")
        return unsaved.why_not(why) or f"the data directory cannot be written: {why.strerror or known}."
    return ""


def cannot_save(config: Config) -> str:
    """What everybody has to know at once. Nothing is written to find out."""
    told = unsaved.last(config.data)
    return told or (unsaved.READ_ONLY if storage(config) == unsaved.READ_ONLY else "")


def try_again(config: Config) -> None:
    """After a failed write: give back what room there is, and see whether writing works. Needs the app context.

    A connection that was opened while the disk was read-only would stay so for ever.
    """
    if not config.database_url:
        with suppress(sqlite3.Error), closing(sqlite3.connect(config.data / "cinderbox.db", timeout=1)) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if not writing(config):
        db.engine.dispose()
        unsaved.forget(config.data)


def _in_memory(config: Config, mount: Mount) -> bool:
    """Also below an overlay, as raspi-config sets one up to spare the card."""
    if mount.kind != "overlay":
        return mount.kind in IN_MEMORY
    upper = next((option[9:] for option in mount.options if option.startswith("upperdir=")), "")
    below = _mount(config, Path(upper)) if upper else None
    return below is not None and below.kind in IN_MEMORY


def _mount(config: Config, path: Path) -> Mount | None:
    with suppress(OSError):
        return mount_of(path, config.root / "proc/self/mountinfo")
    return None


FOR_THE_WALLS = "Nothing can be saved right now. Keep your slips."


def for_the_walls() -> str | None:
    """What everybody in the hall has to know: not how warm the box is, but what to do with a result."""
    config: Config = current_app.config["CINDERBOX"]
    return FOR_THE_WALLS if disk.cannot_save(config) else None
