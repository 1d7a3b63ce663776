"""Read-only JSON for everybody: other programs, scoreboards, and whatever watches that this box is well."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from engine.refusals import Unknown
from server.api import schema_files
from server.box.disk import cannot_save
from server.clock import clock_feed
from server.core import unsaved
from server.core.auth import needs
from server.core.db import db
from server.core.events import damaged_events
from server.core.network import LOOPBACK
from server.core.version import software
from server.live import polled_state, stream_messages
from server.public import public_view
from server.series.phone_routes import open_series, open_view
from server.series.series_answer import series_answer

bp = Blueprint("api", __name__)


@bp.get("/healthz")
@needs("public")
def healthz() -> ResponseReturnValue:
    """Well, if the database answers and takes what people enter."""
    try:
        with db.engine.connect() as connection:
            connection.execute(text("SELECT 1 FROM tournament LIMIT 1"))
    except SQLAlchemyError as why:
        return {"ok": False, "error": unsaved.why_not(why) or "The database does not answer."}, 503
    config = current_app.config["CINDERBOX"]
    if told := unsaved.damaged(config.data) or cannot_save(config):
        return {"ok": False, "error": told, "version": software()}, 503
    if found := damaged_events():
        damaged = [{"event": event.id, "act": damage.act, "what": damage.what} for event, damage in found]
        names = ("An archived event" if event.archived else event.name for event, _ in found)
        told = " ".join(f"{name} is damaged." for name in names)
        return {"ok": False, "error": told, "damaged": damaged, "version": software()}, 503
    return {"ok": True, "version": software()}


@bp.get("/api/tournaments")
@needs("public")
def tournaments() -> ResponseReturnValue:
    views = list(public_view.open_events())
    tag = public_view.tag("all", *(f"{view.id}@{view.revision}" for view in views))
    return _answer({"revision": tag, "tournaments": [public_view.summary(view) for view in views]}, tag)


@bp.get("/api/schemas/<name>.<any(schema, example):kind>.json")
@needs("public")
def published(name: str, kind: str) -> ResponseReturnValue:
    """What this box writes, for programs that read it."""
    if name not in schema_files.SCHEMAS:
        raise Unknown("There is no such schema.")
    found = schema_files.schema(name) if kind == "schema" else schema_files.example(name)
    return _answer(found, public_view.tag("schema", name, kind))


@bp.get("/api/tournaments/<tid>")
@needs("public")
def tournament(tid: str) -> ResponseReturnValue:
    view = public_view.public_desk(tid)
    return _answer(public_view.everything(view), public_view.tag("event", tid, view.revision))


@bp.get("/api/tournaments/<tid>/standings")
@needs("public")
def standings(tid: str) -> ResponseReturnValue:
    view = public_view.public_desk(tid)
    return _answer(public_view.standings(view), public_view.tag("standings", tid, view.revision))


@bp.get("/api/tournaments/<tid>/clock")
@needs("public")
def clock(tid: str) -> ResponseReturnValue:
    return jsonify(public_view.clock(public_view.unnamed(tid), public_view.moment()))


@bp.get("/api/clocks")
@needs("public")
def clocks() -> ResponseReturnValue:
    """All clocks without loss. Only a program on this machine may have its question wait for a change (`wait`)."""
    seconds = request.args.get("wait", 0.0, type=float)
    known = request.if_none_match.to_header().strip('"')
    may_wait = seconds > 0 and request.remote_addr in LOOPBACK
    found = clock_feed.news(known if may_wait else "", public_view.moment, seconds=seconds)
    return _answer(found, found["revision"])


@bp.get("/api/time")
@needs("public")
def time() -> ResponseReturnValue:
    """What the clock of this box says, for whoever estimates how far their own is off."""
    return jsonify(stream_messages.time())


@bp.get("/api/series")
@needs("public")
def all_series() -> ResponseReturnValue:
    """The rankings that the organizer opened to everybody."""
    lines = [{"id": line.id, "name": line.name} for line in open_series()]
    tag = public_view.tag("all series", json.dumps(lines))
    return _answer({"revision": tag, "series": lines}, tag)


@bp.get("/api/series/<id>")
@needs("public")
def one_series(id: str) -> ResponseReturnValue:
    told = series_answer(open_view(id))
    tag = public_view.tag("series", json.dumps(told))
    return _answer({"revision": tag, **told}, tag)


@bp.get("/api/tournaments/<tid>/state")
@needs("public")
def state(tid: str) -> ResponseReturnValue:
    """In a kilobyte, what a stream says of this event."""
    found, same = polled_state.state(tid)
    if "gone" in found:
        raise Unknown("There is no such event on this box. It may have been archived.")
    return _answer(found, public_view.tag("state", same))


@bp.get("/api/live")
@needs("public")
def live() -> ResponseReturnValue:
    """What a stream would say, for those who cannot listen to one."""
    asked = request.args
    found, same = polled_state.everything(
        asked.get("event", ""), table=asked.get("table", type=int), screen=asked.get("screen", "")
    )
    return _answer(found, public_view.tag("live", same))


def _answer(found: dict[str, Any], tag: str) -> ResponseReturnValue:
    """The answer, or “not modified” to whoever has it already."""
    response = jsonify(found)
    response.set_etag(tag)
    response.headers["Cache-Control"] = "no-cache"
    return response.make_conditional(request)
