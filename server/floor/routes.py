"""Judges, from a pocket: calls to go to, the stopwatch at a table, and the extra time it becomes."""

from __future__ import annotations

from typing import TypedDict

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from engine.decisions import people
from engine.refusals import Refused
from engine.sentences import who
from server.chess.chess_lines import chess_lines
from server.core import auth
from server.core.auth import needs
from server.core.desk import desk, record, tell
from server.core.frame import frame
from server.floor import calls, visits
from server.floor.floor_page import floor_page
from server.floor.floor_table import floor_table_page
from server.floor.rulings_log import Wanted, log_page

bp = Blueprint("floor", __name__, url_prefix="/events/<tid>/floor")


class Asked(TypedDict):
    round: int | None
    request_id: str | None


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    if session.get("floor") != tid:
        session["floor"] = tid  # where a judge comes back to
    return render_template("floor.html", d=frame(d, "floor", heading="Floor"), names=d.names, page=floor_page(d))


@bp.get("/<int:table>")
@needs("judge")
def table(tid: str, table: int) -> ResponseReturnValue:
    d = desk(tid)
    current = d.t.current_round
    if current is not None and current.phase == "closed":  # the judge's phone was open when the round ended
        return redirect(url_for("floor.show", tid=tid), 303)
    page = floor_table_page(d, table)
    around = {"d": frame(d, "floor", heading=f"Table {table}"), "names": d.names}
    return render_template("floor_table.html", **around, page=page, chess=chess_lines(d, table))


@bp.post("/<int:table>/arrive")
@needs("judge")
def arrive(tid: str, table: int) -> ResponseReturnValue:
    """At the table: its calls are this judge's now, and the stopwatch runs."""
    visits.arrive(tid, table, by=auth.actor())
    for call in calls.table_calls(tid, desk(tid).t, table=table):
        calls.claim(tid, call.id, by=auth.actor(), instead_of=call.claimed_by)
    return redirect(url_for("floor.table", tid=tid, table=table), 303)


@bp.post("/<int:table>/leave")
@needs("judge")
def leave(tid: str, table: int) -> ResponseReturnValue:
    ruling = request.form.get("ruling", "")
    flash(visits.leave(tid, table, by=auth.actor(), minutes=_minutes(), ruling=ruling, **_asked()), "done")
    return redirect(url_for("floor.show", tid=tid), 303)


@bp.post("/<int:table>/extra")
@needs("judge")
def extra(tid: str, table: int) -> ResponseReturnValue:
    """Whole minutes to give; or all that the page showed, to the second, to take back."""
    taken = request.form.get("take_back_ms", type=int)
    ms = _minutes() * visits.MINUTE if taken is None else -taken
    flash(visits.give(tid, table, by=auth.actor(), ms=ms, **_asked()), "done")
    return redirect(url_for("floor.table", tid=tid, table=table), 303)


@bp.post("/<int:table>/ruling")
@needs("judge")
def ruling(tid: str, table: int) -> ResponseReturnValue:
    """In a word or two, about one of them or all."""
    words, about = request.form.get("ruling", ""), tuple(filter(None, (request.form.get("about"),)))
    tell(visits.rule(tid, table, by=auth.actor(), words=words, about=about, **_asked()))
    return redirect(url_for("floor.table", tid=tid, table=table), 303)


@bp.get("/log")
@needs("judge")
def log(tid: str) -> str:
    d = desk(tid)
    wanted = Wanted(request.args.get("table", ""), request.args.get("player", ""), request.args.get("judge", ""))
    page = log_page(d, wanted)
    return render_template("rulings_log.html", d=frame(d, "floor", heading="Rulings log"), names=d.names, page=page)


@bp.post("/calls/<int:id>/claim")
@needs("judge")
def claim(tid: str, id: int) -> ResponseReturnValue:
    calls.claim(tid, id, by=auth.actor(), instead_of=request.form.get("instead_of") or None)
    return redirect(url_for("floor.show", tid=tid), 303)


@bp.post("/calls/<int:id>/let-go")
@needs("judge")
def let_go(tid: str, id: int) -> ResponseReturnValue:
    call = calls.let_go(tid, id)
    flash(f"{call.place} waits for somebody again.", "warning")
    return redirect(url_for("floor.show", tid=tid), 303)


@bp.post("/calls/<int:id>/resolve")
@needs("judge")
def resolve(tid: str, id: int) -> ResponseReturnValue:
    call = calls.resolve(tid, id)
    tell(f"{who(call.player)} stays in the event." if call.player else f"{call.place}: seen to.")
    return _back(tid)


@bp.post("/calls/<int:id>/drop")
@needs("organizer")
def drop(tid: str, id: int) -> ResponseReturnValue:
    """The desk's yes to whoever asked at the tablet to drop."""
    player = calls.who_wants_to_drop(tid, id)
    record(tid, lambda t: people.drop(t, player), said=f"{who(player)} is out from the next pairing on.")
    calls.resolve(tid, id)
    return _back(tid)


def _back(tid: str) -> ResponseReturnValue:
    return redirect(url_for("now.show" if request.form.get("back") == "now" else "floor.show", tid=tid), 303)


def _minutes() -> int:
    minutes = request.form.get("minutes", type=int)
    if minutes is None:
        raise Refused("Choose how many minutes.")
    return minutes


def _asked() -> Asked:
    """What came with the form against double taps and old pages."""
    return {"round": request.form.get("round", type=int), "request_id": request.form.get("request_id") or None}
