"""What the desk's routes share: the book they are about, and recording what a form asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from flask import flash, request, session
from sqlalchemy import select

from engine import facts as f
from engine.names import key
from engine.progress import round_words
from engine.values import dataclass
from engine.words import Tournament
from server.core import auth, journal
from server.core.books import Book
from server.core.db import db, readable
from server.core.journal import Beside, Recorded
from server.core.models import PlayerRow, TournamentRow
from server.core.spelling import with_club

DESK = "desk"  # in what is known of a book


@dataclass(frozen=True, slots=True)
class Person:
    """A player's details beside the journal."""

    name: str
    club: str = ""
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """An event as its pages need it; `names` are those of people, and of rounds that have one.

    What follows from nothing else is worked out `once`, and stays `known` until an act or a row beside the journal is
    another. Who is asking, and what time it is, is no part of it.
    """

    book: Book
    name: str
    archived: bool
    demo: bool
    people: Mapping[str, Person]
    names: Mapping[str, str]
    known: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def id(self) -> str:
        return self.book.id

    @property
    def t(self) -> Tournament:
        return self.book.tournament

    @property
    def revision(self) -> str:
        return str(self.book.revision)


@dataclass(frozen=True, slots=True)
class Known:
    """What is kept with a book for as long as the rows beside it stay as they are."""

    rows: object
    people: Mapping[str, Person]
    names: Mapping[str, str]
    known: dict[object, Any]


def desk(tournament_id: str) -> Desk:
    """The event with the names of its people."""
    book = journal.read(tournament_id)
    with db.engine.connect() as connection:
        row = connection.execute(
            select(TournamentRow.name, TournamentRow.archived, TournamentRow.demo).where(
                TournamentRow.id == tournament_id
            )
        ).one()
        rows = connection.execute(
            select(PlayerRow.id, PlayerRow.name, PlayerRow.club, PlayerRow.paid).where(
                PlayerRow.tournament_id == tournament_id
            )
        ).all()
    known: Known | None = book.known.get(DESK)
    if known is None or known.rows != (row, rows):  # rows beside the journal change without an act
        book.known[DESK] = known = _known(book, row, rows)
    return Desk(book, row.name, row.archived, row.demo, known.people, known.names, known.known)


def _known(book: Book, row: object, rows: Sequence[Any]) -> Known:
    people = {r.id: Person(_words(r.name), _words(r.club), bool(r.paid)) for r in rows}
    # Whose row the disk lost is called by the journal's id: nobody else's page fails because of it.
    people |= {player: Person(player) for player in book.tournament.players if player not in people}
    names = round_words(book.tournament) | told_apart(book.tournament, people)
    return Known((row, rows), people, names, {})


def told_apart(t: Tournament, people: Mapping[str, Person]) -> dict[str, str]:
    """What everybody is called wherever somebody could be mistaken: who shares a name is told apart by club."""
    shared = Counter(key(people[player].name) for player in t.players)
    return {
        id: with_club(person.name, person.club) if id in t.players and shared[key(person.name)] > 1 else person.name
        for id, person in people.items()
    }


def _words(stored: object) -> str:
    """Text, also where damage made something else of it."""
    return stored if isinstance(stored, str) else readable(stored) if isinstance(stored, bytes) else str(stored)


def record(
    tournament_id: str,
    decide: Callable[[Tournament], tuple[f.Fact, ...]],
    *,
    beside: Beside | None = None,
    said: str = "",
) -> Recorded:
    """Record what this request decided, once; a form that carries `seen` is refused if the journal moved on."""
    form = request.form
    done = journal.record(
        tournament_id,
        auth.actor(),
        decide=decide,
        request_id=form.get("request_id") or None,
        seen=form.get("seen") or None,
        beside=beside,
    )
    if said:
        tell(said)
    return done


def tell(text: str, kind: str = "done") -> None:
    """Say it on the next page. After a double click both answers say it, and whoever reads gets it once."""
    if (kind, text) not in session.get("_flashes", ()):
        flash(text, kind)
