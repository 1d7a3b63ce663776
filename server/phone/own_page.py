"""A player's own page on their own phone: the public one, and what only they may do."""

from __future__ import annotations

from typing import Any

from flask import session, url_for

from engine import handing_in
from engine.decisions.stages import draft_is_on
from engine.progress import checking_in
from engine.refusals import Refused
from engine.values import dataclass, replace
from engine.whats_next import comes_next
from engine.words import Tournament
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
from server.phone.player_page import LAST, NEXT, OR_CHECK_IN, TELL_THE_DESK, MinePage, mine_page
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
    t = journal.read(view.id).tournament
    page = with_rounds_off(t, one_page(view, me.player or ""))
    here = own_check_in(view, page)
    if here is not None and here.may:
        page = replace(page, text=page.text.removeprefix(TELL_THE_DESK))
    around = {**beside(view, page), "page": page, "d": framed(view, page), "names": view.names}
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
    """Before round 1: whether I am here, `may` say so with my phone, or need not be `told` to tell the desk."""

    here: bool
    may: bool
    told: bool


def with_rounds_off(t: Tournament, page: MinePage) -> MinePage:
    """Who asked to miss a round reads so, before it and in it; nobody else learns that it was asked for."""
    known, current = t.players[page.player], t.current_round
    published = sum(round_.phase != "draft" for round_ in t.rounds)
    if not known.active or t.finish is not None:
        return page
    if current is not None and current.phase == "published" and known.excuse(current.number) == "missed":
        text = f"The desk knows. {NEXT if comes_next(t) == 'pairings' else LAST}"
        return replace(page, state="waiting", title="You miss this round.", text=text, expects=NEXT in text)
    if known.excuse(published + 1) != "missed" or not (page.expects or current is None):
        return page
    told = f"You miss round {published + 1}; the desk knows."
    return replace(page, text=page.text.replace(NEXT, told) if current is not None else told, expects=False)


def listed_page(view: Public, player: str) -> MinePage:
    """Opened from the list, without a code: it cannot check anybody in, and says how that is done."""
    page = one_page(view, player)
    return replace(page, text=page.text.replace(TELL_THE_DESK, OR_CHECK_IN)) if check_in.is_open(view.t) else page


def own_check_in(view: Public, page: MinePage) -> OwnCheckIn | None:
    """Nothing once round 1 is out, or for somebody who has left."""
    me = view.t.players.get(page.player)
    if me is None or not me.active or not checking_in(view.t):
        return None
    told = page.text.startswith(TELL_THE_DESK) or draft_is_on(view.t)
    return OwnCheckIn(me.present, not me.present and check_in.is_open(view.t), told)


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
