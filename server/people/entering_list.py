"""People who enter an event from a list: their ids, and what the list says of them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from engine import facts as f
from engine.decisions import setup
from engine.handing_in import names_factions
from engine.words import PlayerId, Tournament
from server.core.db import db
from server.core.journal import Beside
from server.core.models import PlayerRow
from server.people.pasting import Entry


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
