"""The page of help."""

from __future__ import annotations

from flask import Blueprint, render_template

from server.core.auth import needs

bp = Blueprint("help", __name__)


@bp.get("/help")
@needs("judge")
def show() -> str:
    return render_template("help.html")
