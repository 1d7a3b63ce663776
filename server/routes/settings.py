"""To be built."""

from flask import Blueprint

from server.auth import needs

bp = Blueprint("settings", __name__)


@bp.get("/events/<tid>/settings")
@needs("organizer")
def show(**_kwargs):
    return "to be built"


@bp.get("/box")
@needs("organizer")
def box(**_kwargs):
    return "to be built"
