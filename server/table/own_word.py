"""Whose word it is: some things at a table only the player may say, on their own phone or with their own code."""

from __future__ import annotations

from engine.refusals import Refused
from engine.sentences import who
from engine.words import PlayerId
from server.core import holders, wrong_tries
from server.core.auth import Forbidden
from server.table.at_table import At

NEEDED = "To drop, use your own phone, type your personal code, or tell the desk."


def require(at: At, player: PlayerId, *, code: str) -> None:
    """A player's phone speaks for that player; a tablet and a slip go round the table."""
    if at.kind == "slip":
        raise Forbidden(f"A slip speaks only for its match. {NEEDED}")
    if at.kind == "player":
        return
    if not code:
        raise Forbidden(NEEDED)
    wrong_tries.require_patience(wrong_tries.PERSONAL_CODE)
    if holders.player_of(at.tid, code) != player:
        wrong_tries.count_wrong(wrong_tries.PERSONAL_CODE)
        raise Refused(f"That is not the personal code of {who(player)}. Nothing was changed.")


def asked_by_tablet(at: At, player: PlayerId) -> PlayerId:
    """Without a code the table's tablet only asks the desk, which sees who stands before it."""
    if at.kind != "tablet" or player not in at.speaks_for:
        raise Forbidden(NEEDED)
    return player
