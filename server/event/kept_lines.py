"""An event that is over as one line of a list, kept so that no list of events replays those of years ago."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date

from sqlalchemy import select

from engine.pod_words import why_unscored
from engine.progress import players_told, where
from engine.rulesets.naming import played_by
from engine.rulesets.registry import ruleset_of
from engine.values import dataclass
from server.core import event_cache, journal
from server.core.books import Book
from server.core.db import db
from server.core.models import TournamentRow
from server.core.play_days import days_played
from server.core.version import software

KIND = "line"


@dataclass(frozen=True, slots=True)
class KeptLine:
    """`last_day`: of an event whose report is to be sent in within `days`; empty where nobody waits for one."""

    ruleset: str
    where: str
    players: int
    last_day: str = ""
    days: int = 0


def event_lines(events: list[str]) -> dict[str, KeptLine]:
    """Those of these events that are over and kept; whatever is known to be damaged is not among them."""
    row = TournamentRow
    with db.engine.connect() as connection:
        rows = connection.execute(select(row.id, row.epoch, row.acts, row.head)).all()
    wanted, damaged = set(events), journal.damages()
    states = {each.id: _mark(event_cache.state(each.epoch, each.acts, each.head)) for each in rows if each.id in wanted}
    kept = event_cache.read(KIND, {event: state for event, state in states.items() if event not in damaged})
    try:
        return {event: KeptLine(**body) for event, body in kept.items()}
    except TypeError as why:  # as no version ever wrote it
        event_cache.unreadable(why)
        return {}


def line_of(book: Book) -> KeptLine:
    """The line of an event as it stands."""
    t = book.tournament
    players = players_told(t)
    rules = ruleset_of(t.settings).series
    if rules is None or not t.settings.scored or t.finish is None or why_unscored(t):
        return KeptLine(played_by(t.settings), where(t), players)
    last: date = days_played(book.acts)[1]
    return KeptLine(played_by(t.settings), where(t), players, last.isoformat(), rules.asked.days)


def keep(made: list[tuple[Book, KeptLine]]) -> None:
    """Those that are over; the others change too often to be worth it."""
    event_cache.write(
        KIND,
        {
            book.id: (_mark(event_cache.state(book.revision.epoch, book.head.acts, book.head.checksum)), asdict(line))
            for book, line in made
            if book.tournament.finish is not None
        },
    )


def _mark(state: str) -> str:
    """What is kept are words, and those of another version may be others."""
    return f"{software()}/{state}" if state else ""
