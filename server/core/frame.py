"""What stands around every page of an event: where we are, where one can go, what waits."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from engine.decisions.results import disputed
from engine.decisions.stages import draft_is_on
from engine.pairing.brackets import round_names
from engine.words import Tournament
from server.core.auth import current
from server.floor.calls import open_calls
from server.decks.decks import asked_for
from server.core.desk import Desk
from engine.rulesets.naming import played_by
from server.core.rendering import plural

# One line of the rail: key, text, icon, endpoint, count, alarm.
Entry = tuple[str, str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class Place:
    """One entry of the rail."""

    text: str
    icon: str
    href: str
    here: bool = False
    count: str = ""
    alarm: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a page."""

    id: str
    name: str
    heading: str
    ruleset: str
    players: int
    where: str
    places: tuple[Place, ...]
    saved: str
    revision: str


def frame(desk: Desk, here: str, *, heading: str) -> Frame:
    """The frame with `here` marked in the rail."""
    t = desk.t
    return Frame(
        id=desk.id,
        name=desk.name,
        heading=heading,
        ruleset=played_by(t.settings),
        players=sum(player.active for player in t.players.values()),
        where=where(t),
        places=_places(desk, here),
        saved=f"Saved. {plural(len(desk.book.acts), 'act')} in the journal",
        revision=desk.revision,
    )


def where(t: Tournament) -> str:
    """Round 3 of 5; Round 1 at 14:00; Draft; Semi-finals; Finished."""
    if t.finish is not None:
        return "Finished"
    current = t.current_round
    if current is None:
        if draft_is_on(t):
            return "Draft"
        if t.rounds_played:
            return "Before the next stage"
        return f"Round 1 at {t.settings.starts_at}" if t.settings.starts_at else "Before round 1"
    name = round_name(t, current.number)
    if current.phase == "closed":
        return f"After {name}"
    return f"Before {name}" if current.phase == "draft" else name[0].upper() + name[1:]


def round_name(t: Tournament, number: int) -> str:
    """How a round is called: round 3 of 5, or semi-finals."""
    for stage in t.stages:
        for place, round_ in enumerate(stage.rounds):
            if round_.number == number:
                if stage.kind == "bracket":
                    return round_names(len(stage.entrants))[place].lower()
                return f"round {number}" + (f" of {stage.planned}" if stage.planned and len(t.stages) == 1 else "")
    return f"round {number}"


def results_in(t: Tournament) -> tuple[int, int]:
    """Tables of the current round with a result, and all of them."""
    current = t.current_round
    if current is None:
        return 0, 0
    return sum(match.result is not None for match in current.matches), len(current.matches)


def disputes(t: Tournament) -> int:
    current = t.current_round
    return 0 if current is None else sum(disputed(match) for match in current.matches)


def _places(desk: Desk, here: str) -> tuple[Place, ...]:
    t = desk.t
    done, tables = results_in(t)
    trouble = disputes(t)
    calls = open_calls(desk.id, t)
    calling = sum(call.claimed_by is None for call in calls)
    number = t.current_round.number if t.current_round else 0
    rail: tuple[Entry, ...] = (
        ("now", "Now", "home", "now.show", "", str(trouble or "")),
        ("floor", "Floor", "alarm", "floor.show", str(len(calls) or ""), str(calling or "")),
        ("clock", "Clock", "clock", "clock.show", "", ""),
        ("players", "Players", "people", "players.show", str(len(t.players)), ""),
        *((("draft", "Draft", "swap", "draft.show", "", ""),) if t.settings.ruleset == "ashes-draft" else ()),
        *((("decks", "Decks", "cards", "decks.show", "", ""),) if asked_for(t) else ()),
        ("pairings", "Pairings", "list", "pairings.show", f"R{number}" if number else "", ""),
        ("results", "Results", "check", "results.show", f"{done}/{tables}" if tables else "", ""),
        ("standings", "Standings", "cup", "standings.show", "", ""),
        ("devices", "Devices", "screen", "devices.show", "", ""),
        ("history", "History", "back", "history.show", "", ""),
        ("paper", "Print", "paper", "paper.show", "", ""),
        ("settings", "Settings", "gear", "settings.show", "", ""),
    )
    return tuple(
        Place(text, icon, url_for(end, tid=desk.id), key == here, count, alarm)
        for key, text, icon, end, count, alarm in (_for_judges(rail) if _looks_as_judge() else rail)
    )


def _looks_as_judge() -> bool:
    me = current()
    return me is not None and me.role == "judge"


def _for_judges(rail: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The floor comes first, and what only the organizer may open is left out."""
    first = ("floor", "results", "players", "pairings")
    rest = tuple(entry for entry in rail if entry[0] not in (*first, "settings", "devices"))
    return *(entry for key in first for entry in rail if entry[0] == key), *rest
