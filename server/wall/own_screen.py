"""Switching the box off from its own screen: whoever touches that one stands beside the plug. It asks first."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from engine.refusals import Refused
from server.box import first_boot, power
from server.core.auth import needs

NOT_OURS = {"error": "Only the box's own screen can ask for that, or the desk."}, 403
bp = Blueprint("own_screen", __name__, url_prefix="/wall/power")


@bp.get("")
@needs("public")
def ask() -> ResponseReturnValue:
    """Whether it can be switched off from here, and who is playing."""
    if not _is_own():
        return NOT_OURS
    return {"may": power.folder() is not None, "playing": [asdict(event) for event in power.being_played()]}


@bp.post("")
@needs("public")
def switch() -> ResponseReturnValue:
    if not _is_own():
        return NOT_OURS
    body = request.get_json(silent=True)
    try:
        power.ask(str(body.get("what", "")) if isinstance(body, dict) else "")
    except Refused as why:
        return {"error": str(why)}, 409
    return {"asked": power.asked()}


def _is_own() -> bool:
    """The screen with the token from /run: an address would not do."""
    return first_boot.is_own_screen(request.headers.get("X-Wall-Token", ""), address=request.remote_addr or "")
