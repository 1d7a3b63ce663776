"""Read-only JSON for everybody: other programs, scoreboards, and whatever watches that this box is well."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from server import public
from server.auth import needs
from server.db import db

bp = Blueprint("api", __name__)


@bp.get("/healthz")
@needs("public")
def healthz():
    """Well, if the database answers."""
    try:
        with db.engine.connect() as connection:
            connection.execute(text("SELECT 1 FROM tournament LIMIT 1"))
    except SQLAlchemyError:
        return {"ok": False, "error": "The database does not answer."}, 503
    return {"ok": True, "version": public.software()}


@bp.get("/api/tournaments")
@needs("public")
def tournaments():
    views = list(public.open_events())
    tag = public.tag("all", *(f"{view.id}@{view.revision}" for view in views))
    return _answer({"revision": tag, "tournaments": [public.summary(view) for view in views]}, tag)


@bp.get("/api/tournaments/<tid>")
@needs("public")
def tournament(tid):
    view = public.public_desk(tid)
    return _answer(public.everything(view), public.tag("event", tid, view.revision))


@bp.get("/api/tournaments/<tid>/standings")
@needs("public")
def standings(tid):
    view = public.public_desk(tid)
    return _answer(public.standings(view), public.tag("standings", tid, view.revision))


@bp.get("/api/tournaments/<tid>/clock")
@needs("public")
def clock(tid):
    return jsonify(public.clock(public.public_desk(tid), public.moment()))


def _answer(found: dict, tag: str) -> Response:
    """The answer, or “not modified” to whoever has it already."""
    response = jsonify(found)
    response.set_etag(tag)
    response.headers["Cache-Control"] = "no-cache"
    return response.make_conditional(request)
