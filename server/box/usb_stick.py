"""A USB stick in the box: a copy of every backup on it, the round on paper, and the way back in without a PIN.

Sticks are looked for under /media and /run/media, or in the one folder that CINDERBOX_USB names. Each box has a folder
of its own on a stick: one that is carried over to another box loses nothing of the first.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, flock
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread

from flask import Flask

from engine.refusals import Refused
from server.box.mounts import mounts
from server.core import auth
from server.core.config import Config, flush, make_folder
from server.core.unsaved import if_possible, log_failure

FOLDER = "cinderbox"
RESET = "cinderbox-reset-pin"
LATEST = "latest.db"  # of PostgreSQL latest.dump
UNPROVED = "-unproved"  # something in it is damaged
BACKUP = re.compile(r"backup-(\d{4,})-(\d{8})-(\d{6})(-unproved)?\.(?:db|dump)")  # number, day, time, unproved
KEPT = 20
LOOK_EVERY = 5.0
LONGEST_TURN = 60.0  # of whoever writes to a stick; a copy that is later by more than that has a wrong date
PLACES = ("/media", "/run/media")
MOUNTS = Path("/proc/self/mountinfo")
log = logging.getLogger(__name__)


def sticks() -> list[Path]:
    """Where sticks are mounted. An empty folder left behind by a stick that was pulled out is none."""
    if named := os.environ.get("CINDERBOX_USB"):
        return [Path(named)] if Path(named).is_dir() else []
    return sorted(path for path in _mounted() if any(Path(place) in path.parents for place in PLACES))


def folder_of(config: Config) -> str:
    """This box's own folder on a stick, named by its key: another box has another."""
    key = b""
    with suppress(FileNotFoundError):
        key = (config.data / "secret-key").read_bytes()
    return f"{FOLDER}/box-{sha256(key).hexdigest()[:4]}"


def take_backup(config: Config, made: Path) -> list[str]:
    """Put a backup on every stick, also as the latest; what went wrong, a sentence for each stick."""
    return copy_to_sticks(config, {made.name: made, latest(made.suffix, proved=UNPROVED not in made.name): made})


def latest(suffix: str, *, proved: bool = True) -> str:
    """What the newest copy on a stick is called. One that is not proved never takes the place of one that is."""
    return f"{Path(LATEST).stem}{'' if proved else UNPROVED}{suffix}"


def copy_to_sticks(config: Config, files: dict[str, Path]) -> list[str]:
    """Put these files on every stick under these names, down to the metal; what went wrong, stick by stick."""
    wrong = []
    for stick in sticks():
        try:
            with one_writer(config):
                for name, file in files.items():
                    _copy(file, stick, Path(folder_of(config), name))
        except Refused as why:
            log.warning("%s", why)
            wrong.append(str(why))
    return wrong


@contextmanager
def one_writer(config: Config) -> Iterator[None]:
    """One at a time, also among processes: the box's own timer may meet the end of a round.

    The lock is on the data directory itself, which can be had on a read-only card too.
    """
    handle = os.open(config.data, os.O_RDONLY)
    try:
        flock(handle, LOCK_EX)
        yield
    finally:
        os.close(handle)


def keep_trouble(config: Config, wrong: list[str]) -> None:
    """What went wrong stays known until it goes right."""
    with if_possible():
        _trouble_file(config).unlink(missing_ok=True)
        if wrong:
            _trouble_file(config).write_text("\n".join(dict.fromkeys(wrong)), encoding="utf-8")


def trouble(config: Config) -> str:
    """What was wrong with a stick the last time something was written to it; nothing once no stick is in."""
    with suppress(FileNotFoundError):
        return _trouble_file(config).read_text(encoding="utf-8", errors="replace") if sticks() else ""
    return ""


def keep_looking(app: Flask) -> Event:
    """Look at start and every few seconds for a reset file on a stick; until the event is set."""
    done = Event()

    def look() -> None:
        while True:
            try:
                reset_pin_if_asked(app)
            except Exception as why:
                log_failure(log, "Looking for a file that resets the PIN failed.", why)
            if done.wait(LOOK_EVERY):
                return

    Thread(target=look, name="usb", daemon=True).start()
    return done


def reset_pin_if_asked(app: Flask) -> None:
    """A new organizer PIN if a stick holds the file that asks for one; the new PIN is written on the stick.

    The file is renamed first: on a stick that cannot be written nothing happens, or it would happen again and again.
    """
    for stick in sticks():
        asked, done = stick / RESET, stick / f"{RESET}.done"
        try:
            if not asked.is_file():
                continue
            asked.replace(done)
        except OSError as why:
            log.warning("The PIN was not reset: the file on %s cannot be renamed (%s).", stick, why.strerror)
            continue
        with app.app_context():
            pin = auth.make_organizer_pin(app.config["CINDERBOX"])
        log.warning("A new organizer PIN was made because %s was on the USB stick %s.", RESET, stick.name)
        _tell_on_stick(done, pin)


def _tell_on_stick(done: Path, pin: str) -> None:
    try:
        done.unlink()  # it may be somebody else's file in a folder that is ours
        done.write_text(f"The new organizer PIN is {pin}. Delete this file once you are in.\n", encoding="ascii")
        flush(done)
    except OSError as why:
        log.warning("The new PIN could not be written to the stick (%s); `cinderbox pin` shows it.", why.strerror)


def _mounted() -> set[Path]:
    return {mount.point for mount in mounts(MOUNTS)}


def _copy(file: Path, stick: Path, place: Path) -> None:
    """A copy has its name only when all of it is on the stick, and its date from when it was made."""
    target = stick / place
    unfinished = target.with_name(f"{target.name}.tmp")
    try:
        if _is_later(target, file):
            return
        make_folder(target.parent)
        shutil.copyfile(file, unfinished)
        _date_like(unfinished, file)
        flush(unfinished)
        unfinished.replace(target)
        flush(target.parent)
        _make_room(target.parent)
    except OSError as why:
        _forget(unfinished)
        raise Refused(_said(stick, target.name, why)) from why


def _is_later(target: Path, file: Path) -> bool:
    """Is what is on the stick of a moment after this file? Somebody else's turn came first, then."""
    with suppress(FileNotFoundError):
        return 0 < target.stat().st_mtime - file.stat().st_mtime < LONGEST_TURN
    return False


def _date_like(copy: Path, file: Path) -> None:
    made = file.stat()
    with suppress(PermissionError):  # some file systems leave dates to the owner of the stick
        os.utime(copy, ns=(made.st_atime_ns, made.st_mtime_ns))


def _make_room(folder: Path) -> None:
    """The last twenty backups stay, and whatever has a name of its own. Numbers tell the order, never dates."""
    ours = ((BACKUP.fullmatch(path.name), path) for path in folder.iterdir())
    numbered = sorted(((int(named[1]), named[4], path) for named, path in ours if named), reverse=True)
    for kind in (None, UNPROVED):  # those that are not proved never push out one that is
        for _, _, old in [each for each in numbered if each[1] == kind][KEPT:]:
            old.unlink()


def _forget(unfinished: Path) -> None:
    try:
        unfinished.unlink(missing_ok=True)
    except OSError:
        log.debug("nothing of %s can be taken back", unfinished)


def _said(stick: Path, name: str, why: OSError) -> str:
    if why.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The USB stick {stick.name} is full: {name} is not on it. Delete something or use another stick."
    if why.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return f"The USB stick {stick.name} cannot be written: {name} is not on it. Check its lock or use another."
    return f"The USB stick {stick.name} failed ({why.strerror}): {name} is not on it. Use another stick."


def _trouble_file(config: Config) -> Path:
    return config.data / "usb-trouble"
