"""Updates from a stick, at the desk: says which version, asks, and tells how the last one went."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from server.box import power, updates
from server.core.auth import needs
from server.core.version import software

bp = Blueprint("updates", __name__)


@bp.get("/box/update")
@needs("organizer")
def ask() -> str:
    return render_template(
        "update.html",
        here="box",
        found=updates.on_sticks(),
        ours=software(),
        may=updates.may(),
        asked=updates.is_asked(),
        last=updates.last(),
        playing=power.being_played(),
    )


@bp.post("/box/update")
@needs("organizer")
def confirm() -> ResponseReturnValue:
    found = updates.ask(request.form.get("fingerprint", ""))
    return render_template("updating.html", version=found.version)
