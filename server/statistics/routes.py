"""Statistics at the desk and on phones."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from server.core.auth import needs
from server.core.desk import desk
from server.core.frame import frame
from server.phone.phone_frame import phone_frame
from server.public import page_cache
from server.statistics.statistics_page import statistics

bp = Blueprint("statistics", __name__)


@bp.get("/events/<tid>/statistics/")
@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    shown = frame(d, "standings", heading="Statistics")
    return render_template("statistics.html", d=shown, names=d.names, stats=statistics(d))


@bp.get("/e/<tid>/statistics")
@needs("public")
def on_phones(tid: str) -> ResponseReturnValue:
    def render() -> str:
        view = page_cache.view(tid)
        around = {"d": phone_frame(view, "standings"), "names": view.names}
        return render_template("phone_statistics.html", stats=statistics(desk(tid)), **around)

    return page_cache.answer(page_cache.stamp(tid), render, asked=("statistics",))
