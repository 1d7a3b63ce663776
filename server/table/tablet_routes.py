"""The table tablet: let in with a code, told its table, then one page that stays open all day."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from engine.refusals import Refused
from server.core import auth, holders, wrong_tries
from server.core.auth import needs
from server.core.forms import MOST_TABLE
from server.table import tablets
from server.table.tablet_page import choices, events_to_choose, place

bp = Blueprint("tablets", __name__, url_prefix="/tablet")
CHOSEN = "at_table"


@bp.get("")
@needs("public")
def enter() -> ResponseReturnValue:
    holder = auth.holder()
    if holder is not None and holder.kind == "tablet":
        return redirect(url_for("tablets.show"), 303)
    return render_template("tablet_enter.html")


@bp.post("")
@needs("public")
def let_in() -> ResponseReturnValue:
    try:
        this = wrong_tries.take([wrong_tries.TABLET_CODE])
        token = tablets.let_in(request.form.get("code", ""))
    except Refused as why:
        flash(str(why), "refused")
        return redirect(url_for("tablets.enter"), 303)
    this.was_right("tablet")
    auth.remember_device("tablet")
    session.pop(CHOSEN, None)
    holders.keep(session, kind="tablet", token=token)
    session.permanent = True
    return redirect(url_for("tablets.show"), 303)


@bp.get("/table")
@needs("tablet")
def show() -> ResponseReturnValue:
    at = place(auth.holder(), session.get(CHOSEN))
    if at is None:
        return redirect(url_for("tablets.choose"), 303)
    session.modified = True  # so that the cookie is good for another month
    return render_template("tablet.html", at=at)


@bp.get("/choose")
@needs("tablet")
def choose() -> ResponseReturnValue:
    """Which table is this? A bound tablet is not asked."""
    holder = auth.holder()
    if holder is not None and holder.table is not None:
        return redirect(url_for("tablets.show"), 303)
    wanted = request.args.get("event") or (holder.tournament if holder else None)
    events = events_to_choose()
    if wanted is None and len(events) == 1:
        wanted = events[0].id
    if wanted is None:
        return render_template("tablet_events.html", events=events)
    return render_template("tablet_choose.html", page=choices(wanted), several=len(events) > 1 and _free())


@bp.post("/choose")
@needs("tablet")
def chosen() -> ResponseReturnValue:
    event, table = request.form.get("event", ""), request.form.get("table", type=int)
    holder = auth.holder()
    if holder is not None and holder.tournament not in (None, event):
        raise auth.Forbidden("This tablet belongs to another event.")
    if table is None or not 1 <= table <= MOST_TABLE:
        raise Refused("A table has a number. Choose one from the list.")
    choices(event)
    session[CHOSEN] = {"event": event, "table": table}
    session.permanent = True
    return redirect(url_for("tablets.show"), 303)


def _free() -> bool:
    holder = auth.holder()
    return holder is None or holder.tournament is None
