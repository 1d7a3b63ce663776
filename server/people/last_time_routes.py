"""People from last time: choose an earlier event, tick who is here."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine.sentences import plural
from server.core.auth import needs
from server.core.desk import desk, tell
from server.core.frame import frame
from server.people import last_time

bp = Blueprint("last_time", __name__, url_prefix="/events/<tid>/players/last-time")


@bp.get("")
@needs("organizer")
def show(tid: str) -> str:
    d = desk(tid)
    page = last_time.last_time_page(d, request.args.get("event", ""))
    around = {"d": frame(d, "players", heading="People from last time"), "names": d.names}
    return render_template("last_time.html", page=page, **around)


@bp.post("")
@needs("organizer")
def enter(tid: str) -> ResponseReturnValue:
    done = last_time.enter(desk(tid), request.form.get("event", ""), request.form.getlist("player"))
    new = sum(isinstance(fact, f.PlayerEntered) for fact in done.facts)
    here = any(isinstance(fact, f.PresenceMarked) for fact in done.facts)
    tell(f"{plural(new, 'player')} entered{' and checked in' if here else ''}.")
    return redirect(url_for("players.show", tid=tid), 303)
