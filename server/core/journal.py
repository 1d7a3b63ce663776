"""The only writer of journals, and the fold of each as it stands.

`record` is the whole story of a change: take the write lock, load, decide, prove that the facts fit, insert, commit.
A request that was already recorded is answered from the journal, so a double tap or a retry counts once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TypeVar

from sqlalchemy import Connection, func, insert, select

from engine import facts as f
from engine.codec import VERSION, from_json, to_json
from engine.fold import Act, apply_act, replay
from engine.refusals import Refused, Unknown
from engine.words import Tournament
from server.core import changes, stamps
from server.core.db import db, writer
from server.core.models import JournalRow, TournamentRow

Decide = Callable[[Tournament], tuple[f.Fact, ...]]
DecideFromBook = Callable[["Book"], tuple[f.Fact, ...]]
F = TypeVar("F", bound=f.Fact)
Beside = Callable[[Connection], None]
# With the epoch, what tells two states of an event apart without reading its journal.
LAST_ACT = select(func.max(JournalRow.seq)).where(JournalRow.tournament_id == TournamentRow.id).scalar_subquery()


class Stale(Refused):
    """The page this came from shows an older state, and what was asked depends on it."""


@dataclass(frozen=True, slots=True)
class Revision:
    """Which state a page shows."""

    epoch: int
    seq: int

    def __str__(self) -> str:
        return f"{self.epoch}.{self.seq}"


@dataclass(frozen=True, slots=True)
class Book:
    """A tournament with its journal, at one revision."""

    id: str
    revision: Revision
    acts: tuple[Act, ...]
    tournament: Tournament


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


_books: dict[str, Book] = {}
_guard = Lock()


def read(tournament_id: str) -> Book:
    """The tournament as it stands, folded from where the last reader stopped."""
    with db.engine.connect() as connection:
        return _book(connection, tournament_id)


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
        _insert(connection, tournament_id, Act(1, facts, by, now), None)
        beside(connection)
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
        book = _locked(connection, tournament_id)
        if (act := _recorded(connection, tournament_id, request_id)) is not None:
            return Recorded(book.revision, act, again=True)
        if seen and seen != str(book.revision):
            raise Stale(_what_changed(book, seen))
        facts = decide(book)
        if beside is not None:
            beside(connection)
        if not facts:
            return Recorded(book.revision, ())
        act_ = Act(book.revision.seq + 1, facts, by, stamps.now())
        after = _after(book, act_)
        _insert(connection, tournament_id, act_, request_id)
    _keep(after)
    changes.recorded(tournament_id)
    if after.tournament.state != book.tournament.state:
        changes.changed(None)  # walls that are left alone choose by it
    return Recorded(after.revision, facts)


def forget(tournament_id: str | None = None) -> None:
    """Drop the cached fold (of one event, or all), after its journal was replaced."""
    with _guard:
        if tournament_id is None:
            _books.clear()
        else:
            _books.pop(tournament_id, None)


def load_acts(connection: Connection, tournament_id: str, *, after: int = 0) -> list[Act]:
    """The acts of a journal, oldest first."""
    rows = connection.execute(
        select(JournalRow.seq, JournalRow.facts, JournalRow.version, JournalRow.by, JournalRow.at)
        .where(JournalRow.tournament_id == tournament_id, JournalRow.seq > after)
        .order_by(JournalRow.seq)
    )
    return [
        Act(seq, tuple(from_json(raw, version=version) for raw in json.loads(facts)), by, at)
        for seq, facts, version, by, at in rows
    ]


def insert_act(connection: Connection, tournament_id: str, act: Act) -> None:
    """Write an act as it is, such as one from an imported file."""
    _insert(connection, tournament_id, act, None)


def _locked(connection: Connection, tournament_id: str) -> Book:
    """The tournament as it stands and stays until this is committed. SQLite has locked everything by now."""
    connection.execute(select(TournamentRow.id).where(TournamentRow.id == tournament_id).with_for_update())
    return _book(connection, tournament_id)


def _book(connection: Connection, tournament_id: str) -> Book:
    epoch = connection.execute(select(TournamentRow.epoch).where(TournamentRow.id == tournament_id)).scalar()
    if epoch is None:
        raise Unknown("There is no such event on this box. It may have been deleted.")
    with _guard:
        known = _books.get(tournament_id)
    if known is None or known.revision.epoch != epoch:
        acts = load_acts(connection, tournament_id)
        known = Book(tournament_id, Revision(epoch, acts[-1].seq), tuple(acts), replay(acts))
    else:
        for act in load_acts(connection, tournament_id, after=known.revision.seq):
            known = _after(known, act)
    _keep(known)
    return known


def _after(book: Book, act: Act) -> Book:
    acts = (*book.acts, act)
    undoes = any(isinstance(fact, f.Undone) for fact in act.facts)
    tournament = replay(acts) if undoes else apply_act(book.tournament, act)
    return Book(book.id, Revision(book.revision.epoch, act.seq), acts, tournament)


def _keep(book: Book) -> None:
    with _guard:
        known = _books.get(book.id)
        order = (book.revision.epoch, book.revision.seq)
        if known is None or (known.revision.epoch, known.revision.seq) < order:
            _books[book.id] = book


def _recorded(connection: Connection, tournament_id: str, request_id: str | None) -> tuple[f.Fact, ...] | None:
    if not request_id:
        return None
    row = connection.execute(
        select(JournalRow.facts, JournalRow.version).where(
            JournalRow.tournament_id == tournament_id, JournalRow.request_id == request_id
        )
    ).first()
    return None if row is None else tuple(from_json(raw, version=row.version) for raw in json.loads(row.facts))


def _insert(connection: Connection, tournament_id: str, act: Act, request_id: str | None) -> None:
    connection.execute(
        insert(JournalRow).values(
            tournament_id=tournament_id,
            seq=act.seq,
            facts=json.dumps([to_json(fact) for fact in act.facts], ensure_ascii=False, separators=(",", ":")),
            version=VERSION,
            by=act.by,
            at=act.at,
            request_id=request_id,
        )
    )


def _what_changed(book: Book, seen: str) -> str:
    from engine.history import sentence

    epoch, _, seq = seen.partition(".")
    if epoch != str(book.revision.epoch) or not (seq.isdecimal() and len(seq) < 10):
        return "This event was restored from a backup since you opened this page. Nothing was done; look again."
    since = [sentence(act) for act in book.acts if act.seq > int(seq)]
    told = "; ".join(since[-3:])
    more = f" and {len(since) - 3} more" if len(since) > 3 else ""
    return f"Something changed since you opened this page, so nothing was done: {told}{more}. Look again, then repeat."
