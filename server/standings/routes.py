"""Standings, the cut, the end."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.decisions import stages
from engine.decisions.lots import replace_lots
from engine.pairing.draft import second_name
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import ruleset_of
from engine.words import PlayerId
from server.core.auth import needs
from server.core.desk import desk, record
from server.core.forms import typed_order
from server.core.frame import frame
from server.draft import host_decks
from server.paper.round_pack import backup_after_round
from server.standings.ending import cut_page, finish_page, prize_lines
from server.standings.standings_page import standings_page
from server.standings.wrap_up import wrap_up

bp = Blueprint("standings", __name__, url_prefix="/events/<tid>/standings")
LOOK_FIRST = "This is what you changed it to. Nothing is recorded yet: look at who is in, then press the button again."


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    page = standings_page(d, request.args.get("round", type=int), opened=request.args.get("open", ""))
    shown = frame(d, "standings", heading="Standings")
    return render_template(
        "standings.html", d=shown, names=d.names, page=page, wrap=wrap_up(d) if page.finished else None
    )


@bp.post("/lots")
@needs("organizer")
def lots(tid: str) -> ResponseReturnValue:
    tied, places = typed_order(request.form)
    record(tid, lambda t: replace_lots(t, tied, places=places), said="The tie is decided by your order.")
    return redirect(url_for("standings.show", tid=tid), 303)


@bp.get("/cut")
@needs("organizer")
def cut(tid: str) -> str:
    return _cut(tid, request.args.get("size", 0, type=int), frozenset(request.args.getlist("declined")))


@bp.post("/cut")
@needs("organizer")
def make_cut(tid: str) -> ResponseReturnValue:
    size, declined = request.form.get("size", 0, type=int), frozenset(request.form.getlist("declined"))
    unseen = _unseen(size, declined)
    if unseen:
        flash(LOOK_FIRST, "warning")
    if unseen or request.form.get("do") == "look":
        return redirect(url_for("standings.cut", tid=tid, size=size, declined=sorted(declined)), 303)

    decide = lambda t: stages.make_cut(t, size, declined=declined)  # noqa: E731
    record(tid, decide, said="The cut is made. Pair its first round next.")
    return redirect(url_for("now.show", tid=tid), 303)


@bp.post("/second-draft")
@needs("organizer")
def second_draft(tid: str) -> ResponseReturnValue:
    """Legendary Draft: the best of each group draft again, from the decks that are typed here."""
    text, declined = request.form.get("decks", ""), frozenset(request.form.getlist("declined"))
    if request.form.get("do") == "look":
        return _cut(tid, 0, declined, decks=text)
    if _unseen(0, declined):
        return _cut(tid, 0, declined, decks=text, refused=LOOK_FIRST), 409
    name, filled = second_name(desk(tid).t.settings), request.form.get("do") == "fill"
    opened = stages.open_filled_second_draft if filled else stages.open_second_draft
    try:
        decks = host_decks.read(text)
        record(
            tid,
            lambda t: opened(t, declined=declined, decks=decks or None),
            beside=lambda connection: host_decks.keep(connection, tid, text),
            said=f"The {name} is drawn. Lead its group through it.",
        )
    except Unknown:
        raise
    except Refused as why:
        return _cut(tid, 0, declined, decks=text, refused=str(why)), 409
    return redirect(url_for("draft.show", tid=tid), 303)


@bp.get("/finish")
@needs("organizer")
def finish(tid: str) -> str:
    return _finish(tid, "")


@bp.post("/finish")
@needs("organizer")
def make_finish(tid: str) -> ResponseReturnValue:
    prizes = request.form.get("prizes", "")[:20_000]
    if request.form.get("do") == "look":
        return _finish(tid, prizes)
    try:
        record(tid, lambda t: stages.finish(t, prizes=prize_lines(prizes)), said="The event is finished.")
    except Refused as why:
        return _finish(tid, prizes, refused=str(why)), 409
    backup_after_round(tid)
    return redirect(url_for("standings.show", tid=tid), 303)


def _unseen(size: int, declined: frozenset[PlayerId]) -> bool:
    """Another cut is asked for than the page has shown: its size, or who declines, was changed since."""
    shown = request.form.get("shown")
    return request.form.get("do") != "look" and shown is not None and shown != _shown(size, declined)


def _shown(size: int, declined: frozenset[PlayerId]) -> str:
    return " ".join([str(size), *sorted(declined)])


def _cut(tid: str, size: int, declined: frozenset[PlayerId], *, decks: str | None = None, refused: str = "") -> str:
    d = desk(tid)
    page = cut_page(d, size, declined, decks=decks)
    return render_template(
        "cut.html",
        d=frame(d, "standings", heading=page.heading),
        names=d.names,
        page=page,
        refused=refused,
        shown=_shown(0 if page.second_draft else page.size, declined),
        draft=ruleset_of(d.t.settings).draft,
    )


def _finish(tid: str, prizes: str, refused: str = "") -> str:
    d = desk(tid)
    page = finish_page(d, prizes)
    return render_template(
        "finish.html",
        d=frame(d, "standings", heading="Finish"),
        names=d.names,
        page=page,
        refused=refused,
        wrap=wrap_up(d) if page.places else None,
    )
