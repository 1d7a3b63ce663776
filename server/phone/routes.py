"""What anybody may look up on a phone, without signing in: their table, the pairings, the standings, the bracket."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.rulesets.registry import ruleset_of
from server.core import auth
from server.core.auth import needs
from server.directory.open_pages import open_page, open_person
from server.event.phone_events import phone_events, rankings_are_open
from server.phone.find_page import find_page
from server.phone.own_page import beside, listed_page
from server.phone.pairings_page import pairings_page
from server.phone.phone_frame import phone_frame
from server.phone.standings_page import phone_bracket, phone_standings, tables_now
from server.public import page_cache
from server.public.public_view import Public

bp = Blueprint("public_pages", __name__, url_prefix="/e")


@bp.get("/")
@needs("public")
def events() -> ResponseReturnValue:
    """The open events; with only one there is nothing to choose."""
    found = phone_events()
    if len(found) == 1:
        return redirect(url_for("public_pages.find", tid=found[0].id), 303)
    return render_template("phone_events.html", events=found, rankings=rankings_are_open())


@bp.get("/<tid>/")
@needs("public")
def find(tid: str) -> ResponseReturnValue:
    asked = request.args.get("q", "")[:80]

    def render(view: Public) -> str:
        return render_template("phone_find.html", page=find_page(view, asked), **_around(view, "me"))

    return _answer(tid, render, asked)


@bp.get("/<tid>/p/<pid>")
@needs("public")
def mine(tid: str, pid: str) -> ResponseReturnValue:
    """Everybody gets the same page, but for whoever holds this player's code."""
    me = auth.holder()
    if me is not None and (me.kind, me.tournament, me.player) == ("player", tid, pid):
        return redirect(url_for("players_own.show"), 303)
    person = open_person(tid, pid)
    return _answer(tid, lambda view: _mine(view, pid, person), person)


@bp.get("/who/<person>")
@needs("public")
def person(person: str) -> str:
    """Somebody over all events, only where the organizer opened their page."""
    return render_template("phone_person.html", page=open_page(person))


@bp.get("/<tid>/pairings")
@needs("public")
def pairings(tid: str) -> ResponseReturnValue:
    number = request.args.get("round", type=int)

    def render(view: Public) -> str:
        return render_template("phone_pairings.html", page=pairings_page(view, number), **_around(view, "pairings"))

    return _answer(tid, render, number)


@bp.get("/<tid>/standings")
@needs("public")
def standings(tid: str) -> ResponseReturnValue:
    number = request.args.get("page", 1, type=int)

    def render(view: Public) -> str:
        page = phone_standings(view, page_cache.worked_out(view, "standings", lambda: tables_now(view.t)), number)
        return render_template("phone_standings.html", page=page, **_around(view, "standings"))

    return _answer(tid, render, number)


@bp.get("/<tid>/bracket")
@needs("public")
def bracket(tid: str) -> ResponseReturnValue:
    def render(view: Public) -> str:
        found = {"drawings": phone_bracket(view), "name": ruleset_of(view.t.settings).bracket_name}
        return render_template("phone_bracket.html", **found, **_around(view, "bracket"))

    return _answer(tid, render)


def _answer(tid: str, render: Callable[[Public], str], *asked: object) -> Response:
    """The page of this event; `asked` is what of the address it depends on."""
    return page_cache.answer(page_cache.stamp(tid), lambda: render(page_cache.view(tid)), asked=asked)


def _mine(view: Public, pid: str, person: str) -> str:
    page = listed_page(view, pid)
    around = _around(view, "me", beside=page.name, record=page.record, clock_table=page.seat.table)
    return render_template("phone_mine.html", page=page, person=person, **beside(view, page), **around)


def _around(
    view: Public, here: str, *, beside: str = "", record: str = "", clock_table: int | None = None
) -> dict[str, object]:
    shown = phone_frame(view, here, beside=beside, record=record, clock_table=clock_table)
    return {"d": shown, "names": view.names}
