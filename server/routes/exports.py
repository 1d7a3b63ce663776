"""To be built."""

from flask import Blueprint

bp = Blueprint("exports", __name__, url_prefix="/events/<tid>/export")
