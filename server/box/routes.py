"""This box: PINs, sign-ins, backups."""

from __future__ import annotations

from threading import Lock

from flask import Blueprint, current_app, flash, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import func, select

from engine import refusals
from server.box import backups, rebuilding, restarting, restoring
from server.box.backups import Backup
from server.box.database_file import is_damaged
from server.box.rescue import Copy
from server.box.this_box import box_page, restore_page
from server.core import auth
from server.core.auth import needs
from server.core.config import Config, flush
from server.core.db import db
from server.core.desk import tell
from server.core.models import JournalRow, TournamentRow
from server.core.unsaved import if_possible

bp = Blueprint("this_box", __name__)
# Forms that were answered, and how: a second tap must not take the acts after the first away.
_restored: dict[str, str] = {}
_restoring = Lock()


@bp.get("/box")
@needs("organizer")
def show() -> str:
    return render_template("this_box.html", here="box", page=box_page(_config()))


@bp.post("/box/pin")
@needs("organizer")
def pin() -> ResponseReturnValue:
    role, new = request.form.get("role", ""), request.form.get("pin", "").strip()
    auth.set_pin(role, new)
    if role == "organizer":
        _config().pin_file.unlink(missing_ok=True)
        flush(_config().data)  # or a pulled plug might bring a PIN back that opens nothing
    told = f"The {role} PIN is changed." if new else f"The {role} PIN is removed: nobody can sign in with it."
    flash(f"{told} Devices that are signed in stay so; sign them out below if they should not.", "done")
    return redirect(url_for("this_box.show"), 303)


@bp.post("/box/sign-ins/<int:id>/revoke")
@needs("organizer")
def revoke(id: int) -> ResponseReturnValue:
    auth.revoke(id)
    flash("That device is signed out.", "done")
    back = "devices.show" if request.form.get("back") == "devices" else "this_box.show"
    return redirect(url_for(back), 303)


@bp.post("/box/backups")
@needs("organizer")
def back_up() -> ResponseReturnValue:
    flash(backups.told(backups.backup(_config())), "done")
    return redirect(url_for("this_box.show"), 303)


@bp.get("/box/backups/<name>")
@needs("organizer")
def download(name: str) -> ResponseReturnValue:
    path = backups.kept(_config(), name).path
    try:
        return send_file(path, as_attachment=True, mimetype="application/octet-stream")
    except FileNotFoundError as why:  # it has just made room for a newer one
        raise refusals.Unknown(backups.GONE) from why


@bp.get("/box/backups/<name>/restore")
@needs("organizer")
def ask_restore(name: str) -> str:
    kept = backups.kept(_config(), name)
    page = restore_page(kept, backups.inside(kept.path), _events_here())
    return render_template("restore.html", here="box", page=page)


@bp.post("/box/backups/<name>/restore")
@needs("organizer")
def restore(name: str) -> ResponseReturnValue:
    kept = backups.kept(_config(), name)
    asked = request.form.get("request_id", "")
    with _restoring:
        if asked not in _restored and is_damaged(_config()):
            return _restored_by_starting_again(kept)
        if asked not in _restored:
            before = restoring.restore(_config(), kept.path)
            _restored[asked] = f"Restored from {kept.name}. What was here before is kept as {before.name}."
        tell(_restored[asked])
    return redirect(url_for("events.home"), 303)


def _restored_by_starting_again(kept: Backup) -> ResponseReturnValue:
    """Nothing can be put into a file that is damaged: the backup takes its place while nobody has it open."""
    restarting.require_possible()
    rebuilding.ask_for(_config(), kept.path)
    restarting.ask()
    copy = Copy(kept.path, f"no. {kept.number}")
    return render_template("rescue_under_way.html", chosen=copy)


def _config() -> Config:
    config: Config = current_app.config["CINDERBOX"]
    return config


def _events_here() -> dict[str, tuple[str, int]]:
    """With how many acts; nothing where damage keeps it from being read."""
    acts = func.count(JournalRow.seq)
    with if_possible(), db.engine.connect() as connection:
        rows = connection.execute(
            select(TournamentRow.id, TournamentRow.name, acts)
            .outerjoin(JournalRow, JournalRow.tournament_id == TournamentRow.id)
            .group_by(TournamentRow.id, TournamentRow.name)
        )
        return {id: (name, count) for id, name, count in rows}
    return {}
