"""The first page of the box, and what is lost with an event."""

from __future__ import annotations

from dataclasses import dataclass

from engine.progress import where
from engine.refusals import Unknown
from engine.rulesets.naming import played_by
from server.core import journal
from server.core.config import Config
from server.core.desk import Desk
from server.core.events import Listed
from server.core.stored_journal import Damaged
from server.event.damaged_event import DamageCard, damage_card


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
    """`damaged`: events that cannot be opened, and the ways out. They hide none of the others."""

    open: tuple[EventLine, ...]
    archived: tuple[EventLine, ...]
    damaged: tuple[DamageCard, ...]


def home_page(rows: list[Listed], config: Config) -> HomePage:
    """All events of the box, those put away apart."""
    lines: dict[bool, list[EventLine]] = {False: [], True: []}
    broken = []
    for row in rows:
        try:
            lines[row.archived].append(_line(row))
        except Damaged as why:
            broken.append(damage_card(config, why))
        except Unknown:  # deleted just now
            continue
    return HomePage(tuple(lines[False]), tuple(lines[True]), tuple(broken))


def _line(row: Listed) -> EventLine:
    t = journal.read(row.id).tournament
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
    damaged: bool = False


def delete_damaged_page(event: Listed, *, backed_up: bool) -> DeletePage:
    """Of an event that cannot be opened nobody can say what is lost."""
    return DeletePage(event.id, event.name, event.archived, backed_up, (), damaged=True)


def delete_page(desk: Desk, *, backed_up: bool) -> DeletePage:
    t = desk.t
    results = sum(match.result is not None for round_ in t.rounds for match in round_.matches)
    counts = ((len(t.players), "player"), (t.rounds_played, "round"), (results, "result"))
    losses = (f"{count} {word if count == 1 else word + 's'}" for count, word in counts if count)
    return DeletePage(desk.id, desk.name, desk.archived, backed_up, tuple(losses))
