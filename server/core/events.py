"""The events of this box: made, listed, put away, deleted."""

from __future__ import annotations

import base64
import hmac
import secrets
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from flask import current_app
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from engine import facts as f
from engine.decisions import setup
from engine.fold import apply
from engine.refusals import Refused
from engine.words import PlayerId, Settings, Tournament
from server.core import changes, journal
from server.box.backups import Kept, backup, kept
from server.core.config import Config
from server.core.db import db, writer
from server.core.journal import Beside
from server.core.models import PlayerRow, TournamentRow
from server.people.pasting import Entry


@dataclass(frozen=True, slots=True)
class Listed:
    """An event as the database lists it."""

    id: str
    name: str
    created_at: str
    archived: bool
    demo: bool


def listed() -> list[Listed]:
    """All events of this box, newest first."""
    columns = (TournamentRow.id, TournamentRow.name, TournamentRow.created_at, TournamentRow.archived)
    with db.engine.connect() as connection:
        rows = connection.execute(select(*columns, TournamentRow.demo).order_by(TournamentRow.created_at.desc()))
        return [Listed(*row) for row in rows]


def found(
    tid: str,
    name: str,
    *,
    settings: Settings,
    entries: Sequence[Entry],
    by: str,
    seed: str = "",
    demo: bool = False,
) -> bool:
    """A new event with everybody on the list, in one act. False if this very request already made it."""
    created = setup.create_tournament(settings.ruleset, seed or secrets.token_hex(8), settings=settings)
    t = apply(None, created[0])
    ids = new_ids((), len(entries))
    facts = (*created, *entering(t, ids, entries))
    try:
        journal.create(tid, name, facts=facts, by=by, beside=keeping(tid, ids, entries), demo=demo)
    except IntegrityError:
        journal.read(tid)  # it is there, or this was something else
        return False
    return True


def event_id(request_id: str = "") -> str:
    """A short id nobody guesses; the same form sent twice gets the same one."""
    told = request_id or secrets.token_hex(8)
    key = str(current_app.secret_key).encode()
    digest = hmac.digest(key, f"event/{told}".encode(), "sha256")
    return base64.b32encode(digest)[:10].decode().lower()


def new_ids(taken: Sequence[PlayerId] | set[PlayerId], count: int) -> list[PlayerId]:
    """p1, p2, … after the highest there ever was: an id is never given to somebody else."""
    last = max((int(id[1:]) for id in taken if id[:1] == "p" and id[1:].isdecimal()), default=0)
    return [f"p{last + i}" for i in range(1, count + 1)]


def taken_ids(tid: str) -> set[PlayerId]:
    """Every id this event has used, also of people taken off again."""
    with db.engine.connect() as connection:
        return set(connection.execute(select(PlayerRow.id).where(PlayerRow.tournament_id == tid)).scalars())


def entering(t: Tournament, ids: Sequence[PlayerId], entries: Sequence[Entry]) -> tuple[f.Fact, ...]:
    """These people enter, with the tables and factions of the list."""
    entered = setup.enter(t, ids)
    return *entered, *details(t, entered, entries)


def details(t: Tournament, facts: Sequence[f.Fact], entries: Sequence[Entry]) -> tuple[f.Fact, ...]:
    """What the list says of those who enter with these facts, as far as the journal keeps it."""
    pairs = list(zip((fact for fact in facts if isinstance(fact, f.PlayerEntered)), entries, strict=True))
    tables = (f.TableFixed(new.player, entry.table) for new, entry in pairs if entry.table)
    factions = (
        f.FactionsNamed(new.player, by_round(entry.factions, entered=new.round))
        for new, entry in pairs
        if entry.factions and names_factions(t)
    )
    return *tables, *factions


def by_round(factions: Sequence[str], *, entered: int) -> tuple[str, ...]:
    """A list of factions as the journal keeps it, by the number of the round: none for those that were missed."""
    return (*[""] * (entered - 1), *factions) if factions else ()


def names_factions(t: Tournament) -> bool:
    """Does everyone name a faction for each round? Summoner Wars with base decks."""
    return t.settings.deck_format == "base-decks"


def keeping(tid: str, ids: Sequence[PlayerId], entries: Sequence[Entry]) -> Beside:
    """Writes down what is known of these people beside the journal."""
    rows = [
        {"tournament_id": tid, "id": id, "name": entry.name, "club": entry.club, "paid": entry.paid}
        for id, entry in zip(ids, entries, strict=True)
    ]

    def beside(connection: Connection) -> None:
        if rows:
            connection.execute(insert(PlayerRow), rows)

    return beside


def put_away(tid: str, *, archived: bool) -> None:
    """Fold the event away on the first page, or bring it back."""
    journal.read(tid)
    with writer() as connection, connection.begin():
        connection.execute(update(TournamentRow).where(TournamentRow.id == tid).values(archived=archived))
    changes.changed(None)


def delete_event(config: Config, tid: str) -> Kept | None:
    """The event and everything that hangs on it is gone from this box; the backup of just before still holds it."""
    before = None if config.database_url else _backed_up(config)
    with writer() as connection, connection.begin():
        connection.execute(delete(TournamentRow).where(TournamentRow.id == tid))
    journal.forget(tid)
    changes.changed(None)
    return before


def _backed_up(config: Config) -> Kept:
    try:
        return kept(config, backup(config).name)
    except (Refused, OSError, sqlite3.Error) as why:
        raise Refused(f"Nothing was deleted, because no backup could be made first: {why}") from why
