"""A player's own deck list or roster, on their own phone. No address names a player: whose it is, the code says."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine import so_far
from engine.decisions import deck_lists, setup
from engine.refusals import Refused
from engine.sentences import plural
from engine.words import Tournament
from server.core import journal
from server.core.auth import needs
from server.core.desk import tell
from server.core.holders import Holder
from server.decks import deadline, decks
from server.decks.decks_page import Editing, editing_typed, known_player, list_typed, roster_typed, verdict_typed
from server.decks.verdicts import faults_of_roster, readable, verdict
from server.phone.own_deck_page import own_deck_page
from server.phone.own_page import whose_phone

bp = Blueprint("own_deck", __name__, url_prefix="/me/deck")


@bp.get("")
@needs("player")
def show() -> ResponseReturnValue:
    me = whose_phone()
    if me is None:
        return redirect(url_for("players_own.enter"), 303)
    return _page(me, as_form=request.args.get("as") == "form")


@bp.post("")
@needs("player")
def save() -> ResponseReturnValue:
    """Save the list; “hand-in” locks it, if it is legal."""
    me = whose_phone()
    if me is None:
        return redirect(url_for("players_own.enter"), 303)
    form, settings = request.form, _t(me).settings
    if form.get("do") == "lines":
        return _page(me, editing=editing_typed(settings, form))
    hands_in = form.get("do") == "hand-in"
    try:
        text = list_typed(settings, form, request.files)
        readable(settings, text)
        faults = verdict(settings, text).faults
        # A list with faults is kept as it is, so that nothing typed is lost; it is only not handed in.
        _save(me, text, hands_in=hands_in and not faults)
    except Refused as why:
        flash(str(why), "refused")
        return _page(me, editing=editing_typed(settings, form)), 409
    _tell_saved(faults, hands_in=hands_in)
    return redirect(url_for("own_deck.show"), 303)


@bp.post("/preview")
@needs("player")
def preview() -> ResponseReturnValue:
    """What the rulebook says to what is being typed."""
    me = whose_phone()
    if me is None:
        return "", 401
    found = verdict_typed(_t(me).settings, request.form, request.files)
    return render_template("_deck_preview.html", found=found, names={})


@bp.post("/roster")
@needs("player")
def roster() -> ResponseReturnValue:
    """Factions for all rounds, before the start; different ones unless the organizer allows repeats."""
    me = whose_phone()
    if me is None:
        return redirect(url_for("players_own.enter"), 303)

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        player = known_player(t, me.player or "")
        if so_far.begun(t):
            raise Refused("The event has begun, so the roster stays as it is. Ask at the desk.")
        factions = roster_typed(t, player, request.form)
        faults = faults_of_roster(t, player, factions)
        if faults:
            raise Refused(" ".join(faults))
        return () if factions == player.factions else setup.name_factions(t, player.id, factions=factions)

    try:
        journal.record(me.tournament or "", me.actor, decide=decide, request_id=request.form.get("request_id") or None)
    except Refused as why:
        flash(str(why), "refused")
        return _page(me, typed=request.form), 409
    tell("Your roster is in. You can change it until round 1 begins.")
    return redirect(url_for("own_deck.show"), 303)


def _t(me: Holder) -> Tournament:
    return journal.read(me.tournament or "").tournament


def _save(me: Holder, text: str, *, hands_in: bool) -> None:
    player = me.player or ""

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        known_player(t, player)
        if late := deadline.why_late(t):
            raise Refused(late)
        return deck_lists.hand_in(t, player) if hands_in else deck_lists.change_own_list(t, player)

    asked = request.form.get("request_id") or None
    decks.save(me.tournament or "", player, text=text, by=me.actor, decide=decide, request_id=asked)


def _tell_saved(faults: tuple[str, ...], *, hands_in: bool) -> None:
    if hands_in and faults:
        tell(
            f"Not handed in: the list has {plural(len(faults), 'fault')}. It is saved; put it right and try again.",
            "refused",
        )
    elif hands_in:
        tell("Handed in and locked. Good luck!")
    else:
        tell("Saved, not handed in yet." if not faults else f"Saved, with {plural(len(faults), 'fault')}.")


def _page(
    me: Holder, *, editing: Editing | None = None, as_form: bool = False, typed: Mapping[str, str] | None = None
) -> str:
    return render_template("phone_deck.html", **own_deck_page(me, editing=editing, as_form=as_form, typed=typed))
