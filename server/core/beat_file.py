"""The last moment at which this box is known to have been alive, on its disk: a file that is overwritten in place.

A row of the database costs several pages of its log each second, and a card holds only so many. Here it is one block
that exists already, so that the disk has nothing else to write down. Two blocks take turns: whatever a power cut does
to the one that is being written, the other says what it said a second before.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from pathlib import Path

from engine.clock import Moment
from server.core.config import flush

NAME = "heartbeat"
BLOCK = 4096  # what a disk writes at least
Beat = tuple[int, Moment]  # with its number: moments of two boots have no order of their own


def read(data: Path) -> Moment | None:
    """The last one that is whole, in this data directory; None if there is none."""
    with suppress(FileNotFoundError):
        return _last((data / NAME).read_bytes())[1]
    return None


def later(kept: Moment, last: Moment | None) -> Moment:
    """What a row of the database says, moved on if it is of the same boot: that long its clock ran at least."""
    return last if last is not None and last.boot_id == kept.boot_id and last.ms > kept.ms else kept


# The same, for all rows of a database at once: of boot and ms.
CARRY = "UPDATE heartbeat SET ms = :ms WHERE boot_id = :boot AND ms < :ms"


def carried(last: Moment) -> dict[str, str | int]:
    """What `CARRY` needs."""
    return {"ms": last.ms, "boot": last.boot_id}


def write(data: Path, now: Moment) -> None:
    """Over the older of the two, and onto the disk."""
    path = data / NAME
    if not path.exists():
        _make(path)
    handle = os.open(path, os.O_RDWR)
    try:
        number, _ = _last(os.pread(handle, 2 * BLOCK, 0))
        os.pwrite(handle, _block(number + 1, now), (number + 1) % 2 * BLOCK)
        os.fdatasync(handle)
    finally:
        os.close(handle)


def _make(path: Path) -> None:
    """Whole before it has its name, so that nothing but its content ever changes."""
    new = path.with_suffix(".new")
    new.write_bytes(bytes(2 * BLOCK))
    flush(new)
    new.rename(path)
    flush(path.parent)


def _block(number: int, now: Moment) -> bytes:
    said = f"{number} {now.ms} {now.boot_id}".encode()
    return (b"%s %08x\n" % (said, zlib.crc32(said))).ljust(BLOCK, b"\0")


def _last(content: bytes) -> tuple[int, Moment | None]:
    beats = [beat for at in (0, BLOCK) if (beat := _beat(content[at : at + BLOCK]))]
    return max(beats, key=lambda beat: beat[0], default=(0, None))


def _beat(block: bytes) -> Beat | None:
    said, _, sum_ = block.partition(b"\n")[0].rpartition(b" ")
    if sum_ != b"%08x" % zlib.crc32(said):
        return None
    number, ms, boot_id = said.decode("ascii").split(" ", 2)
    return int(number), Moment(boot_id, int(ms))
