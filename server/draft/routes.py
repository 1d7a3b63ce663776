"""Leading the draft: groups and decks, then each group at its own speed, from the desk or from its tablet."""

from __future__ import annotations

from typing import Protocol

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from engine import facts as f
from engine.clock import Moment
from engine.decisions import draft_seats, setup, stages
from engine.progress import the_group
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital, who
from engine.so_far import last_published
from engine.words import Tournament
from server.core.auth import needs
from server.core.desk import desk, record, tell
from server.core.frame import frame
from server.core.timekeeping import moment
from server.draft import host_decks
from server.draft.draft_page import draft_page
from server.floor import calls

bp = Blueprint("draft", __name__, url_prefix="/events/<tid>/draft")


class Move(Protocol):
    """A group goes on, or a step back."""

    def __call__(
        self, t: Tournament, group: int, *, now: Moment | None, shown: tuple[str, int] | None
    ) -> tuple[f.Fact, ...]: ...


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    return _page(tid)


@bp.post("/open")
@needs("organizer")
def open_(tid: str) -> ResponseReturnValue:
    """Draw groups, seats and decks; an empty list means that the host deals decks without this box."""
    text = request.form.get("decks", "")
    try:
        decks = host_decks.read(text)
        record(
            tid,
            lambda t: setup.start(t, decks=decks or None),
            beside=lambda connection: host_decks.keep(connection, tid, text),
            said="Groups and seats are drawn.",
        )
    except Unknown:
        raise
    except Refused as why:
        return _page(tid, typed=text, refused=str(why)), 409
    return redirect(url_for("draft.show", tid=tid), 303)


@bp.post("/anew")
@needs("organizer")
def anew(tid: str) -> ResponseReturnValue:
    """Another draw of groups, seats and decks, whatever steps were taken; without a list, from the one kept."""
    text = request.form["decks"] if "decks" in request.form else host_decks.kept(tid)
    decks, before = host_decks.read(text), desk(tid).t

    def beside(connection: Connection) -> None:
        """The decks are kept; whoever called a judge sits in another group now."""
        host_decks.keep(connection, tid, text)
        for number in range(1, len(before.drafting) + 1):
            calls.settle(connection, tid, last_published(before), table=number, kinds=("draft",))

    record(
        tid,
        lambda t: setup.draw_draft_anew(t, decks=decks or None),
        beside=beside,
        said="Groups and seats are drawn anew.",
    )
    return redirect(url_for("draft.show", tid=tid), 303)


@bp.post("/seat")
@needs("organizer")
def take_seat(tid: str) -> ResponseReturnValue:
    """Somebody left after the second draft was drawn, and the next of that group comes."""
    leaves, comes = request.form.get("leaves", ""), request.form.get("comes", "")
    said = f"{who(comes)} takes the seat of {who(leaves)}."
    record(tid, lambda t: stages.take_draft_seat(t, leaves, comes=comes), said=said)
    return redirect(url_for("draft.show", tid=tid), 303)


@bp.post("/<int:group>/decks")
@needs("organizer")
def fit_decks(tid: str, group: int) -> ResponseReturnValue:
    """Somebody came or left before the deal: as many decks as the group takes, at random."""
    owned = host_decks.read(host_decks.kept(tid))
    record(
        tid,
        lambda t: draft_seats.fit_decks(t, group - 1, owned=owned),
        said=f"{capital(the_group(desk(tid).t, group))} has all the decks it needs.",
    )
    return redirect(url_for("draft.show", tid=tid), 303)


@bp.post("/<int:group>/next")
@needs("judge")
def next_(tid: str, group: int) -> ResponseReturnValue:
    return _step(tid, group, stages.advance_draft)


@bp.post("/<int:group>/back")
@needs("judge")
def back(tid: str, group: int) -> ResponseReturnValue:
    return _step(tid, group, stages.step_draft_back)


def _step(tid: str, group: int, move: Move) -> ResponseReturnValue:
    """From the step that the page showed: if somebody else was quicker, they decided."""
    form = request.form
    shown = (form["step"], form.get("pick", 0, type=int)) if "step" in form else None
    done = record(tid, lambda t: move(t, group - 1, now=moment(), shown=shown))
    if not done.facts:
        tell(f"Somebody was quicker: {the_group(desk(tid).t, group)} had moved already.", "warning")
    return redirect(url_for("draft.show", tid=tid, moved=group), 303)


def _page(tid: str, *, typed: str | None = None, refused: str = "") -> str:
    d = desk(tid)
    if not ruleset_of(d.t.settings).draft:
        raise Refused("This event has no draft.")
    page = draft_page(d, typed=typed)
    return render_template(
        "draft.html",
        d=frame(d, "draft", heading="Draft"),
        names=d.names,
        page=page,
        refused=refused,
        settings=d.t.settings,
        draft=ruleset_of(d.t.settings).draft,
        moved=request.args.get("moved", 0, type=int),
    )
