"""Decks at the desk: lists and rosters entered, checked, locked and unlocked; the card catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine.decisions import deck_lists, setup
from engine.decks.rules import CatalogueRules
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import deck_rules
from engine.sentences import plural, who
from engine.words import Tournament
from server.core import auth
from server.core.auth import names_of_staff, needs
from server.core.desk import Desk, desk, record, tell
from server.core.frame import frame
from server.core.open_forms import SavedMeanwhile
from server.decks import catalogue, deadline, decks
from server.decks.decks_page import (
    Editing,
    deck_page,
    decks_page,
    editing_typed,
    known_player,
    list_typed,
    require_list_as_it_was,
    require_roster_as_it_was,
    roster_typed,
    verdict_typed,
)
from server.decks.verdicts import faults_of_roster, readable, verdict
from server.people import playing_staff

bp = Blueprint("decks", __name__, url_prefix="/events/<tid>/decks")
LARGEST_FILE = 16 * 1024 * 1024


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    return render_template("decks.html", d=frame(d, "decks", heading="Decks"), names=d.names, page=decks_page(d))


@bp.post("/who")
@needs("judge")
def who_am_i(tid: str) -> ResponseReturnValue:
    """Somebody of the staff plays too: is it whoever holds this device?"""
    playing_staff.answer(desk(tid), request.form.get("player", ""))
    return redirect(_back(tid), 303)


@bp.post("/deadline")
@needs("organizer")
def set_deadline(tid: str) -> ResponseReturnValue:
    """Lists close by themselves, at a time of day or in so many minutes; nothing typed takes the deadline away."""
    due = deadline.read(request.form)
    record(tid, lambda t: deck_lists.set_deadline(t, due))
    tell(f"Lists close at {deadline.told(due)}." if due else "There is no deadline. Lists close with round 1.")
    return redirect(url_for("decks.show", tid=tid), 303)


@bp.post("/lock-all")
@needs("organizer")
def lock_all(tid: str) -> ResponseReturnValue:
    done = record(tid, lambda t: deck_lists.lock_all_lists(t, lists=decks.decks_of(tid)))
    tell(f"{plural(len(done.facts), 'list')} locked." if done.facts else "There was no open list to lock.")
    return redirect(url_for("decks.show", tid=tid), 303)


@bp.post("/catalogue")
@needs("organizer")
def load_catalogue(tid: str) -> ResponseReturnValue:
    files = [sent.read() for sent in request.files.getlist("file") if sent.filename]
    if not files:
        raise Refused("Choose a file first.")
    found = catalogue.load(_catalogues(tid), files)
    loaded = f"The catalogue is loaded: {plural(len(found.cards), 'card')}. Every list is checked against it."
    tell(" ".join((loaded, *found.lacking)))
    return redirect(url_for("decks.show", tid=tid), 303)


@bp.post("/catalogue/forget")
@needs("organizer")
def forget_catalogue(tid: str) -> ResponseReturnValue:
    catalogue.forget(_catalogues(tid))
    tell("The catalogue is removed. Card names are not checked.")
    return redirect(url_for("decks.show", tid=tid), 303)


@bp.get("/catalogue/sample.csv")
@needs("organizer")
def sample_catalogue(tid: str) -> Response:
    """A few cards of our own making, to see the columns."""
    sample = _catalogues(tid).sample
    if not sample:
        raise Unknown("There is no sample for this game.")
    return Response(sample, mimetype="text/csv", headers={"Content-Disposition": "attachment; filename=cards.csv"})


@bp.get("/player/<pid>")
@needs("judge")
def one(tid: str, pid: str) -> str:
    return _one(desk(tid), pid, as_form=request.args.get("as") == "form")


@bp.post("/player/<pid>")
@needs("organizer")
def save(tid: str, pid: str) -> ResponseReturnValue:
    """Save the list; with “lock” it is locked too, faults or not: the organizer decides."""
    d = desk(tid)
    playing_staff.require_may_see(d, pid)
    settings, form = d.t.settings, request.form
    if form.get("do") == "lines":
        return _one(d, pid, editing=editing_typed(settings, form), typed=form)
    locks = form.get("do") == "lock"

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        deck_lists.change_list(t, pid)
        require_list_as_it_was(form, d, pid, text=text, staff=names_of_staff())
        return deck_lists.lock_list(t, pid, lists=(pid,)) if locks else ()

    try:
        text = list_typed(settings, form, request.files)
        readable(settings, text)
        asked = form.get("request_id") or None
        decks.save(tid, pid, text=text, by=auth.actor(), decide=decide, request_id=asked)
    except Refused as why:
        flash(str(why), "refused")
        return _one(desk(tid), pid, editing=editing_typed(settings, form), typed=form, why=why), 409
    wrong = verdict(settings, text).faults
    told = f"The list of {who(pid)} is saved{' and locked' if locks else ''}"
    tell(
        f"{told}, with {plural(len(wrong), 'fault')}." if wrong else f"{told}. It is legal.",
        "warning" if wrong else "done",
    )
    return redirect(url_for("decks.one", tid=tid, pid=pid), 303)


@bp.post("/player/<pid>/preview")
@needs("organizer")
def preview(tid: str, pid: str) -> str:
    """What the rulebook says to what is being typed."""
    d = desk(tid)
    playing_staff.require_may_see(d, pid)
    found = verdict_typed(d.t.settings, request.form, request.files)
    return render_template("_deck_preview.html", found=found, names=d.names)


@bp.post("/player/<pid>/lock")
@needs("organizer")
def lock(tid: str, pid: str) -> ResponseReturnValue:
    said = f"The list of {who(pid)} is locked."
    record(tid, lambda t: deck_lists.lock_list(t, pid, lists=decks.decks_of(tid)), said=said)
    return redirect(url_for("decks.one", tid=tid, pid=pid), 303)


@bp.post("/player/<pid>/unlock")
@needs("organizer")
def unlock(tid: str, pid: str) -> ResponseReturnValue:
    said = f"The list of {who(pid)} is open again. The history shows that."
    record(tid, lambda t: deck_lists.unlock_list(t, pid), said=said)
    return redirect(url_for("decks.one", tid=tid, pid=pid), 303)


@bp.post("/player/<pid>/roster")
@needs("organizer")
def roster(tid: str, pid: str) -> ResponseReturnValue:
    """The organizer names a roster; what is wrong with it is said, and it is kept."""
    form = request.form

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        require_roster_as_it_was(form, t, known_player(t, pid))
        return setup.name_factions(t, pid, factions=roster_typed(t, known_player(t, pid), form))

    try:
        record(tid, decide)
    except SavedMeanwhile as why:
        flash(str(why), "refused")
        return _one(desk(tid), pid, typed=form, why=why), 409
    t = desk(tid).t
    faults = faults_of_roster(t, known_player(t, pid))
    told = f"The roster of {who(pid)} is saved"
    tell(f"{told}, with {plural(len(faults), 'fault')}." if faults else f"{told}.", "warning" if faults else "done")
    return redirect(url_for("decks.one", tid=tid, pid=pid), 303)


@bp.url_value_preprocessor
def _take_large_files(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """A card list with all its texts is larger than what people type."""
    if endpoint == "decks.load_catalogue":
        request.max_content_length = request.max_form_memory_size = LARGEST_FILE


def _catalogues(tid: str) -> CatalogueRules:
    rules = deck_rules(desk(tid).t.settings).catalogue
    if rules is None:
        raise Refused("This game has no card catalogue.")
    return rules


def _one(
    d: Desk,
    pid: str,
    *,
    editing: Editing | None = None,
    as_form: bool = False,
    typed: Mapping[str, str] | None = None,
    why: Refused | None = None,
) -> str:
    page = deck_page(d, pid, staff=names_of_staff(), editing=editing, as_form=as_form, typed=typed, why=why)
    around = {"d": frame(d, "decks", heading=f"Deck of {d.names.get(pid, pid)}"), "names": d.names}
    return render_template("deck.html", **around, page=page)


def _back(tid: str) -> str:
    """The page that asked, if it is one of this event."""
    back = request.form.get("back", "")
    return back if back.startswith(f"/events/{tid}/") and "\\" not in back else url_for("decks.show", tid=tid)
