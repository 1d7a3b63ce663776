"""To be built."""

from flask import Blueprint

from server.auth import needs

bp = Blueprint("pairings", __name__, url_prefix="/events/<tid>/pairings")


@bp.get("/")
@needs("organizer")
def show(**_kwargs):
    return "to be built"


@bp.post("/pair")
@needs("organizer")
def pair(**_kwargs):
    return "to be built"
