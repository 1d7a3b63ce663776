"""Where things are, and how large they may get. Everything comes from the environment or the command line."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Config:
    """One data directory holds the database, the backups and the keys."""

    data: Path
    database_url: str = ""
    most_body: int = 2 * 1024 * 1024
    most_players: int = 4096

    @property
    def database(self) -> str:
        return self.database_url or f"sqlite:///{self.data / 'cinderbox.db'}"

    @property
    def backups(self) -> Path:
        return self.data / "backups"

    @property
    def pin_file(self) -> Path:
        """The organizer PIN as first made, for the owner of this machine alone; gone once the organizer changes it."""
        return self.data / "organizer-pin"


def config_from(data: str | None = None) -> Config:
    """The data directory named, or CINDERBOX_DATA, or ./instance; made if it is not there."""
    folder = Path(data or os.environ.get("CINDERBOX_DATA") or "instance").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return Config(folder, os.environ.get("DATABASE_URL", ""))


def secret_key(config: Config) -> str:
    """The key that signs cookies: made once, kept beside the database."""
    path = config.data / "secret-key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(32), encoding="ascii")
    return path.read_text(encoding="ascii")
