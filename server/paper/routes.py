"""Pages made for paper."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from engine.refusals import Refused
from server.box.addresses import box_address, phones_find_it, why_no_phones
from server.core import time_of_day
from server.core.auth import needs
from server.core.desk import desk
from server.core.frame import frame
from server.paper import end_paper, hall_paper
from server.paper.round_paper import SHEETS, document, paper_page
from server.people import playing_staff
from server.people.code_cards import code_sheets

bp = Blueprint("paper", __name__, url_prefix="/events/<tid>/print")


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    page = paper_page(d, request.args.get("round", type=int))
    return render_template(
        "paper.html", d=frame(d, "paper", heading="Print"), names=d.names, page=page, no_phones=why_no_phones()
    )


@bp.get("/codes")
@needs("judge")
def codes(tid: str) -> str:
    """A slip for each player with their personal code."""
    d = desk(tid)
    playing_staff.require_may_see_codes(d)
    return render_template("paper_codes.html", names=d.names, name=d.name, tid=tid, pages=code_sheets(d))


@bp.get("/signs")
@needs("judge")
def signs(tid: str) -> str:
    """A sign to stand on each table."""
    d = desk(tid)
    return render_template("paper_signs.html", names=d.names, name=d.name, tid=tid, pages=hall_paper.signs(d))


@bp.get("/cards")
@needs("judge")
def cards(tid: str) -> str:
    """A name card for each player."""
    d = desk(tid)
    return render_template("paper_cards.html", names=d.names, name=d.name, tid=tid, pages=hall_paper.name_cards(d))


@bp.get("/certificates")
@needs("judge")
def certificates(tid: str) -> str:
    """One page for each of the first places, or for everybody."""
    d = desk(tid)
    page = end_paper.certificates(d, request.args.get("top", type=int), now=time_of_day.now())
    return render_template("paper_certificates.html", names=d.names, tid=tid, page=page)


@bp.get("/prizes")
@needs("judge")
def prizes(tid: str) -> str:
    d = desk(tid)
    return render_template(
        "paper_prizes.html", names=d.names, tid=tid, page=end_paper.prize_list(d, now=time_of_day.now())
    )


@bp.get("/<what>")
@needs("judge")
def sheet(tid: str, what: str) -> str:
    if what not in SHEETS:
        abort(404)
    d = desk(tid)
    number = request.args.get("round", type=int)
    asked = next((each for each in paper_page(d, number).sheets if each.what == what), None) or abort(404)
    if asked.why_not:
        raise Refused(asked.why_not)
    doc = document(d, what, number, now=time_of_day.now(), address=box_address() if phones_find_it() else "")
    return render_template("paper_sheet.html", names=d.names, doc=doc, tid=tid)
