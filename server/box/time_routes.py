"""The time of day: told by the organizer's device, asked about once, or typed on the page of the box."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from engine.refusals import Refused
from server.box import time_question
from server.core import changes
from server.core.auth import needs
from server.core.desk import tell
from server.core.own_addresses import own_page

bp = Blueprint("time", __name__, url_prefix="/box/time")


@bp.post("/told")
@needs("organizer")
def told() -> ResponseReturnValue:
    """A script says what its device thinks."""
    said = request.get_json(silent=True)
    said = said if isinstance(said, dict) else {}
    try:
        return {"ask": time_question.hear(said.get("ms"), said.get("zone"))}
    except Refused as why:
        return {"ask": False, "error": str(why)}, 409


@bp.post("/answer")
@needs("organizer")
def answer() -> ResponseReturnValue:
    time_question.answer(use_device=request.form.get("do") == "use")
    changes.changed(None)
    tell("The time is set." if request.form.get("do") == "use" else "The time of the box stays as it is.")
    return redirect(own_page(request.form.get("back")), 303)


@bp.post("/set")
@needs("organizer")
def set_by_hand() -> ResponseReturnValue:
    form = request.form
    time_question.set_by_hand(form.get("day", ""), form.get("at", ""), form.get("zone", "").strip())
    changes.changed(None)
    tell("The time is set.")
    return redirect(url_for("this_box.show"), 303)
