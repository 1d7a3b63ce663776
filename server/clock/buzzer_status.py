"""How the buzzer is, from what it leaves under /run: it is a process of its own and may be away."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path

from server.core.config import run_folder

STATUS = "buzzer.json"


def is_there() -> bool:
    """Whether this box has had a buzzer since it was switched on."""
    return (run_folder() / STATUS).exists()


def trouble() -> str:
    """What is wrong with the buzzer; nothing if this box never had one since it was switched on."""
    run = run_folder()
    try:
        said = json.loads((run / STATUS).read_text(encoding="utf-8"))
        if refused := said.get("refused"):
            return f"it does not start. {refused}"
        if not _held(run / "buzzer.lock"):
            return "it has stopped. Start it with `cinderbox buzzer`, or restart its service."
        return " ".join(filter(None, (said["sound"], said["server"])))
    except FileNotFoundError:
        return ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as why:
        return f"its status cannot be read: {why}."


def _held(lock: Path) -> bool:
    """Whether a living process has the lock; a killed one has let go."""
    with lock.open(encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
