"""The people of the box at the desk: the directory, a person, merging, telling apart, who an entry was."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from engine.box.facts import BoxFact
from engine.box.words import Box, who_is
from engine.decisions import directory as decisions
from engine.refusals import Refused, Unknown
from engine.sentences import who
from server.core import auth, box_journal
from server.core.auth import needs
from server.core.box_journal import BoxRecorded, Decide
from server.core.desk import tell
from server.core.known_people import Known, directory
from server.core.open_forms import was
from server.core.writing import Beside
from server.directory import details, merging
from server.directory.directory_page import directory_page, others_than
from server.directory.entries import entries_of
from server.directory.person_page import person_of, person_page

bp = Blueprint("directory", __name__, url_prefix="/people")


def record(
    decide: Decide, *, beside: Beside | None = None, said: str = "", step: str = "", after: BoxRecorded | None = None
) -> BoxRecorded:
    """Record what this request decided about the box, once. `after`: its step before, which was a change, too."""
    form = request.form
    request_id = form.get("request_id")
    done = box_journal.record(
        auth.actor(),
        decide=decide,
        request_id=f"{request_id}{step}" if request_id else None,
        seen=str(after.after.revision) if after else form.get("seen") or None,
        beside=beside,
    )
    if said:
        tell(said)
    return done


@bp.get("")
@needs("organizer")
def show() -> str:
    return _everybody()


def _everybody() -> str:
    known = directory()
    page = directory_page(known, q=request.args.get("q", "")[:80].strip(), at=request.args.get("at", 0, type=int))
    return render_template("directory.html", here="people", page=page, names=known.names)


def nobody_there(why: Unknown) -> ResponseReturnValue:
    """They were merged meanwhile, and are somebody else now; or erased, and everybody else is here."""
    known, asked = directory(), {**request.args, **request.form, **(request.view_args or {})}
    for person in (asked.get("person", ""), asked.get("gone", "")):
        if (today := who_is(known.book.box, person)) != person and today in known.people:
            if "_flashes" not in session:  # it was told already what happened meanwhile
                told = f"{known.names[person]} was merged into {known.names[today]} meanwhile. Nothing else was done."
                flash(told, "refused")
            return redirect(url_for("directory.person", person=today), 303)
    flash(str(why), "refused")
    return _everybody(), 404


bp.register_error_handler(Unknown, nobody_there)


@bp.get("/new")
@needs("organizer")
def new() -> str:
    return _form(None)


@bp.post("/new")
@needs("organizer")
def add() -> ResponseReturnValue:
    try:
        made = details.typed(request.form)
    except Refused as why:
        return _form(None, why=why), 409
    person = details.new_id(request.form.get("request_id", ""))
    record(lambda box: decisions.add(box, [person]), beside=details.keeping(person, made), said="Added.")
    return redirect(url_for("directory.person", person=person), 303)


@bp.get("/<person>")
@needs("organizer")
def person(person: str) -> ResponseReturnValue:
    known = directory()
    if (today := who_is(known.book.box, person)) != person:
        return redirect(url_for("directory.person", person=today), 303)
    page = person_page(known, person)
    seen = str(known.book.revision)
    return render_template("person.html", here="people", page=page, names=known.names, seen=seen)


@bp.get("/<person>/edit")
@needs("organizer")
def edit(person: str) -> str:
    return _form(person_of(directory(), person))


@bp.post("/<person>/edit")
@needs("organizer")
def save(person: str) -> ResponseReturnValue:
    form = request.form

    def decide(box: Box) -> tuple[BoxFact, ...]:
        details.require_as_it_was(form, person_of(directory(), person))
        return decisions.change_details(box, person)

    try:
        made = details.typed(form, person_of(directory(), person))
        record(decide, beside=details.keeping(person, made), said="Saved.")
    except Unknown:
        raise
    except Refused as why:
        return _form(person_of(directory(), person), why=why), 409
    return redirect(url_for("directory.person", person=person), 303)


@bp.get("/<person>/merge")
@needs("organizer")
def ask_merge(person: str) -> str:
    """Whom with, then what would move."""
    known = directory()
    into = person_of(known, person)
    gone, q = request.args.get("gone", ""), request.args.get("q", "")[:80].strip()
    page = merging.merge_page(known, person, gone) if gone else None
    others = others_than(known, into, q) if not gone else []
    return render_template(
        "merge.html",
        here="people",
        person=into,
        page=page,
        q=q,
        others=others,
        names=known.names,
        seen=str(known.book.revision),
    )


@bp.post("/<person>/merge")
@needs("organizer")
def merge(person: str) -> ResponseReturnValue:
    known, gone = directory(), request.form.get("gone", "")
    met_at = merging.both_played(known, person, gone)
    told = record(lambda box: decisions.merge(box, person, gone=gone, met_at=met_at))
    seq = told.after.revision.seq
    tell(f"They are one person now. To undo it, see no. {seq} in the history." if not told.again else "Merged.")
    return redirect(_back_or(url_for("directory.person", person=person)), 303)


@bp.post("/apart")
@needs("organizer")
def apart() -> ResponseReturnValue:
    one, two = request.form.get("one", ""), request.form.get("two", "")
    record(
        lambda box: decisions.tell_apart(box, one, two),
        said="Noted: two people. You will not be asked about them again.",
    )
    return redirect(_back_or(url_for("directory.show")), 303)


@bp.post("/<person>/open")
@needs("organizer")
def open_page(person: str) -> ResponseReturnValue:
    record(lambda box: decisions.show_page(box, person), said="Phones may see this page now.")
    return redirect(url_for("directory.person", person=person), 303)


@bp.post("/<person>/close")
@needs("organizer")
def close_page(person: str) -> ResponseReturnValue:
    record(lambda box: decisions.hide_page(box, person), said="Phones no longer see this page.")
    return redirect(url_for("directory.person", person=person), 303)


@bp.get("/<person>/entry")
@needs("organizer")
def ask_entry(person: str) -> ResponseReturnValue:
    """One event of theirs was somebody else: who?"""
    known = directory()
    event, entry = request.args.get("event", ""), request.args.get("entry", "")
    q = request.args.get("q", "")[:80].strip()
    found = next((each for each in entries_of(known, person) if (each.event, each.entry) == (event, entry)), None)
    if found is None:
        flash("That event is not theirs any more.", "refused")
        return redirect(url_for("directory.person", person=person), 303)
    them = person_of(known, person)
    told = {"person": them, "entry": found, "q": q, "others": others_than(known, them, q)}
    return render_template("entry.html", here="people", names=known.names, seen=str(known.book.revision), **told)


@bp.post("/<person>/entry")
@needs("organizer")
def give_entry(person: str) -> ResponseReturnValue:
    form = request.form
    event, entry, to = form.get("event", ""), form.get("entry", ""), form.get("to", "")
    before = person_of(directory(), person)
    added = None
    if not to:
        to = details.new_id(form.get("request_id", ""))
        same = details.Details(before.name, before.club, "", "", ())
        added = record(lambda box: decisions.add(box, [to]), beside=details.keeping(to, same), step="-new")

    def decide(box: Box) -> tuple[BoxFact, ...]:
        apart = decisions.tell_apart(box, person, to) if who_is(box, person) != to else ()
        return *decisions.give_entry(box, event, entry=entry, person=to), *apart

    alike = " Now two people have this name and club: change one of them, so that later lists find the right one."
    record(decide, said=f"Noted: that was {who(to)}.{alike if added else ''}", after=added)
    return redirect(url_for("directory.person", person=to), 303)


def _form(person: Known | None, *, why: Refused | None = None) -> str:
    kept = details.form_of(person) if person else {}
    typed = request.form if request.method == "POST" else None
    return render_template(
        "person_edit.html",
        here="people",
        person=person,
        typed=kept if typed is None else typed,
        was=was(kept, typed, why) if person else None,
        fault=str(why or ""),
    )


def _back_or(page: str) -> str:
    """A question may stand on a page of an event, too."""
    event = request.form.get("event", "")
    return url_for("players.show", tid=event) if event else page
