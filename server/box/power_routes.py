"""Off and on again, from the desk: asks first, and says who is playing."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from server.box import power
from server.core.auth import needs

bp = Blueprint("power", __name__)


@bp.get("/box/off")
@needs("organizer")
def ask() -> str:
    return render_template("switch_off.html", here="box", playing=power.being_played(), may=power.folder() is not None)


@bp.post("/box/off")
@needs("organizer")
def switch() -> ResponseReturnValue:
    power.ask(request.form.get("what", ""))
    return render_template("switching_off.html", what=power.asked())
