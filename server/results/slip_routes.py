"""Slips by keyboard. Without script a line is posted like any form, and the answer says whom it meant."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine import progress
from engine.refusals import Refused, Unknown
from engine.words import Tournament
from server.core import auth
from server.core.auth import needs
from server.core.desk import desk, record, tell
from server.core.frame import frame
from server.decks.known_lives import lives_now
from server.results import entering
from server.results.result_form import Doubted
from server.results.slips_page import Slip, in_games, playing, read, read_game_slip, slips_page


@needs("judge")
def show(tid: str) -> ResponseReturnValue:
    return _page(tid, Slip(table=request.args.get("table", "").strip()[:40]))


@needs("judge")
def enter(tid: str) -> ResponseReturnValue:
    slip = Slip(*(request.form.get(field, "").strip()[:40] for field in ("table", "winner", "wounds", "sure")))
    d, of_round = desk(tid), request.form.get("round", type=int)
    names, lives = d.names, lives_now(d)

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        progress.require_round(t, of_round)
        if in_games(t):
            table, game = read_game_slip(t, slip, names)
            return entering.enter_game_slip(t, table, game=game, sure=slip.sure)
        table, said = read(t, slip, names)
        return entering.enter(t, table, said=said, shown="", lives=lives)

    try:
        done = record(tid, decide)
    except Unknown:
        raise
    except Doubted as doubt:
        return _page(tid, slip, doubt=doubt, status=409)
    except Refused as why:
        tell(str(why), "refused")
        return _page(tid, slip, status=409)
    for text in entering.came_in(desk(tid).t, done.facts):
        tell(text)
    return redirect(url_for("results.slips", tid=tid), 303)


def _page(tid: str, slip: Slip, *, doubt: Doubted | None = None, status: int = 200) -> ResponseReturnValue:
    d = desk(tid)
    try:
        playing(d.t)
    except Refused as why:
        tell(str(why), "refused")
        return redirect(url_for("results.show", tid=tid), 303)
    page = slips_page(d, slip, staff=auth.names_of_staff(), doubt=doubt)
    shown = frame(d, "results", heading="Slips")
    return render_template("slips.html", d=shown, names=d.names, page=page), status
