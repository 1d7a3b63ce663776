"""One person over all events: where they were, how they did, whom they met, and what they brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress

from sqlalchemy import select, tuple_

from engine.box.words import EntryId, EventId, PersonId
from engine.decks.lines import one_spelling
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import RULESETS
from engine.sentences import plural
from engine.standings.player_records import PlayerRecord
from engine.values import dataclass
from server.core.db import db
from server.core.known_people import REMOVED, Directory, Known, told_apart
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
    """One event of a person. `place` in words, `role` what they were there beside playing.

    `copy`: the event is there twice, and counts where it went on.
    """

    event: EventId
    entry: EntryId
    name: str
    day: str
    game: str
    record: str
    place: str
    role: str
    brought: str
    copy: bool


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
    decks_wait: bool
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
    lists = _lists(entries, shorts)
    leaders = _leaders(lists, shorts, records)
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
        brought=_brought(records.values(), tuple(leaders.values())),
        decks_wait=any(not shorts[event].finished for event, _ in lists),
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
        place="a copy" if short.copy else _place(record, short) if record else "",
        role=role,
        brought=", ".join(filter(None, brought)),
        copy=short.copy,
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
    names = told_apart(known.people[other] for other in (*met, person) if other in known.people)
    lines = (
        OpponentLine(
            id=other if other in names else "",
            name=names.get(other, REMOVED),
            met=marks.total(),
            record=score(marks["win"], marks["loss"], marks["draw"]),
        )
        for other, marks in met.items()
    )
    return tuple(sorted(lines, key=lambda line: (-line.met, line.name, line.id)))


def _lists(entries: Iterable[Entry], shorts: Mapping[EventId, EventInShort]) -> dict[tuple[EventId, EntryId], str]:
    """The deck lists they handed in, of events that ask for them."""
    ours = [(each.event, each.entry) for each in entries if each.event in shorts and shorts[each.event].lists]
    if not ours:
        return {}
    asked = select(DeckRow.tournament_id, DeckRow.player_id, DeckRow.list)
    with db.engine.connect() as connection:
        rows = connection.execute(asked.where(tuple_(DeckRow.tournament_id, DeckRow.player_id).in_(ours))).all()
    return {(row.tournament_id, row.player_id): text_of(row.list) or "" for row in rows}


def _leaders(
    lists: Mapping[tuple[EventId, EntryId], str],
    shorts: Mapping[EventId, EventInShort],
    records: Mapping[tuple[EventId, EntryId], PlayerRecord],
) -> dict[tuple[EventId, EntryId], str]:
    """Who led the decks they played. Lists stay closed until the event is over."""
    found = {
        where: _leader(shorts[where[0]].ruleset, text)
        for where, text in lists.items()
        if shorts[where[0]].finished and where in records and records[where].seated
    }
    return {where: leader for where, leader in found.items() if leader}


def _leader(ruleset: str, text: str) -> str:
    rules = RULESETS[ruleset].decks if ruleset in RULESETS else None
    if rules is not None and rules.sheet is not None:
        with suppress(Refused):
            return rules.sheet.filled(rules.read(text)).leads
    return ""


def _brought(records: Iterable[PlayerRecord], leaders: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Who led their decks and what they played, most often first."""
    matches = [(name, count) for record in records for name, count in record.played]
    told = [(name, count, plural(count, "event")) for name, count in _counted((name, 1) for name in leaders)]
    told += [(name, count, plural(count, "match", "matches")) for name, count in _counted(matches)]
    return tuple((name, said) for name, _, said in sorted(told, key=lambda each: (-each[1], each[0])))


def _counted(told: Iterable[tuple[str, int]]) -> Iterable[tuple[str, int]]:
    """How often each in all, whatever its spelling."""
    told = tuple(told)
    spelled = one_spelling([name for name, _ in told])
    total = Counter[str]()
    for name, count in told:
        total[spelled[name]] += count
    return total.items()
