"""Checks at the table: decks of tables picked at random or by hand, and the First Five on the judge's phone."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Literal

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from engine.decisions.deck_lists import check_deck
from engine.decisions.first_fives import check_first_five
from engine.progress import open_match
from engine.refusals import Refused, Unknown
from engine.sentences import who
from engine.words import Match
from server.core import texts
from server.core.auth import needs
from server.core.desk import Desk, desk, record
from server.core.frame import frame
from server.core.spelling import clean
from server.decks import checks_page as pages
from server.decks.decks_page import known_player
from server.decks.verdicts import faults_of_five
from server.people import playing_staff

bp = Blueprint("deck_checks", __name__, url_prefix="/events/<tid>/deck-checks")


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    picked, people = request.args.getlist("table", type=int), request.args.getlist("player")
    page = pages.checks_page(d, picked, people)
    return render_template("deck_checks.html", d=frame(d, "decks", heading="Deck checks"), names=d.names, page=page)


@bp.post("/pick")
@needs("judge")
def pick(tid: str) -> ResponseReturnValue:
    """Some tables of this round at random; first those with somebody who was never checked."""
    d = desk(tid)
    current = pages.round_on(d.t)
    if current is None:
        raise Refused("No round is being played, so there is no table to pick. Publish the round first.")
    wanted = request.form.get("tables", type=int) or 0
    if not 1 <= wanted <= len(current.matches):
        raise Refused(f"Choose a number from 1 to {len(current.matches)}.")
    mine = playing_staff.looking(d).player
    matches = [match for match in current.matches if mine not in match.players]
    new = pages.unchecked(d.t, matches)
    draw = secrets.SystemRandom().sample
    chosen = draw(new, min(wanted, len(new)))
    again = [match for match in matches if match not in new]
    chosen += draw(again, min(wanted - len(chosen), len(again)))
    return redirect(url_for("deck_checks.show", tid=tid, table=sorted(match.table for match in chosen)), 303)


@bp.post("/player/<pid>")
@needs("judge")
def check(tid: str, pid: str) -> ResponseReturnValue:
    """The deck is as it should be, or it has a fault, said in a few words."""
    d = desk(tid)
    known_player(d.t, pid)
    if playing_staff.looking(d).player == pid:
        raise Refused("That is your own deck. Somebody else checks it.")
    playing_staff.require_may_see(d, pid)
    ok = request.form.get("do") == "fine"
    _note(tid, pid, what="deck", fault="" if ok else _said())
    tables, people = request.form.getlist("table", type=int), request.form.getlist("player")
    return redirect(url_for("deck_checks.show", tid=tid, table=tables, player=people), 303)


@bp.get("/first-five/<int:table>/<pid>")
@needs("judge")
def first_five(tid: str, table: int, pid: str) -> ResponseReturnValue:
    d = desk(tid)
    current = d.t.current_round
    if current is not None and current.phase == "closed":  # the judge's phone was open when the round ended
        return redirect(url_for("floor.show", tid=tid), 303)
    _require_seat(d, table, pid)
    return _five(d, table, pid)


@bp.post("/first-five/<int:table>/<pid>")
@needs("judge")
def check_five(tid: str, table: int, pid: str) -> ResponseReturnValue:
    """Tick it off, or say what is wrong with it: chosen from the list, where there is one that may be seen."""
    d = desk(tid)
    playing_staff.require_other(d, _require_seat(d, table, pid))
    deck = pages.listed_deck(d, pid) if playing_staff.may_see(d, pid) else None
    five = _shown_five()
    if request.form.get("do") == "fault":
        fault = " ".join(faults_of_five(d.t, deck, five)) if deck and five else ""
        _note(tid, pid, what="first-five", fault=" ".join(filter(None, (fault, _said(needed=not fault)))))
        return redirect(url_for("deck_checks.first_five", tid=tid, table=table, pid=pid), 303)
    if deck is not None and (faults := faults_of_five(d.t, deck, five)):
        return _five(d, table, pid, five=five, faults=faults), 409
    said = f"Table {table}: the First Five of {who(pid)} is fine."
    record(tid, lambda t: check_first_five(t, table, players=(pid,)), said=said)
    return redirect(url_for("floor.table", tid=tid, table=table), 303)


def _note(tid: str, pid: str, *, what: Literal["deck", "first-five"], fault: str) -> None:
    """A check in the journal; what was found wrong stands beside it."""
    id = secrets.token_hex(6)

    def beside(connection: Connection) -> None:
        if fault:
            texts.write(connection, tid, id=id, kind=pages.TEXTS, text=fault)

    name = "First Five" if what == "first-five" else "deck"
    found = "has a fault" if fault else "is fine"
    decide = lambda t: check_deck(t, pid, id=id, what=what, ok=not fault)  # noqa: E731
    record(tid, decide, beside=beside, said=f"Recorded: the {name} of {who(pid)} {found}.")


def _said(*, needed: bool = True) -> str:
    text = texts.cleaned(request.form.get("fault", ""))
    if needed and not text:
        raise Refused("Say in a few words what is wrong.")
    return text


def _shown_five() -> list[str]:
    """The cards ticked, and what was typed besides: cards that are not listed, or second copies."""
    more = re.split(r"[,;\r\n]+", request.form.get("other", ""))
    return [name for name in map(clean, (*request.form.getlist("five"), *more[:10])) if name]


def _require_seat(d: Desk, table: int, pid: str) -> Match:
    match = open_match(d.t, table)
    if pid not in match.players:
        raise Unknown(f"This player does not sit at table {table} any more. Look at the table again.")
    return match


def _five(d: Desk, table: int, pid: str, *, five: Sequence[str] = (), faults: Sequence[str] = ()) -> str:
    page = pages.first_five_page(d, table, pid, five=five, faults=faults)
    around = {"d": frame(d, "floor", heading=f"First Five, table {table}"), "names": d.names}
    return render_template("first_five.html", **around, page=page)
