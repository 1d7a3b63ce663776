"""The settings of an event."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection, update

from engine import facts as f
from engine.decisions.setup import change_settings
from engine.refusals import Refused
from engine.words import Tournament
from server.core.auth import needs
from server.core.desk import desk, record, tell
from server.core.frame import frame
from server.core.models import TournamentRow
from server.event.settings_meanwhile import require_as_it_was, was
from server.event.settings_page import read_name, settings_page, wanted_settings

bp = Blueprint("settings", __name__)


@bp.get("/events/<tid>/settings")
@needs("organizer")
def show(tid: str) -> str:
    return _show(tid)


@bp.post("/events/<tid>/settings")
@needs("organizer")
def save(tid: str) -> ResponseReturnValue:
    d = desk(tid)
    try:
        name = read_name(request.form, d.name)

        def rename(connection: Connection) -> None:
            connection.execute(update(TournamentRow).where(TournamentRow.id == tid).values(name=name))

        done = record(tid, lambda t: _changed(t, desk(tid).name, name), beside=rename)
    except Refused as why:
        flash(str(why), "refused")
        return _show(tid, typed=request.form, why=why), 409
    tell("Saved." if done.facts else "Nothing was changed.")
    return redirect(url_for("settings.show", tid=tid), 303)


def _changed(t: Tournament, before: str, name: str) -> tuple[f.Fact, ...]:
    wanted, planned = wanted_settings(t, request.form), "rounds" in request.form
    require_as_it_was(request.form, before, t, typed=name, wanted=wanted)
    return change_settings(t, wanted, planned=wanted.rounds if planned else None, renamed=name != before)


def _show(tid: str, *, typed: Mapping[str, str] | None = None, why: Refused | None = None) -> str:
    d = desk(tid)
    return render_template(
        "settings.html",
        d=frame(d, "settings", heading="Settings"),
        names=d.names,
        page=settings_page(d, typed=typed),
        was=was(d.name, d.t, typed, why),
    )
