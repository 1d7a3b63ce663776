"""Rankings that the organizer opened to everybody: on a phone, with “find my rank”."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from engine.refusals import Unknown
from server.core.auth import needs
from server.core.known_people import directory
from server.core.stored_box import BoxDamaged
from server.series import series_page
from server.series.series_view import SeriesView, series_view, today

bp = Blueprint("public_series", __name__, url_prefix="/e/series")
CLOSED = "There is no such ranking. A ranking is only shown if the organizer opened it."


@bp.get("")
@needs("public")
def all() -> str:
    return render_template("phone_series_list.html", lines=open_series())


@bp.get("/<id>")
@needs("public")
def show(id: str) -> ResponseReturnValue:
    view, q = open_view(id), request.args.get("q", "")[:80].strip()
    return render_template(
        "phone_series.html",
        view=view,
        page=series_page.rank_page(view, q),
        q=q,
        names=view.names,
    )


def open_series() -> tuple[series_page.SeriesLine, ...]:
    """The series that everybody may see; none while the journal of the box is damaged."""
    try:
        return tuple(line for line in series_page.series_list(directory()) if line.open)
    except BoxDamaged:
        return ()


def open_view(id: str) -> SeriesView:
    """Unknown if it is not open, whether there is such a series or not."""
    try:
        known = directory()
    except BoxDamaged as why:
        raise Unknown(CLOSED) from why
    series = known.book.box.series.get(id)
    if series is None or not series.open:
        raise Unknown(CLOSED)
    return series_view(known, id, today=today())
