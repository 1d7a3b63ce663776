"""What stands around every page of an event: where we are, where one can go, what waits."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from flask import has_request_context, session, url_for

from engine.handing_in import looks_at_decks
from engine.progress import checking_in, disputes, results_in, short_round_name, where
from engine.refusals import Refused
from engine.rulesets.base import Counted
from engine.rulesets.naming import played_by
from engine.rulesets.registry import ruleset_of
from engine.sentences import plural
from engine.values import dataclass
from engine.words import Tournament
from server.core import unsaved
from server.core.auth import current
from server.core.desk import Desk, desk

# One line of the rail: key, text, icon, endpoint, count, alarm.
Entry = tuple[str, str, str, str, str, str]
# The letter after G that opens a place from the keyboard.
LETTERS = {
    "now": "N",
    "floor": "F",
    "clock": "C",
    "players": "P",
    "draft": "G",
    "decks": "D",
    "pairings": "A",
    "results": "R",
    "standings": "T",
    "devices": "V",
    "history": "H",
    "paper": "I",
    "settings": "U",
}
# How many wait at a place of the rail, and how many of them nobody has seen to. The application fills it in.
WAITING: dict[str, Callable[[Desk], tuple[int, int]]] = {}
# Those that a phone's bar has room for, beside “More”.
IN_HAND = {"organizer": ("now", "floor", "players", "results"), "judge": ("floor", "results", "players", "pairings")}


@dataclass(frozen=True, slots=True)
class RailPlace:
    """One entry of the rail."""

    text: str
    icon: str
    href: str
    here: bool = False
    count: str = ""
    alarm: str = ""
    in_hand: bool = False
    letter: str = ""


@dataclass(frozen=True, slots=True)
class EventMenu:
    """The rail of the event somebody comes from, on pages that are about the whole box."""

    name: str
    saved: str
    places: tuple[RailPlace, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a page."""

    id: str
    name: str
    heading: str
    ruleset: str
    counted: Counted
    players: str
    where: str
    places: tuple[RailPlace, ...]
    saved: str
    revision: str


def frame(desk: Desk, here: str, *, heading: str) -> Frame:
    """The frame with `here` marked in the rail."""
    t = desk.t
    _remember(desk)
    return Frame(
        id=desk.id,
        name=desk.name,
        heading=heading,
        ruleset=played_by(t.settings),
        counted=ruleset_of(t.settings).counted,
        players=_players(t),
        where=where(t),
        places=_places(desk, here),
        saved=_saved(desk),
        revision=desk.revision,
    )


def event_menu() -> EventMenu | None:
    """Where this device was last; None if it opened no event, or the event is gone or cannot be read."""
    with suppress(Refused), unsaved.if_possible():
        last = desk(session["event"]) if "event" in session else None
        if last is not None and not last.archived:
            return EventMenu(last.name, _saved(last), _places(last, ""))
    return None


def _remember(desk: Desk) -> None:
    if has_request_context() and session.get("event") != desk.id:
        session["event"] = desk.id


def _saved(desk: Desk) -> str:
    return f"{plural(len(desk.book.acts), 'change')} saved"


def _places(desk: Desk, here: str) -> tuple[RailPlace, ...]:
    t = desk.t
    done, tables = results_in(t)
    trouble = disputes(t)
    waiting, unseen = WAITING["floor"](desk)
    entered, _ = WAITING["door"](desk)
    number = t.current_round.number if t.current_round else 0
    rail: tuple[Entry, ...] = (
        ("now", "Now", "home", "now.show", "", str(trouble or "")),
        ("floor", "Floor", "alarm", "floor.show", str(waiting or ""), str(unseen or "")),
        ("clock", "Clock", "clock", "clock.show", "", ""),
        ("players", _roster_name(t), "people", "players.show", str(len(t.players)), str(entered or "")),
        *((("draft", "Draft", "swap", "draft.show", "", ""),) if ruleset_of(t.settings).draft else ()),
        *((("decks", "Decks", "cards", "decks.show", "", ""),) if looks_at_decks(t) else ()),
        ("pairings", "Pairings", "list", "pairings.show", short_round_name(t, number) if number else "", ""),
        ("results", "Results", "check", "results.show", f"{done}/{tables}" if tables else "", ""),
        ("standings", "Standings", "cup", "standings.show", "", ""),
        ("devices", "Devices", "screen", "devices.show", "", ""),
        ("history", "History", "back", "history.show", "", ""),
        ("paper", "Print", "paper", "paper.show", "", ""),
        ("settings", "Settings", "gear", "settings.show", "", ""),
    )
    judge = _looks_as_judge()
    in_hand = IN_HAND["judge" if judge else "organizer"]
    return tuple(
        RailPlace(text, icon, url_for(end, tid=desk.id), key == here, count, alarm, key in in_hand, LETTERS[key])
        for key, text, icon, end, count, alarm in (_for_judges(rail) if judge else rail)
    )


def _roster_name(t: Tournament) -> str:
    """Until round 1 is out, what one does with the list is checking people in."""
    return "Check-in" if checking_in(t) else "Players"


def _looks_as_judge() -> bool:
    me = current()
    return me is not None and me.role == "judge"


def _for_judges(rail: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The floor comes first, and what only the organizer may open is left out."""
    first = IN_HAND["judge"]
    rest = tuple(entry for entry in rail if entry[0] not in (*first, "settings", "devices"))
    return *(entry for key in first for entry in rail if entry[0] == key), *rest


def _players(t: Tournament) -> str:
    """21 players, also once it is over; 19 of 21 players still in, where some have left; top 4 of 21 players."""
    entered, left = len(t.players), sum(not player.active for player in t.players.values())
    if t.stage is not None and t.stage.kind == "bracket" and t.finish is None:
        return f"top {len(t.stage.entrants)} of {plural(entered, 'player')}"
    still_in = left and t.finish is None
    return f"{entered - left} of {plural(entered, 'player')} still in" if still_in else plural(entered, "player")
