"""Series at the desk: all of them, a new one, its rules, its ranking, printed and as a file; who may see it."""

from __future__ import annotations

from json import dumps

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.box.facts import BoxFact
from engine.box.series_fold import series_of
from engine.box.words import Box
from engine.decisions import series as decisions
from engine.refusals import Refused
from engine.rulesets.registry import RULESETS
from engine.sentences import named
from server.core.auth import needs
from server.core.desk import tell
from server.core.known_people import directory
from server.core.open_forms import require_as_it_was, was
from server.core.spelling import quoted
from server.core.titles import keeping_title
from server.directory import details
from server.directory.routes import record
from server.event.export_routes import csv_file, file_answer
from server.series import series_form, series_page
from server.series.series_answer import series_answer
from server.series.series_view import SeriesView, series_view, today

bp = Blueprint("series", __name__, url_prefix="/series")
HEADINGS = ("Rank", "Name", "Points", "Events", "Moved", "Working")


@bp.get("")
@needs("organizer")
def all() -> str:
    return render_template("series_list.html", here="series", lines=series_page.series_list(directory()))


@bp.get("/new")
@needs("organizer")
def new() -> str:
    known = next((id for id, book in RULESETS.items() if book.series is not None), "place")
    return _form(None, {"by": request.args.get("by", known), "each": "1", "events": "every"})


@bp.post("/new")
@needs("organizer")
def make() -> ResponseReturnValue:
    form = request.form
    try:
        name, terms = series_form.typed_name(form), series_form.typed_terms(form)
        id = f"series-{details.new_id(form.get('request_id', ''))}"
        record(
            lambda box: decisions.make_series(box, id, terms=terms),
            beside=keeping_title(id, name),
            said="The series is made. Nobody but you sees it yet.",
        )
    except Refused as why:
        return _form(None, form, why=why), 409
    return redirect(url_for("series.show", id=id), 303)


@bp.get("/<id>")
@needs("organizer")
def show(id: str) -> str:
    view = view_of(id)
    q = request.args.get("q", "")[:80].strip()
    return render_template(
        "series.html",
        here="series",
        view=view,
        page=series_page.rank_page(view, q),
        q=q,
        rules=series_page.rules_in_words(view.series.terms),
        ledger=series_page.ledger_rows(view, today=today()),
        names=view.names,
    )


@bp.get("/<id>/rules")
@needs("organizer")
def rules(id: str) -> str:
    view = view_of(id)
    return _form(view, _kept(view))


@bp.post("/<id>/rules")
@needs("organizer")
def set_rules(id: str) -> ResponseReturnValue:
    form, view = request.form, view_of(id)
    try:
        name, terms = series_form.typed_name(form), series_form.typed_terms(form)

        def decide(box: Box) -> tuple[BoxFact, ...]:
            now = view_of(id)
            told = f"{quoted(now.name)}, {series_page.rules_in_words(now.series.terms)}"
            require_as_it_was(form, _kept(now), now=told)
            return decisions.change_terms(box, id, terms=terms)

        record(decide)
        if name != view.name:
            record(lambda box: decisions.rename_series(box, id), beside=keeping_title(id, name), step="-name")
    except Refused as why:
        return _form(view_of(id), form, why=why), 409
    tell("Saved.")
    return redirect(url_for("series.show", id=id), 303)


@bp.post("/<id>/open")
@needs("organizer")
def open(id: str) -> ResponseReturnValue:
    record(lambda box: decisions.open_series(box, id), said="Phones may see this ranking now.")
    return redirect(url_for("series.show", id=id), 303)


@bp.post("/<id>/close")
@needs("organizer")
def close(id: str) -> ResponseReturnValue:
    record(lambda box: decisions.close_series(box, id), said="Phones no longer see this ranking.")
    return redirect(url_for("series.show", id=id), 303)


@bp.get("/<id>/remove")
@needs("organizer")
def ask_remove(id: str) -> str:
    return render_template("series_remove.html", here="series", view=view_of(id))


@bp.post("/<id>/remove")
@needs("organizer")
def remove(id: str) -> ResponseReturnValue:
    done = record(lambda box: decisions.remove_series(box, id))
    tell(f"The series is removed. To undo it, see no. {done.after.revision.seq} in the history.")
    return redirect(url_for("series.all"), 303)


@bp.get("/<id>/print")
@needs("organizer")
def on_paper(id: str) -> str:
    view = view_of(id)
    return render_template(
        "series_paper.html",
        view=view,
        rows=series_page.rank_rows(view),
        rules=series_page.rules_in_words(view.series.terms),
        today=today(),
        names=view.names,
    )


@bp.get("/<id>/ranking.csv")
@needs("organizer")
def csv(id: str) -> ResponseReturnValue:
    view = view_of(id)
    rows = [
        (
            row.rank,
            row.name,
            row.points,
            row.events,
            "new" if row.moved is None else row.moved,
            named(row.working, view.names),
        )
        for row in series_page.rank_rows(view)
    ]
    return csv_file([HEADINGS, *rows], f"{view.name} ranking.csv")


@bp.get("/<id>/ranking.json")
@needs("organizer")
def json(id: str) -> ResponseReturnValue:
    """The same as everybody reads of an open one."""
    view = view_of(id)
    told = dumps(series_answer(view), ensure_ascii=False, indent=1)
    return file_answer(told.encode("utf-8", "replace"), f"{view.name} ranking.json", "application/json")


def view_of(id: str) -> SeriesView:
    """The series as it stands today. Unknown if there is none."""
    known = directory()
    series_of(known.book.box, id)
    return series_view(known, id, today=today())


def _kept(view: SeriesView) -> dict[str, str]:
    return series_form.form_of(view.name, view.series.terms)


def _form(view: SeriesView | None, typed: series_form.Typed, *, why: Refused | None = None) -> str:
    form = series_form.SeriesForm(typed)
    seal = was(_kept(view), typed, why) if view else None
    return render_template(
        "series_form.html", here="series", view=view, form=form, typed=typed, was=seal, fault=str(why or "")
    )
