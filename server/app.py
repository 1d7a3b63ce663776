"""The web application: blueprints, safety headers, and how errors are told."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, flash, g, redirect, render_template, request, url_for
from flask_migrate import Migrate
from flask_migrate import upgrade as migrate_up
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from engine.refusals import Refused
from server.core import auth, static_files, unsaved
from server.core.config import Config, secret_key, setting_up
from server.core.db import db, require_answer
from server.health.watch import unwell
from server.core.journal import Unknown
from server.core.live_address import live_address, origin
from server.box.network import with_plain_addresses
from server.core.rendering import FILTERS
from server.routes import BLUEPRINTS

log = logging.getLogger(__name__)
MIGRATIONS = Path(__file__).parent / "migrations"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src {connect}; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@contextmanager
def opened_app(config: Config) -> Iterator[Flask]:
    """An application on this data directory, its database brought up to date; afterwards its connections are closed."""
    app = _create_app(config)
    try:
        _set_up_database(app, config)
        yield app
    finally:
        with app.app_context():
            db.engine.dispose()


def _create_app(config: Config) -> Flask:
    app = Flask(__name__, static_url_path=static_files.versioned_path())
    app.config.update(
        SECRET_KEY=secret_key(config),
        SQLALCHEMY_DATABASE_URI=config.database,
        SQLALCHEMY_ENGINE_OPTIONS=config.engine_options,
        MAX_CONTENT_LENGTH=config.most_body,
        MAX_FORM_MEMORY_SIZE=config.most_body,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_NAME="cinderbox",
        SESSION_REFRESH_EACH_REQUEST=False,  # an answer that was overtaken would bring an older session back
        PERMANENT_SESSION_LIFETIME=timedelta(days=30),
        WTF_CSRF_TIME_LIMIT=None,
        CINDERBOX=config,
    )
    app.wsgi_app = with_plain_addresses(app.wsgi_app)  # type: ignore[method-assign]
    db.init_app(app)
    Migrate(app, db, directory=str(MIGRATIONS), render_as_batch=True)
    CSRFProtect(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.context_processor(_for_every_page)
    app.after_request(_safely)
    _tell_errors(app)
    return app


def _set_up_database(app: Flask, config: Config) -> None:
    with setting_up(config), app.app_context(), unsaved.as_refusal():
        require_answer()
        migrate_up()
        never_told = config.pin_file.exists() and not config.pin_file.stat().st_size
        if never_told or not auth.has_pin("organizer"):
            auth.make_organizer_pin(config)


def _for_every_page() -> dict[str, Any]:
    me = auth.current()
    told = unwell(current_app.config["CINDERBOX"]) if me else ""
    return {"me": me, "request_id": secrets.token_hex(8), "live_address": live_address(), "unwell": told}


def _safely(response: Response) -> Response:
    connect = " ".join(("'self'", *filter(None, [origin(live_address())])))
    response.headers.setdefault("Content-Security-Policy", POLICY.format(connect=connect))
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    if request.endpoint == "static":
        static_files.keep_for_ever(response)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _tell_errors(app: Flask) -> None:
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(CSRFError, _form_too_old)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(HTTPException, _http)
    for failure in unsaved.FAILURES:
        app.register_error_handler(failure, _unsaved)


def _refused(why: Refused) -> Any:
    """A refusal is a sentence, shown on the page it came from."""
    status = 404 if isinstance(why, Unknown) else 403 if isinstance(why, auth.Forbidden) else 409
    if request.path.startswith("/api/"):
        from engine.sentences import named

        return {"error": named(str(why))}, status
    if request.method == "GET" or status != 409:
        return _page(status, str(why))
    flash(str(why), "refused")
    return redirect(_back(), 303)


def _back() -> str:
    """The page the form was on; only ever one of ours."""
    page = request.referrer or ""
    own = request.host_url
    if page.startswith(own):
        return "/" + page[len(own) :]
    tournament = (request.view_args or {}).get("tid")
    return url_for("now.show", tid=tournament) if tournament else url_for("events.home")


def _form_too_old(_why: CSRFError) -> Any:
    return _page(400, "This page was open for too long, or cookies are off. Go back, reload the page and try again.")


def _too_large(_why: RequestEntityTooLarge) -> Any:
    most = (request.max_content_length or 0) // (1024 * 1024)
    return _page(413, f"That is too large: {most} MB at most. Paste less, or choose a smaller file.")


def _unsaved(why: Exception) -> Any:
    """Whoever is asking, the answer needs no database: it may be what is wrong."""
    sentence = unsaved.why_not(why)
    if sentence is None:
        raise why
    log.error("%s could not be answered: %s", request.endpoint, getattr(why, "orig", why))
    g.me = g.holder = g.held = None
    if request.path.startswith((*auth.FOR_PROGRAMS, "/wall/", "/healthz")):
        return {"error": sentence}, 503
    return _page(503, sentence)


def _http(error: HTTPException) -> Any:
    if request.path.startswith("/api/"):
        return {"error": error.description}, error.code
    known = {
        404: "There is no such page.",
        405: "That page cannot be used this way.",
        400: "That request makes no sense.",
    }
    return _page(error.code or 500, known.get(error.code or 500, error.description or "Something went wrong."))


def _page(status: int, sentence: str) -> Any:
    return render_template("sorry.html", sentence=sentence, status=status), status
