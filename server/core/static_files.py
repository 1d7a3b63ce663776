"""Scripts, styles and pictures, under an address that names exactly these files: a browser may keep them for ever.

The address is the path of the file in this project behind a version, or of several that belong to one page: no new
page ever runs with an old module. An older version's address is simply not there any more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import field
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import quote

from flask import Flask, Response, abort, request, send_file, url_for

from engine.values import dataclass
from server.core.bundles import joined_scripts, joined_styles
from server.core.margins import margins_for
from server.core.packing import pack, packed_response

PROJECT = Path(__file__).parent.parent.parent  # where the packages server and kiosk lie side by side
WALL = "kiosk/page"
PAGE, MARGINS = "page", "margins"  # before the names of files that are sent as one
SEPARATOR, MOST = ",", 30  # between the files of one page, and of how many it may be made
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


@dataclass(slots=True)
class PageFiles:
    """What the parts of one page ask for while it is rendered; its head names them all at once."""

    styles: list[str] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)

    def needs(self, *names: str) -> str:
        """Noted once, in the order of asking; nothing stands in that place."""
        for name in names:
            kind = self.styles if name.endswith(".css") else self.scripts
            if name not in kind:
                kind.append(name)
        return ""


def bundle(names: Iterable[str]) -> str:
    """Where browsers find these files as one."""
    return url_for("static", filename=f"{PAGE}/{SEPARATOR.join(names)}")


def bundled(names: str) -> str | None:
    """The files behind the end of such an address as one, if all of them are served and of one kind."""
    files = [_named(name) for name in names.split(SEPARATOR)]
    kinds = {file.suffix if file else "" for file in files}
    found = [file for file in files if file is not None]
    if len(files) > MOST:
        return None
    if kinds == {".css"}:
        return joined_styles(found)
    if kinds == {".js"}:
        return joined_scripts([file.relative_to(PROJECT).as_posix() for file in found], _source)
    return None


@cache
def inlined_icon() -> str:
    """The mark as part of a page that is on a slow network and stays open for long: one request less."""
    return f"data:image/svg+xml,{quote((PROJECT / 'server/core/static/mark.svg').read_text(encoding='utf-8'))}"


def address(name: str) -> str:
    """Where browsers find a file: of a room as “clock/clock.css”, of the wall as “kiosk/page/css/wall.css”."""
    return url_for("static", filename=_path(name))


def _path(name: str) -> str:
    room, _, file = name.partition("/")
    return name if room == "kiosk" else f"server/{room}/static/{file}"


def _named(name: str) -> Path | None:
    return file_of(_path(name))


def _source(path: str) -> str:
    return (PROJECT / path).read_text(encoding="utf-8")


def file_of(path: str) -> Path | None:
    """The file behind the path of an address, if it is one of those that are served."""
    file = (PROJECT / path).resolve()
    served = file.is_file() and file.suffix != ".html" and any(file.is_relative_to(folder) for folder in folders())
    return file if served else None


def serve(app: Flask) -> None:
    """Answer to the addresses of this version."""

    def static(filename: str) -> Response:
        made = _packed(filename)
        if made is not None:
            response = packed_response(made, "text/css" if filename.endswith(".css") else "text/javascript")
            response.set_etag(version())
            response.make_conditional(request)
        else:
            response = send_file(file_of(filename) or abort(404))
        response.headers["Cache-Control"] = FOR_EVER
        return response

    app.add_url_rule(f"/static/{version()}/<path:filename>", "static", static)
    app.context_processor(lambda: {"page_files": PageFiles(), "bundle": bundle, "inlined_icon": inlined_icon})


@lru_cache(maxsize=128)
def _packed(filename: str) -> bytes | None:
    """The files of a page as one, or the margins for them."""
    kind, _, names = filename.partition("/")
    if kind not in (PAGE, MARGINS) or (joined := bundled(names)) is None:
        return None
    if kind == PAGE:
        return pack(joined)
    return pack(margins_for(joined)) if names.endswith(".css") else None
