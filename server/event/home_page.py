"""The first page of the box, and what is lost with an event."""

from __future__ import annotations

from dataclasses import dataclass

from engine.progress import where
from engine.refusals import Refused
from engine.rulesets.naming import played_by
from server.core import journal
from server.core.desk import Desk
from server.core.events import Listed


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event in the list of the first page."""

    id: str
    name: str
    ruleset: str
    where: str
    players: int
    day: str
    demo: bool


@dataclass(frozen=True, slots=True)
class HomePage:
    open: tuple[EventLine, ...]
    archived: tuple[EventLine, ...]


def home_page(rows: list[Listed]) -> HomePage:
    """All events of the box, those put away apart."""
    lines = [(row.archived, _line(row)) for row in rows]
    return HomePage(
        tuple(line for archived, line in lines if not archived), tuple(line for archived, line in lines if archived)
    )


def _line(row: Listed) -> EventLine:
    try:
        t = journal.read(row.id).tournament
    except Refused as why:  # one unreadable journal must not hide the others
        return EventLine(row.id, row.name, "", f"Cannot be opened: {why}", 0, row.created_at, row.demo)
    players = sum(player.active for player in t.players.values())
    return EventLine(row.id, row.name, played_by(t.settings), where(t), players, row.created_at, row.demo)


@dataclass(frozen=True, slots=True)
class DeletePage:
    """What is lost with an event, and whether a backup is made first."""

    id: str
    name: str
    archived: bool
    backed_up: bool
    losses: tuple[str, ...]


def delete_page(desk: Desk, *, backed_up: bool) -> DeletePage:
    t = desk.t
    results = sum(match.result is not None for round_ in t.rounds for match in round_.matches)
    counts = ((len(t.players), "player"), (t.rounds_played, "round"), (results, "result"))
    losses = (f"{count} {word if count == 1 else word + 's'}" for count, word in counts if count)
    return DeletePage(desk.id, desk.name, desk.archived, backed_up, tuple(losses))
