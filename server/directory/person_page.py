"""One person over all events: where they were, how they did, whom they met, and what they brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import select, tuple_

from engine.box.words import EntryId, EventId, PersonId
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import RULESETS
from engine.sentences import plural
from engine.standings.player_records import PlayerRecord
from server.core.db import db
from server.core.known_people import REMOVED, Directory, Known
from server.core.models import DeckRow
from server.decks.decks import text_of
from server.directory import kept_records
from server.directory.entries import Entry, entries_of, people_at
from server.directory.kept_records import EventInShort
from server.people import lookalikes
from server.people.staff import ROLES

MOST_OPPONENTS = 200


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event of a person. `place` in words, `role` what they were there beside playing."""

    event: EventId
    entry: EntryId
    name: str
    day: str
    game: str
    record: str
    place: str
    role: str
    brought: str
    plays: bool


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """Somebody they met; without an id if nobody knows who that was."""

    id: PersonId
    name: str
    met: int
    record: str


@dataclass(frozen=True, slots=True)
class SeriesStand:
    """Where they stand in a series over many events; `open` if everybody may see its ranking."""

    id: str
    name: str
    rank: int
    points: int
    working: str
    open: bool


@dataclass(frozen=True, slots=True)
class PersonPage:
    person: Known
    open: bool
    events: tuple[EventLine, ...]
    record: str
    matches: int
    byes: int
    firsts: int
    opponents: tuple[OpponentLine, ...]
    more_opponents: int
    brought: tuple[tuple[str, str], ...]
    alike: tuple[tuple[Known, Known], ...]
    series: tuple[SeriesStand, ...] = ()


# Where somebody stands in series: told by the room of series, which knows this one.
STANDS: list[Callable[[Directory, PersonId], tuple[SeriesStand, ...]]] = []


def person_of(known: Directory, person: PersonId) -> Known:
    """Somebody of today. Unknown if there is none, also if they were erased."""
    found = known.people.get(person)
    if found is None:
        raise Unknown("There is no such person in the directory. They may have been merged or erased.")
    return found


def person_page(known: Directory, person: PersonId) -> PersonPage:
    """Everything about this person."""
    found = person_of(known, person)
    entries = entries_of(known, person)
    shorts, records = kept_records.records(
        {entry.event: entry.state for entry in entries}, [(entry.event, entry.entry) for entry in entries]
    )
    leaders = _leaders(entries, shorts)
    lines = tuple(_line(entry, shorts, records, leaders) for entry in entries if entry.event in shorts)
    opponents = _opponents(known, person, records)
    total = Counter[str]()
    for record in records.values():
        total.update(wins=record.wins, losses=record.losses, draws=record.draws, byes=record.byes)
        total["firsts"] += record.place == 1
    return PersonPage(
        person=found,
        open=person in known.book.box.people.open,
        events=tuple(sorted(lines, key=lambda line: line.day, reverse=True)),
        record=score(total["wins"], total["losses"], total["draws"]),
        matches=total["wins"] + total["losses"] + total["draws"],
        byes=total["byes"],
        firsts=total["firsts"],
        opponents=opponents[:MOST_OPPONENTS],
        more_opponents=max(0, len(opponents) - MOST_OPPONENTS),
        brought=_brought(records.values(), leaders.values()),
        alike=lookalikes.pairs(known, [person]),
        series=tuple(stand for stands in STANDS for stand in stands(known, person)),
    )


def score(wins: int, losses: int, draws: int) -> str:
    """3–1, or 3–1–2 where something was drawn."""
    return f"{wins}–{losses}" + (f"–{draws}" if draws else "")


def _line(
    entry: Entry,
    shorts: Mapping[EventId, EventInShort],
    records: Mapping[tuple[EventId, EntryId], PlayerRecord],
    leaders: Mapping[tuple[EventId, EntryId], str],
) -> EventLine:
    short = shorts[entry.event]
    record = records.get((entry.event, entry.entry))
    role = ROLES.get(short.staff.get(entry.entry, ""), "")
    brought = [leaders.get((entry.event, entry.entry), ""), *(name for name, _ in (record.played if record else ()))]
    played = record is not None and (record.seated or record.byes)
    return EventLine(
        event=entry.event,
        entry=entry.entry,
        name=entry.name,
        day=short.began or entry.made,
        game=short.called,
        record=score(record.wins, record.losses, record.draws) if record and played else "",
        place=_place(record, short) if record else "",
        role=role,
        brought=", ".join(filter(None, brought)),
        plays=record is not None,
    )


def _place(record: PlayerRecord, short: EventInShort) -> str:
    if not short.finished:
        return "not over"
    return f"{record.place} of {short.players}" if record.place else "no place"


def _opponents(
    known: Directory, person: PersonId, records: Mapping[tuple[EventId, EntryId], PlayerRecord]
) -> tuple[OpponentLine, ...]:
    """Whom they met, most often first; nobody is counted twice, however often they were entered."""
    people = people_at(known, {event for event, _ in records})
    met: dict[PersonId, Counter[str]] = {}
    for (event, _), record in records.items():
        for each in record.met:
            other = people.get((event, each.opponent), "")
            if other != person:
                met.setdefault(other, Counter())[each.mark] += 1
    lines = (
        OpponentLine(
            id=other if other in known.people else "",
            name=known.people[other].name if other in known.people else REMOVED,
            met=marks.total(),
            record=score(marks["win"], marks["loss"], marks["draw"]),
        )
        for other, marks in met.items()
    )
    return tuple(sorted(lines, key=lambda line: (-line.met, line.name, line.id)))


def _leaders(entries: Iterable[Entry], shorts: Mapping[EventId, EventInShort]) -> dict[tuple[EventId, EntryId], str]:
    """Who led their decks, by the list that was handed in. Lists stay closed until the event is over."""
    over = [(each.event, each.entry) for each in entries if (s := shorts.get(each.event)) and s.finished]
    if not over:
        return {}
    asked = select(DeckRow.tournament_id, DeckRow.player_id, DeckRow.list)
    with db.engine.connect() as connection:
        rows = connection.execute(asked.where(tuple_(DeckRow.tournament_id, DeckRow.player_id).in_(over))).all()
    found = {
        (row.tournament_id, row.player_id): _leader(shorts[row.tournament_id].ruleset, text_of(row.list) or "")
        for row in rows
    }
    return {where: leader for where, leader in found.items() if leader}


def _leader(ruleset: str, text: str) -> str:
    rules = RULESETS[ruleset].decks if ruleset in RULESETS else None
    if rules is not None and rules.sheet is not None:
        with suppress(Refused):
            return rules.sheet.filled(rules.read(text)).leads
    return ""


def _brought(records: Iterable[PlayerRecord], leaders: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Who led their decks and what they played, most often first."""
    events = Counter(leaders)
    matches = Counter[str]()
    for record in records:
        matches.update(dict(record.played))
    told = [(name, count, plural(count, "event")) for name, count in events.items()]
    told += [(name, count, plural(count, "match", "matches")) for name, count in matches.items()]
    return tuple((name, said) for name, _, said in sorted(told, key=lambda each: (-each[1], each[0])))
