"""The decks that the host brings to a draft: typed once, kept with the event, seen by nobody but the organizer."""

from __future__ import annotations

import re
from collections import Counter

from sqlalchemy import Connection, select, update

from engine.names import key
from engine.refusals import Refused
from server.core import texts
from server.core.db import db
from server.core.models import TextRow
from server.core.spelling import quoted

KIND, ID = "draft-decks", "draft-decks"
MOST_COPIES = 20
_COUNTED = re.compile(r"^(?:(\d+)\s*[x×]?\s+)?(.*?)(?:\s*[x×]\s*(\d+))?$", re.IGNORECASE)


def read(text: str) -> dict[str, int]:
    """One deck a line; “2 Aradel” and “Aradel x2” are two copies, and so is “aradel” below “Aradel”."""
    owned: Counter[str] = Counter()
    spelt: dict[str, str] = {}
    for line in filter(None, (line.strip() for line in text.splitlines())):
        found = _COUNTED.match(line)
        assert found is not None
        before, name, after = found.groups()
        copies = int((before or after or "1")[:9])
        if not name or not 1 <= copies <= MOST_COPIES:
            raise Refused(
                f"{quoted(line)} is not a deck. Write its name, and how many copies if there is more than one."
            )
        owned[spelt.setdefault(key(name), name)] += copies
    return dict(owned)


def kept(tournament_id: str) -> str:
    """What was typed last."""
    with db.engine.connect() as connection:
        found = connection.execute(
            select(TextRow.text).where(TextRow.tournament_id == tournament_id, TextRow.id == ID)
        ).scalar()
    return found or ""


def keep(connection: Connection, tournament_id: str, text: str) -> None:
    """Keep this list for the next time."""
    done = connection.execute(
        update(TextRow).where(TextRow.tournament_id == tournament_id, TextRow.id == ID).values(text=text)
    )
    if not done.rowcount:
        texts.write(connection, tournament_id, id=ID, kind=KIND, text=text)
