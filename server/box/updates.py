"""An update on a stick, for a box without internet. This process only looks, and leaves a word for systemd.

Never by upload: whoever updates has to put a stick into the box, so that a PIN alone is no way to run code on it. What
is on the stick is checked here for the desk and again, as a copy, by the script that installs it (deploy/root).
"""

from __future__ import annotations

import os
import re
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Literal

from engine.refusals import Refused
from engine.values import dataclass
from server.box import power, usb_stick
from server.core.version import software

FOLDER, SUMS, DOOR = "cinderbox-update", "SHA256SUMS", "update-from-stick"
MOST = 300_000_000
_WHEEL = re.compile(r"cinderbox-([0-9A-Za-z.+]+)-py3-none-any\.whl")
_LINE = re.compile(r"([0-9a-f]{64})  \./(.+)")


@dataclass(frozen=True, slots=True)
class Update:
    """What a stick holds: which version, the beginning of its list's checksum, and what is wrong with it."""

    stick: str
    version: str
    fingerprint: str
    wrong: str
    order: Literal["newer", "same", "older"]


@dataclass(frozen=True, slots=True)
class LastUpdate:
    """How the last one went: done, failed, or running (or cut off by the power), and a version or why."""

    state: str
    told: str


def on_sticks() -> list[Update]:
    """Every update in the box, read through: it takes a few seconds from a slow stick."""
    return [_looked_at(stick) for stick in usb_stick.sticks() if (stick / FOLDER).is_dir() and stick.parent == _media()]


def may() -> bool:
    """Whether somebody hears what is asked for."""
    return power.folder() is not None


def last() -> LastUpdate | None:
    try:
        state, told, *_ = (_kept() / "said").read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError):
        return None
    return LastUpdate(state, told)


def ask(fingerprint: str) -> Update:
    """Install the one that the desk was shown."""
    door, found = power.folder(), on_sticks()
    if door is None:
        raise Refused("This machine cannot be updated from here. Run deploy/install.sh on it.")
    if is_asked():
        raise Refused("An update is running already. Look again in a few minutes.")
    if len(found) != 1:
        raise Refused("Leave one stick with an update in the box.")
    if found[0].wrong:
        raise Refused(found[0].wrong)
    if found[0].fingerprint != fingerprint:
        raise Refused("Another update is in the box than the one you were shown. Look again.")
    (door / DOOR).touch()
    return found[0]


def is_asked() -> bool:
    """Until systemd has heard it, and while it works: so long its folder under /run is there; no power cut keeps it."""
    door = power.folder()
    return (door is not None and (door / DOOR).exists()) or _at_work().is_dir()


def _media() -> Path:
    return Path(os.environ.get("CINDERBOX_MEDIA") or "/media/cinderbox")


def _kept() -> Path:
    return Path(os.environ.get("CINDERBOX_UPDATES") or "/var/lib/cinderbox-update")


def _at_work() -> Path:
    return Path(os.environ.get("CINDERBOX_UPDATING") or "/run/cinderbox-update")


def _looked_at(stick: Path) -> Update:
    folder = stick / FOLDER
    try:
        listed = (folder / SUMS).read_bytes()
        names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()]
        version = next((found[1] for name in names if (found := _WHEEL.fullmatch(name.rpartition("/")[2]))), "")
        wrong = (
            _wrong_with(folder, listed.decode("utf-8"), set(names) - {SUMS}) if version else "It holds no Cinderbox."
        )
        return Update(stick.name, version, sha256(listed).hexdigest()[:16], wrong, _order(version))
    except (OSError, UnicodeDecodeError):
        return Update(stick.name, "", "", "It cannot be read, or has no list of checksums. Make it anew.", "same")


def _wrong_with(folder: Path, listed: str, names: set[str]) -> str:
    sums = {found[2]: found[1] for line in listed.splitlines() if (found := _LINE.fullmatch(line))}
    if set(sums) != names or any((folder / name).is_symlink() for name in names):
        return "It is not whole, or holds more than its list of checksums. Make it anew."
    if sum((folder / name).stat().st_size for name in names) > MOST:
        return "It is far too large to be an update."
    if damaged := next((name for name, wanted in sums.items() if _sum(folder / name) != wanted), ""):
        return f"It differs from its checksums ({damaged}): the stick is damaged. Make it anew."
    return ""


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _order(version: str) -> Literal["newer", "same", "older"]:
    theirs, ours = _numbers(version), _numbers(software())
    return "newer" if theirs > ours else "same" if theirs == ours else "older"


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]
