"""The page on which a phone enters: what is asked, and what became of the entries it made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.decisions.entering import check_in_left, places_left
from engine.decks.rules import DeckRules
from engine.fees import amount
from engine.handing_in import collects, names_factions
from engine.refusals import Refused
from engine.rulesets.registry import deck_rules, ruleset_of
from engine.rulesets.sizes import rounds_for
from engine.values import dataclass, replace
from engine.words import Player, Tournament
from server.core.desk import Desk
from server.core.spelling import clean
from server.core.timekeeping import moment
from server.decks.decks_page import RosterRound, list_typed, roster_rounds, roster_typed
from server.decks.verdicts import faults_of_roster, readable
from server.door.door_page import why_closed
from server.door.waiting import WaitingEntry, entries, places_free
from server.people.pasting import LONGEST_NAME

CLOSED = "Players cannot enter by phone now. Ask at the desk."
NOBODY = Player("")


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """An entry of this phone; `waits` is its number on the waiting list, 0 while there is room.

    `here` and `may_check_in` are about the player it became; `holds` if this phone is theirs,
    `beside` if it is somebody else's right now.
    """

    entry: WaitingEntry
    name: str
    waits: int = 0
    here: bool = False
    active: bool = True
    may_check_in: bool = False
    paid: bool = False
    holds: bool = False
    beside: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class EnterPage:
    """`closed` says why the form is not there."""

    own: tuple[OwnEntry, ...]
    closed: str
    fee: str
    places: int
    left: int | None
    waiting: int
    partner: bool
    roster: tuple[RosterRound, ...]
    pool: bool
    deck: DeckRules[Any] | None
    typed: Mapping[str, str]
    checking_in: bool
    fault: str = ""
    another: bool = False


def enter_page(
    desk: Desk,
    own: tuple[OwnEntry, ...],
    *,
    typed: Mapping[str, str] | None = None,
    fault: str = "",
    another: bool = False,
) -> EnterPage:
    t, now = desk.t, desk.t.entering
    waiting = entries(desk.id, "waiting")
    return EnterPage(
        own=own,
        closed=why_not(desk),
        fee=amount(now.fee, now.currency) if now.fee else "",
        places=now.places,
        left=places_free(t, len(waiting)),
        waiting=len(waiting),
        partner=bool(ruleset_of(t.settings).teams),
        roster=roster_rounds(_when_full(t), NOBODY) if names_factions(t) else (),
        pool=bool(names_factions(t) and ruleset_of(t.settings).format(t.settings.deck_format).pool),
        deck=deck_rules(t.settings) if collects(t) else None,
        typed=typed or {},
        checking_in=check_in_left(t, moment()) != 0,
        fault=fault,
        another=another or bool(fault) or not own,
    )


def why_not(desk: Desk) -> str:
    """Why this phone cannot enter anybody now."""
    return "" if desk.t.entering.open and not why_closed(desk) else CLOSED


def own_entries(
    desk: Desk, made: tuple[WaitingEntry, ...], *, phone: Mapping[str, bool], codes: Mapping[str, int]
) -> tuple[OwnEntry, ...]:
    """What became of the entries of this phone: `phone` are its players, and who of them is only beside the one that it
    is now; `codes` counts how often each player's code was replaced."""
    order = [each.id for each in entries(desk.id, "waiting")]
    left = places_left(desk.t)
    return tuple(_own(desk, each, order=order, left=left, phone=phone, codes=codes) for each in made)


def _own(
    desk: Desk,
    entry: WaitingEntry,
    *,
    order: list[str],
    left: int | None,
    phone: Mapping[str, bool],
    codes: Mapping[str, int],
) -> OwnEntry:
    if entry.state != "accepted" or entry.player is None:
        behind = order.index(entry.id) + 1 - left if left is not None and entry.id in order else 0
        return OwnEntry(entry, entry.name, waits=max(0, behind))
    player = desk.t.players.get(entry.player)
    person = desk.people.get(entry.player)
    if player is None or person is None or codes.get(entry.player) != entry.codes:
        return OwnEntry(entry, person.name if person else "", active=False, lost=player is not None)
    return OwnEntry(
        entry,
        person.name,
        here=player.present,
        active=player.active,
        may_check_in=player.active and not player.present and check_in_left(desk.t, moment()) != 0,
        paid=person.paid,
        holds=entry.player in phone,
        beside=phone.get(entry.player, False),
    )


def read_entry(t: Tournament, form: Mapping[str, str]) -> WaitingEntry:
    """What was typed; refused with a sentence where it cannot be."""
    name, club = clean(form.get("name", "")), clean(form.get("club", ""))
    if not name:
        raise Refused("Write your name as it should appear in the pairings.")
    if max(len(name), len(club)) > LONGEST_NAME:
        raise Refused(f"A name has at most {LONGEST_NAME} characters, and so has a club.")
    partner = clean(form.get("partner", ""))[:LONGEST_NAME] if ruleset_of(t.settings).teams else ""
    return WaitingEntry("", name, club, partner, _factions(t, form), _deck(t, form))


def _factions(t: Tournament, form: Mapping[str, str]) -> tuple[str, ...]:
    """All of them, or none yet: they can be named later on the phone, until round 1 begins."""
    if not names_factions(t):
        return ()
    full = _when_full(t)
    found = roster_typed(full, NOBODY, form)
    if any(found) and (faults := faults_of_roster(full, NOBODY, found)):
        raise Refused(f"{' '.join(faults)} Put it right, or leave all of them empty for now.")
    return found


def _when_full(t: Tournament) -> Tournament:
    """With as many rounds as a full event has: who entered so far says nothing about them."""
    rules, players = ruleset_of(t.settings), t.entering.places or 0
    if t.stages or t.settings.rounds or players < rules.refused_below:
        return t
    rounds = rounds_for(rules, players, with_cut=bool(t.settings.cut)).rounds
    return replace(t, settings=replace(t.settings, rounds=rounds))


def _deck(t: Tournament, form: Mapping[str, str]) -> str:
    """As it is kept, or nothing yet: it can be handed in later. With faults it is kept all the same."""
    if not collects(t) or not form.get("list", "").strip():
        return ""
    text = list_typed(t.settings, {"list": form["list"]}, {})
    readable(t.settings, text)
    return text
