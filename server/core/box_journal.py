"""The only writer of the journal of the box (people, series), and its fold as it stands.

It is written like an event's (`writing.py`), and has a head of its own, so that damage here takes no event down, and
the other way round.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from threading import Lock

from sqlalchemy import Connection, insert, select, update

from engine.box.facts import BoxFact
from engine.box.fold import BoxAct, apply_facts, replay
from engine.box.history import sentence
from engine.box.words import Box
from engine.fold import is_undo
from engine.values import dataclass, replace
from server.core import changes, stamps
from server.core.books import REMEMBERED_S, Revision
from server.core.chain import UNCHAINED, Damage, Head, StoredAct, find_damage, sealed
from server.core.db import db, writer
from server.core.models import BoxHeadRow, BoxJournalRow
from server.core.stored_box import COLUMNS, BoxDamaged, acts_after, decoded_box, proved_box, stored_box, whole_box
from server.core.writing import Beside, Committing, Writing, write

THE_ROW = 1


@dataclass(frozen=True, slots=True)
class BoxBook:
    """The box with its journal, at one revision."""

    revision: Revision
    acts: tuple[BoxAct, ...]
    box: Box
    head: Head = UNCHAINED


BoxRecorded = Committing[BoxBook, BoxFact]
Decide = Callable[[Box], tuple[BoxFact, ...]]
DecideFromBook = Callable[[BoxBook], tuple[BoxFact, ...]]
_known: list[BoxBook] = []
_damaged: list[tuple[float, BoxDamaged]] = []
_guard = Lock()


def read() -> BoxBook:
    """The box as it stands, folded from where the last reader stopped."""
    with db.engine.connect() as connection:
        return book_of(connection)


def record(
    by: str,
    *,
    decide: Decide,
    request_id: str | None = None,
    seen: str | None = None,
    beside: Beside | None = None,
) -> BoxRecorded:
    """Decide and record in one breath. `seen` is the revision the form was made for, where that matters."""
    return record_from_book(by, decide=lambda book: decide(book.box), request_id=request_id, seen=seen, beside=beside)


def record_from_book(
    by: str,
    *,
    decide: DecideFromBook,
    request_id: str | None = None,
    seen: str | None = None,
    beside: Beside | None = None,
) -> BoxRecorded:
    """The same for what is decided from the acts themselves, such as an undo."""
    with writer() as connection, connection.begin():
        done = record_within(connection, by, decide=decide, request_id=request_id, seen=seen, beside=beside)
    told(done)
    return done


def record_within(
    connection: Connection,
    by: str,
    *,
    decide: DecideFromBook,
    request_id: str | None = None,
    seen: str | None = None,
    beside: Beside | None = None,
) -> BoxRecorded:
    """Inside a writer's transaction, for what has to stand or fall with it; `told` comes after the commit."""
    ours = Writing(
        called="The directory",
        locked=lambda: _locked(connection),
        recorded=lambda id: _recorded(connection, id),
        since=_since,
        added=lambda book, facts: _added(connection, book, facts, by=by, request_id=request_id),
    )
    return write(ours, connection, decide=decide, request_id=request_id, seen=seen, beside=beside)


def told(done: BoxRecorded) -> None:
    """After the commit: remember what was folded, and tell whoever listens."""
    _keep(done.after)
    if done.facts and not done.again:
        changes.changed(None)


def forget() -> None:
    """Drop the cached fold, after the journal was replaced."""
    with _guard:
        _known.clear()
        _damaged.clear()


def damage() -> Damage | None:
    """What is wrong with the journal of the box, as it was last found."""
    with _guard:
        return _damaged[0][1].damage if _damaged else None


def prove() -> None:
    """Read all of it again, whatever is kept in memory. Damaged if it is; from then on everybody is told so."""
    with db.engine.connect() as connection:
        book = _fold(connection)
    _keep(book)


def book_of(connection: Connection) -> BoxBook:
    """From memory, if the journal still ends with the very act that was folded last."""
    end = connection.execute(
        select(BoxHeadRow.epoch, BoxHeadRow.acts, BoxHeadRow.head, BoxJournalRow.checksum).outerjoin(
            BoxJournalRow, BoxJournalRow.seq == BoxHeadRow.acts
        )
    ).first()
    with _guard:
        known = _known[0] if _known else None
        at, damaged = _damaged[0] if _damaged else (0.0, None)
    if damaged is not None and time.monotonic() - at < REMEMBERED_S:
        raise BoxDamaged(damaged.damage)
    if known is None or end is None or known.revision.epoch != end.epoch:
        known = _fold(connection)
    elif known.head != (head := Head(end.acts, end.head)) or (end.checksum or "") != head.checksum:
        known = _caught_up(connection, known, head) or _fold(connection)
    _keep(known)
    return known


def end_at(connection: Connection, head: Head) -> None:
    """Where the journal ends now: a chain cannot see that its end is lost."""
    values = {"acts": head.acts, "head": head.checksum}
    if not connection.execute(update(BoxHeadRow).where(BoxHeadRow.id == THE_ROW).values(**values)).rowcount:
        connection.execute(insert(BoxHeadRow).values(id=THE_ROW, epoch=1, **values))


def _locked(connection: Connection) -> BoxBook:
    """The box as it stands and stays until this is committed. SQLite has locked everything by now."""
    connection.execute(select(BoxHeadRow.id).with_for_update())
    return book_of(connection)


def _recorded(connection: Connection, request_id: str) -> tuple[BoxFact, ...] | None:
    row = connection.execute(select(*COLUMNS).where(BoxJournalRow.request_id == request_id)).first()
    return None if row is None else decoded_box([StoredAct(*row)])[0].facts


def _added(
    connection: Connection, book: BoxBook, facts: tuple[BoxFact, ...], *, by: str, request_id: str | None
) -> BoxBook:
    act = BoxAct(book.revision.seq + 1, facts, by, stamps.now())
    after = _folded_in(book, act)
    row = sealed([stored_box(act)], book.head.checksum)[0]
    connection.execute(insert(BoxJournalRow).values(request_id=request_id, **row._asdict()))
    head = Head(row.seq, row.checksum)
    end_at(connection, head)
    return replace(after, head=head)


def _fold(connection: Connection) -> BoxBook:
    try:
        epoch, head, rows = whole_box(connection)
        acts, box = proved_box(rows, head)
    except BoxDamaged as why:
        with _guard:
            _known.clear()
            _damaged[:] = [(time.monotonic(), why)]
        raise
    return BoxBook(Revision(epoch, head.acts), acts, box, head)


def _caught_up(connection: Connection, known: BoxBook, head: Head) -> BoxBook | None:
    rows = [row for row in acts_after(connection, known.revision.seq) if row.seq <= head.acts]
    if not rows or find_damage(rows, head, after=known.head) is not None:
        return None
    try:
        for act in decoded_box(rows):
            known = _folded_in(known, act)
    except Exception:  # whoever reads all of it will say which act it is
        return None
    return replace(known, head=head)


def _folded_in(book: BoxBook, act: BoxAct) -> BoxBook:
    acts = (*book.acts, act)
    box = replay(acts) if is_undo(act) else apply_facts(book.box, act.facts)
    return BoxBook(Revision(book.revision.epoch, act.seq), acts, box)


def _keep(book: BoxBook) -> None:
    with _guard:
        _damaged.clear()
        order = (book.revision.epoch, book.revision.seq)
        if not _known or (_known[0].revision.epoch, _known[0].revision.seq) < order:
            _known[:] = [book]


def _since(book: BoxBook, seq: int) -> Iterable[str]:
    return map(sentence, book.acts[seq:])
