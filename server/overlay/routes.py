"""What a streaming program such as OBS opens as a browser source: public, read only, transparent."""

from __future__ import annotations

from flask import Blueprint, render_template

from server.core.auth import needs
from server.public import public_view

bp = Blueprint("overlay", __name__)


@bp.get("/stream")
@needs("public")
def show() -> str:
    """The addresses, event by event."""
    return render_template("stream_addresses.html", events=[public_view.summary(e) for e in public_view.open_events()])


@bp.get("/stream/clock")
@needs("public")
def clock() -> str:
    return render_template("stream.html", what="clock")


@bp.get("/stream/match/<int:table>")
@needs("public")
def match(table: int) -> str:
    return render_template("stream.html", what="match", table=table)


@bp.get("/stream/bracket")
@needs("public")
def bracket() -> str:
    return render_template("stream.html", what="bracket")
