"""Penalties: the list, the form, and lifting one. What was said about it stands beside the journal."""

from __future__ import annotations

import secrets

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine.decisions.penalties import lift_penalty
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import ruleset_of
from engine.sentences import who
from engine.values import replace
from server.core import texts
from server.core.auth import needs
from server.core.desk import desk, record, tell
from server.core.forms import number
from server.core.frame import frame
from server.floor import penalties_page as pages
from server.floor.penalties_page import PenaltyTyped
from server.floor.way_back import to_table_of


@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    return render_template(
        "penalties.html",
        d=frame(d, "results", heading="Penalties"),
        names=d.names,
        penalties=pages.penalties_page(d),
    )


@needs("judge")
def form(tid: str) -> str:
    return _form(tid, PenaltyTyped(**{field: request.args.get(field, "") for field in ("player", "fault", "kind")}))


@needs("judge")
def give(tid: str) -> ResponseReturnValue:
    fields = ("player", "fault", "kind", "reason", "wounds", "earlier")
    said = PenaltyTyped(**{field: request.form.get(field, "").strip() for field in fields})
    id = secrets.token_hex(6)
    try:
        reason = texts.cleaned(said.reason)
        many = ruleset_of(desk(tid).t.settings).counted.many
        wounds = number(said.wounds, otherwise=f"Type the {many} as a number, or nothing.") if said.wounds else 0
        beside = texts.keeping(tid, id=id, kind="penalty", text=reason)
        done = record(tid, lambda t: pages.give(t, said, id=id, wounds=wounds), beside=beside)
    except Unknown:
        raise
    except Refused as why:
        flash(str(why), "refused")
        return _form(tid, said), 409
    given = done.only(f.PenaltyGiven)
    tell(f"Recorded: {pages.KINDS[given.kind][0].lower()} for {who(given.player)}.")
    return redirect(to_table_of(tid, given.player, otherwise=url_for("results.penalties", tid=tid)), 303)


@needs("organizer")
def lift(tid: str, id: str) -> ResponseReturnValue:
    said = "The penalty is lifted. If it decided a match, that result stays: change it at the table."
    record(tid, lambda t: lift_penalty(t, id), said=said)
    return redirect(url_for("results.penalties", tid=tid), 303)


def _form(tid: str, said: PenaltyTyped) -> str:
    d = desk(tid)
    leave = to_table_of(tid, said.player, otherwise=url_for("results.show", tid=tid))
    page = replace(pages.penalty_page(d, said), leave=leave)
    return render_template("penalty.html", d=frame(d, "results", heading="Penalty"), names=d.names, page=page)
