"""The QR code on a match slip: opens that one match for reporting, on whatever phone scans it."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from engine.refusals import Refused
from server.core import auth, holders, wrong_tries
from server.core.auth import needs
from server.phone.phone_frame import phone_frame
from server.public import page_cache

bp = Blueprint("slip_pages", __name__, url_prefix="/slip")
OLD = (
    "This slip does not fit its table any more: people were moved after it was printed. "
    "Look up your table, or ask the desk for a new slip."
)


@bp.get("")
@needs("public")
def enter() -> str:
    """The key stands behind the # of the address, which only the phone itself sees; a script hands it over."""
    return render_template("phone_slip.html")


@bp.post("/open")
@needs("public")
def open_match() -> ResponseReturnValue:
    event, key = request.form.get("event", ""), request.form.get("key", "")[:80]
    number, table = (request.form.get(field, 0, type=int) for field in ("round", "table"))
    try:
        wrong_tries.require_patience(wrong_tries.SLIP)
        page_cache.stamp(event)
        if holders.slip_match(event, number, table=table, key=key) is None:
            wrong_tries.count_wrong(wrong_tries.SLIP)
            raise Refused(OLD)
    except Refused as why:
        flash(str(why), "refused")
        return redirect(url_for("slip_pages.enter"), 303)
    holders.keep(session, kind="slip", tournament=event, round=number, table=table, key=key)
    session.permanent = True
    return redirect(url_for("slip_pages.show"), 303)


@bp.post("/away")
@needs("public")
def put_away() -> ResponseReturnValue:
    """This phone lets go of the slip; of nothing else that it may be."""
    holders.let_go(session, holders.SLIP)
    return redirect(url_for("public_pages.events"), 303)


@bp.get("/match")
@needs("public")
def show() -> ResponseReturnValue:
    """The same screens as on a table's tablet: the phone goes round the table."""
    me = auth.holder()
    if me is None:
        if holders.let_go(session, holders.SLIP):
            flash(OLD, "refused")
        return redirect(url_for("slip_pages.enter"), 303)
    view = page_cache.view(me.tournament or "")
    return render_template("phone_report.html", d=phone_frame(view, "", table=me.table), names=view.names)
