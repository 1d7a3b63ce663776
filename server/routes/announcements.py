"""Announcements: a sentence for everybody. Anybody of the staff puts one up and takes it down."""

from __future__ import annotations

import secrets

from flask import Blueprint, flash, redirect, render_template, request, url_for

from engine.refusals import Refused
from server import journal, texts
from server.auth import needs
from server.db import writer
from server.desk import desk
from server.pages.frame import frame

KIND, LONGEST = "announcement", 280
bp = Blueprint("announcements", __name__, url_prefix="/events/<tid>/announcements")


@bp.get("/")
@needs("judge")
def show(tid):
    return _page(tid, "")


@bp.post("/")
@needs("judge")
def add(tid):
    journal.read(tid)
    text = request.form.get("text", "")
    try:
        said = texts.cleaned(text, most=LONGEST)
        if not said:
            raise Refused("Type what everybody should know.")
    except Refused as why:
        flash(str(why), "refused")
        return _page(tid, text), 409
    once = request.form.get("request_id", "")[:40] or secrets.token_hex(8)
    with writer() as connection, connection.begin():
        texts.write(connection, tid, id=f"a{once}", kind=KIND, text=said)
    flash("Announced.", "done")
    return redirect(url_for("announcements.show", tid=tid), 303)


@bp.post("/<id>/down")
@needs("judge")
def down(tid, id):
    with writer() as connection, connection.begin():
        texts.take_down(connection, tid, id=id, kind=KIND)
    flash("Taken down.", "done")
    return redirect(url_for("announcements.show", tid=tid), 303)


def _page(tid: str, text: str):
    d = desk(tid)
    standing = texts.texts(tid, KIND)
    return render_template(
        "announcements.html",
        d=frame(d, "announcements", heading="Announcements"),
        names=d.names,
        standing=standing,
        text=text,
        longest=LONGEST,
    )
