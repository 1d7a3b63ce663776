"""The results as one zip, and as a text."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from server.core.auth import needs
from server.core.desk import desk
from server.core.frame import frame
from server.event.export_routes import file_answer
from server.takeaway import archive
from server.takeaway.forum_text import forum_text
from server.takeaway.take_away_page import page_of

bp = Blueprint("takeaway", __name__, url_prefix="/events/<tid>/take-away")


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    archive.require_played(d)
    return render_template("take_away.html", d=frame(d, "standings", heading="Results"), names=d.names, page=page_of(d))


@bp.get("/results.zip")
@needs("organizer")
def pages(tid: str) -> ResponseReturnValue:
    """Pages, lists and JSON; with `decks` also everybody's deck list."""
    d = desk(tid)
    archive.require_played(d)
    return file_answer(archive.archive(d, decks="decks" in request.args), f"{d.name} results.zip", "application/zip")


@bp.get("/results.txt")
@needs("judge")
def text(tid: str) -> ResponseReturnValue:
    d = desk(tid)
    archive.require_played(d)
    return Response(forum_text(d), content_type="text/plain; charset=utf-8")
