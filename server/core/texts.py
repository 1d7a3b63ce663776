"""Free text beside the journal: why a penalty was given, what is announced. It can be corrected and erased."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from engine.refusals import Refused
from engine.values import dataclass
from engine.words import Tournament
from server.core import stamps
from server.core.db import db
from server.core.models import TextRow
from server.core.writing import Beside

LONGEST = 1000
ANNOUNCEMENT = "announcement"


@dataclass(frozen=True, slots=True)
class Text:
    id: str
    text: str
    at: str


def texts(tournament_id: str, kind: str) -> tuple[Text, ...]:
    """What stands of this kind, newest first."""
    query = (
        select(TextRow.id, TextRow.text, TextRow.at)
        .where(TextRow.tournament_id == tournament_id, TextRow.kind == kind, TextRow.gone.is_(False))
        .order_by(TextRow.at.desc(), TextRow.id)
    )
    with db.engine.connect() as connection:
        return tuple(Text(row.id, row.text, row.at) for row in connection.execute(query))


def announcements(t: Tournament, tournament_id: str) -> tuple[Text, ...]:
    """What is announced now, newest first: the journal says which, the rows say what."""
    found = {text.id: text for text in texts(tournament_id, ANNOUNCEMENT)}
    return tuple(found[id] for id in reversed(t.announcements) if id in found)


def cleaned(text: str, *, most: int = LONGEST) -> str:
    """Text as people type it; refused if it is too long to be read."""
    bare = text.replace("\r\n", "\n").replace("\x00", "").strip()
    if len(bare) > most:
        raise Refused(f"That is {len(bare)} characters long, and {most} is the most. Say it shorter.")
    return bare


def keeping(tournament_id: str, *, id: str, kind: str, text: str) -> Beside | None:
    """Writes the text down with an act, if there is one."""
    return (lambda connection: write(connection, tournament_id, id=id, kind=kind, text=text)) if text else None


def write(connection: Connection, tournament_id: str, *, id: str, kind: str, text: str) -> None:
    """Add a text; the same id again is the same text."""
    known = select(TextRow.id).where(TextRow.tournament_id == tournament_id, TextRow.id == id)
    if connection.execute(known).first() is None:
        now = stamps.now()
        row = {"tournament_id": tournament_id, "id": id, "kind": kind, "text": text, "at": now, "gone": False}
        connection.execute(insert(TextRow).values(**row))
