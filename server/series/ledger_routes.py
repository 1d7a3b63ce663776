"""The ledger of a series: which events are in it, what a person decides, reports that are sent, typed wrap-ups."""

from __future__ import annotations

from typing import get_args

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.box.facts import BoxFact
from engine.box.series_fold import report_of
from engine.box.words import Box
from engine.decisions import directory as people
from engine.decisions import series as decisions
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import RULESETS
from engine.series.ledger import Verdict
from engine.series.rules import Tick
from server.core.auth import needs
from server.core.desk import tell
from server.core.known_people import directory
from server.core.open_forms import changed, was
from server.core.titles import keeping_title
from server.directory import details
from server.directory.routes import record
from server.series import report_page, series_page, wrap_up_form
from server.series.routes import view_of
from server.series.series_form import Typed, typed_day
from server.series.series_view import today

bp = Blueprint("ledger", __name__, url_prefix="/series")
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
TICKS: tuple[Tick, ...] = get_args(Tick)


@bp.get("/<id>/events")
@needs("organizer")
def show(id: str) -> str:
    known, view = directory(), view_of(id)
    return render_template(
        "series_events.html",
        here="series",
        view=view,
        rows=series_page.ledger_rows(view, today=today()),
        others=series_page.could_be_put_in(known, id, view),
        names=view.names,
    )


@bp.post("/<id>/events")
@needs("organizer")
def put_in(id: str) -> ResponseReturnValue:
    event = request.form.get("event", "")
    known = {each.id for each in series_page.could_be_put_in(directory(), id, view_of(id))}
    if event not in known:
        raise Refused("Choose an event from the list. It may be in the series by now.")
    record(lambda box: decisions.put_in(box, id, event=event), said="It is in the series.")
    return _back(id)


@bp.post("/<id>/events/<event>/out")
@needs("organizer")
def take_out(id: str, event: str) -> ResponseReturnValue:
    record(lambda box: decisions.take_out(box, id, event=event), said="It is no longer in the series.")
    return _back(id)


@bp.post("/<id>/events/<event>/decide")
@needs("organizer")
def decide(id: str, event: str) -> ResponseReturnValue:
    """Counted or disqualified, whatever the days say; anything else takes the decision back."""
    said = request.form.get("verdict", "")
    verdict = next((each for each in VERDICTS if each == said), None)
    record(lambda box: decisions.decide_event(box, id, event=event, verdict=verdict), said="Decided.")
    return _back(id)


@bp.get("/reports/<event>")
@needs("organizer")
def report(event: str) -> str:
    page = report_page.report_page(directory(), event, today=today())
    return render_template("series_report.html", here="series", page=page, today=today())


@bp.post("/reports/<event>/ticks")
@needs("organizer")
def tick(event: str) -> ResponseReturnValue:
    report_page.reported(directory().book.box, event)
    ticked = request.form.getlist("tick")
    typed = changed(request.form, {each: "on" if each in ticked else "" for each in TICKS})

    def decide(box: Box) -> tuple[BoxFact, ...]:
        known = report_of(box, event).ticks
        ticks = [each for each in TICKS if typed.get(each, each in known)]
        return decisions.vouch_for(box, event, ticks=ticks)

    record(decide, said="Saved.")
    return redirect(url_for("ledger.report", event=event), 303)


@bp.post("/reports/<event>/sent")
@needs("organizer")
def sent(event: str) -> ResponseReturnValue:
    entry, _ = report_page.reported(directory().book.box, event)
    on = typed_day(request.form.get("on", ""), "Sent on this") or today()
    record(lambda box: decisions.mark_sent(box, entry, on=on, today=today()), said=f"Marked as sent on {on}.")
    return redirect(url_for("ledger.report", event=event), 303)


@bp.get("/<id>/wrap-up")
@needs("organizer")
def new_wrap_up(id: str) -> str:
    view = view_of(id)
    return _form(id, "", {"ruleset": view.series.terms.ruleset, "factor": "1", "scored": "on"})


@bp.post("/<id>/wrap-up")
@needs("organizer")
def type_wrap_up(id: str) -> ResponseReturnValue:
    view_of(id)
    event = f"elsewhere-{details.new_id(request.form.get('request_id', ''))}"
    return _typed(id, event, new=True)


@bp.get("/<id>/wrap-up/<event>")
@needs("organizer")
def wrap_up(id: str, event: str) -> str:
    known, view = directory(), view_of(id)
    entry = known.book.box.typed.get(event)
    if entry is None:
        raise Unknown("No wrap-up of this event was typed.")
    return _form(id, event, wrap_up_form.form_of(view.names[event], entry, known))


@bp.post("/<id>/wrap-up/<event>")
@needs("organizer")
def type_again(id: str, event: str) -> ResponseReturnValue:
    view_of(id)
    if event not in directory().book.box.typed:
        raise Unknown("No wrap-up of this event was typed.")
    return _typed(id, event, new=False)


def _typed(id: str, event: str, *, new: bool) -> ResponseReturnValue:
    """People whom nobody knows come first, in an act of their own: they stay when the wrap-up is taken back."""
    form = request.form
    try:
        made = wrap_up_form.typed(form)
        known = directory()
        found, unknown = wrap_up_form.people_of(
            known, made, request_id=form.get("request_id", ""), before=known.book.box.typed.get(event)
        )
        entry = wrap_up_form.entry_typed(made, event, found)
        wrap_up_form.require_sound_entry(entry)
        beside = wrap_up_form.keeping_people(unknown, keeping_title(event, made.name))

        def before(box: Box) -> tuple[BoxFact, ...]:
            wrap_up_form.require_as_it_was(form, event, directory())
            return people.add(box, list(unknown)) if unknown else ()

        record(before, beside=beside, step="-people")

        def decide(box: Box) -> tuple[BoxFact, ...]:
            put = decisions.put_in(box, id, event=event) if new else ()
            return (*decisions.type_wrap_up(box, entry), *put)

        record(decide)
    except Refused as why:
        return _form(id, "" if new else event, form, why=why), 409
    tell("The wrap-up is saved.")
    return _back(id)


def _form(id: str, event: str, typed: Typed, *, why: Refused | None = None) -> str:
    kept = wrap_up_form.kept(event, directory())
    return render_template(
        "series_wrap_up.html",
        here="series",
        view=view_of(id),
        event=event,
        typed=typed,
        was=was(kept, typed, why) if kept else None,
        books=[(key, book.name) for key, book in RULESETS.items()],
        fault=str(why or ""),
    )


def _back(id: str) -> ResponseReturnValue:
    return redirect(url_for("ledger.show", id=id), 303)
