"""Everything that happened, and taking it back."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for

from engine import facts as f
from engine.fold import undo as undone
from engine.refusals import Refused
from engine.words import Tournament
from server import auth, journal
from server.auth import needs
from server.db import db
from server.desk import desk, record
from server.pages.frame import frame
from server.pages.history import history_page, undo_page

bp = Blueprint("history", __name__, url_prefix="/events/<tid>/history")


@bp.get("/")
@needs("judge")
def show(tid):
    d = desk(tid)
    page = history_page(d, staff=_staff(), before=request.args.get("before", 0, type=int))
    return render_template("history.html", d=frame(d, "history", heading="History"), names=d.names, page=page)


@bp.get("/<int:seq>/undo")
@needs("organizer")
def undo(tid, seq):
    d = desk(tid)
    page = undo_page(d, seq, staff=_staff())
    return render_template("undo.html", d=frame(d, "history", heading="Undo"), names=d.names, page=page)


@bp.post("/<int:seq>/undo")
@needs("organizer")
def take_back(tid, seq):
    if not request.form.get("seen"):
        raise Refused("Look at what it changes first, then undo it.")

    def decide(_: Tournament) -> tuple[f.Fact, ...]:
        # The journal is locked and stands where the page saw it, so these are the acts that were shown.
        return undone(journal.read(tid).acts, seq)

    done = record(tid, decide)
    if not done.again:
        flash(f"{seq} is undone. It stays in the history, and can be done again.", "done")
    return redirect(url_for("history.show", tid=tid), 303)


def _staff() -> dict[str, str]:
    with db.engine.connect() as connection:
        return auth.staff_names(connection)
