"""A player's own page on their own phone: the public one, and what only they may do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import session, url_for

from engine import handing_in
from engine.progress import checking_in
from engine.refusals import Refused
from server.core import auth, holders, journal
from server.core.desk import desk
from server.core.holders import Holder
from server.floor.calls import asks_to_drop
from server.people import check_in
from server.phone.cut_chance import own_chance
from server.phone.leaving import leaving
from server.phone.next_round import next_round
from server.phone.own_penalties import own_penalties
from server.phone.phone_frame import PhoneFrame, phone_frame
from server.phone.player_page import MinePage, mine_page
from server.phone.standings_page import tables_now
from server.public import page_cache
from server.public.public_view import Public


@dataclass(frozen=True, slots=True)
class OtherPlayer:
    """Somebody else whose phone this is too."""

    event: str
    player: str
    name: str


def _other(held: Holder) -> OtherPlayer:
    event, player = held.tournament or "", held.player or ""
    try:
        name = desk(event).names.get(player, player)
    except Refused:  # that event is damaged: this page is about another one
        name = player
    return OtherPlayer(event, player, name)


def whose_phone() -> Holder | None:
    """The player whose phone this is, by their code."""
    found = auth.holder()
    return found if found is not None and found.kind == "player" else None


def own_page(me: Holder) -> dict[str, Any]:
    """What the page of this player's own phone shows."""
    view = page_cache.view(me.tournament or "")
    page = one_page(view, me.player or "")
    around = {**beside(view, page), "page": page, "d": framed(view, page), "names": view.names}
    t = journal.read(view.id).tournament
    here = own_check_in(view, page.player)
    return {
        **around,
        "family": tuple(map(_other, holders.beside(session))),
        "deck": handing_in.asked_for(view.t),
        "leaving": leaving(t, page.player),
        "kept_table": t.players[page.player].fixed_table if t.players[page.player].active else None,
        "penalties": own_penalties(t, page.player),
        "asked_to_drop": asks_to_drop(view.id, t, page.player) is not None,
        "check_in": here,
    }


@dataclass(frozen=True, slots=True)
class OwnCheckIn:
    """Before round 1: whether I am here, and if not, whether I can say so with my phone."""

    here: bool
    may: bool


def own_check_in(view: Public, player: str) -> OwnCheckIn | None:
    """Nothing once round 1 is out, or for somebody who has left."""
    me = view.t.players.get(player)
    if me is None or not me.active or not checking_in(view.t):
        return None
    return OwnCheckIn(me.present, not me.present and check_in.is_open(view.t))


def one_page(view: Public, player: str) -> MinePage:
    """This player's page of this revision."""
    return mine_page(view, player, page_cache.worked_out(view, "standings", lambda: tables_now(view.t)))


def beside(view: Public, page: MinePage) -> dict[str, Any]:
    """What stands beside a player's page: their chance of making the cut, and when the next pairings come."""
    return {"cut": own_chance(view, page.player), "next_round": next_round(view.id) if page.expects else None}


def framed(view: Public, page: MinePage) -> PhoneFrame:
    found = phone_frame(view, "me", beside=page.name, record=page.record, table=page.seat.table)
    own = replace(found.tabs[0], href=url_for("players_own.show"))
    return replace(found, tabs=(own, *found.tabs[1:]))
