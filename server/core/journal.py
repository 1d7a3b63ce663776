"""The only writer of journals, and the fold of each as it stands.

`record` is the whole story of a change: take the write lock, load, decide, prove that the facts fit, insert, commit.
A request that was already recorded is answered from the journal, so a double tap or a retry counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from sqlalchemy import Connection, insert, select

from engine import facts as f
from engine.fold import Act, apply_act
from engine.values import dataclass, replace
from engine.words import Tournament
from server.core import changes, following, stamps
from server.core.books import STATE as STATE
from server.core.books import Book, Revision, book_of, chained, end_at, folded_in, keep
from server.core.books import damages as damages
from server.core.books import forget as forget
from server.core.books import prove as prove
from server.core.books import read as read
from server.core.chain import Head, StoredAct, head_of, sealed
from server.core.db import writer
from server.core.models import JournalRow, TournamentRow
from server.core.stored_journal import COLUMNS, decoded, stored
from server.core.writing import Beside as Beside
from server.core.writing import Committing as Written
from server.core.writing import Stale as Stale
from server.core.writing import Writing, write

Decide = Callable[[Tournament], tuple[f.Fact, ...]]
DecideFromBook = Callable[[Book], tuple[f.Fact, ...]]
Committing = Written[Book, f.Fact]
F = TypeVar("F", bound=f.Fact)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a request led to; `again` if it had been recorded before."""

    revision: Revision
    facts: tuple[f.Fact, ...]
    again: bool = False

    def only(self, kind: type[F]) -> F:
        """The one fact of this kind, where the decision made just one."""
        (found,) = (fact for fact in self.facts if isinstance(fact, kind))
        return found


def create(tournament_id: str, name: str, *, facts: tuple[f.Fact, ...], by: str, beside: Beside, demo: bool) -> None:
    """A new event with its first act."""
    now = stamps.now()
    with writer() as connection, connection.begin():
        connection.execute(
            insert(TournamentRow).values(
                id=tournament_id, name=name, created_at=now, epoch=1, archived=False, demo=demo
            )
        )
        apply_act(None, Act(1, facts))
        insert_acts(connection, tournament_id, [Act(1, facts, by, now)])
        beside(connection)
    following.act_recorded(tournament_id, facts)
    changes.changed(None)


def record(
    tournament_id: str,
    by: str,
    *,
    decide: Decide,
    request_id: str | None = None,
    seen: str | None = None,
    beside: Beside | None = None,
) -> Recorded:
    """Decide and record in one breath. `seen` is the revision the form was made for, where that matters."""
    return record_from_book(
        tournament_id,
        by,
        decide=lambda book: decide(book.tournament),
        request_id=request_id,
        seen=seen,
        beside=beside,
    )


def record_from_book(
    tournament_id: str,
    by: str,
    *,
    decide: DecideFromBook,
    request_id: str | None = None,
    seen: str | None = None,
    beside: Beside | None = None,
) -> Recorded:
    """The same for what is decided from the acts themselves, such as an undo."""
    with writer() as connection, connection.begin():
        done = record_within(
            connection, tournament_id, by, decide=decide, request_id=request_id, seen=seen, beside=beside
        )
    return told(done)


def record_within(
    connection: Connection,
    tournament_id: str,
    by: str,
    *,
    decide: DecideFromBook,
    request_id: str | None = None,
    seen: str | None = None,
    beside: Beside | None = None,
) -> Committing:
    """Inside a writer's transaction, for what has to stand or fall with it; `told` comes after the commit."""
    ours = Writing(
        called="This event",
        locked=lambda: _locked(connection, tournament_id),
        recorded=lambda id: _recorded(connection, tournament_id, id),
        since=_since,
        added=lambda book, facts: _added(connection, book, facts, by=by, request_id=request_id),
    )
    return write(ours, connection, decide=decide, request_id=request_id, seen=seen, beside=beside)


def told(done: Committing) -> Recorded:
    """After the commit: remember what was folded, and tell whoever listens."""
    if done.facts and not done.again:
        keep(done.after)
        following.act_recorded(done.after.id, done.facts)
        changes.recorded(done.after.id)
        if done.after.tournament.state != done.before.tournament.state:
            changes.changed(None)  # walls that are left alone choose by it
    return Recorded(done.after.revision, done.facts, again=done.again)


def insert_acts(connection: Connection, tournament_id: str, acts: Iterable[Act]) -> None:
    """Write the acts of a new journal as they are, such as those of an imported file."""
    rows = sealed(map(stored, acts))
    if rows:
        connection.execute(insert(JournalRow), [{"tournament_id": tournament_id, **row._asdict()} for row in rows])
    end_at(connection, tournament_id, head_of(rows))


def _locked(connection: Connection, tournament_id: str) -> Book:
    """The tournament as it stands and stays until this is committed. SQLite has locked everything by now."""
    connection.execute(select(TournamentRow.id).where(TournamentRow.id == tournament_id).with_for_update())
    return book_of(connection, tournament_id)


def _recorded(connection: Connection, tournament_id: str, request_id: str) -> tuple[f.Fact, ...] | None:
    row = connection.execute(
        select(*COLUMNS).where(JournalRow.tournament_id == tournament_id, JournalRow.request_id == request_id)
    ).first()
    return None if row is None else decoded(tournament_id, [StoredAct(*row)])[0].facts


def _added(connection: Connection, book: Book, facts: tuple[f.Fact, ...], *, by: str, request_id: str | None) -> Book:
    """A journal from before there were checksums gets them with its first new act."""
    act = Act(book.revision.seq + 1, facts, by, stamps.now())
    after = folded_in(book, act)
    head = book.head if book.head.acts else chained(connection, book.id)
    row = sealed([stored(act)], head.checksum)[0]
    connection.execute(insert(JournalRow).values(tournament_id=book.id, request_id=request_id, **row._asdict()))
    return replace(after, head=end_at(connection, book.id, Head(row.seq, row.checksum)))


def _since(book: Book, seq: int) -> Iterable[str]:
    from engine.history import sentence

    return map(sentence, book.acts[seq:])
