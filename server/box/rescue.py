"""What a box that cannot be opened still knows: its backups, the newest good one, and who may restore it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from math import ceil
from pathlib import Path
from threading import Lock

from werkzeug.security import check_password_hash

from engine.refusals import Refused
from engine.sentences import plural
from engine.values import dataclass
from server.box import usb_stick
from server.box.backups import Backup, backups
from server.box.copies_inside import Held, inside, opened
from server.core.config import Config, secret_in, write_secret
from server.core.timekeeping import moment
from server.core.wrong_tries import PINS, WHOLE_BOX, Limit, Steady, Tries

PACE = Steady(1, 3_000)  # after a wrong try, for each address
_made: dict[Path, str] = {}


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
        return ", ".join(f"{event.name} ({plural(event.acts, 'change')})" for event in self.events) or "no event"


def copies(config: Config) -> list[Copy]:
    """Every backup of this box, on it and on a stick, the newest first; those that are not proved last."""
    known, sticks = backups(config), _on_sticks(config)  # looked for once: a stick may be pulled out meanwhile
    kept, rest = ([_copy(each) for each in known if each.proved == proved] for proved in (True, False))
    newest = known[0].at if kept else datetime.min
    fresh, older = (
        [Copy(path, f"on the USB stick, of {_when(at)}") for path, at in sticks if (at > newest) == newer]
        for newer in (True, False)
    )
    return [*fresh, *kept, *older, *rest]


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
    """The PIN on the machine's own screen, the first one while it counts, or the organizer's of the backup.

    Guessing is slowed as at the front door, in memory: each address, and all of them together. The machine's own
    screen and a device of an organizer have a pace of their own, so that nobody else can keep them out.
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._tries: dict[str, Tries] = {}
        self._guard = Lock()

    def require(self, pin: str, *, address: str, backup: Path | None, own: str = "") -> None:
        """Refused if it is none of them. A try counts as wrong until it turns out to be right: many at once do, too."""
        limits = {own: PACE} if own else {address: PACE, WHOLE_BOX: PINS["organizer"].box}
        self._count(limits)
        if not pin.strip() or not self._is_right(pin.strip(), backup):
            raise Refused("That PIN is not right. The right one is on the machine's own screen and in its terminal.")
        with self._guard:
            for who in limits:
                self._tries.pop(who, None)

    def _count(self, limits: Mapping[str, Limit]) -> None:
        with self._guard:
            now = moment().ms
            known = {who: self._tries.get(who, Tries()) for who in limits}
            wait_ms = max(limits[who].wait_ms(tries, now) for who, tries in known.items())
            if wait_ms > 0:
                raise Refused(
                    f"There was a wrong PIN just now. Wait {plural(ceil(wait_ms / 1000), 'second')}, then try again."
                )
            self._tries |= {who: limits[who].counted(tries, now) for who, tries in known.items()}

    def _is_right(self, pin: str, backup: Path | None) -> bool:
        shown = [found for found in (make_rescue_pin(self._config), secret_in(self._config.pin_file)) if found]
        if any(secrets.compare_digest(pin.encode(), each.encode()) for each in shown):
            return True
        hashes = _organizers(backup) if backup is not None else []
        return any(check_password_hash(each, pin) for each in hashes)


def rescue_pin_file(config: Config) -> Path:
    """A PIN for restoring, made because the organizer's is in the database that is gone."""
    return config.data / "rescue-pin"


def make_rescue_pin(config: Config) -> str:
    """The same until the box is well again; where the disk does not take it yet, in memory."""
    file = rescue_pin_file(config)
    if (known := secret_in(file)).isdigit():
        return known
    made = _made.setdefault(config.data, f"{secrets.randbelow(10**6):06}")
    with suppress(OSError):
        write_secret(file, made)
    return made


def forget_rescue_pin(config: Config) -> None:
    rescue_pin_file(config).unlink(missing_ok=True)
    _made.pop(config.data, None)


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


def _copy(kept: Backup) -> Copy:
    return Copy(kept.path, f"no. {kept.number} of {_when(kept.at)}")


def _when(at: datetime) -> str:
    return f"{at:%H:%M, %Y-%m-%d}"
