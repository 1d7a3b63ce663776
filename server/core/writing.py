"""How an act comes into a journal, an event's or that of the box: lock, look for it, decide, write it down.

The two differ in how they are read and stored. What happens when, and what makes a double tap count once, is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from sqlalchemy import Connection

from engine.refusals import Refused
from engine.values import dataclass
from server.core.books import Revision

Beside = Callable[[Connection], None]


class AtRevision(Protocol):
    """A journal as somebody read it."""

    @property
    def revision(self) -> Revision: ...


B = TypeVar("B", bound=AtRevision)
F = TypeVar("F")


class Stale(Refused):
    """The page this came from shows an older state, and what was asked depends on it."""


@dataclass(frozen=True, slots=True)
class Committing(Generic[B, F]):
    """What was recorded inside a transaction, until that is committed: the journal before it and after it.

    `again` if the request had been recorded before.
    """

    before: B
    after: B
    facts: tuple[F, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Writing(Generic[B, F]):
    """A journal inside a writer's transaction.

    `called`: as a sentence begins that speaks of it. `locked`: as it stands, and stays until this is committed.
    `recorded`: what a request led to before, if it did. `since`: its acts after one, in words. `added`: the journal
    with one more act, which is proved and written.
    """

    called: str
    locked: Callable[[], B]
    recorded: Callable[[str], tuple[F, ...] | None]
    since: Callable[[B, int], Iterable[str]]
    added: Callable[[B, tuple[F, ...]], B]


def write(
    journal: Writing[B, F],
    connection: Connection,
    *,
    decide: Callable[[B], tuple[F, ...]],
    request_id: str | None,
    seen: str | None,
    beside: Beside | None,
) -> Committing[B, F]:
    """One request's act. `seen` is the revision its form was made for, where that matters."""
    book = journal.locked()
    if request_id and (known := journal.recorded(request_id)) is not None:
        return Committing(book, book, known, again=True)
    if seen and seen != str(book.revision):
        raise Stale(_what_changed(journal, book, seen))
    facts = decide(book)
    if beside is not None:
        beside(connection)
    return Committing(book, journal.added(book, facts) if facts else book, facts)


def _what_changed(journal: Writing[B, F], book: B, seen: str) -> str:
    """What happened since, as far as that can be told."""
    epoch, _, seq = seen.partition(".")
    if epoch != str(book.revision.epoch) or not (seq.isdecimal() and len(seq) < 10):
        return f"{journal.called} was restored from a backup since you opened this page. Nothing was done; look again."
    since = list(journal.since(book, int(seq)))
    last = "; ".join(since[-3:])
    more = f" and {len(since) - 3} more" if len(since) > 3 else ""
    return f"Something changed since you opened this page, so nothing was done: {last}{more}. Look again, then repeat."
