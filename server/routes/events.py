"""To be built."""

from flask import Blueprint

from server.auth import needs

bp = Blueprint("events", __name__)


@bp.get("/")
@needs("organizer")
def home(**_kwargs):
    return "to be built"


@bp.get("/events/new")
@needs("organizer")
def new(**_kwargs):
    return "to be built"
