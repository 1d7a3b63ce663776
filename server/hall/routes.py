"""The hall: tables of the event, and who is kept apart."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine.decisions.apart import keep_apart
from engine.decisions.setup import change_settings
from engine.refusals import Refused
from engine.sentences import everyone
from engine.values import replace
from engine.words import Tournament
from server.core.auth import needs
from server.core.desk import desk, record, tell
from server.core.frame import frame
from server.core.open_forms import SavedMeanwhile
from server.hall.hall_page import (
    apart_typed,
    hall_page,
    require_apart_as_it_was,
    require_tables_as_they_were,
    wanted_tables,
)

bp = Blueprint("hall", __name__, url_prefix="/events/<tid>/hall")
TOGETHER = 200


@bp.get("/")
@needs("organizer")
def show(tid: str) -> str:
    return _show(tid)


@bp.post("/tables")
@needs("organizer")
def tables(tid: str) -> ResponseReturnValue:
    """Where the tables of this event begin and end, and which are out of use."""
    try:
        record(tid, _tables)
    except Refused as why:
        flash(str(why), "refused")
        return _show(tid, typed=request.form, why=why), 409
    tell("Saved. Tables are numbered so from the next pairing on.")
    return _home(tid)


@bp.post("/apart")
@needs("organizer")
def apart(tid: str) -> ResponseReturnValue:
    """Whether club-mates are kept apart, and in which rounds everybody is."""
    mates, first = map(bool, apart_typed(request.form).values())

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        require_apart_as_it_was(request.form, t.apart)
        clubs = t.apart.clubs if mates else ()
        return keep_apart(t, replace(t.apart, club_mates=mates, first_round_only=first, clubs=clubs))

    try:
        record(tid, decide, said="Saved. It counts from the next pairing on.")
    except SavedMeanwhile as why:
        flash(str(why), "refused")
        return _show(tid, apart=request.form, why=why), 409
    return _home(tid)


@bp.post("/apart/add")
@needs("organizer")
def add_group(tid: str) -> ResponseReturnValue:
    chosen = tuple(dict.fromkeys(request.form.getlist("player")))
    if not 2 <= len(chosen) <= TOGETHER:
        raise Refused("Choose two or more players to keep apart.")

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        known = t.apart.groups
        return keep_apart(t, t.apart if chosen in known else replace(t.apart, groups=(*known, chosen)))

    record(tid, decide, said=f"{everyone(chosen)} are kept apart from the next pairing on.")
    return _home(tid)


@bp.post("/apart/remove")
@needs("organizer")
def remove_group(tid: str) -> ResponseReturnValue:
    gone = tuple(request.form.getlist("player"))

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        return keep_apart(t, replace(t.apart, groups=tuple(group for group in t.apart.groups if group != gone)))

    record(tid, decide, said=f"{everyone(gone)} may meet again." if gone else "")
    return _home(tid)


def _home(tid: str) -> ResponseReturnValue:
    return redirect(url_for("hall.show", tid=tid), 303)


def _tables(t: Tournament) -> tuple[f.Fact, ...]:
    wanted = wanted_tables(t.settings, request.form)
    require_tables_as_they_were(request.form, t.settings)
    return change_settings(t, wanted)


def _show(
    tid: str,
    *,
    typed: Mapping[str, str] | None = None,
    apart: Mapping[str, str] | None = None,
    why: Refused | None = None,
) -> str:
    d = desk(tid)
    page = hall_page(d, typed=typed, apart=apart, why=why)
    return render_template("hall.html", d=frame(d, "settings", heading="The hall"), names=d.names, page=page)
