"""What is kept for the whole box, by key."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, insert, select

from server.core import changes
from server.core.db import db, writer
from server.core.models import BoxRow


def get(key: str) -> str:
    with db.engine.connect() as connection:
        return connection.execute(select(BoxRow.value).where(BoxRow.key == key)).scalar() or ""


def put_all(values: Mapping[str, str]) -> None:
    """Set these; an empty one is taken away."""
    with writer() as connection, connection.begin():
        for key, value in values.items():
            connection.execute(delete(BoxRow).where(BoxRow.key == key))
            if value:
                connection.execute(insert(BoxRow).values(key=key, value=value))
    changes.changed(None)
