"""What to do next."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine.decisions import rounds, setup
from engine.fold import apply_facts
from engine.words import Tournament
from server.core.auth import needs
from server.core.desk import desk, record
from server.core.frame import frame
from server.hall.clubs import with_clubs
from server.now.now_page import STEPS, now_page
from server.paper.round_pack import backup_after_round

bp = Blueprint("now", __name__, url_prefix="/events/<tid>")


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    return render_template("now.html", d=frame(d, "now", heading="Now"), names=d.names, page=now_page(d), steps=STEPS)


@bp.post("/start")
@needs("organizer")
def start(tid: str) -> ResponseReturnValue:
    record(tid, with_clubs(tid, start_and_pair))
    return redirect(url_for("pairings.show", tid=tid), 303)


@bp.post("/close")
@needs("organizer")
def close(tid: str) -> ResponseReturnValue:
    record(tid, rounds.close, said="The round is closed.")
    backup_after_round(tid)
    return redirect(url_for("standings.show", tid=tid), 303)


def start_and_pair(t: Tournament) -> tuple[f.Fact, ...]:
    """The first stage and its first round, in one act."""
    opened = setup.start(t)
    return *opened, *rounds.pair_round(apply_facts(t, opened))
