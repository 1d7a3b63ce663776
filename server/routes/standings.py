"""To be built."""

from flask import Blueprint

from server.auth import needs

bp = Blueprint("standings", __name__, url_prefix="/events/<tid>/standings")


@bp.get("/")
@needs("organizer")
def show(**_kwargs):
    return "to be built"


@bp.get("/cut")
@needs("organizer")
def cut(**_kwargs):
    return "to be built"


@bp.get("/finish")
@needs("organizer")
def finish(**_kwargs):
    return "to be built"
