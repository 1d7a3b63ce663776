"""Signing in with a PIN, and out again."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.refusals import Refused
from server.core import auth, changes, events
from server.core.own_addresses import own_page

bp = Blueprint("sign_in", __name__)


@bp.get("/sign-in")
@auth.needs("public")
def form() -> str:
    return render_template("sign_in.html", back=own_page(request.args.get("back")))


@bp.post("/sign-in")
@auth.needs("public")
def enter() -> ResponseReturnValue:
    back = own_page(request.form.get("back"))
    try:
        me = auth.sign_in(request.form.get("pin", ""), request.form.get("name", ""))
    except Refused as why:
        flash(str(why), "refused")
        return redirect(url_for("sign_in.form", back=back), 303)
    changes.changed(None)
    flash(f"Signed in as {me.role}.", "done")
    return redirect(landing() if me.role == "judge" and back == "/" else back, 303)


@bp.get("/sign-out")
@auth.needs("public")
def leave() -> str:
    return render_template("sign_out.html")


@bp.post("/sign-out")
@auth.needs("public")
def left() -> ResponseReturnValue:
    auth.sign_out()
    return redirect(url_for("events.home"), 303)


def landing() -> str:
    """Where a judge begins and comes back to: the floor of the one event that is on, else the list of events."""
    tid = events.one_that_is_on()
    return url_for("floor.show", tid=tid) if tid else url_for("events.home", all=1)
