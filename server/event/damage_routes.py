"""The ways out for an event that is damaged: put back what is damaged, open it up to there, take it from a backup."""

from __future__ import annotations

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.sentences import plural
from server.box import backups, event_from_backup
from server.box.backups import Backup
from server.core import auth, mending
from server.core.auth import needs
from server.core.stored_journal import Damaged
from server.event.damaged_event import damage_card, damaged

bp = Blueprint("damage", __name__, url_prefix="/events/<tid>/damage")
FOR_EVERYBODY = "This event cannot be shown right now. The desk knows what to do."


@bp.get("")
@needs("organizer")
def show(tid: str) -> ResponseReturnValue:
    why = damaged(tid)
    return redirect(url_for("now.show", tid=tid), 303) if why is None else page(why)


@bp.post("/open")
@needs("organizer")
def open_event(tid: str) -> ResponseReturnValue:
    if damaged(tid) is not None:
        aside = mending.open_up_to_damage(tid)
        kept = f" {plural(aside, 'row')} of the journal {'is' if aside == 1 else 'are'} kept aside." if aside else ""
        flash(f"The event is open again.{kept} Look at its history, then go on.", "done")
    return redirect(url_for("now.show", tid=tid), 303)


@bp.post("/mend")
@needs("organizer")
def mend(tid: str) -> ResponseReturnValue:
    kept = _backup()
    if damaged(tid) is not None:
        count = event_from_backup.mend_from(tid, kept.path)
        flash(f"{plural(count, 'change')} put back from backup no. {kept.number}. Nothing is lost.", "done")
    return redirect(url_for("now.show", tid=tid), 303)


@bp.post("/take")
@needs("organizer")
def take(tid: str) -> ResponseReturnValue:
    kept = _backup()
    if damaged(tid) is not None:
        event_from_backup.take_from(current_app.config["CINDERBOX"], tid, kept.path)
        flash(f"The event is as it was in backup no. {kept.number}. What was here is kept aside.", "done")
    return redirect(url_for("now.show", tid=tid), 303)


def _backup() -> Backup:
    return backups.kept(current_app.config["CINDERBOX"], request.form.get("backup", ""))


def page(why: Damaged) -> ResponseReturnValue:
    """In place of any page of the event: the way out for the organizer, a sentence for everybody else."""
    me = auth.current()
    if me is None or me.role != "organizer":
        told = f"{why} The organizer can open it again." if me else FOR_EVERYBODY
        return render_template("sorry.html", sentence=told, status=503), 503
    return render_template(
        "event_damaged.html", here="events", card=damage_card(current_app.config["CINDERBOX"], why)
    ), 503
