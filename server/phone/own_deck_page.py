"""A player's own list or roster on their own phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import handing_in, so_far
from engine.decks.rules import ShownList
from engine.factions import pool_size
from engine.values import dataclass
from engine.words import PlayerId, Tournament
from server.core import journal
from server.core.holders import Holder
from server.decks import deadline, decks
from server.decks.decks_page import Editing, RosterRound, editing_kept, known_player, roster_rounds, typed_over
from server.decks.verdicts import ListVerdict, faults_of_roster, shown_list, verdict
from server.phone.own_page import framed, one_page
from server.public import page_cache

CLOSED = "Round 1 has begun, so lists are closed. Ask at the desk."


@dataclass(frozen=True, slots=True)
class OwnDeckPage:
    """`asked` is what this event asks for: a list, a roster, or nothing; `closed` says why nothing can be changed."""

    player: PlayerId
    asked: str
    locked: bool
    due: str
    closed: str
    verdict: ListVerdict | None
    shown: ShownList | None
    editing: Editing | None
    roster: tuple[RosterRound, ...]
    pool: int
    roster_faults: tuple[str, ...]


def own_deck_page(
    me: Holder, *, editing: Editing | None = None, as_form: bool = False, typed: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What the page of this phone shows; `editing` and `typed` bring back what was typed."""
    tid, player = me.tournament or "", me.player or ""
    t = journal.read(tid).tournament
    view = page_cache.view(tid)
    mine = one_page(view, player)
    page = _page(tid, t, player, editing=editing, as_form=as_form, typed=typed)
    return {"page": page, "d": framed(view, mine), "names": view.names}


def _page(
    tid: str,
    t: Tournament,
    player: PlayerId,
    *,
    editing: Editing | None,
    as_form: bool,
    typed: Mapping[str, str] | None,
) -> OwnDeckPage:
    known, asked = known_player(t, player), handing_in.asked_for(t)
    kept = decks.deck_of(tid, player) if asked == "Deck list" else None
    found = verdict(t.settings, kept.text) if kept else None
    closed = CLOSED if so_far.begun(t) else deadline.why_late(t)
    can_edit = asked == "Deck list" and not known.deck_locked and not closed
    rosters = asked == "Factions"
    return OwnDeckPage(
        player=player,
        asked=asked,
        locked=known.deck_locked,
        due=deadline.shown(t) if can_edit else "",
        closed=closed,
        verdict=found,
        shown=shown_list(t.settings, found.deck) if found and found.deck else None,
        editing=(editing or editing_kept(t.settings, kept, as_form=as_form)) if can_edit else None,
        roster=typed_over(roster_rounds(t, known), typed or {}) if rosters else (),
        pool=pool_size(t.settings),
        roster_faults=faults_of_roster(t, known) if rosters and known.factions else (),
    )
