"""Making the teams before the first round, where an event is played in teams."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.decisions import teams
from engine.pairing.pods import TEAMS
from engine.rulesets.registry import ruleset_of
from server.core.auth import needs
from server.core.desk import desk, record
from server.core.frame import frame

bp = Blueprint("teams", __name__, url_prefix="/events/<tid>/teams")


@bp.get("/")
@needs("organizer")
def show(tid: str) -> str:
    d = desk(tid)
    made, free = teams.teams_of(d.t), teams.without_a_team(d.t)
    ready = bool(made) and not free and len(made) % TEAMS == 0
    return render_template(
        "teams.html",
        d=frame(d, "players", heading="Teams"),
        names=d.names,
        teams=made,
        free=free,
        ready=ready,
        missing=-len(made) % TEAMS if made and not free else 0,
        begun=bool(d.t.stages),
        teams_play=ruleset_of(d.t.settings).teams,
    )


@bp.post("/")
@needs("organizer")
def join(tid: str) -> ResponseReturnValue:
    one, two = request.form.get("one", ""), request.form.get("two", "")
    record(tid, lambda t: teams.join(t, one, two), said="They are a team.")
    return redirect(url_for("teams.show", tid=tid), 303)


@bp.post("/draw")
@needs("organizer")
def draw(tid: str) -> ResponseReturnValue:
    record(tid, teams.draw, said="Everybody has a partner.")
    return redirect(url_for("teams.show", tid=tid), 303)


@bp.post("/part")
@needs("organizer")
def part(tid: str) -> ResponseReturnValue:
    player = request.form.get("player", "")
    record(tid, lambda t: teams.part(t, player), said="Taken apart.")
    return redirect(url_for("teams.show", tid=tid), 303)
