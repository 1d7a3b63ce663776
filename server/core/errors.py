"""How errors are told: a refusal is a sentence for people, and the page it came from shows it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, flash, g, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DataError
from werkzeug.exceptions import BadRequest, HTTPException, RequestEntityTooLarge
from werkzeug.routing import IntegerConverter

from engine.refusals import Refused, Unknown
from engine.sentences import named
from server.core import auth, unsaved
from server.core.desk import desk
from server.core.own_addresses import FOR_PROGRAMS, own_page
from server.core.stored_box import BoxDamaged
from server.core.stored_journal import Damaged

MOST_DIGITS = 18
TOO_LARGE = "A number in this is too large to mean anything here."
TOO_DEEP = "This is nested too deeply to mean anything here."
NO_COOKIES = "This browser sends no cookies back. Allow them for this address, then open the page anew."
_EVENT = re.compile(r"/(?:events|e)/([^/]+)")
log = logging.getLogger(__name__)
STATUS: dict[type[Refused], int] = {Unknown: 404, auth.Forbidden: 403, Damaged: 503, BoxDamaged: 503}
# The page in place of those of a damaged event. The application fills it in.
DAMAGED: dict[str, Callable[[Damaged], Any]] = {}
DAMAGED_BOX: dict[str, Callable[[BoxDamaged], Any]] = {}


class SensibleNumber(IntegerConverter):
    """A number in an address, such as the id of a tablet: none that a database could not hold."""

    def to_python(self, value: str) -> Any:
        if len(value) > MOST_DIGITS:
            raise BadRequest(TOO_LARGE)
        return super().to_python(value)


def tell_errors(app: Flask) -> None:
    """Whatever goes wrong becomes a sentence: on a page, or as JSON for programs."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(CSRFError, _form_too_old)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(HTTPException, _http)
    for senseless in (OverflowError, RecursionError, ValueError, DataError):
        app.register_error_handler(senseless, _senseless)
    for failure in unsaved.FAILURES:
        app.register_error_handler(failure, _unsaved)


def _refused(why: Refused) -> Any:
    """A refusal is a sentence, shown on the page it came from."""
    status = next((status for kind, status in STATUS.items() if isinstance(why, kind)), 409)
    if request.path.startswith("/api/"):
        return {"error": named(str(why))}, status
    if isinstance(why, Damaged):
        return DAMAGED["page"](why)
    if isinstance(why, BoxDamaged):
        return DAMAGED_BOX["page"](why)
    if request.method == "GET" or status != 409:
        return _page(status, str(why), _names())
    flash(str(why), "refused")
    return redirect(_back(), 303)


def _back() -> str:
    """The page the form was on; only ever one of ours."""
    if page := _referrer():
        return page
    tournament = (request.view_args or {}).get("tid")
    return url_for("now.show", tid=tournament) if tournament else url_for("events.home")


def _referrer() -> str:
    page, own = request.referrer or "", request.host_url
    return own_page("/" + page[len(own) :]) if page.startswith(own) else ""


def _form_too_old(_why: CSRFError) -> Any:
    if not request.cookies:
        return _page(400, NO_COOKIES)
    return _page(400, "This page was open for too long, or cookies are off. Go back, reload the page and try again.")


def _too_large(_why: RequestEntityTooLarge) -> Any:
    most = (request.max_content_length or 0) // (1024 * 1024)
    return _told(413, f"That is too large: {most} MB at most. Paste less, or choose a smaller file.")


def _senseless(why: Exception) -> Any:
    """A number of thousands of digits, or brackets in brackets in brackets: nobody types that."""
    if type(why) is ValueError and "integer string conversion" not in str(why):
        raise why
    log.warning("%s was asked for something senseless: %s", request.endpoint, type(why).__name__)
    return _told(400, f"{TOO_DEEP if isinstance(why, RecursionError) else TOO_LARGE} Nothing was changed.")


def _unsaved(why: Exception) -> Any:
    """Whoever is asking, the answer needs no database: it may be what is wrong."""
    sentence = unsaved.why_not(why)
    if sentence is None:
        raise why
    log.error("%s could not be answered: %s", request.endpoint, getattr(why, "orig", why))
    g.me = g.holder = g.held = None
    return _told(503, sentence)


def _http(error: HTTPException) -> Any:
    if request.path.startswith("/api/"):
        return {"error": error.description}, error.code
    known = {404: "There is no such page.", 405: "That page cannot be used this way."}
    code = error.code or 500
    return _page(code, known.get(code) or error.description or "That could not be done.")


def _told(status: int, sentence: str) -> Any:
    if request.path.startswith(FOR_PROGRAMS):
        return {"error": sentence}, status
    return _page(status, sentence)


def _page(status: int, sentence: str, names: Mapping[str, str] | None = None) -> Any:
    told = {"sentence": sentence, "status": status, "names": names or {}, "back": _where_they_were()}
    return render_template("sorry.html", **told, event=_event_here()), status


def _where_they_were() -> str:
    """The page with the link or the form that led here; nothing where the browser does not tell."""
    came = _referrer()
    return "" if came in ("", "/", request.full_path.removesuffix("?")) else came


def _event_here() -> str:
    """The first page of the event that this address is about, for whoever may open it."""
    try:
        here = _EVENT.match(request.path)
        known = desk(here[1]).id if here else ""
        page = "now.show" if auth.current() else "public_pages.find"
        return url_for(page, tid=known) if known else ""
    except (Refused, *unsaved.FAILURES):
        return ""


def _names() -> Mapping[str, str]:
    """Those of the event that was asked for, if there is one."""
    try:
        return desk((request.view_args or {}).get("tid", "")).names
    except Refused:
        return {}
