"""Scripts, styles and pictures, under an address that names exactly these files: a browser may keep them for ever.

The address is the path of the file in this project behind a version: what a script imports and what a style sheet
points to is found in the editor as in the browser, and has the same version; no new page ever runs with an old module.
An older version's address is simply not there any more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort, send_file, url_for

PROJECT = Path(__file__).parent.parent.parent  # where the packages server and kiosk lie side by side
WALL = "kiosk/page"
FOR_EVER = "public, max-age=31536000, immutable"


def folders() -> list[Path]:
    """The files of every room, and the wall's own."""
    return [*sorted((PROJECT / "server").glob("*/static")), PROJECT / WALL]


@cache
def version() -> str:
    """A short name for exactly these files."""
    return version_of(folders())


def version_of(folders: Iterable[Path]) -> str:
    """A change in any file of these folders gives another."""
    told = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            told.update(f"{path.relative_to(folder).as_posix()}\n{path.stat().st_size}\n".encode())
            told.update(path.read_bytes())
    return told.hexdigest()[:12]


def address(name: str) -> str:
    """Where browsers find a file: of a room as “clock/clock.css”, of the wall as “kiosk/page/css/wall.css”."""
    room, _, file = name.partition("/")
    return url_for("static", filename=name if room == "kiosk" else f"server/{room}/static/{file}")


def file_of(path: str) -> Path | None:
    """The file behind the path of an address, if it is one of those that are served."""
    file = (PROJECT / path).resolve()
    served = file.is_file() and file.suffix != ".html" and any(file.is_relative_to(folder) for folder in folders())
    return file if served else None


def serve(app: Flask) -> None:
    """Answer to the addresses of this version."""

    def static(filename: str) -> Response:
        file = file_of(filename) or abort(404)
        response = send_file(file)
        response.headers["Cache-Control"] = FOR_EVER
        return response

    app.add_url_rule(f"/static/{version()}/<path:filename>", "static", static)
