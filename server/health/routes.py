"""How the box is, part by part; and a bundle for whoever looks for a fault."""

from __future__ import annotations

from io import BytesIO

from flask import Blueprint, current_app, render_template, send_file
from flask.typing import ResponseReturnValue

from server.core.auth import needs
from server.health.debug_bundle import bundle
from server.health.health_page import health_page

bp = Blueprint("health", __name__, url_prefix="/box/health")


@bp.get("")
@needs("organizer")
def show() -> str:
    return render_template("health.html", here="box", page=health_page(current_app.config["CINDERBOX"]))


@bp.get("/bundle")
@needs("organizer")
def download() -> ResponseReturnValue:
    made = BytesIO(bundle(current_app.config["CINDERBOX"]))
    return send_file(made, as_attachment=True, download_name="cinderbox-debug.zip", mimetype="application/zip")
