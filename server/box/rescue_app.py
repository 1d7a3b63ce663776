"""The pages of a box that cannot be opened: what happened, the newest good backup, and a button that restores it."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask, Response, flash, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError
from jinja2 import FileSystemLoader
from werkzeug.exceptions import RequestEntityTooLarge

from engine.refusals import Refused
from server.box import box_settings, first_boot, rebuilding, restarting
from server.box.addresses import box_address
from server.box.database_file import Trouble
from server.box.rescue import Backups, Copy, PinCheck, copies, make_rescue_pin
from server.core import own_addresses, static_files
from server.core.config import Config, secret_key
from server.core.forms import PageRequest
from server.core.proxies import with_client_addresses
from server.core.rendering import FILTERS
from server.core.sessions import known_before
from server.core.version import software
from server.core.wrong_tries import PINS, own_device, own_screen

ROOMS = ("core", "box")
EMPTY = "empty"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def rescue_app(config: Config, trouble: Trouble) -> Flask:
    """Every address answers with the way back. Nothing here opens the database."""
    app = Flask(__name__, static_folder=None)
    app.request_class = PageRequest
    app.config.update(SECRET_KEY=_key(config), CINDERBOX=config, WTF_CSRF_TIME_LIMIT=None)
    app.config.update(SESSION_COOKIE_NAME="cinderbox-rescue", SESSION_COOKIE_SAMESITE="Lax")
    app.config.update(MAX_CONTENT_LENGTH=64 * 1024)
    app.wsgi_app = with_client_addresses(app)  # type: ignore[method-assign]
    own_addresses.answer_only_own_hosts(app)
    CSRFProtect(app)
    static_files.serve(app)
    _render_as_usual(app)
    _add_pages(app, config, trouble)
    return app


def _key(config: Config) -> str:
    """Where the disk does not take one yet, in memory."""
    with suppress(OSError):
        return secret_key(config)
    return secrets.token_hex(32)


def _render_as_usual(app: Flask) -> None:
    rooms = Path(__file__).parent.parent
    app.jinja_loader = FileSystemLoader([rooms / room / "templates" for room in ROOMS])
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.globals["file"] = static_files.address
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.context_processor(lambda: {"me": None, "live_address": "", "unwell": "", "request_id": secrets.token_hex(8)})

    @app.after_request
    def safely(response: Response) -> Response:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "same-origin")
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["X-Cinderbox"] = "1"
        return response


def _add_pages(app: Flask, config: Config, trouble: Trouble) -> None:
    known, pins = Backups(config), PinCheck(config)

    @app.route("/", defaults={"path": ""}, methods=["GET", "POST"])
    @app.route("/<path:path>", methods=["GET", "POST"])
    def everything(path: str) -> ResponseReturnValue:
        if request.path.startswith(own_addresses.FOR_PROGRAMS):
            return {"ok": False, "error": str(trouble), "version": software()}, 503
        if request.method == "POST":
            return redirect("/", 303)
        page = {"trouble": trouble, "newest": known.newest_good(), "others": _others(config, known)}
        return render_template("rescue_disk.html" if trouble.passes else "rescue.html", **page), 503

    @app.get("/wall")
    def wall() -> ResponseReturnValue:
        return render_template("rescue_wall.html", trouble=trouble, newest=known.newest_good()), 503

    @app.get("/api/wall")
    def for_the_wall() -> ResponseReturnValue:
        """Another page than a wall knows makes it load anew, before and after. The PIN for our own screen alone."""
        token = request.headers.get("X-Wall-Token", "")
        ours = first_boot.is_own_screen(token, address=request.remote_addr or "")
        box: dict[str, Any] = box_settings.for_the_wall(box_address(), wifi=("", ""))
        return {
            "page": "rescue",
            "live": "",
            "events": [],
            "csrf": "",
            "box": box,
            "pin": make_rescue_pin(config) if ours else None,
        }

    @app.post("/rescue")
    def restore() -> ResponseReturnValue:
        """Proved once more, written down, and done by the server when it starts again."""
        asked = request.form.get("backup", "")
        chosen = next((copy for copy in copies(config) if copy.key == asked), None)
        own = own_device(known_before(app), PINS["organizer"]) or own_screen()
        address, pin = request.remote_addr or "", request.form.get("pin", "")
        pins.require(pin, address=address, backup=_of(chosen, known), own=own)
        if chosen is None and asked != EMPTY:
            raise Refused("That backup is not there any more. Choose another.")
        restarting.require_possible()
        rebuilding.ask_for(config, None if chosen is None else chosen.path)
        restarting.ask()
        return render_template("rescue_under_way.html", chosen=chosen)

    _add_refusals(app)


def _add_refusals(app: Flask) -> None:
    @app.errorhandler(Refused)
    def refused(why: Refused) -> ResponseReturnValue:
        flash(str(why), "refused")
        return redirect("/", 303)

    @app.errorhandler(CSRFError)
    def too_old(_why: CSRFError) -> ResponseReturnValue:
        flash("This page was open for too long, or cookies are off. Try again.", "refused")
        return redirect("/", 303)

    @app.errorhandler(RequestEntityTooLarge)
    def too_large(_why: RequestEntityTooLarge) -> ResponseReturnValue:
        """From a page of before: nothing that large is asked for here."""
        return redirect("/", 303)


def _of(chosen: Copy | None, known: Backups) -> Path | None:
    """Whose organizer may say so: that of the backup, or for an empty box that of the newest one."""
    newest = known.newest_good()
    return chosen.path if chosen else newest.path if newest else None


def _others(config: Config, known: Backups) -> list[Copy]:
    newest = known.newest_good()
    return [copy for copy in copies(config) if newest is None or copy.path != newest.path]
