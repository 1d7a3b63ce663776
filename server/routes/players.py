"""To be built."""

from flask import Blueprint

from server.auth import needs

bp = Blueprint("players", __name__, url_prefix="/events/<tid>/players")


@bp.get("/")
@needs("organizer")
def show(**_kwargs):
    return "to be built"
