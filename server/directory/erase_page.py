"""Before somebody is erased: what goes, what stays, and what is out of reach."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from sqlalchemy import select

from engine.box.words import PersonId
from engine.values import dataclass
from engine.words import Tournament
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
    part of the name, which stay as they are: read them. `prizes` have some of it, too, and cannot be changed.
    """

    person: Known
    called: str
    events: int
    running: tuple[str, ...]
    mentions: tuple[str, ...]
    prizes: tuple[str, ...]
    alike: tuple[Known, ...]
    backups: int
    seen: str


def erase_page(known: Directory, person: PersonId, config: Config) -> ErasePage:
    found = person_of(known, person)
    entries = entries_of(known, person)
    events = {entry.event for entry in entries}
    played = _readable(events)
    return ErasePage(
        person=found,
        called=known.names[person],
        events=len(events),
        running=tuple(desk(event).name for event, t in played.items() if t.state == "running"),
        mentions=_mentions(found, events),
        prizes=_prizes(found, played.values()),
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


def _readable(events: set[str]) -> dict[str, Tournament]:
    found = {}
    for event in sorted(events):
        with suppress(Damaged):
            found[event] = journal.read(event).tournament
    return found


def _mentions(person: Known, events: set[str]) -> tuple[str, ...]:
    """Texts that speak of somebody by a part of this name."""
    without = replacer((person.name, *person.others), REMOVED)
    with db.engine.connect() as connection:
        asked = select(TextRow.text).where(TextRow.tournament_id.in_(events), TextRow.kind != KIND)
        texts = [without(text) for text in connection.execute(asked).scalars()]
    return _with_a_part(person, texts)


def _prizes(person: Known, played: Iterable[Tournament]) -> tuple[str, ...]:
    """They are in the facts of an event, which nobody can change."""
    return _with_a_part(person, (prize for t in played if t.finish for prize, _ in t.finish.prizes))


def _with_a_part(person: Known, texts: Iterable[str]) -> tuple[str, ...]:
    parts = {part for name in (person.name, *person.others) for part in sorting(name).split()}
    parts = {part for part in parts if len(part) >= SHORTEST_PART}
    found = [text for text in texts if parts & set(sorting(text).replace("'", " ").split())]
    return tuple(dict.fromkeys(found))[:MOST_SHOWN]
