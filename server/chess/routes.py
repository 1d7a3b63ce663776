"""Setting a table's chess clock right, from a judge's phone or the desk."""

from __future__ import annotations

import secrets

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine.progress import require_round
from engine.refusals import Refused, Unknown
from engine.words import Tournament
from server.chess import clock_correction as pages
from server.chess.chess_lines import chess_lines
from server.chess.clock_correction import ClockTyped
from server.core import texts
from server.core.auth import needs
from server.core.desk import desk, record, tell
from server.core.frame import frame

bp = Blueprint("chess", __name__, url_prefix="/events/<tid>/chess")


@bp.get("/<int:table>")
@needs("judge")
def form(tid: str, table: int) -> str:
    return _form(tid, table, preset=request.args.get("for", ""))


@bp.post("/<int:table>")
@needs("judge")
def correct(tid: str, table: int) -> ResponseReturnValue:
    said, id, number = pages.typed(request.form), secrets.token_hex(6), request.form.get("round", type=int)

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        require_round(t, number)
        return pages.correct(t, tid, table, said=said, id=id)

    try:
        note = texts.cleaned(said.note)
        record(tid, decide, beside=texts.keeping(tid, id=id, kind=pages.TEXTS, text=note))
    except Unknown:
        raise
    except Refused as why:
        flash(str(why), "refused")
        return _form(tid, table, said=said), 409
    tell(f"The chess clock of table {table} is set. It is paused until the players go on.")
    return redirect(url_for("floor.table", tid=tid, table=table), 303)


def _form(tid: str, table: int, *, said: ClockTyped | None = None, preset: str = "") -> str:
    d = desk(tid)
    page = pages.correction_page(d, table, said=said, preset=preset)
    around = {"d": frame(d, "floor", heading=f"Chess clock, table {table}"), "names": d.names}
    return render_template("chess_correction.html", **around, page=page, chess=chess_lines(d, table))
