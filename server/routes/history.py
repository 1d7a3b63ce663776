"""To be built."""

from flask import Blueprint

from server.auth import needs

bp = Blueprint("history", __name__, url_prefix="/events/<tid>/history")


@bp.get("/")
@needs("organizer")
def show(**_kwargs):
    return "to be built"


@bp.get("/<int:seq>/undo")
@needs("organizer")
def undo(**_kwargs):
    return "to be built"
