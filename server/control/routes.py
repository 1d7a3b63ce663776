"""The way in for a button, a Stream Deck, a foot switch or a script: one address for each command, a key in the header.

No cookie counts here, so no page of anybody can make a browser send a command, and no form needs a seal.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, g, request
from flask.typing import ResponseReturnValue

from engine.refusals import Refused
from server.box import power
from server.control import commands, control_keys
from server.control.commands import Asked
from server.core import auth, wrong_tries
from server.core.desk import desk
from server.core.roles import CONTROL
from server.core.timekeeping import moment
from server.public import public_view

NO_KEY = "Send a key from the desk: Authorization: Bearer KEY. It is made under This box, Buttons and programs."
bp = Blueprint("control", __name__, url_prefix="/api/control")
log = logging.getLogger(__name__)
View = Callable[..., ResponseReturnValue]


def opened_by_key(view: View) -> View:
    """Only for whoever sends a key that the desk made, or the one of this machine's own buttons."""

    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> ResponseReturnValue:
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        g.by = control_keys.actor_of(key.strip()) if scheme.lower() == "bearer" and key.strip() else ""
        counted = wrong_tries.COMMAND if g.by else wrong_tries.CONTROL_KEY
        try:
            wrong_tries.require_patience(counted)
        except Refused as why:
            return {"error": str(why)}, 429
        if key or g.by:
            wrong_tries.count_wrong(counted)
        return view(*args, **kwargs) if g.by else ({"error": NO_KEY}, 401)

    guarded.role = CONTROL  # type: ignore[attr-defined]
    return guarded


@bp.post("/<command>")
@opened_by_key
def carry_out(command: str) -> ResponseReturnValue:
    found = commands.do(command, Asked(g.by, _said()))
    control_keys.was_used(g.by)
    log.info("%s, asked for by %s from %s", command, g.by, request.remote_addr)
    if not found.event:
        return {"done": found.done, "said": found.said}
    event = desk(found.event)
    clock = public_view.clock(public_view.unnamed(event.id), moment())
    return {"done": found.done, "said": found.said, "event": {"id": event.id, "name": event.name}, "clock": clock}


@bp.post("/power/<what>")
@opened_by_key
def switch_off(what: str) -> ResponseReturnValue:
    """By the button on the box alone: nobody switches it off from the network without a PIN."""
    if g.by != auth.BUTTON:
        return {"error": "Only the button on the box switches it off, or the desk."}, 403
    power.ask(what)
    log.warning("%s was asked for by the button on the box", what)
    return {"done": True, "said": "The box is being switched off." if what == "off" else "The box restarts."}


def _said() -> dict[str, Any]:
    body = request.get_json(silent=True) if request.is_json else request.form.to_dict()
    return body if isinstance(body, dict) else {}
