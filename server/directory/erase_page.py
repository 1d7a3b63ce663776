"""Before somebody is erased: what goes, what stays, and what is out of reach."""

from __future__ import annotations

from sqlalchemy import select

from engine.box.words import PersonId
from engine.values import dataclass
from server.box import backups
from server.core import journal
from server.core.config import Config
from server.core.db import db
from server.core.desk import desk
from server.core.known_people import REMOVED, Directory, Known
from server.core.models import TextRow
from server.core.spelling import sorting
from server.core.stored_journal import Damaged
from server.directory.entries import entries_of
from server.directory.person_page import person_of
from server.directory.scrubbing import replacer
from server.people import lookalikes
from server.people.staff import KIND

SHORTEST_PART, MOST_SHOWN = 3, 10


@dataclass(frozen=True, slots=True)
class ErasePage:
    """`called`: with the club, where another one has the same name. `mentions` are texts of their events with only a
    part of the name, which stay as they are: read them.
    """

    person: Known
    called: str
    events: int
    running: tuple[str, ...]
    mentions: tuple[str, ...]
    alike: tuple[Known, ...]
    backups: int
    seen: str


def erase_page(known: Directory, person: PersonId, config: Config) -> ErasePage:
    found = person_of(known, person)
    entries = entries_of(known, person)
    events = {entry.event for entry in entries}
    return ErasePage(
        person=found,
        called=known.names[person],
        events=len(events),
        running=_running(events),
        mentions=_mentions(found, events),
        alike=tuple(two if one.id == person else one for one, two in lookalikes.pairs(known, [person])),
        backups=len(backups.backups(config)) if backups.can_back_up(config) else 0,
        seen=str(known.book.revision),
    )


def replace_backups(config: Config) -> None:
    """A new backup without the name, then those of before go from this box."""
    old = [kept.path for kept in backups.backups(config)]
    backups.copy_here(config)
    for path in old:
        path.unlink(missing_ok=True)
    for left in config.data.glob("cinderbox.db.damaged*"):
        left.unlink(missing_ok=True)


def _running(events: set[str]) -> tuple[str, ...]:
    """Their events that are not over: there everybody reads the name."""
    found = []
    for event in sorted(events):
        try:
            if journal.read(event).tournament.state == "running":
                found.append(desk(event).name)
        except Damaged:
            continue
    return tuple(found)


def _mentions(person: Known, events: set[str]) -> tuple[str, ...]:
    """Texts that speak of somebody by a part of this name."""
    parts = {part for name in (person.name, *person.others) for part in sorting(name).split()}
    parts = {part for part in parts if len(part) >= SHORTEST_PART}
    without = replacer((person.name, *person.others), REMOVED)
    with db.engine.connect() as connection:
        asked = select(TextRow.text).where(TextRow.tournament_id.in_(events), TextRow.kind != KIND)
        texts = [without(text) for text in connection.execute(asked).scalars()]
    found = [text for text in texts if parts & set(sorting(text).replace("'", " ").split())]
    return tuple(dict.fromkeys(found))[:MOST_SHOWN]
