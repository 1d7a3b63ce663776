"""A draft group on its tablet: the table's number is the group's, as long as the draft is on."""

from __future__ import annotations

from typing import Any

from engine.decisions.stages import draft_is_on
from engine.progress import draft_name
from engine.standings.advancing import second_phase
from server.core.books import Book
from server.core.desk import Desk
from server.core.timekeeping import moment
from server.draft.draft_page import group_cards
from server.live.stream_messages import MARKS

Json = dict[str, Any]


def draft(desk: Desk, table: int) -> Json | None:
    """The group's step; None once the rounds have begun, or where there is no such group."""
    t = desk.t
    if not draft_is_on(t) or not 1 <= table <= len(t.drafting):
        return None
    card = group_cards(t)[table - 1]
    return {
        "group": table,
        "name": card.name,
        "called": draft_name(t),
        "seats": [desk.names.get(player, player) for player in card.seats],
        "title": card.title,
        "text": card.text,
        "step": card.key,
        "cards": card.cards,
        "held": card.held,
        "pick": card.pick,
        "picks": card.picks,
        "next": card.next,
        "back": card.step > 1,
        "until_ms": card.until.ms if card.until and card.until.boot_id == moment().boot_id else None,
    }


def beside(desk: Desk) -> str:
    """At a table without a group, while a second draft is on: its name, in place of what was played here before."""
    return draft_name(desk.t) if second_phase(desk.t) and draft_is_on(desk.t) else ""


def _mark(book: Book, table: int) -> object:
    """What makes the group's tablet look again."""
    t = book.tournament
    if not draft_is_on(t) or not 1 <= table <= len(t.drafting):
        return None
    return t.drafting[table - 1], [t.players[player].active for player in t.drafting[table - 1].seats]


MARKS["draft"] = _mark
