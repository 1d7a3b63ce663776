"""The only writer of journals, and the fold of each as it stands.

`record` is the whole story of a change: take the write lock, load, decide, prove that the facts fit, insert, commit.
A request that was already recorded is answered from the journal, so a double tap or a retry counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from sqlalchemy import Connection, insert, select

from engine import facts as f
from engine.fold import Act, apply_act
from engine.refusals import Refused
from engine.words import Tournament
from server.core import changes, following, stamps
from server.core.books import STATE as STATE
from server.core.books import Book, Revision, book_of, chained, end_at, folded_in, keep
from server.core.books import damages as damages
from server.core.books import forget as forget
from server.core.books import prove as prove
from server.core.books import read as read
from server.core.chain import Head, StoredAct, head_of, seal, sealed
from server.core.db import writer
from server.core.models import JournalRow, TournamentRow
from server.core.stored_journal import COLUMNS, decoded, stored

Decide = Callable[[Tournament], tuple[f.Fact, ...]]
DecideFromBook = Callable[[Book], tuple[f.Fact, ...]]
F = TypeVar("F", bound=f.Fact)
Beside = Callable[[Connection], None]


class Stale(Refused):
    """The page this came from shows an older state, and what was asked depends on it."""


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


@dataclass(frozen=True, slots=True)
class Committing:
    """What was recorded inside a transaction, until that is committed: the event before it and after it."""

    before: Book
    after: Book
    facts: tuple[f.Fact, ...]
    again: bool = False


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
    book = _locked(connection, tournament_id)
    if (act := _recorded(connection, tournament_id, request_id)) is not None:
        return Committing(book, book, act, again=True)
    if seen and seen != str(book.revision):
        raise Stale(_what_changed(book, seen))
    facts = decide(book)
    if beside is not None:
        beside(connection)
    if not facts:
        return Committing(book, book, ())
    act_ = Act(book.revision.seq + 1, facts, by, stamps.now())
    after = folded_in(book, act_)
    head = book.head if book.head.acts else chained(connection, tournament_id)
    row = _insert(connection, tournament_id, stored(act_), head.checksum, request_id=request_id)
    after = replace(after, head=end_at(connection, tournament_id, Head(row.seq, row.checksum)))
    return Committing(book, after, facts)


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


def _recorded(connection: Connection, tournament_id: str, request_id: str | None) -> tuple[f.Fact, ...] | None:
    if not request_id:
        return None
    row = connection.execute(
        select(*COLUMNS).where(JournalRow.tournament_id == tournament_id, JournalRow.request_id == request_id)
    ).first()
    return None if row is None else decoded(tournament_id, [StoredAct(*row)])[0].facts


def _insert(
    connection: Connection, tournament_id: str, act: StoredAct, previous: str, *, request_id: str | None = None
) -> StoredAct:
    act = act._replace(checksum=seal(previous, act))
    connection.execute(insert(JournalRow).values(tournament_id=tournament_id, request_id=request_id, **act._asdict()))
    return act


def _what_changed(book: Book, seen: str) -> str:
    from engine.history import sentence

    return since_then("This event", book.revision, seen=seen, told=lambda seq: map(sentence, book.acts[seq:]))


def since_then(what: str, revision: Revision, *, seen: str, told: Callable[[int], Iterable[str]]) -> str:
    """Why a form is refused that was made for another revision: what happened since, as far as that can be told."""
    epoch, _, seq = seen.partition(".")
    if epoch != str(revision.epoch) or not (seq.isdecimal() and len(seq) < 10):
        return f"{what} was restored from a backup since you opened this page. Nothing was done; look again."
    since = list(told(int(seq)))
    last = "; ".join(since[-3:])
    more = f" and {len(since) - 3} more" if len(since) > 3 else ""
    return f"Something changed since you opened this page, so nothing was done: {last}{more}. Look again, then repeat."
