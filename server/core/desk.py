"""What the desk's routes share: the book they are about, and recording what a form asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import flash, request, session
from sqlalchemy import select

from engine import facts as f
from engine.names import key
from engine.progress import round_words
from engine.words import Tournament
from server.core import auth, journal
from server.core.books import Book
from server.core.db import db, readable
from server.core.journal import Beside, Recorded
from server.core.models import PlayerRow, TournamentRow


@dataclass(frozen=True, slots=True)
class Person:
    """A player's details beside the journal."""

    name: str
    club: str = ""
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """An event as its pages need it; `names` are those of people, and of rounds that have one."""

    book: Book
    name: str
    archived: bool
    demo: bool
    people: Mapping[str, Person]
    names: Mapping[str, str]

    @property
    def id(self) -> str:
        return self.book.id

    @property
    def t(self) -> Tournament:
        return self.book.tournament

    @property
    def revision(self) -> str:
        return str(self.book.revision)


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
    people = {r.id: Person(_words(r.name), _words(r.club), bool(r.paid)) for r in rows}
    # Whose row the disk lost is called by the journal's id: nobody else's page fails because of it.
    people |= {player: Person(player) for player in book.tournament.players if player not in people}
    names = round_words(book.tournament) | told_apart(book.tournament, people)
    return Desk(book, row.name, row.archived, row.demo, people, names)


def told_apart(t: Tournament, people: Mapping[str, Person]) -> dict[str, str]:
    """What everybody is called wherever somebody could be mistaken: who shares a name is told apart by club."""
    shared = Counter(key(people[player].name) for player in t.players)
    return {
        id: f"{person.name} ({person.club})"
        if person.club and id in t.players and shared[key(person.name)] > 1
        else person.name
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
