"""A phone enters: a name is typed, the desk decides, and the phone is the player's from then on."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from engine.decisions import entering
from engine.refusals import Refused
from engine.words import PlayerId
from server.core import auth, changes, holders, journal, keys, wrong_tries
from server.core.auth import needs
from server.core.desk import Desk, desk, tell
from server.core.timekeeping import moment
from server.door import waiting
from server.door.enter_page import OwnEntry, enter_page, own_entries, read_entry, why_not
from server.event.phone_events import phone_events
from server.phone.phone_frame import phone_frame
from server.public import page_cache

bp = Blueprint("entering", __name__, url_prefix="/enter")
TOKENS, MOST_EVENTS = "entries", 6


@bp.get("")
@needs("public")
def choose() -> ResponseReturnValue:
    """The events that players may enter by themselves, and those that this phone entered; with one, just that."""
    kept = _all_tokens()
    open_ = [event for event in phone_events() if event.id in kept or journal.read(event.id).tournament.entering.open]
    if len(open_) == 1:
        return redirect(url_for("entering.show", tid=open_[0].id), 303)
    return render_template("phone_enter_where.html", events=open_)


@bp.get("/<tid>")
@needs("public")
def show(tid: str) -> str:
    return _page(_desk(tid), another="another" in request.args)


@bp.post("/<tid>")
@needs("public")
def enter(tid: str) -> ResponseReturnValue:
    d = _desk(tid)
    try:
        if closed := why_not(d):
            raise Refused(closed)
        typed = read_entry(d.t, request.form)
        wrong_tries.require_patience(wrong_tries.ENTRY)
        token = waiting.add(tid, typed, address=request.remote_addr or "", tokens=_tokens(tid))
    except Refused as why:
        return _page(d, typed=request.form, fault=str(why)), 409
    wrong_tries.count_wrong(wrong_tries.ENTRY)
    _keep_token(tid, token)
    return redirect(url_for("entering.show", tid=tid), 303)


@bp.post("/<tid>/take-back")
@needs("public")
def take_back(tid: str) -> ResponseReturnValue:
    """This phone does not want to enter after all, or has read the answer."""
    _desk(tid)
    if waiting.take_back(tid, request.form.get("entry", ""), _tokens(tid)):
        tell("Your entry is taken back.")
    return redirect(url_for("entering.show", tid=tid), 303)


@bp.post("/<tid>/here")
@needs("public")
def here(tid: str) -> ResponseReturnValue:
    """Whom this phone entered is here."""
    wanted = request.form.get("entry", "")
    own = next((each for each in _own(_desk(tid)) if each.entry.id == wanted and each.active), None)
    player = own.entry.player if own is not None else None
    if player is None:
        raise Refused("This phone did not enter that player. Tell the desk that you are here.")
    journal.record(
        tid,
        f"player:{player}",
        decide=lambda t: entering.check_self_in(t, player, moment()),
        request_id=request.form.get("request_id") or None,
    )
    tell("You are checked in.")
    return redirect(url_for("entering.show", tid=tid), 303)


def _desk(tid: str) -> Desk:
    page_cache.stamp(tid)  # unknown if it is archived or gone
    return desk(tid)


def _page(d: Desk, *, typed: Mapping[str, str] | None = None, fault: str = "", another: bool = False) -> str:
    touch = changes.touch(d.id)
    own = _own(d)
    _hold(d, own)
    page = enter_page(d, _own(d), typed=typed, fault=fault, another=another)
    shown = phone_frame(page_cache.view(d.id), "me")
    return render_template("phone_enter.html", page=page, d=shown, names=d.names, touch=touch)


def entered() -> bool:
    """Whether this phone, which is nobody's, entered somebody whom the desk has accepted: then it is theirs now."""
    for tid in _all_tokens():
        with suppress(Refused):  # gone, archived or damaged
            d = _desk(tid)
            _hold(d, _own(d))
    now = holders.find(session, holders.SESSION)
    return now is not None and now.kind == "player"


def signed_out(tid: str, player: PlayerId) -> None:
    """Having entered them makes this phone theirs no more: from now on it needs the code."""
    kept = [t for t in _tokens(tid) if all(each.player != player for each in waiting.of_phone(tid, [t]))]
    session[TOKENS] = _all_tokens() | {tid: kept}


def _own(d: Desk) -> tuple[OwnEntry, ...]:
    made = waiting.of_phone(d.id, _tokens(d.id))
    phone = {each.player: True for each in holders.beside(session) if each.tournament == d.id and each.player}
    now = holders.find(session, holders.SESSION)
    if now is not None and now.tournament == d.id and now.player:
        phone[now.player] = False
    return own_entries(d, made, phone=phone, codes=holders.codes_replaced(d.id) if made else {})


def _hold(d: Desk, own: tuple[OwnEntry, ...]) -> None:
    """Whom the desk accepted are the players of this phone: the first at once, the others a tap away.

    If it is somebody's in this event already, it stays with them.
    """
    held = auth.held()
    if held is not None and held.kind == "tablet":
        return
    there = held is not None and held.tournament == d.id
    for each in own:
        player = each.entry.player
        if player is None or not each.active or each.holds:
            continue
        code = keys.personal_code(holders.secret(d.id), player, codes=each.entry.codes)
        keep = holders.keep_beside if there else holders.keep_player
        keep(session, tournament=d.id, player=player, code=code)
        there = session.permanent = True


def _all_tokens() -> dict[str, list[str]]:
    kept = session.get(TOKENS)
    return kept if isinstance(kept, dict) else {}


def _tokens(tid: str) -> list[str]:
    return _all_tokens().get(tid, [])


def _keep_token(tid: str, token: str) -> None:
    """Beside those of a few other events: a cookie has only so much room."""
    others = {event: tokens for event, tokens in _all_tokens().items() if event != tid}
    recent = dict(list(others.items())[-(MOST_EVENTS - 1) :])
    session[TOKENS] = recent | {tid: [*_tokens(tid), token]}
    session.permanent = True
