"""A judge at a table: the stopwatch that runs while they are there, and the extra time it becomes when they leave."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from engine import clock as clocks
from engine import facts as f
from engine.clock import mmss
from engine.decisions.clock import extend_table, why_no_extra
from engine.decisions.judging import give_ruling, note_visit
from engine.progress import require_round
from engine.refusals import Refused
from engine.values import dataclass
from engine.words import PlayerId, Tournament
from server.core import changes, journal, stamps, texts
from server.core.db import db
from server.core.models import VisitRow
from server.core.timekeeping import moment
from server.floor import calls

MINUTE = 60_000
MOST_MINUTES = 60
LONGEST_RULING = 120
RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Visit:
    """Who is at which table. `elapsed_ms` is None if the box was switched off in between."""

    table: int
    round: int
    by: str
    elapsed_ms: int | None

    @property
    def minutes(self) -> int:
        """What the visit took, rounded up to whole minutes; 0 if nobody knows."""
        return 0 if self.elapsed_ms is None else max(1, -(-self.elapsed_ms // MINUTE))


def visits(tournament_id: str, t: Tournament) -> dict[int, Visit]:
    """The judges who are at a table now, by table. Those of an earlier round are over."""
    current = t.current_round
    if current is None or current.phase != "published":
        return {}
    with db.engine.connect() as connection:
        rows = connection.execute(
            select(VisitRow).where(VisitRow.tournament_id == tournament_id, VisitRow.round == current.number)
        ).all()
    return {row.table_number: _visit(row) for row in rows}


def table_of(tournament_id: str, t: Tournament, *, by: str) -> int:
    """The table where this judge's stopwatch runs; 0 if it runs nowhere."""
    return next((visit.table for visit in visits(tournament_id, t).values() if visit.by == by), 0)


def arrive(tournament_id: str, table: int, *, by: str) -> None:
    """This judge is at the table from now on; if somebody is there already, their stopwatch runs on.

    Whoever never left it in an earlier round was there all the same, nobody knows how long.
    """
    t = journal.read(tournament_id).tournament
    number = _being_played(t, table)
    here = visits(tournament_id, t)
    if table in here:
        return
    if elsewhere := next((visit.table for visit in here.values() if visit.by == by), None):
        raise Refused(f"Your stopwatch still runs at table {elsewhere}. Leave that table first.")
    earlier = _never_left(tournament_id, table, number=number)

    def note(t: Tournament) -> tuple[f.Fact, ...]:
        return note_visit(t, earlier.round, table, ms=None, judge=earlier.by) if earlier is not None else ()

    def beside(connection: Connection) -> None:
        if _at(connection, tournament_id, table, number=number) is None:
            _end(connection, tournament_id, table)
            at = moment()
            connection.execute(
                insert(VisitRow).values(
                    tournament_id=tournament_id,
                    table_number=table,
                    round=number,
                    by=by,
                    boot_id=at.boot_id,
                    ms=at.ms,
                    at=stamps.now(),
                )
            )

    journal.record(tournament_id, by, decide=note, beside=beside)
    changes.changed(tournament_id, table)


def leave(
    tournament_id: str,
    table: int,
    *,
    by: str,
    minutes: int = 0,
    ruling: str = "",
    round: int | None = None,
    request_id: str | None = None,
) -> str:
    """The judge leaves: the stopwatch ends, the table's calls are settled and it gets these minutes, all at once.

    How long it took is noted, and what was ruled. Told in words. Extra time that is no longer possible does not keep
    anybody at the table.
    """
    number, id = 0, secrets.token_hex(6)
    words = texts.cleaned(ruling, most=LONGEST_RULING)

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        nonlocal number
        require_round(t, round)
        number = _being_played(t, table)
        visit = visits(tournament_id, t).get(table)
        ended_by = "" if visit is None or visit.by == by else visit.by
        noted = note_visit(t, number, table, ms=visit.elapsed_ms, judge=ended_by) if visit else ()
        ruled = give_ruling(t, table, words=words, id=id) if words else ()
        return *noted, *ruled, *(() if why_no_extra(t, table) else _more(t, table, minutes * MINUTE))

    def beside(connection: Connection) -> None:
        if minutes and _at(connection, tournament_id, table, number=number) is None:
            raise Refused(f"Somebody already ended the visit at table {table}. Look at its extra time first.")
        _end(connection, tournament_id, table)
        calls.settle(connection, tournament_id, number, table=table)
        if words:
            texts.write(connection, tournament_id, id=id, kind=RULING, text=words)

    done = journal.record(tournament_id, by, decide=decide, request_id=request_id, beside=beside)
    changes.changed(tournament_id, table)
    t = journal.read(tournament_id).tournament
    if any(isinstance(fact, f.TableExtended) for fact in done.facts):
        return _told(t, table, done.facts)
    why = why_no_extra(t, table) if minutes else ""
    return f"You have left table {table}. {why or 'It gets no extra time.'}"


def give(
    tournament_id: str, table: int, *, by: str, ms: int, round: int | None = None, request_id: str | None = None
) -> str:
    """More time for a table without a visit, or less of what it was given. Told in words."""

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        require_round(t, round)
        _being_played(t, table)
        if not ms:
            raise Refused("Choose how many minutes.")
        return _more(t, table, ms)

    done = journal.record(tournament_id, by, decide=decide, request_id=request_id)
    return _told(journal.read(tournament_id).tournament, table, done.facts)


def rule(
    tournament_id: str,
    table: int,
    *,
    by: str,
    words: str,
    about: tuple[PlayerId, ...] = (),
    round: int | None = None,
    request_id: str | None = None,
) -> str:
    """A ruling in a word or two, noted with who it was about. Told in words."""
    id, said = secrets.token_hex(6), texts.cleaned(words, most=LONGEST_RULING)

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        require_round(t, round)
        return give_ruling(t, table, words=said, id=id, about=about)

    beside = texts.keeping(tournament_id, id=id, kind=RULING, text=said)
    journal.record(tournament_id, by, decide=decide, request_id=request_id, beside=beside)
    return f"Noted for table {table}: {said}"


def left_at(t: Tournament, table: int) -> str:
    """After the call: what a table has left now, to be said with its extra time, which may be too short to help."""
    if t.clock is None or clocks.remaining(t.clock, moment()) > 0:
        return ""
    left = clocks.table_remaining(t.clock, moment(), table=table)
    return f" It has {mmss(left)} left." if left > 0 else f" Its time is still up, by {mmss(-left)}."


def _more(t: Tournament, table: int, ms: int) -> tuple[f.Fact, ...]:
    if ms > MOST_MINUTES * MINUTE:
        raise Refused(f"Give a table at most {MOST_MINUTES} minutes at a time.")
    return extend_table(t, table, ms=ms, now=moment()) if ms else ()


def _told(t: Tournament, table: int, facts: tuple[f.Fact, ...]) -> str:
    given = sum(fact.ms for fact in facts if isinstance(fact, f.TableExtended))
    if given < 0:
        return f"Table {table} has {mmss(-given)} less."
    return f"Table {table} has {mmss(given)} more.{left_at(t, table)}"


def _being_played(t: Tournament, table: int) -> int:
    current = t.current_round
    if current is None or current.phase != "published":
        raise Refused("No round is being played.")
    if current.match_at(table) is None:
        raise Refused(f"There is no table {table} in this round.")
    return current.number


def _at(connection: Connection, tournament_id: str, table: int, *, number: int) -> Row[Any] | None:
    return connection.execute(
        select(VisitRow).where(
            VisitRow.tournament_id == tournament_id, VisitRow.table_number == table, VisitRow.round == number
        )
    ).first()


def _never_left(tournament_id: str, table: int, *, number: int) -> Row[Any] | None:
    with db.engine.connect() as connection:
        return connection.execute(
            select(VisitRow).where(
                VisitRow.tournament_id == tournament_id, VisitRow.table_number == table, VisitRow.round != number
            )
        ).first()


def _end(connection: Connection, tournament_id: str, table: int) -> None:
    connection.execute(delete(VisitRow).where(VisitRow.tournament_id == tournament_id, VisitRow.table_number == table))


def _visit(row: Row[Any]) -> Visit:
    now = moment()
    same = now.boot_id == row.boot_id
    return Visit(row.table_number, row.round, row.by, max(0, now.ms - row.ms) if same else None)
