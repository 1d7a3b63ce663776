"""Screens at the desk: what each shows, which one sounds, and finding out which is which."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine.refusals import Refused
from server.box import box_settings
from server.clock.clock_feed import ask_for_test
from server.core.auth import needs
from server.core.open_forms import SavedMeanwhile, changed
from server.core.timekeeping import moment
from server.wall import screens, voice
from server.wall.screens_page import ScreenPage, require_as_it_was, screen_page

bp = Blueprint("screens", __name__, url_prefix="/devices/screens")


@bp.get("/<id>")
@needs("organizer")
def show(id: str) -> str:
    return _one(screen_page(id))


@bp.post("/<id>")
@needs("organizer")
def change(id: str) -> ResponseReturnValue:
    form = request.form
    volume = form.get("volume", type=int)
    if volume is None:
        raise Refused("The volume is a number between 0 and 100.")
    typed = {
        "name": form.get("name", "").strip(),
        "tournament_id": form.get("event") or None,
        "scene": form.get("scene", "auto"),
        "sounds": "sounds" in form,
        "volume": volume,
    }
    try:
        screens.change(id, before=lambda: require_as_it_was(form, id, typed), **typed)
    except SavedMeanwhile as why:
        flash(str(why), "refused")
        return _one(screen_page(id, typed=typed)), 409
    flash("Changed. The screen follows by itself.", "done")
    return redirect(url_for("devices.show"), 303)


@bp.post("/<id>/identify")
@needs("organizer")
def identify(id: str) -> ResponseReturnValue:
    screens.ring(id, what="identify")
    flash("It shows its name for ten seconds.", "done")
    return redirect(url_for("devices.show"), 303)


@bp.post("/<id>/test")
@needs("organizer")
def test(id: str) -> ResponseReturnValue:
    screens.ring(id, what="test")
    flash("It plays a test sound, if its loudspeaker is on.", "done")
    return redirect(url_for("screens.show", id=id), 303)


@bp.post("/<id>/forget")
@needs("organizer")
def forget(id: str) -> ResponseReturnValue:
    gone = screens.about(id)
    screens.forget(id)
    flash("Taken off the list. If it still runs, it comes back under a new name.", "done")
    if gone is not None and gone["sounds"]:
        flash("It was the one that sounds, so no screen sounds now. Choose another, unless the buzzer does.", "warning")
    return redirect(url_for("devices.show"), 303)


@bp.post("/buzzer/test")
@needs("organizer")
def test_buzzer() -> ResponseReturnValue:
    ask_for_test(moment())
    flash("The buzzer sounds a test, if one is connected.", "done")
    return redirect(url_for("devices.show"), 303)


@bp.post("/voice")
@needs("organizer")
def speak() -> ResponseReturnValue:
    """Calls are said aloud from now on, or not any more; what is being said stops."""
    on = "on" in request.form
    if on and not voice.can_speak():
        raise Refused("espeak-ng is not installed on the box. Install it there first: sudo apt install espeak-ng")
    box_settings.put(wall_voice="on" if on else "")
    flash("Calls are spoken by the screen that sounds." if on else "Calls are not spoken any more.", "done")
    return redirect(url_for("devices.show"), 303)


@bp.post("/wifi")
@needs("organizer")
def wifi() -> ResponseReturnValue:
    """What the walls tell everybody: the Wi-Fi, and when the event will be over."""
    form = request.form
    typed = {
        "wifi_name": form.get("name", "").strip(),
        "wifi_password": form.get("password", ""),
        "wall_forecast": "on" if "forecast" in form else "",
    }
    box_settings.put(**changed(form, typed))
    flash("The walls show this Wi-Fi." if box_settings.wifi()[0] else "The walls show no Wi-Fi any more.", "done")
    return redirect(url_for("devices.show"), 303)


def _one(page: ScreenPage) -> str:
    return render_template("screen.html", d=None, here="devices", heading=page.screen.name, page=page)
