"""What stands around every page of an event: where we are, where one can go, what waits."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from engine.decisions.results import disputed
from engine.pairing.brackets import round_names
from engine.rulesets.registry import ruleset_of
from engine.words import Tournament
from server.desk import Desk
from server.rendering import plural


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
        ruleset=ruleset_of(t.settings).name,
        players=sum(player.active for player in t.players.values()),
        where=where(t),
        places=_places(desk, here),
        saved=f"Saved. {plural(len(desk.book.acts), 'act')} in the journal",
        revision=desk.revision,
    )


def where(t: Tournament) -> str:
    """Round 3 of 5; Before round 1; Semi-finals; Finished."""
    if t.finish is not None:
        return "Finished"
    current = t.current_round
    if current is None:
        return "Before round 1" if not t.rounds_played else "Before the next stage"
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
    number = t.current_round.number if t.current_round else 0
    rail = (
        ("now", "Now", "home", "now.show", "", str(trouble or "")),
        ("players", "Players", "people", "players.show", str(len(t.players)), ""),
        ("pairings", "Pairings", "list", "pairings.show", f"R{number}" if number else "", ""),
        ("results", "Results", "check", "results.show", f"{done}/{tables}" if tables else "", ""),
        ("standings", "Standings", "cup", "standings.show", "", ""),
        ("history", "History", "back", "history.show", "", ""),
        ("paper", "Print", "paper", "paper.show", "", ""),
        ("settings", "Settings", "gear", "settings.show", "", ""),
    )
    return tuple(
        Place(text, icon, url_for(end, tid=desk.id), key == here, count, alarm)
        for key, text, icon, end, count, alarm in rail
    )
