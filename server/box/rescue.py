"""What a box that cannot be opened still knows: its backups, the newest good one, and who may restore it."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Lock

from werkzeug.security import check_password_hash

from engine.refusals import Refused
from engine.sentences import plural
from server.box import usb_stick
from server.box.backups import backups
from server.box.copies_inside import Held, inside, opened
from server.core.config import Config, write_secret

PACE_S = 3.0  # after a wrong try, for each address: half a million tries take 17 days
MOST_ADDRESSES = 1000


@dataclass(frozen=True, slots=True)
class Copy:
    """A backup that may be restored: what to call it, and what is in it once it was looked at."""

    path: Path
    label: str
    events: tuple[Held, ...] = ()

    @property
    def key(self) -> str:
        return str(self.path)

    @property
    def contents(self) -> str:
        """“Ember Cup (120 acts), League (40 acts)”"""
        return ", ".join(f"{event.name} ({plural(event.acts, 'act')})" for event in self.events) or "no event"


def copies(config: Config) -> list[Copy]:
    """Every backup of this box, on it and on a stick, the newest first; those that are not proved last."""
    kept = [Copy(each.path, f"no. {each.number} of {_when(each.at)}") for each in backups(config) if each.proved]
    rest = [Copy(each.path, f"no. {each.number} of {_when(each.at)}") for each in backups(config) if not each.proved]
    latest = [Copy(path, f"on the USB stick, of {_when(at)}") for path, at in _on_sticks(config)]
    newest = backups(config)[0].at if kept else datetime.min
    fresh = [copy for copy, (_, at) in zip(latest, _on_sticks(config), strict=True) if at > newest]
    return [*fresh, *kept, *(copy for copy in latest if copy not in fresh), *rest]


class Backups:
    """Looks through the copies for the newest good one, once."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._known: dict[tuple[Path, int], tuple[Held, ...] | None] = {}

    def newest_good(self) -> Copy | None:
        """The first that can be opened and proved."""
        for copy in copies(self._config):
            if (events := self._events(copy.path)) is not None:
                return Copy(copy.path, copy.label, events)
        return None

    def _events(self, path: Path) -> tuple[Held, ...] | None:
        with suppress(OSError):
            key = (path, path.stat().st_mtime_ns)
            if key not in self._known:
                self._known[key] = _proved(path)
            return self._known[key]
        return None


class PinCheck:
    """The PIN on the machine's own screen, the first one while it counts, or the organizer's of the backup."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._tries: dict[str, float] = {}
        self._guard = Lock()

    def require(self, pin: str, *, address: str, backup: Path | None) -> None:
        """Refused if it is none of them. Whoever was wrong waits a moment."""
        self._require_pace(address)
        if not pin.strip() or not self._is_right(pin.strip(), backup):
            with self._guard:
                self._tries[address] = time.monotonic()
            raise Refused("That PIN is not right. The machine's own screen and its terminal show one that is.")

    def _require_pace(self, address: str) -> None:
        with self._guard:
            if len(self._tries) > MOST_ADDRESSES:
                self._tries.clear()
            if time.monotonic() - self._tries.get(address, -PACE_S) < PACE_S:
                raise Refused("That was quick. Wait three seconds, then try again.")

    def _is_right(self, pin: str, backup: Path | None) -> bool:
        files = (rescue_pin_file(self._config), self._config.pin_file)
        shown = [file.read_text(encoding="ascii") for file in files if file.exists()]
        if any(secrets.compare_digest(pin.encode(), each.encode()) for each in shown):
            return True
        hashes = _organizers(backup) if backup is not None else []
        return any(check_password_hash(each, pin) for each in hashes)


def rescue_pin_file(config: Config) -> Path:
    """A PIN for restoring, made because the organizer's is in the database that is gone."""
    return config.data / "rescue-pin"


def make_rescue_pin(config: Config) -> str:
    """The same until the box is well again."""
    file = rescue_pin_file(config)
    if not file.exists() or not file.stat().st_size:
        write_secret(file, f"{secrets.randbelow(10**6):06}")
    return file.read_text(encoding="ascii")


def forget_rescue_pin(config: Config) -> None:
    rescue_pin_file(config).unlink(missing_ok=True)


def _organizers(path: Path) -> list[str]:
    with suppress(Refused), opened(path) as copy:
        return [hash for (hash,) in copy.execute("SELECT hash FROM pin WHERE role = 'organizer'")]
    return []


def _proved(path: Path) -> tuple[Held, ...] | None:
    """Good, if the file is sound; an event in it that is damaged is told as that once the box is open."""
    with suppress(Refused):
        return inside(path)
    return None


def _on_sticks(config: Config) -> list[tuple[Path, datetime]]:
    found = []
    for stick in usb_stick.sticks():
        path = stick / usb_stick.folder_of(config) / usb_stick.LATEST
        with suppress(OSError):
            found.append((path, datetime.fromtimestamp(path.stat().st_mtime)))
    return found


def _when(at: datetime) -> str:
    return f"{at:%H:%M, %Y-%m-%d}"
