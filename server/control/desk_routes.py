"""Buttons and other programs at the desk: keys are made and taken back, news get an address."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.refusals import Refused
from engine.sentences import capital
from server.box.addresses import box_address
from server.control import commands, control_keys, sending, webhook
from server.core import box_values
from server.core.auth import needs

bp = Blueprint("programs", __name__, url_prefix="/box/programs")
_one_at_a_time = Lock()
_made: OrderedDict[str, tuple[str, str]] = OrderedDict()  # forms that were answered: a second tap shows the same key
KEPT = 5


@bp.get("/")
@needs("organizer")
def show() -> str:
    return render_template(
        "programs.html",
        here="box",
        keys=control_keys.listed(),
        events=commands.events_to_choose(),
        meant=box_values.get(commands.EVENT),
        webhook=webhook.address(),
        secret=webhook.secret(),
        trouble=capital(sending.trouble()),
    )


@bp.post("/keys")
@needs("organizer")
def make() -> str:
    """The one page that shows the key."""
    asked = request.form.get("request_id", "")
    with _one_at_a_time:
        if asked not in _made:
            name = request.form.get("name", "")
            _made[asked] = " ".join(name.split()), control_keys.make(name)
            while len(_made) > KEPT:
                _made.popitem(last=False)
        name, key = _made[asked]
    return render_template("new_key.html", here="box", name=name, key=key, address=box_address())


@bp.post("/keys/<int:id>/revoke")
@needs("organizer")
def revoke(id: int) -> ResponseReturnValue:
    name = control_keys.revoke(id)
    flash(f"The key “{name}” does not work any more.", "done")
    return _back()


@bp.post("/event")
@needs("organizer")
def choose() -> ResponseReturnValue:
    chosen = request.form.get("event", "")
    if chosen and chosen not in dict(commands.events_to_choose()):
        raise Refused("That event is not on this box any more.")
    box_values.put_all({commands.EVENT: chosen})
    flash("Buttons switch that event." if chosen else "Buttons switch the event that is being played.", "done")
    return _back()


@bp.post("/webhook")
@needs("organizer")
def tell() -> ResponseReturnValue:
    before = webhook.address()
    webhook.put(request.form.get("address", ""))
    if webhook.address() != before:
        sending.forget()
    flash("News is sent there from now on." if webhook.address() else "News is not sent anywhere any more.", "done")
    return _back()


@bp.post("/webhook/test")
@needs("organizer")
def test() -> ResponseReturnValue:
    if not webhook.address():
        raise Refused("Type an address first.")
    sending.test()
    flash("A test is on its way. If it does not arrive, this page and Health say why.", "done")
    return _back()


def _back() -> ResponseReturnValue:
    return redirect(url_for("programs.show"), 303)
