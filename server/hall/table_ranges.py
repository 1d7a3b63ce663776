"""Which tables of the hall are whose: two events at the same time should not share a number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from sqlalchemy import select

from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.values import dataclass
from engine.words import Settings, Tournament
from server.core import journal
from server.core.db import db
from server.core.models import TournamentRow


@dataclass(frozen=True, slots=True)
class TableRange:
    """The tables of an event, from the first to the last it needs or was given."""

    event: str
    first: int
    last: int

    @property
    def words(self) -> str:
        return f"table {self.first}" if self.first == self.last else f"tables {self.first} to {self.last}"


def needed(t: Tournament) -> int:
    """How many tables everybody who is in needs."""
    active = sum(player.active for player in t.players.values())
    return max(1, -(-active // 3) if ruleset_of(t.settings).pods else active // 2)


def range_of(name: str, t: Tournament) -> TableRange:
    """The tables it has, or else those it needs without the ones out of use."""
    first = t.settings.first_table or 1
    last = first - 1
    for _ in range(needed(t)):
        last += 1
        while last in t.settings.closed_tables:
            last += 1
    return TableRange(name, first, t.settings.last_table or last)


def has_table(settings: Settings, table: int) -> bool:
    """Whether this event may play there, however many come: from its first table on, up to its last if it has one."""
    last = settings.last_table or table
    return (settings.first_table or 1) <= table <= last and table not in settings.closed_tables


def other_ranges(tid: str) -> Iterator[TableRange]:
    """Those of every other event that is not over, a demo or put away. One that cannot be opened has none."""
    with db.engine.connect() as connection:
        rows = connection.execute(
            select(TournamentRow.id, TournamentRow.name)
            .where(TournamentRow.archived.is_(False), TournamentRow.demo.is_(False), TournamentRow.id != tid)
            .order_by(TournamentRow.created_at, TournamentRow.id)
        ).all()
    for row in rows:
        with suppress(Refused):
            t = journal.read(row.id).tournament
            if t.finish is None and t.players:
                yield range_of(row.name, t)


def shared(tid: str, mine: TableRange) -> list[TableRange]:
    """Other events that have some of the same tables."""
    return [other for other in other_ranges(tid) if other.first <= mine.last and mine.first <= other.last]


def first_free(tid: str) -> int:
    """The first table after those of all other events."""
    return 1 + max((other.last for other in other_ranges(tid)), default=0)
