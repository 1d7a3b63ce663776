"""The first page of the box, and what is lost with an event."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date, timedelta

from engine.progress import where
from engine.refusals import Unknown
from engine.series.series_words import due_words
from engine.values import dataclass
from server.core import box_journal, journal, time_of_day
from server.core.books import Book
from server.core.config import Config
from server.core.desk import Desk, desk
from server.core.events import Listed
from server.core.stored_box import BoxDamaged
from server.core.stored_journal import Damaged
from server.event import kept_lines
from server.event.damaged_event import DamageCard, damage_card
from server.event.kept_lines import KeptLine

# Whose reports are no longer what was sent: told by the room of series, which knows this one.
AMENDED: list[Callable[[Collection[str]], Collection[str]]] = []


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event in the list of the first page. `due`: what is to be done about its report, where one is sent in."""

    id: str
    name: str
    ruleset: str
    where: str
    players: int
    day: str
    demo: bool
    due: str = ""


@dataclass(frozen=True, slots=True)
class HomePage:
    """`damaged`: events that cannot be opened, and the ways out. They hide none of the others."""

    open: tuple[EventLine, ...]
    archived: tuple[EventLine, ...]
    damaged: tuple[DamageCard, ...]


def home_page(rows: list[Listed], config: Config) -> HomePage:
    """All events of the box, those put away apart."""
    lines: dict[bool, list[EventLine]] = {False: [], True: []}
    broken, reports = [], _reports([row.id for row in rows])
    kept = kept_lines.event_lines([row.id for row in rows])
    made: list[tuple[Book, KeptLine]] = []
    for row in rows:
        try:
            line = kept.get(row.id) or _made(row, made)
            lines[row.archived].append(_line(row, line, reports))
        except Damaged as why:
            broken.append(damage_card(config, why))
        except Unknown:  # deleted just now
            continue
    kept_lines.keep(made)
    return HomePage(tuple(lines[False]), tuple(lines[True]), tuple(broken))


def _made(row: Listed, made: list[tuple[Book, KeptLine]]) -> KeptLine:
    book = journal.read(row.id)
    made.append((book, kept_lines.line_of(book)))
    return made[-1][1]


def _line(row: Listed, line: KeptLine, sent: Mapping[str, str]) -> EventLine:
    due = "" if row.demo else sent[row.id] if row.id in sent else _due(line)
    return EventLine(row.id, row.name, line.ruleset, line.where, line.players, row.created_at, row.demo, due)


def _reports(events: Collection[str]) -> dict[str, str]:
    """Of which of these events a report was sent, and what to say of it; none, while the box's journal is damaged."""
    try:
        reports = box_journal.read().box.reports
        sent = [event for event in events if event in reports and reports[event].sent is not None]
        found = [event for amended in AMENDED for event in amended(sent)] if sent else ()
    except BoxDamaged:
        return {}
    return dict.fromkeys(sent, "") | dict.fromkeys(found, "amended since sent")


def _due(line: KeptLine) -> str:
    """In how many days the report of an event that counts is to be sent."""
    if not line.last_day:
        return ""
    due = date.fromisoformat(line.last_day) + timedelta(days=line.days)
    return due_words((due - time_of_day.now().date()).days)


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """What goes dark when an event that is being played is put away."""

    id: str
    name: str
    where: str
    out: int


def archive_page(tid: str) -> ArchivePage | None:
    """Nothing to ask about an event that has not begun or is over, or that cannot be opened."""
    try:
        found = desk(tid)
    except Damaged:
        return None
    if found.t.state != "running":
        return None
    return ArchivePage(found.id, found.name, where(found.t), len(found.t.tables_out))


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
