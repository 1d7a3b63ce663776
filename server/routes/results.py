"""To be built."""

from flask import Blueprint

from server.auth import needs

bp = Blueprint("results", __name__, url_prefix="/events/<tid>/results")


@bp.get("/")
@needs("organizer")
def show(**_kwargs):
    return "to be built"


@bp.get("/slips")
@needs("organizer")
def slips(**_kwargs):
    return "to be built"


@bp.get("/<int:table>")
@needs("organizer")
def table(**_kwargs):
    return "to be built"
