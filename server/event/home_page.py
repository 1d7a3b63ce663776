"""The first page of the box, and what is lost with an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from engine.box.words import Report
from engine.pod_words import why_unscored
from engine.progress import where
from engine.refusals import Unknown
from engine.rulesets.naming import played_by
from engine.rulesets.registry import ruleset_of
from engine.series.series_words import due_words
from server.core import box_journal, journal, time_of_day
from server.core.books import Book
from server.core.config import Config
from server.core.desk import Desk, desk
from server.core.events import Listed
from server.core.play_days import days_played
from server.core.stored_box import BoxDamaged
from server.core.stored_journal import Damaged
from server.event.damaged_event import DamageCard, damage_card


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event in the list of the first page. `due`: when its report is, where one has to be sent in."""

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
    broken, reports = [], _reports()
    for row in rows:
        try:
            lines[row.archived].append(_line(row, reports))
        except Damaged as why:
            broken.append(damage_card(config, why))
        except Unknown:  # deleted just now
            continue
    return HomePage(tuple(lines[False]), tuple(lines[True]), tuple(broken))


def _line(row: Listed, reports: Mapping[str, Report]) -> EventLine:
    book = journal.read(row.id)
    t = book.tournament
    players = sum(player.active for player in t.players.values())
    due = "" if row.demo else _due(book, reports)
    return EventLine(row.id, row.name, played_by(t.settings), where(t), players, row.created_at, row.demo, due)


def _reports() -> Mapping[str, Report]:
    """What was said about the reports of events; nothing, while the journal of the box cannot be read."""
    try:
        return box_journal.read().box.reports
    except BoxDamaged:
        return {}


def _due(book: Book, reports: Mapping[str, Report]) -> str:
    """In how many days the report of an event that counts is to be sent, until it is marked as sent."""
    t = book.tournament
    rules = ruleset_of(t.settings).series
    if rules is None or not t.settings.scored or t.finish is None or why_unscored(t):
        return ""
    if reports.get(book.id, Report()).sent is not None:
        return ""
    last = days_played(book.acts)[1]
    return due_words((last + timedelta(days=rules.asked.days) - time_of_day.now().date()).days)


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
