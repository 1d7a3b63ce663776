"""Everything that happened, and taking it back."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.refusals import Refused
from server.core import auth, journal
from server.core.auth import needs
from server.core.books import undoing_in
from server.core.desk import desk, tell
from server.core.frame import frame
from server.event.history_page import history_page
from server.event.undo_page import undo_page

bp = Blueprint("history", __name__, url_prefix="/events/<tid>/history")


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    before, q = request.args.get("before", 0, type=int), request.args.get("q", "")[:80].strip()
    page = history_page(d, staff=auth.names_of_staff(), before=before, q=q)
    return render_template("history.html", d=frame(d, "history", heading="History"), names=d.names, page=page)


@bp.get("/<int:seq>/undo")
@needs("organizer")
def undo(tid: str, seq: int) -> str:
    d = desk(tid)
    page = undo_page(d, seq, staff=auth.names_of_staff())
    return render_template("undo.html", d=frame(d, "history", heading="Undo"), names=d.names, page=page)


@bp.post("/<int:seq>/undo")
@needs("organizer")
def take_back(tid: str, seq: int) -> ResponseReturnValue:
    seen, request_id = request.form.get("seen"), request.form.get("request_id")
    if not seen:
        raise Refused("Look at what it changes first, then undo it.")
    with suppress(Refused):
        undoing_in(journal.read(tid), seq)  # the work, before everybody waits for the writer
    journal.record_from_book(
        tid, auth.actor(), decide=lambda book: undoing_in(book, seq).facts, request_id=request_id, seen=seen
    )
    tell(f"{seq} is undone. It stays in the history, and can be done again.")
    return redirect(url_for("history.show", tid=tid), 303)
