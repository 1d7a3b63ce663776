"""What is mounted where, as the kernel tells it."""

from __future__ import annotations

import re
from pathlib import Path

from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Mount:
    """One line of mountinfo: where, what kind of file system, with which options."""

    point: Path
    kind: str
    options: tuple[str, ...]


def mounts(mountinfo: Path) -> list[Mount]:
    """Everything that is mounted; what was mounted later comes later. A system in a folder, entered, cannot tell."""
    if not mountinfo.exists():
        return []
    lines = mountinfo.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    return [_mount(line) for line in lines if line]


def mount_of(path: Path, mountinfo: Path) -> Mount | None:
    """What this path lies on."""
    over = [mount for mount in mounts(mountinfo) if mount.point == path or mount.point in path.parents]
    return max(reversed(over), key=lambda mount: len(mount.point.parts), default=None)


def _mount(line: str) -> Mount:
    here, _, there = line.partition(" - ")
    fields, about = here.split(" "), [*there.split(" "), "", "", ""]
    return Mount(Path(_unescaped(fields[4])), about[0], (*fields[5].split(","), *about[2].split(",")))


def _unescaped(path: str) -> str:
    """The kernel writes blanks in names as \\040."""
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), path)
