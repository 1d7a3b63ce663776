"""Settings of an event; and this box: PINs, sign-ins, backups."""

from __future__ import annotations

from flask import Blueprint, current_app, flash, redirect, render_template, request, send_file, url_for
from sqlalchemy import func, select, update

from engine.refusals import Refused
from server.core import auth
from server.box import backups
from server.core.auth import needs
from server.core.config import Config
from server.core.db import db
from server.core.desk import desk, record, tell
from server.core.models import JournalRow, TournamentRow
from server.core.frame import frame
from server.event.settings_page import change_settings, read_name, settings_page
from server.box.this_box import box_page, restore_page

bp = Blueprint("settings", __name__)
# Forms that were answered, and how: a second tap must not take the acts after the first away.
_restored: dict[str, str] = {}


@bp.get("/events/<tid>/settings")
@needs("organizer")
def show(tid):
    return _show(tid)


@bp.post("/events/<tid>/settings")
@needs("organizer")
def save(tid):
    d = desk(tid)
    try:
        name = read_name(request.form, d.name)

        def rename(connection):
            connection.execute(update(TournamentRow).where(TournamentRow.id == tid).values(name=name))

        done = record(
            tid,
            lambda t: change_settings(t, request.form, renamed=name != d.name),
            beside=rename,
        )
    except Refused as why:
        flash(str(why), "refused")
        return _show(tid, typed=request.form), 409
    tell("Saved." if done.facts else "Nothing was changed.")
    return redirect(url_for("settings.show", tid=tid), 303)


@bp.get("/box")
@needs("organizer")
def box():
    return render_template("this_box.html", here="box", page=box_page(_config()))


@bp.post("/box/pin")
@needs("organizer")
def pin():
    role, new = request.form.get("role", ""), request.form.get("pin", "").strip()
    auth.set_pin(role, new)
    if role == "organizer":
        _config().pin_file.unlink(missing_ok=True)
    told = f"The {role} PIN is changed." if new else f"The {role} PIN is taken away: nobody can sign in with it."
    flash(f"{told} Devices that are signed in stay so; sign them out below if they should not.", "done")
    return redirect(url_for("settings.box"), 303)


@bp.post("/box/sign-ins/<int:id>/revoke")
@needs("organizer")
def revoke(id):
    auth.revoke(id)
    flash("That device is signed out.", "done")
    back = "devices.show" if request.form.get("back") == "devices" else "settings.box"
    return redirect(url_for(back), 303)


@bp.post("/box/backups")
@needs("organizer")
def back_up():
    flash(f"Backed up and checked: {backups.backup(_config()).name}.", "done")
    return redirect(url_for("settings.box"), 303)


@bp.get("/box/backups/<name>")
@needs("organizer")
def download(name):
    return send_file(backups.kept(_config(), name).path, as_attachment=True, mimetype="application/vnd.sqlite3")


@bp.get("/box/backups/<name>/restore")
@needs("organizer")
def ask_restore(name):
    kept = backups.kept(_config(), name)
    page = restore_page(kept, backups.inside(kept.path), _events_here())
    return render_template("restore.html", here="box", page=page)


@bp.post("/box/backups/<name>/restore")
@needs("organizer")
def restore(name):
    kept = backups.kept(_config(), name)
    asked = request.form.get("request_id", "")
    if asked not in _restored:
        before = backups.restore(_config(), kept.path)
        _restored[asked] = f"Restored from {kept.name}. What was here before is kept as {before.name}."
    tell(_restored[asked])
    return redirect(url_for("events.home"), 303)


def _show(tid, typed=None):
    d = desk(tid)
    page = settings_page(d, typed=typed)
    return render_template("settings.html", d=frame(d, "settings", heading="Settings"), names=d.names, page=page)


def _config() -> Config:
    return current_app.config["CINDERBOX"]


def _events_here() -> dict[str, tuple[str, int]]:
    acts = func.count(JournalRow.seq)
    with db.engine.connect() as connection:
        rows = connection.execute(
            select(TournamentRow.id, TournamentRow.name, acts)
            .outerjoin(JournalRow, JournalRow.tournament_id == TournamentRow.id)
            .group_by(TournamentRow.id, TournamentRow.name)
        )
        return {id: (name, count) for id, name, count in rows}
