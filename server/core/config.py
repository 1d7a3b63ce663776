"""Where things are, and how large they may get. Everything comes from the environment or the command line."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import urlsplit

from engine.refusals import Refused
from engine.values import dataclass
from server.core.ports import HIGHEST_PORT
from server.core.proxies import Network, proxies

# One address may be a whole venue: 200 phones, each with the six connections that a browser opens, and two streams.
MOST_STREAMS, MOST_STREAMS_EACH = 2000, 400
MOST_PAGES, MOST_PAGES_EACH = 2400, 1200
PRIVATE = (
    *("cinderbox.db*", "organizer-pin*", "secret-key*", "set-up.lock", "backup-lock", "last-backup", "usb-trouble"),
    *("backups", "backups/*", "records-cache.db*", "time-readings"),
)
_KEY = re.compile(r"[!-~]{16,}")
_POSTGRES = re.compile(r"postgres(ql)?(\+psycopg)?://")


@dataclass(frozen=True, slots=True)
class Config:
    """One data directory holds the database, the backups and the keys. A database URL always means PostgreSQL."""

    data: Path
    database_url: str = ""
    most_body: int = 2 * 1024 * 1024
    most_players: int = 4096
    live_url: str = ""  # where browsers reach the streams, if not at this host: behind a proxy, with https
    live_origins: tuple[str, ...] = ()  # pages of other hosts that may listen
    live_most: int = MOST_STREAMS
    live_most_each: int = MOST_STREAMS_EACH
    pages_most: int = MOST_PAGES
    pages_most_each: int = MOST_PAGES_EACH
    trusted_hosts: tuple[str, ...] = ()  # names this box answers to beside its own
    trusted_proxies: tuple[Network, ...] = ()  # whose word counts when they say for whom they ask
    root: Path = Path("/")  # where the machine tells of itself: /proc, /sys, /run; tests have another

    @property
    def database(self) -> str:
        """Where SQLAlchemy finds the database; the driver for PostgreSQL is always psycopg."""
        if self.database_url:
            return _POSTGRES.sub("postgresql+psycopg://", self.database_url, count=1)
        return f"sqlite:///{self.data / 'cinderbox.db'}"

    @property
    def engine_options(self) -> dict[str, Any]:
        """No name of anybody in the log: errors are told without what was to be written.

        A PostgreSQL that was started again is found again, without an error for whoever asks next.
        """
        return {"hide_parameters": True, **({"pool_pre_ping": True} if self.database_url else {})}

    @property
    def backups(self) -> Path:
        return self.data / "backups"

    @property
    def pin_file(self) -> Path:
        """The organizer PIN as first made, for the owner of this machine alone; gone once the organizer changes it."""
        return self.data / "organizer-pin"


def config_from(data: str | None = None) -> Config:
    """The data directory named, or CINDERBOX_DATA, or ./instance; made if it is not there."""
    folder = data_folder(data)
    os.umask(0o077)  # whatever this process writes is for its owner alone
    _make(folder)
    return Config(folder, _postgres(os.environ.get("DATABASE_URL", "")), **_live_settings(), **_door_settings())


def data_folder(data: str | None = None) -> Path:
    """Where the data directory is, or would be."""
    return Path(data or os.environ.get("CINDERBOX_DATA") or "instance").resolve()


def run_folder() -> Path:
    """What a reboot may forget."""
    return Path(os.environ.get("CINDERBOX_RUN") or "/run/cinderbox")


@contextmanager
def setting_up(config: Config) -> Iterator[None]:
    """One process at a time makes the key, the tables and the first PIN; the others wait and find them."""
    try:
        gate = lock_file(config.data / "set-up.lock")
    except OSError as why:
        raise unusable(config.data, why) from why
    with gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        yield


def lock_file(path: Path) -> TextIO:
    """To be locked, and no more: one that is there can be also on a disk that has become read-only."""
    return open(path, encoding="ascii", opener=lambda name, _flags: os.open(name, os.O_RDONLY | os.O_CREAT, 0o600))


def secret_key(config: Config) -> str:
    """The key that signs cookies: made once, kept beside the database; again if it cannot be read."""
    path = config.data / "secret-key"
    with setting_up(config):
        if not _KEY.fullmatch(secret_in(path)):
            write_secret(path, secrets.token_hex(32))
        return secret_in(path)


def secret_in(path: Path) -> str:
    """What is kept there; nothing where there is nothing, or where the disk kept it badly."""
    with suppress(FileNotFoundError, UnicodeDecodeError):
        return path.read_text(encoding="ascii")
    return ""


def write_secret(path: Path, text: str) -> None:
    """For the owner of this machine alone; whole or not at all, also if the plug is pulled just then."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    flush(path.parent)


def flush(path: Path) -> None:
    """A file or a folder onto the disk itself, so that a pulled plug finds it there."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path, *, mode: int = 0o777) -> None:
    """With those above it, and onto the disk: what is saved in a folder is lost with the folder's name."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(mode, parents=True, exist_ok=True)
    for made in missing:
        with suppress(PermissionError):  # a home that only its owner may look into
            flush(made.parent)


def _make(folder: Path) -> None:
    try:
        make_folder(folder)
        os.scandir(folder).close()
        _close_to_others(folder)
    except OSError as why:
        raise unusable(folder, why) from why


def _close_to_others(folder: Path) -> None:
    """Names, and what PINs and keys are made from, are nobody else's: also what an earlier version left readable.

    A folder that is not ours, or that everybody shares such as /tmp, stays as it is; our files in it do not.
    """
    if not folder.stat().st_mode & stat.S_ISVTX and folder.parent != folder:
        _take_from_others(folder)
    for path in (each for names in PRIVATE for each in folder.glob(names)):
        _take_from_others(path)


def _take_from_others(path: Path) -> None:
    with suppress(OSError):  # gone meanwhile, or on a disk that has become read-only
        found = path.lstat()
        if found.st_uid == os.geteuid() and found.st_mode & 0o077 and not stat.S_ISLNK(found.st_mode):
            path.chmod(stat.S_IMODE(found.st_mode) & 0o700)


def unusable(folder: Path, why: OSError) -> Refused:
    """Why nothing can be kept there, and what to do."""
    if isinstance(why, PermissionError) and os.geteuid():
        return Refused(f"The data directory {folder} is not yours. Use sudo: put it in front of the same command.")
    return Refused(
        f"The data directory {folder} cannot be written: {why.strerror}. Make it writable or name another with --data; "
        "if the card has become read-only, restore the last backup on another box."
    )


def _live_settings() -> dict[str, Any]:
    """LIVE_URL, LIVE_ORIGINS, and how many may listen at once: LIVE_MOST, and LIVE_MOST_EACH from one address."""
    url = os.environ.get("LIVE_URL", "").rstrip("/")
    found = re.fullmatch(r"https?://[\w.-]+(?::(\d{1,5}))?(/[\w./-]*)?", url)
    if url and (not found or not 0 < int(found[1] or 80) <= HIGHEST_PORT):
        raise Refused("LIVE_URL has to be an address like https://box.example:8001.")
    most = _number("LIVE_MOST", MOST_STREAMS)
    # Behind a proxy everybody comes from one address.
    each = _number("LIVE_MOST_EACH", most if url else MOST_STREAMS_EACH)
    origins = tuple(os.environ.get("LIVE_ORIGINS", "").split())
    return {"live_url": url, "live_origins": origins, "live_most": most, "live_most_each": each}


def _door_settings() -> dict[str, Any]:
    """TRUSTED_HOSTS and TRUSTED_PROXIES: see `own_addresses.py` and `proxies.py`. LIVE_URL names a host, too."""
    hosts = os.environ.get("TRUSTED_HOSTS", "").lower().split()
    if not all(re.fullmatch(r"[\w.-]+", host) for host in hosts):
        raise Refused("TRUSTED_HOSTS has to be names like box.example, without http:// and port.")
    live = urlsplit(os.environ.get("LIVE_URL", "")).hostname
    trusted = proxies(os.environ.get("TRUSTED_PROXIES", ""))
    most, each = _number("PAGES_MOST", MOST_PAGES), _number("PAGES_MOST_EACH", MOST_PAGES_EACH)
    connections = {"pages_most": most, "pages_most_each": each}
    return {**connections, "trusted_hosts": (*hosts, *filter(None, [live])), "trusted_proxies": trusted}


def _number(name: str, default: int) -> int:
    said = os.environ.get(name, "") or str(default)
    if not said.isdecimal() or len(said) > 6 or not int(said):
        raise Refused(f"{name} has to be a number from 1 to 999999.")
    return int(said)


def _postgres(url: str) -> str:
    if url and not _POSTGRES.match(url):
        raise Refused(
            "DATABASE_URL has to begin with postgresql://. Without it, events are kept in one SQLite file in the data "
            "directory."
        )
    if url and find_spec("psycopg") is None:
        raise Refused("For PostgreSQL a driver has to be installed: pip install 'cinderbox[postgres]'.")
    return url
