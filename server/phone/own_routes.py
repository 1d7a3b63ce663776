"""A player's own phone: let in with the personal code from the desk, and theirs until they say otherwise."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine.decisions import entering, leaving
from engine.refusals import Refused
from engine.words import PlayerId, Tournament
from server.core import holders, journal, wrong_tries
from server.core.auth import needs
from server.core.desk import desk, tell
from server.core.timekeeping import moment
from server.event.phone_events import phone_events
from server.floor import calls
from server.phone.own_page import own_page, whose_phone
from server.public import page_cache

bp = Blueprint("players_own", __name__, url_prefix="/me")
# The door plugs in here: whether this phone is now of somebody whom it entered, and that it is signed out of a player.
ENTERED: dict[str, Callable[[], bool]] = {}
SIGNED_OUT: dict[str, Callable[[str, PlayerId], None]] = {}
WRONG = "That code is not right for this event. Look at it again, or ask the desk for a new one."


@bp.get("")
@needs("public")
def enter() -> ResponseReturnValue:
    me = whose_phone()
    replaced = holders.replaced(session)
    if replaced and holders.beside(session):
        holders.sign_out_player(session)
        tell("The code of another player on this phone was replaced. The desk has the new one.", "refused")
        return redirect(url_for("players_own.show"), 303)
    if me is None and ENTERED["door"]():
        return redirect(url_for("players_own.show"), 303)
    known = {"event": desk(me.tournament or ""), "player": me.player} if me is not None else None
    events, asked = phone_events(), request.args.get("event", replaced)
    ended = any(event.id == replaced for event in events)
    return render_template("phone_code.html", events=events, asked=asked, known=known, replaced=ended)


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
    holders.keep_player(session, tournament=event, player=player, code=code)
    session.permanent = True
    return redirect(url_for("players_own.show"), 303)


@bp.get("/table")
@needs("player")
def show() -> ResponseReturnValue:
    """My table, with what only I may do there."""
    me = whose_phone()
    if me is None:
        return redirect(url_for("players_own.enter"), 303)
    return render_template("phone_own.html", **own_page(me))


@bp.post("/check-in")
@needs("player")
def check_in() -> ResponseReturnValue:
    """I am here."""
    return _record(lambda t, player: entering.check_self_in(t, player, moment()), "You are checked in.")


@bp.get("/drop")
@needs("player")
def ask_drop() -> ResponseReturnValue:
    """Asked once before somebody drops."""
    me = whose_phone()
    if me is None:
        return redirect(url_for("players_own.enter"), 303)
    return render_template("phone_drop.html", **own_page(me))


@bp.post("/drop")
@needs("player")
def drop() -> ResponseReturnValue:
    """Out from the next pairing on, by one's own word."""
    return _record(leaving.leave, "")


@bp.post("/stay")
@needs("player")
def stay() -> ResponseReturnValue:
    """Dropping is taken back, as long as nothing was paired meanwhile; so is asking for it at the tablet."""
    me = whose_phone()
    if me is not None and calls.stays(me.tournament or "", me.player or ""):
        tell("You stay in the event.")
        return redirect(url_for("players_own.show"), 303)
    return _record(leaving.come_back, "You are in again. The next pairings appear here by themselves.")


@bp.post("/change")
@needs("player")
def change() -> ResponseReturnValue:
    """Another player of this phone: siblings, or a parent with children."""
    if not holders.change_to(session, request.form.get("event", ""), request.form.get("player", "")):
        tell("Their code was replaced. Type the new one.", "refused")
        return redirect(url_for("players_own.enter"), 303)
    return redirect(url_for("players_own.show"), 303)


@bp.get("/leave")
@needs("player")
def ask_leave() -> ResponseReturnValue:
    """Asked once before a phone is signed out."""
    me = whose_phone()
    if me is None:
        return redirect(url_for("players_own.enter"), 303)
    return render_template("phone_sign_out.html", **own_page(me))


@bp.post("/leave")
@needs("public")
def leave() -> ResponseReturnValue:
    """This phone is not this player's any more."""
    if (me := whose_phone()) is not None:
        SIGNED_OUT["door"](me.tournament or "", me.player or "")
    if holders.sign_out_player(session) is not None:
        return redirect(url_for("players_own.show"), 303)
    flash("This phone is not signed in as a player any more.", "done")
    return redirect(url_for("players_own.enter"), 303)


def _record(decide: Callable[[Tournament, PlayerId], tuple[f.Fact, ...]], said: str) -> ResponseReturnValue:
    """Record what this player says of themselves. What is so already is said, and is no fault.

    Nothing is `said` where the page says it by itself.
    """
    me = whose_phone()
    if me is None:
        return redirect(url_for("players_own.enter"), 303)
    tid, player = me.tournament or "", me.player or ""
    asked = request.form.get("request_id") or None
    try:
        journal.record(tid, me.actor, decide=lambda t: decide(t, player), request_id=asked)
    except Refused as why:
        tell(str(why), "refused")
    else:
        if said:
            tell(said)
    return redirect(url_for("players_own.show"), 303)
