"""Time as `cinderbox soak` lets it pass: a day in minutes. It writes how far its day is ahead, and the server reads it.

Nothing of this happens by accident: an environment variable has to name a file that begins as only the soak writes it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

VARIABLE = "CINDERBOX_SOAK_TIME"
MARK = "cinderbox soak"


class Ahead(NamedTuple):
    """By how much the day of a soak is ahead of the machine: its time since the boot, and its time of day."""

    boot_ms: int = 0
    wall_ms: int = 0


def ahead() -> Ahead:
    """Nothing, but in a soak."""
    name = os.environ.get(VARIABLE)
    if not name:
        return Ahead()
    mark, _, numbers = Path(name).read_text(encoding="ascii").partition(":")
    return Ahead(*map(int, numbers.split())) if mark == MARK else Ahead()


def write(file: Path, found: Ahead) -> None:
    """From now on it is this late. Whoever reads at the same time reads the one or the other."""
    new = file.with_suffix(".new")
    new.write_text(f"{MARK}: {found.boot_ms} {found.wall_ms}", encoding="ascii")
    new.replace(file)
