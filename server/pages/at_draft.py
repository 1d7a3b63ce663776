"""A draft group on its tablet: the table's number is the group's, as long as the draft is on."""

from __future__ import annotations

from typing import Any

from engine import facts as f
from engine.decisions import stages
from engine.refusals import Refused
from engine.words import Tournament
from server import journal
from server.desk import Desk
from server.live.said import MARKS
from server.pages.draft import group_card
from server.timekeeping import moment

Json = dict[str, Any]


def draft(desk: Desk, table: int) -> Json | None:
    """The group's step; None once the rounds have begun, or where there is no such group."""
    t = desk.t
    if not is_on(t) or not 1 <= table <= len(t.drafting):
        return None
    group = t.drafting[table - 1]
    card = group_card(table, group)
    timed = group.since is not None and group.pick and group.since.boot_id == moment().boot_id
    return {
        "group": table,
        "seats": [desk.names.get(player, player) for player in card.seats],
        "title": card.title,
        "text": card.text,
        "step": group.step,
        "pick": card.pick,
        "picks": card.picks,
        "next": card.next,
        "until_ms": group.since.ms + 1000 * t.settings.pick_seconds if timed and group.since else None,
    }


def is_on(t: Tournament) -> bool:
    """Groups are drawn, and nobody has been paired after it."""
    return bool(t.drafting) and not t.stages[-1].rounds


def advance(t: Tournament, table: int, *, step: str, pick: int) -> tuple[f.Fact, ...]:
    """On from the step that was shown; somebody at the desk may have gone on already, and then nothing happens."""
    if not is_on(t) or not 1 <= table <= len(t.drafting):
        raise Refused(f"There is no draft at table {table} now.")
    group = t.drafting[table - 1]
    if (group.step, group.pick) != (step, pick):
        return ()
    return stages.advance_draft(t, table - 1, now=moment())


def _mark(tid: str, table: int) -> object:
    """What makes the group's tablet look again."""
    groups = journal.read(tid).tournament.drafting
    return groups[table - 1] if 1 <= table <= len(groups) else None


MARKS["draft"] = _mark
