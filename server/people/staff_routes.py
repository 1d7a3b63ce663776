"""The staff of the event: who coordinates it, who judges, and who of them plays."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine.decisions.staff import leave_staff
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from server.core import auth, texts
from server.core.auth import needs
from server.core.desk import desk, record, tell
from server.core.frame import frame
from server.core.spelling import clean
from server.people import known_staff, lookalikes, staff

bp = Blueprint("staff", __name__, url_prefix="/events/<tid>/staff")


@bp.get("/")
@needs("organizer")
def show(tid: str) -> str:
    d = desk(tid)
    members = staff.members(d)
    playing = {member.player for member in members}
    return render_template(
        "staff.html",
        d=frame(d, "settings", heading="Staff"),
        names=d.names,
        members=members,
        roles=staff.roles_for(d.t),
        players=[player for player in d.t.players if player not in playing],
        known=known_staff.offered(),
        alike=lookalikes.in_event(tid),
        pointed=bool(ruleset_of(d.t.settings).report_days),
    )


@bp.post("/")
@needs("organizer")
def add(tid: str) -> ResponseReturnValue:
    form = request.form
    typed = clean(form.get("name", ""))
    person = known_staff.chosen(typed) if typed else None
    name = texts.cleaned(person.name if person else typed, most=staff.LONGEST)
    id = f"staff-{form.get('request_id', '')[:40] or secrets.token_hex(8)}"
    role, player = form.get("role", ""), form.get("player", "")
    if bool(name) == bool(player):
        raise Refused("Type a name, or choose one of the players; not both.")
    before = desk(tid)
    if person is not None:
        request_id = form.get("request_id")
        step = f"{request_id}-person" if request_id else None
        known_staff.belongs(tid, id, person=person, by=auth.actor(), request_id=step)
    called = staff.names_of(before)
    done = record(
        tid,
        lambda t: staff.join(t, id, role=role, name=name, player=player, called=called),
        beside=staff.keep_name(tid, id, name if not player else ""),
    )
    theirs = {fact.id for fact in done.facts if isinstance(fact, (f.StaffRemoved, f.StaffNamed))}
    roles = [each.role for each in before.t.staff if each.id in theirs and each.role != role]
    tell(" ".join(("Noted.", *staff.given_up(desk(tid).t, roles, role=role))), "warning" if roles else "done")
    return redirect(url_for("staff.show", tid=tid), 303)


@bp.post("/<id>/remove")
@needs("organizer")
def remove(tid: str, id: str) -> ResponseReturnValue:
    record(tid, lambda t: leave_staff(t, id), said="Taken off the staff.")
    return redirect(url_for("staff.show", tid=tid), 303)
