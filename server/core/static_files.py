"""Scripts and styles under an address that names exactly these files, so that a browser may keep them for ever.

The version is part of the path, not a query: what a script imports beside it and what a style sheet points to then has
the same version, and no new page ever runs with an old module. An older version's address is simply not there any more.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Response

FOLDER = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"


def versioned_path() -> str:
    """Where the files are, with the version in the path."""
    return f"/static/{version_of(FOLDER)}"


def version_of(folder: Path) -> str:
    """A short name for exactly these files: a change in any of them gives another."""
    told = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        told.update(f"{path.relative_to(folder).as_posix()}\n{path.stat().st_size}\n".encode())
        told.update(path.read_bytes())
    return told.hexdigest()[:12]


def keep_for_ever(response: Response) -> None:
    """Only what was found: that a file is missing is not to be remembered."""
    if response.status_code in (200, 206, 304):
        response.headers["Cache-Control"] = FOR_EVER
