"""Devices of the box at the desk: tablets are made, bound, given codes and signed out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.refusals import Refused
from engine.sentences import plural
from engine.values import replace
from server.box.this_box import doors
from server.core import journal
from server.core.auth import needs
from server.core.desk import desk, tell
from server.core.events import open_events
from server.core.forms import MOST_TABLE, whole
from server.core.frame import frame
from server.core.open_forms import SavedMeanwhile
from server.table import moving_tablets, tablets
from server.table.devices_page import (
    Tablet,
    code_card,
    code_cards,
    device_page,
    devices_page,
    filled_with,
    require_as_it_was,
)
from server.wall.screens_page import screens_page

bp = Blueprint("devices", __name__, url_prefix="/devices")
MOST_AT_ONCE = 200
_one_at_a_time = Lock()
_made: OrderedDict[str, str] = OrderedDict()  # forms that were answered, and where they led: a second tap leads there


@bp.get("/")
@needs("organizer")
def show() -> str:
    tid = request.args.get("tid")
    return render_template(
        "devices.html", **_around("Devices"), page=devices_page(tid), walls=screens_page(), doors=doors(), tid=tid
    )


@bp.post("/")
@needs("organizer")
def add() -> ResponseReturnValue:
    def make() -> str:
        code = tablets.make_tablet(request.form.get("name", ""), *_place())
        return _to("devices.device", id=tablets.with_code(code))

    return _once(make)


@bp.post("/several")
@needs("organizer")
def add_several() -> ResponseReturnValue:
    """One for each table, in one go, from one to another or all of the event; who has theirs already keeps it."""

    def make() -> str:
        event = _event()
        if event is None:
            raise Refused("Choose the event whose tables get tablets.")
        t = journal.read(event).tournament
        wanted = _range() if "first" in request.form else moving_tablets.tables_of_event(t)
        taken = {tablet.table for tablet in devices_page(event).tablets if tablet.event == event}
        free = [table for table in wanted if table not in taken | set(t.settings.closed_tables)]
        for table in free:
            tablets.make_tablet(tablets.free_name(f"Table {table}"), event, table)
        told = "is a tablet" if len(free) == 1 else "are tablets"
        flash(f"There {told} for {len(free)} more {'table' if len(free) == 1 else 'tables'}.", "done")
        return _to("devices.codes")

    return _once(make)


def _range() -> range:
    """The tables that were typed, from one to another."""
    first, last = (request.form.get(field, type=int) or 0 for field in ("first", "last"))
    if not 1 <= first <= last or last - first >= MOST_AT_ONCE:
        raise Refused(f"Say from which table to which, at most {MOST_AT_ONCE} at once.")
    return range(first, last + 1)


@bp.post("/move-all")
@needs("organizer")
def move_all() -> ResponseReturnValue:
    """Every tablet of other events goes to the tables of this one."""
    event = _event()
    if event is None:
        raise Refused("Choose the event that gets the tablets.")
    tell(_moved_words(moving_tablets.move_all(event)))
    return redirect(_to("devices.show"), 303)


def _moved_words(moved: moving_tablets.Moved) -> str:
    told = [f"{plural(moved.to_tables, 'tablet')} moved to a table of this event"] if moved.to_tables else []
    told += [f"{moved.to_any} to any of its tables"] if moved.to_any else []
    stay = f" {moved.busy} stayed where a round is being played." if moved.busy else ""
    return f"{', '.join(told)}.{stay}" if told else f"No tablet was moved.{stay}"


@bp.get("/codes")
@needs("organizer")
def codes() -> str:
    return render_template("device_codes.html", **_around("Codes"), cards=code_cards(), tid=request.args.get("tid"))


@bp.post("/codes")
@needs("organizer")
def new_codes() -> ResponseReturnValue:
    """The codes were too old before somebody had walked round with them."""
    many = tablets.new_codes()
    tell(f"{plural(many, 'new code')}. The old ones do not work any more." if many else "No tablet waits for a code.")
    return redirect(_to("devices.codes"), 303)


@bp.get("/<int:id>")
@needs("organizer")
def device(id: int) -> str:
    return _one(device_page(id))


@bp.post("/<int:id>")
@needs("organizer")
def change(id: int) -> ResponseReturnValue:
    event, table = _place()
    name, kept = request.form.get("name", ""), device_page(id)
    wanted = replace(kept, name=name, event=event, table=table)
    check = lambda: require_as_it_was(request.form, id, wanted)  # noqa: E731
    try:
        tablets.change(id, name=name, tournament_id=event, table=table, before=check)
    except SavedMeanwhile as why:
        flash(str(why), "refused")
        return _one(wanted), 409
    flash("Changed. The tablet follows by itself.", "done")
    return redirect(_to("devices.device", id=id), 303)


@bp.post("/<int:id>/code")
@needs("organizer")
def new_code(id: int) -> ResponseReturnValue:
    tablets.new_code(id)
    return redirect(_to("devices.device", id=id), 303)


@bp.post("/<int:id>/revoke")
@needs("organizer")
def revoke(id: int) -> ResponseReturnValue:
    tablets.revoke(id)
    flash(f"{device_page(id).name} is signed out. With a new code it can come back.", "done")
    return redirect(_to("devices.show"), 303)


def _one(tablet: Tablet) -> str:
    """Its page, with what was typed where somebody else saved something meanwhile."""
    return render_template(
        "device.html",
        **_around(tablet.name),
        tablet=tablet,
        was=filled_with(device_page(tablet.id)),
        card=code_card(tablet) if tablet.code else None,
        events=open_events(),
        tid=request.args.get("tid"),
    )


def _around(heading: str) -> dict[str, object]:
    """Inside an event the page stands in that event's frame, otherwise in the box's."""
    tid = request.args.get("tid")
    return {"d": frame(desk(tid), "devices", heading=heading) if tid else None, "here": "devices", "heading": heading}


def _place() -> tuple[str | None, int | None]:
    table = request.form.get("table", "").strip()
    number = whole(table, most=MOST_TABLE)
    if table and number is None:
        raise Refused("A table has a number. Leave it empty for a tablet that goes to any table.")
    return _event(), number


def _event() -> str | None:
    event = request.form.get("event") or None
    if event is not None and event not in {id for id, _ in open_events()}:
        raise Refused("There is no such event on this box, or it is archived.")
    return event


def _once(make: Callable[[], str]) -> ResponseReturnValue:
    """What the form asks for, once."""
    asked = request.form.get("request_id", "")
    with _one_at_a_time:
        if asked not in _made:
            where = make()
            if asked:
                _made[asked] = where
            while len(_made) > 500:
                _made.popitem(last=False)
            return redirect(where, 303)
        return redirect(_made[asked], 303)


def _to(endpoint: str, *, id: int | None = None) -> str:
    return url_for(endpoint, tid=request.args.get("tid"), id=id)
