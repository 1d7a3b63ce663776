"""What series and events are called, those that no box ran among them: for sentences that hold their ids."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select

from server.core.db import db
from server.core.models import TitleRow, TournamentRow
from server.core.writing import Beside


def titles() -> dict[str, str]:
    """Everything that has a name and is nobody, by its id."""
    with db.engine.connect() as connection:
        events = connection.execute(select(TournamentRow.id, TournamentRow.name)).all()
        rows = connection.execute(select(TitleRow.id, TitleRow.name)).all()
    return {row.id: row.name or "" for row in (*events, *rows)}


def with_titles(people: Mapping[str, str]) -> Mapping[str, str]:
    """The names of people, and these."""
    return ChainMap(titles(), dict(people))


def keeping_title(id: str, name: str) -> Beside:
    """Writes the name down with the act."""

    def beside(connection: Connection) -> None:
        connection.execute(delete(TitleRow).where(TitleRow.id == id))
        connection.execute(insert(TitleRow).values(id=id, name=name))

    return beside
