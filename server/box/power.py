"""Switching the machine off or on again. This process may not: it leaves a word where systemd looks, and no more.

`CINDERBOX_POWER` names the folder; the two path units beside the server's own watch it (deploy/root).
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from threading import Timer

from engine.progress import results_in, where
from engine.refusals import Refused
from engine.values import dataclass
from server.core import changes, events
from server.core.desk import desk

MOMENT_S = 3.0  # until the page that says so, and every wall, has heard of it
# What may be asked for, and the file that asks for it.
DOORS = {"off": "switch-off", "restart": "start-again"}
_asked = {"what": ""}


@dataclass(frozen=True, slots=True)
class BeingPlayed:
    """An event that is not over: how far it is, and how many tables are still playing."""

    name: str
    where: str
    playing: int


def folder() -> Path | None:
    """Where systemd looks; None on a machine that nobody set up for it."""
    named = os.environ.get("CINDERBOX_POWER", "")
    return Path(named) if named and Path(named).is_dir() else None


def being_played() -> list[BeingPlayed]:
    """Whoever would be interrupted."""
    return [found for event in events.listed() if not event.archived for found in _playing(event.id)]


def ask(what: str) -> None:
    """In a moment; a second tap changes nothing."""
    door = folder()
    if what not in DOORS:
        raise Refused("Say whether to switch the box off or to restart it.")
    if door is None:
        raise Refused("This machine cannot be switched off from here. Use its own switch.")
    if _asked["what"]:
        return
    _asked["what"] = what
    changes.changed(None)
    Timer(MOMENT_S, _open, (door / DOORS[what],)).start()


def asked() -> str:
    """“off” or “restart” once somebody has asked for it."""
    return _asked["what"]


def forget() -> None:
    _asked["what"] = ""


def _open(door: Path) -> None:
    try:
        door.touch()
    except OSError:
        forget()
        changes.changed(None)


def _playing(id: str) -> list[BeingPlayed]:
    with suppress(Refused):  # one that cannot be opened is no reason to leave the box on
        found = desk(id)
        done, tables = results_in(found.t)
        round_ = found.t.current_round
        if round_ and round_.phase == "published" and tables > done:
            return [BeingPlayed(found.name, where(found.t), tables - done)]
    return []
