"""A player's own phone: let in with the personal code from the desk, and theirs until they say otherwise."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from engine.decisions import entering
from engine.refusals import Refused
from server.core import auth, holders, journal, wrong_tries
from server.core.auth import needs
from server.core.desk import tell
from server.core.timekeeping import moment
from server.event.phone_events import phone_events
from server.phone.own_page import own_page
from server.public import page_cache

bp = Blueprint("players_own", __name__, url_prefix="/me")
WRONG = "That code is not right for this event. Look at it again, or ask the desk for a new one."


@bp.get("")
@needs("public")
def enter() -> str:
    return render_template("phone_code.html", events=phone_events(), asked=request.args.get("event", ""))


@bp.post("")
@needs("public")
def let_in() -> ResponseReturnValue:
    event, code = request.form.get("event", ""), request.form.get("code", "")[:40]
    try:
        wrong_tries.require_patience(wrong_tries.PERSONAL_CODE)
        page_cache.stamp(event)
        player = holders.player_of(event, code)
        if player is None:
            wrong_tries.count_wrong(wrong_tries.PERSONAL_CODE)
            raise Refused(WRONG)
    except Refused as why:
        flash(str(why), "refused")
        return redirect(url_for("players_own.enter", event=event), 303)
    holders.keep(session, kind="player", tournament=event, player=player, code=code)
    session.permanent = True
    return redirect(url_for("players_own.show"), 303)


@bp.get("/table")
@needs("player")
def show() -> ResponseReturnValue:
    """My table, with what only I may do there."""
    me = auth.holder()
    if me is None or me.kind != "player":
        return redirect(url_for("players_own.enter"), 303)
    return render_template("phone_own.html", **own_page(me))


@bp.post("/check-in")
@needs("player")
def check_in() -> ResponseReturnValue:
    """I am here."""
    me = auth.holder()
    if me is None or me.kind != "player":
        return redirect(url_for("players_own.enter"), 303)
    player = me.player or ""
    journal.record(
        me.tournament or "",
        me.actor,
        decide=lambda t: entering.check_self_in(t, player, moment()),
        request_id=request.form.get("request_id") or None,
    )
    tell("You are checked in.")
    return redirect(url_for("players_own.show"), 303)


@bp.post("/leave")
@needs("public")
def leave() -> ResponseReturnValue:
    """This phone is nobody's any more."""
    holders.let_go(session)
    flash("This phone is not signed in as a player any more.", "done")
    return redirect(url_for("players_own.enter"), 303)
