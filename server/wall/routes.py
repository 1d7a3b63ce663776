"""The wall: its page and files (from kiosk/page), what a screen shows, and what there is to show."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, json, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from engine.refusals import Unknown
from server.box import box_settings, first_boot, power
from server.box.addresses import box_address
from server.box.disk import for_the_walls
from server.box.shop import shop
from server.core import changes, late_rounds, static_files, time_of_day
from server.core.auth import needs
from server.core.config import Config
from server.core.desk import desk
from server.core.live_address import live_address
from server.core.packing import pack
from server.core.timekeeping import moment
from server.core.version import software
from server.public import public_view
from server.wall import screens, voice
from server.wall.scenes import beside_it, wall_data

bp = Blueprint("wall", __name__, template_folder=str(static_files.PROJECT / static_files.WALL))


@bp.get("/wall")
@needs("public")
def show() -> str:
    """The page, and in it what it would ask for first."""
    return render_template("wall.html", box=_box())


@bp.post("/wall/hello")
@needs("public")
def hello() -> ResponseReturnValue:
    """A screen says that it is there, and hears what it is to show."""
    body = request.get_json(silent=True)
    said = body if isinstance(body, dict) else {}
    told = {key: str(said[key])[:80] for key in ("scene", "size", "link") if key in said}
    before = changes.touch(None)
    id = screens.hello(str(said.get("id", ""))[:20], address=request.remote_addr or "", told=told)
    found, twice = screens.about(id), screens.is_twice(id, str(said.get("window", ""))[:20])
    # A new screen is news for the desk, not for itself.
    return {"screen": found and {**found, "twice": twice}, "touches": [before, changes.touch(None)]}


@bp.get("/api/wall")
@needs("public")
def box() -> ResponseReturnValue:
    return _box()


def _box() -> dict[str, Any]:
    """What a screen that follows by itself may show, and how to find this box. `touch` is what streams say when that
    changes."""
    touch, now = changes.touch(None), time_of_day.now()
    return {
        "touch": touch,
        "csrf": generate_csrf(),
        "events": [public_view.summary(view) for view in public_view.open_events()],
        "box": _ways_in(current_app.config["CINDERBOX"]),
        "shop": shop().as_json,
        "forecast": bool(box_settings.get(box_settings.FORECAST)),
        "voice": voice.is_on(),
        "health": for_the_walls(),
        "power": power.asked(),
        "server_ms": moment().ms,
        "wall_ms": time_of_day.ms(),
        "utc_minutes": int((now.utcoffset() or timedelta()).total_seconds()) // 60,
        "time_known": time_of_day.is_known(),
        "software": software(),
        "page": static_files.version(),
        "live": live_address(),
    }


def _ways_in(config: Config) -> dict[str, Any]:
    """Address and Wi-Fi; at the first start, on the machine's own screen, also the PIN and the box's own Wi-Fi."""
    token, wifi = request.headers.get("X-Wall-Token", ""), box_settings.wifi()
    pin = first_boot.pin_for(token, address=request.remote_addr or "", config=config)
    if pin is None:
        return box_settings.for_the_wall(box_address(), wifi=wifi)
    first = wifi if wifi[0] else box_settings.hotspot(config)
    return {**box_settings.for_the_wall(box_address(), wifi=first), "pin": pin}


@bp.get("/api/tournaments/<tid>/wall")
@needs("public")
def event(tid: str) -> ResponseReturnValue:
    """Every scene of an event; computed once for each revision, kept packed."""
    found = desk(tid)
    if found.archived:
        raise Unknown("There is no such event on this box. It may have been archived.")
    now = f"{time_of_day.stamp()} {late_rounds.step(found.t)}"
    tag = public_view.tag("wall", tid, found.revision, found.name, now, json.dumps(beside_it(found)))
    if tag in request.if_none_match:
        response = Response(status=304)
    else:
        response = Response(_packed(current_app.config["CINDERBOX"].data, tid, tag), mimetype="application/json")
        response.headers["Content-Encoding"] = "gzip"
    response.set_etag(tag)
    response.headers["Cache-Control"] = "no-cache"
    return response


@bp.get("/wall/voice/<tid>/<what>.wav")
@needs("public")
def say(tid: str, what: str) -> ResponseReturnValue:
    """One of an event's calls, spoken."""
    found = desk(tid)
    if found.archived or not voice.is_on():
        raise Unknown("Nothing is said aloud here.")
    response = Response(voice.spoken(voice.call(found, what)), mimetype="audio/wav")
    response.headers["Cache-Control"] = "no-store"
    return response


@lru_cache(maxsize=32)
def _packed(_data: Path, tid: str, _tag: str) -> bytes:
    return pack(json.dumps(wall_data(desk(tid))))
