"""The events of this box: the list, a new one, a demo, putting away and deleting."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, current_app, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from engine.rulesets.registry import RULESETS
from server.box.backups import can_back_up
from server.core import auth, events
from server.core.auth import needs
from server.core.config import Config
from server.core.desk import desk
from server.core.stored_journal import Damaged
from server.event import deleting, founding
from server.event.demo import make_demo
from server.event.home_page import archive_page, delete_damaged_page, delete_page, home_page
from server.event.new_event import NewEvent, offers, plan_of
from server.event.phone_events import phone_events, rankings_are_open
from server.event.settings_form import TIMERS
from server.people.known_names import with_known

bp = Blueprint("events", __name__)


@bp.get("/")
@needs("public")
def home() -> ResponseReturnValue:
    """The desk's list for the staff; a judge comes back to the floor, others choose the event they came for."""
    me = auth.current()
    back = me is not None and me.role == "judge" and "all" not in request.args
    if back and (tid := events.one_that_is_on(session.get("floor", ""))):
        return redirect(url_for("floor.show", tid=tid), 303)
    if me is None:
        return render_template("phone_events.html", events=phone_events(), rankings=rankings_are_open())
    return render_template("events.html", here="events", page=home_page(events.listed(), _config()))


@bp.get("/events/new")
@needs("organizer")
def new() -> str:
    return _form(_plan())


@bp.post("/events/preview")
@needs("organizer")
def preview() -> str:
    """The right side while somebody types; without JavaScript the whole page again."""
    if request.headers.get("X-Part"):
        return render_template("_event_so_far.html", page=_plan())
    return _form(_plan())


@bp.post("/events")
@needs("organizer")
def create() -> ResponseReturnValue:
    plan = _plan()
    if plan.faults or plan.name_fault:
        return _form(plan, name_fault=plan.name_fault), 409
    tid = events.event_id(request.form.get("request_id", ""))
    made = founding.found(tid, plan.name, settings=plan.settings, entries=plan.pasted.players, by=auth.actor())
    for told in plan.pasted.told if made else ():
        flash(told, "warning")
    return redirect(url_for("players.show", tid=tid), 303)


@bp.post("/demo")
@needs("organizer")
def demo() -> ResponseReturnValue:
    tid = make_demo(auth.actor(), request_id=request.form.get("request_id", ""))
    return redirect(url_for("now.show", tid=tid), 303)


@bp.post("/events/<tid>/archive")
@needs("organizer")
def archive(tid: str) -> ResponseReturnValue:
    """A running event is asked about first: its walls, phones and tablets would go dark."""
    if "sure" not in request.form and (running := archive_page(tid)):
        return render_template("event_archive.html", here="events", page=running)
    events.put_away(tid, archived=True)
    flash("The event is archived. You find it under “Archived”; nothing is lost.", "done")
    return redirect(url_for("events.home"), 303)


@bp.post("/events/<tid>/unarchive")
@needs("organizer")
def unarchive(tid: str) -> ResponseReturnValue:
    events.put_away(tid, archived=False)
    return redirect(url_for("events.home"), 303)


@bp.get("/events/<tid>/delete")
@needs("organizer")
def ask_delete(tid: str) -> str:
    backed_up = can_back_up(_config())
    try:
        page = delete_page(desk(tid), backed_up=backed_up)
    except Damaged:
        event = next(event for event in events.listed() if event.id == tid)
        page = delete_damaged_page(event, backed_up=backed_up)
    return render_template("event_delete.html", here="events", page=page)


@bp.post("/events/<tid>/delete")
@needs("organizer")
def delete(tid: str) -> ResponseReturnValue:
    with suppress(Damaged):
        desk(tid)
    kept = deleting.delete_event(_config(), tid)
    held = "" if kept is None or kept.proved else " as it was found, damage and all"
    still = f" Backup no. {kept.number}, made just before, still holds it{held}: see “This box”." if kept else ""
    flash(f"The event is deleted.{still}", "done")
    return redirect(url_for("events.home"), 303)


def _plan() -> NewEvent:
    return plan_of(request.form, most=_config().most_players, met=lambda listed: with_known(listed, request.form))


def _form(plan: NewEvent, *, name_fault: str = "") -> str:
    """The form with everything typed in it; a missing name is only told to somebody who was done."""
    books = tuple((rules, " ".join(offers(rules))) for rules in RULESETS.values())
    choices = {"rulebooks": books, "timers": tuple(TIMERS.items())}
    return render_template("event_new.html", here="new", page=plan, name_fault=name_fault, **choices)


def _config() -> Config:
    config: Config = current_app.config["CINDERBOX"]
    return config
