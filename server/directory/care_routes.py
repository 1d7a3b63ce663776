"""The directory over time: its history and undo, erasing somebody, names of old events, and ways out of damage."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.decisions.undo_box import undo
from engine.refusals import Refused, Unknown
from engine.sentences import plural
from server.box import backups
from server.core import auth, box_journal, box_mending
from server.core.auth import needs
from server.core.desk import tell
from server.core.known_people import directory
from server.core.spelling import clean, sorting
from server.core.stored_box import BoxDamaged
from server.core.titles import with_titles
from server.directory import damage_page, erase_page, erasing, nameless
from server.directory.box_history import box_history, box_undo
from server.directory.routes import nobody_there

bp = Blueprint("directory_care", __name__, url_prefix="/people")
bp.register_error_handler(Unknown, nobody_there)


@bp.get("/history")
@needs("organizer")
def history() -> str:
    known = directory()
    page = box_history(known.book, staff=auth.names_of_staff(), before=request.args.get("before", 0, type=int))
    return render_template("directory_history.html", here="people", page=page, names=with_titles(known.names))


@bp.get("/history/<int:seq>/undo")
@needs("organizer")
def ask_undo(seq: int) -> str:
    known = directory()
    page = box_undo(known.book, seq, staff=auth.names_of_staff())
    seen = str(known.book.revision)
    return render_template("directory_undo.html", here="people", page=page, names=with_titles(known.names), seen=seen)


@bp.post("/history/<int:seq>/undo")
@needs("organizer")
def take_back(seq: int) -> ResponseReturnValue:
    seen, request_id = request.form.get("seen"), request.form.get("request_id")
    if not seen:
        raise Refused("Look at what it changes first, then undo it.")
    box_journal.record_from_book(
        auth.actor(), decide=lambda book: undo(book.acts, seq), request_id=request_id, seen=seen
    )
    tell(f"{seq} is undone. It stays in the history, and can be done again.")
    return redirect(url_for("directory_care.history"), 303)


@bp.get("/<person>/erase")
@needs("organizer")
def ask_erase(person: str) -> str:
    """The first time: what goes, and what stays."""
    page = erase_page.erase_page(directory(), person, current_app.config["CINDERBOX"])
    return render_template("erase.html", here="people", page=page)


@bp.get("/<person>/erase/sure")
@needs("organizer")
def ask_erase_again(person: str) -> str:
    """The second time, with the name to type."""
    page = erase_page.erase_page(directory(), person, current_app.config["CINDERBOX"])
    return render_template("erase_sure.html", here="people", page=page)


@bp.post("/<person>/erase")
@needs("organizer")
def erase(person: str) -> ResponseReturnValue:
    form, known = request.form, directory()
    found = known.people.get(person)
    typed = sorting(clean(form.get("name", "")))
    if found is not None and typed not in (sorting(found.name), sorting(known.names[person])):
        raise Refused("Nothing was erased: the name was not typed as it is shown.")
    erasing.erase(person, auth.actor(), request_id=form.get("request_id"), seen=form.get("seen") or None)
    if "backups" in form:
        erase_page.replace_backups(current_app.config["CINDERBOX"])
    tell("Erased. Results stay, under “Removed player”.")
    return redirect(url_for("directory.show"), 303)


@bp.get("/privacy")
@needs("organizer")
def privacy() -> str:
    after = nameless.months()
    return render_template("directory_privacy.html", here="people", months=after, aging=nameless.aging(after))


@bp.post("/privacy")
@needs("organizer")
def set_privacy() -> ResponseReturnValue:
    """The names of whatever is due now go at once, so that is asked with the number of events."""
    form = request.form
    asked = nameless.read_months(form.get("months", ""))
    due = [each for each in nameless.aging(asked) if each.due]
    if due and form.get("sure") != str(len(due)):
        return render_template(
            "directory_privacy.html", here="people", months=asked, aging=nameless.aging(asked), sure=len(due)
        )
    nameless.set_months(asked)
    nameless.make_old_events_nameless()
    told = f"The names of {plural(len(due), 'event')} are gone." if due else "Saved."
    tell(told)
    return redirect(url_for("directory_care.privacy"), 303)


@bp.post("/damage/open")
@needs("organizer")
def open_damaged() -> ResponseReturnValue:
    if damage_page.damaged() is not None:
        aside = box_mending.open_up_to_damage()
        tell(f"The directory is open again. {plural(aside, 'row')} of its journal kept aside.")
    return redirect(url_for("directory.show"), 303)


@bp.post("/damage/mend")
@needs("organizer")
def mend() -> ResponseReturnValue:
    kept = backups.kept(current_app.config["CINDERBOX"], request.form.get("backup", ""))
    if damage_page.damaged() is not None:
        count = damage_page.mend_from(kept.path)
        tell(f"{plural(count, 'change')} put back from backup no. {kept.number}. Nothing is lost.")
    return redirect(url_for("directory.show"), 303)


def damaged_page(why: BoxDamaged) -> ResponseReturnValue:
    """In place of any page about people: the ways out. Everything else goes on."""
    if auth.current() is None:
        return render_template("sorry.html", sentence="This cannot be shown right now.", status=503, names={}), 503
    offer = None
    with suppress(Refused):
        offer = damage_page.backup_that_mends(current_app.config["CINDERBOX"])
    return render_template("directory_damaged.html", here="people", damage=why.damage, offer=offer), 503
