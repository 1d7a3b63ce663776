"""Announcements: a sentence for everybody. Anybody of the staff puts one up and takes it down."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.decisions import announcements
from engine.refusals import Refused
from server.core import texts
from server.core.auth import needs
from server.core.desk import desk, record
from server.core.frame import frame
from server.event.announcing import LONGEST, announcing

bp = Blueprint("announcements", __name__, url_prefix="/events/<tid>/announcements")


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    return _page(tid, "")


@bp.post("/")
@needs("judge")
def add(tid: str) -> ResponseReturnValue:
    text = request.form.get("text", "")
    try:
        decide, beside = announcing(tid, text, request.form.get("request_id", ""))
    except Refused as why:
        flash(str(why), "refused")
        return _page(tid, text), 409
    record(tid, decide, beside=beside, said="Announced.")
    return redirect(url_for("announcements.show", tid=tid), 303)


@bp.post("/<id>/down")
@needs("judge")
def down(tid: str, id: str) -> ResponseReturnValue:
    record(tid, lambda t: announcements.take_down(t, id), said="Taken down.")
    return redirect(url_for("announcements.show", tid=tid), 303)


def _page(tid: str, text: str) -> str:
    d = desk(tid)
    return render_template(
        "announcements.html",
        d=frame(d, "announcements", heading="Announcements"),
        names=d.names,
        standing=texts.announcements(d.t, tid),
        text=text,
        longest=LONGEST,
    )
