"""Events and lists as files."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from flask import Blueprint, Flask, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import IntegrityError

from engine import refusals
from engine.progress import round_alone
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.standings.ranks import round_with_standings
from server.core import auth, journal
from server.core.auth import needs
from server.core.config import Config
from server.core.desk import desk, tell
from server.core.events import event_id
from server.event.damaged_event import export_readable
from server.event.transfer import as_file, export_event, import_event
from server.paper import lists

bp = Blueprint("exports", __name__)
IMPORT = "/box/import"
LARGEST_FILE = 32 * 1024 * 1024
# A spreadsheet takes a cell that begins like this for a formula, and runs it.
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n]")


@bp.get("/events/<tid>/export/event.json")
@needs("organizer")
def event(tid: str) -> ResponseReturnValue:
    found = export_event(tid)
    return file_answer(as_file(found).encode("utf-8"), f"{found['name']}.json", "application/json")


@bp.get("/events/<tid>/export/readable.json")
@needs("organizer")
def readable(tid: str) -> ResponseReturnValue:
    """Of a damaged event: what can be read of it as an event, and the rest as it was found."""
    found = export_readable(tid)
    return file_answer(
        as_file(found).encode("utf-8"), f"{found['name']} as far as it can be read.json", "application/json"
    )


@bp.get("/events/<tid>/export/standings.csv")
@needs("judge")
def standings(tid: str) -> ResponseReturnValue:
    d = desk(tid)
    shown = round_with_standings(d.t, request.args.get("round", type=int))
    after = f" after {round_alone(d.t, shown)}" if shown else ""
    return csv_file(lists.standings(d, shown), f"{d.name} standings{after}.csv")


@bp.get("/events/<tid>/export/places.csv")
@needs("judge")
def places(tid: str) -> ResponseReturnValue:
    d = desk(tid)
    return csv_file(lists.places(d), f"{d.name} places.csv")


@bp.get("/events/<tid>/export/pairings.csv")
@needs("judge")
def pairings(tid: str) -> ResponseReturnValue:
    d = desk(tid)
    number = request.args.get("round", type=int)
    return csv_file(lists.pairings(d, number), f"{d.name} pairings.csv")


@bp.get("/events/<tid>/export/results.csv")
@needs("judge")
def results(tid: str) -> ResponseReturnValue:
    d = desk(tid)
    return csv_file(lists.results(d), f"{d.name} results.csv")


@bp.get("/events/<tid>/export/staff.csv")
@needs("judge")
def staff(tid: str) -> ResponseReturnValue:
    """Where the rulebook gives points to those who run an event."""
    d = desk(tid)
    if not ruleset_of(d.t.settings).report_days:
        abort(404)
    return csv_file(lists.staff(d), f"{d.name} staff.csv")


def most_sent(app: Flask, path: str, cookie: str) -> int:
    """How many bytes this path takes from whoever has this cookie: asked when the head has come, before the body."""
    config: Config = app.config["CINDERBOX"]
    if path != IMPORT:
        return config.most_body
    return LARGEST_FILE if any(_is_organizer(app, cookie, way) for way in ("http", "https")) else config.most_body


def _is_organizer(app: Flask, cookie: str, way: str) -> bool:
    with app.test_request_context(IMPORT, base_url=f"{way}://localhost", headers={"Cookie": cookie}):
        me = auth.current()
    return me is not None and me.role == "organizer"


@bp.url_value_preprocessor
def _take_large_files(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """An event of thousands of players is larger than any form. Only for whoever may bring one in."""
    if endpoint == "exports.load" and (me := auth.current()) and me.role == "organizer":
        request.max_content_length = LARGEST_FILE


@bp.post(IMPORT)
@needs("organizer")
def load() -> ResponseReturnValue:
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        raise Refused("Choose the .json file of an export first.")
    asked = request.form.get("request_id", "")
    # The id comes from the form: a second tap on the same form finds the event of the first.
    id_ = event_id(asked and f"import/{asked}")
    try:
        journal.read(id_)
    except refusals.Unknown:
        _bring_in(sent.read(), id_)
    return redirect(url_for("now.show", tid=id_), 303)


def _bring_in(raw: bytes, id_: str) -> None:
    try:
        import_event(raw, tournament_id=id_)
    except IntegrityError:
        journal.read(id_)  # it has just come, with the same form, or this was something else
    tell("The event is here. It is a new one: whatever was on this box stays as it was.")


def csv_bytes(rows: Iterable[Sequence[object]]) -> bytes:
    """Rows as a file that spreadsheets open as meant: UTF-8 with its mark, nothing taken for a formula."""
    out = io.StringIO()
    csv.writer(out).writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def csv_file(rows: Iterable[Sequence[object]], name: str) -> Response:
    """Rows as a file to be kept."""
    return file_answer(csv_bytes(rows), name, "text/csv; charset=utf-8")


def file_answer(data: bytes, name: str, kind: str) -> Response:
    response = Response(data, content_type=kind)
    response.headers.set("Content-Disposition", "attachment", filename=_file_name(name))
    return response


def _file_name(name: str) -> str:
    """A name every system takes; letters of other scripts that have no plain form are left out."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    stem, dot, ending = plain.rpartition(".")
    return (re.sub(r"[^A-Za-z0-9]+", "-", stem).strip("-").lower()[:80] or "event") + dot + ending
