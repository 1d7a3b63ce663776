"""Public pages cost little when 200 phones ask at once: each is rendered once for a revision, and kept packed.

What a page shows depends on the event's journal and names, so the revision says whether it is still good; and, for the
plan of the day, on how late a round runs.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, TypeVar, cast

from flask import Response, current_app, make_response, request
from sqlalchemy import select

from engine.refusals import Unknown
from server.box.shop import shop
from server.core import journal, late_rounds, static_files, time_of_day
from server.core.db import db
from server.core.live_address import live_address
from server.core.models import TournamentRow
from server.core.packing import pack, packed_response
from server.public import public_view
from server.public.public_view import Public

MOST_BYTES, MOST_VIEWS = 8_000_000, 8

T = TypeVar("T")
_pages: OrderedDict[tuple[str, str], bytes] = OrderedDict()
_views: OrderedDict[tuple[str, str], Public] = OrderedDict()
_worked: OrderedDict[tuple[str, ...], Any] = OrderedDict()
_guard = Lock()
_rendering = Lock()


def stamp(tournament_id: str) -> str:
    """Changes with everything a public page of this event shows. Unknown if the event is archived or gone."""
    book = journal.read(tournament_id)
    with db.engine.connect() as connection:
        row = connection.execute(
            select(TournamentRow.name, TournamentRow.archived).where(TournamentRow.id == tournament_id)
        ).first()
    if row is None or row.archived:
        raise Unknown("There is no such event on this box. It may have been archived.")
    now = f"{time_of_day.stamp()} {late_rounds.step(book.tournament)}"
    return f"{tournament_id} {book.revision} {row.name} {now} {shop()}"


def view(tournament_id: str) -> Public:
    """The public view of an event, computed once for a revision."""
    data, now = str(current_app.config["CINDERBOX"].data), stamp(tournament_id)
    with _guard:
        if (found := _views.get((data, now))) is not None:
            return found
    found = public_view.public_desk(tournament_id)
    with _guard:
        _views[(data, now)] = found
        while len(_views) > MOST_VIEWS:
            _views.popitem(last=False)
    return found


def worked_out(view: Public, what: str, work: Callable[[], T]) -> T:
    """Something that several pages of one revision need, such as the standings."""
    key = (str(current_app.config["CINDERBOX"].data), view.id, view.revision, what)
    with _guard:
        if key in _worked:
            return cast(T, _worked[key])
    found = work()
    with _guard:
        _worked[key] = found
        while len(_worked) > MOST_VIEWS:
            _worked.popitem(last=False)
    return found


def answer(stamped: str, render: Callable[[], str], *, asked: Sequence[object] = ()) -> Response:
    """The page at this address: from memory if it is there, “not modified” to whoever has it already.

    It is kept by its path and by what it was asked for, not by whatever else somebody writes behind the address.
    """
    config = current_app.config["CINDERBOX"]
    tag = public_view.tag(stamped, static_files.version(), live_address(), request.path, repr(asked))
    if request.if_none_match.contains_weak(tag):
        return _tagged(make_response("", 304), tag)
    page = _packed((str(config.data), tag), render)
    return _tagged(packed_response(page, "text/html"), tag)


def _packed(key: tuple[str, str], render: Callable[[], str]) -> bytes:
    with _guard:
        if (found := _pages.get(key)) is not None:
            _pages.move_to_end(key)
            return found
    # One at a time: when a round is published, everybody asks for the same few pages.
    with _rendering:
        with _guard:
            found = _pages.get(key)
        return found if found is not None else _keep(key, render())


def _keep(key: tuple[str, str], page: str) -> bytes:
    packed = pack(page)
    with _guard:
        _pages[key] = packed
        while sum(map(len, _pages.values())) > MOST_BYTES:
            _pages.popitem(last=False)
    return packed


def _tagged(response: Response, tag: str) -> Response:
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "no-cache"
    return response
