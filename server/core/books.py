"""What is folded from each journal, kept in memory and never truth: it is known by the checksum of its last act."""

from __future__ import annotations

import time
from dataclasses import field
from threading import Lock
from typing import Any

from sqlalchemy import Connection, and_, select, update

from engine.checkpoints import Checkpoints, Folded, fold_anew, fold_on
from engine.decisions.undo import Undoing, undoing
from engine.fold import Act, in_force, is_undo, undone
from engine.once import once
from engine.refusals import Unknown
from engine.values import dataclass, replace
from engine.words import Tournament
from server.core.chain import UNCHAINED, Damage, Head, StoredAct, find_damage, head_of, sealed
from server.core.db import db, writer
from server.core.models import JournalRow, TournamentRow
from server.core.stored_journal import Damaged, decoded, proved, stored_acts, whole_journal

# What tells two states of an event apart without reading its journal.
STATE = (TournamentRow.epoch, TournamentRow.acts, TournamentRow.head)
MOST_EPOCHS, FAR = 1_000_000_000, 1_000
UNDONE = "undone"  # in what is known of a book: what comes of taking an act back
REMEMBERED_S = 5.0  # that an event is damaged: reading it all again for everybody who asks costs too much


@dataclass(frozen=True, slots=True)
class Revision:
    """Which state a page shows."""

    epoch: int
    seq: int

    def __str__(self) -> str:
        return f"{self.epoch}.{self.seq}"


def epoch_after(*epochs: object) -> int:
    """An epoch after all of these; far after them, where the disk kept one badly: nobody knows which it was."""
    known = [epoch for epoch in epochs if isinstance(epoch, int) and 1 <= epoch <= MOST_EPOCHS]
    return max(known, default=0) + (1 if len(known) == len(epochs) else FAR)


@dataclass(frozen=True, slots=True)
class Book:
    """A tournament with its journal, at one revision."""

    id: str
    revision: Revision
    acts: tuple[Act, ...]
    tournament: Tournament
    head: Head = UNCHAINED
    points: Checkpoints = ()
    known: dict[object, Any] = field(default_factory=dict, init=False, compare=False, repr=False)


_books: dict[str, Book] = {}
_damaged: dict[str, tuple[float, Damaged]] = {}
_guard = Lock()


def read(tournament_id: str) -> Book:
    """The tournament as it stands, folded from where the last reader stopped."""
    with db.engine.connect() as connection:
        return book_of(connection, tournament_id)


def forget(tournament_id: str | None = None) -> None:
    """Drop the cached fold (of one event, or all), after its journal was replaced."""
    with _guard:
        for known in (_books, _damaged):
            if tournament_id is None:
                known.clear()
            else:
                known.pop(tournament_id, None)


def prove(tournament_id: str) -> None:
    """Read all of a journal again, whatever is kept in memory. Damaged if it is; from then on everybody is told so."""
    with db.engine.connect() as connection:
        epoch = connection.execute(select(TournamentRow.epoch).where(TournamentRow.id == tournament_id)).scalar()
        if epoch is None:
            forget(tournament_id)
            return
        with _guard:
            known = _books.get(tournament_id)
        head, rows = _whole(connection, tournament_id)
        if known is not None and known.head == head and head.acts and find_damage(rows, head) is None:
            return  # these very acts were folded
        _fold(tournament_id, epoch, head, rows)
    with _guard:
        _damaged.pop(tournament_id, None)
    if not head.acts:
        with writer() as connection, connection.begin():
            end_at(connection, tournament_id, chained(connection, tournament_id))


def damages() -> dict[str, Damage]:
    """The events that are known to be damaged, as they were last found."""
    with _guard:
        return {id: why.damage for id, (_, why) in _damaged.items()}


def book_of(connection: Connection, tournament_id: str) -> Book:
    """From memory, if the event still ends with the very act that was folded last; never by its number alone."""
    state = connection.execute(
        select(*STATE, JournalRow.checksum)
        .outerjoin(JournalRow, and_(JournalRow.tournament_id == TournamentRow.id, JournalRow.seq == TournamentRow.acts))
        .where(TournamentRow.id == tournament_id)
    ).first()
    if state is None:
        raise Unknown("There is no such event on this box. It may have been deleted.")
    head = Head(state.acts, state.head)
    with _guard:
        known = _books.get(tournament_id)
        at, damaged = _damaged.get(tournament_id, (0.0, None))
    if damaged is not None and time.monotonic() - at < REMEMBERED_S:
        raise Damaged(tournament_id, damaged.damage)
    if known is None or known.revision.epoch != state.epoch or not head.acts:
        known = _fold(tournament_id, state.epoch, *_whole(connection, tournament_id))
    elif known.head != head or state.checksum != head.checksum:
        known = _caught_up(connection, known, head) or _fold(
            tournament_id, state.epoch, *_whole(connection, tournament_id)
        )
    keep(known)
    return known


def _whole(connection: Connection, tournament_id: str) -> tuple[Head, list[StoredAct]]:
    try:
        return whole_journal(connection, tournament_id)
    except Damaged as why:
        raise _noted(why) from why


def _fold(tournament_id: str, epoch: int, head: Head, rows: list[StoredAct]) -> Book:
    """The tournament from its first act on."""
    try:
        acts, folded = proved(tournament_id, rows, head)
    except Damaged as why:
        raise _noted(why) from why
    return Book(tournament_id, Revision(epoch, acts[-1].seq), acts, folded.tournament, head, folded.points)


def _noted(why: Damaged) -> Damaged:
    """What is in memory must not hide it."""
    with _guard:
        _books.pop(why.tournament_id, None)
        _damaged[why.tournament_id] = (time.monotonic(), why)
    return why


def _caught_up(connection: Connection, known: Book, head: Head) -> Book | None:
    """The acts since then folded in; nothing if they do not follow from what is known."""
    rows = [row for row in stored_acts(connection, known.id, after=known.revision.seq) if row.seq <= head.acts]
    if not rows or find_damage(rows, head, after=known.head) is not None:
        return None
    try:
        for act in decoded(known.id, rows):
            known = folded_in(known, act)
    except Exception:  # whoever reads all of it will say which act it is
        return None
    return replace(known, head=head)


def folded_in(book: Book, act: Act) -> Book:
    folded = _taken_back(book, act) if is_undo(act) else fold_on(Folded(book.tournament, book.points), act)
    revision = Revision(book.revision.epoch, act.seq)
    return Book(book.id, revision, (*book.acts, act), folded.tournament, points=folded.points)


def _taken_back(book: Book, act: Act) -> Folded:
    if len(act.facts) == 1 and (known := book.known.get((UNDONE, act.facts))) is not None:
        found: Folded = known
        return found
    return fold_anew(book.points, in_force(book.acts), in_force((*book.acts, act)))


@once
def standing(book: Book) -> tuple[Act, ...]:
    """The acts that count."""
    return tuple(in_force(book.acts))


@once
def taken_back(book: Book) -> frozenset[int]:
    """The acts that are undone and not done again; undos among them."""
    return frozenset(undone(book.acts))


@once
def undoing_in(book: Book, seq: int) -> Undoing:
    """Taking this act back, prepared: whoever records it at this very revision finds it done, and waits for nothing."""
    found = undoing(book.acts, seq, book.points)
    book.known[(UNDONE, found.facts)] = found.folded
    return found


def keep(book: Book) -> None:
    with _guard:
        _damaged.pop(book.id, None)
        known = _books.get(book.id)
        order = (book.revision.epoch, book.revision.seq)
        if known is None or (known.revision.epoch, known.revision.seq) < order:
            _books[book.id] = book


def end_at(connection: Connection, tournament_id: str, head: Head) -> Head:
    """Where the journal ends now, beside the event: a chain cannot see that its end is lost."""
    ours = TournamentRow.id == tournament_id
    connection.execute(update(TournamentRow).where(ours).values(acts=head.acts, head=head.checksum))
    return head


def chained(connection: Connection, tournament_id: str) -> Head:
    """A journal from before there were checksums gets them, now that it can be replayed."""
    rows = sealed(stored_acts(connection, tournament_id))
    for row in rows:
        ours = (JournalRow.tournament_id == tournament_id, JournalRow.seq == row.seq)
        connection.execute(update(JournalRow).where(*ours).values(checksum=row.checksum))
    return head_of(rows)
