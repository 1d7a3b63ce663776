"""To be built."""

from flask import Blueprint

from server.auth import needs

bp = Blueprint("paper", __name__, url_prefix="/events/<tid>/print")


@bp.get("/")
@needs("organizer")
def show(**_kwargs):
    return "to be built"
