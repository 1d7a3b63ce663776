"""What each event was for its players, kept in a file of its own that can be thrown away at any time.

A person's page speaks of many events and must not replay them all. What is kept is known by the revision and the
checksum of the event's journal, holds ids and no names, is no part of a backup, and is made again where it is missing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import asdict
from typing import Any

from engine import facts as f
from engine.refusals import Refused
from engine.standings.player_records import Met, PlayerRecord, event_record
from engine.values import dataclass, replace
from engine.words import Tournament
from server.core import event_cache, journal
from server.core.db import db
from server.core.event_cache import WORTH, Wanted
from server.core.origins import origin
from server.core.stored_journal import Damaged, proved, whole_journal

OF_THE_EVENT = ""
TABLES = (
    "CREATE TABLE IF NOT EXISTS record (event TEXT, who TEXT, state TEXT, body TEXT, PRIMARY KEY (event, who)) "
    "WITHOUT ROWID"
)


@dataclass(frozen=True, slots=True)
class EventInShort:
    """An event without its players. `origin` is the same for every copy of it; `copy`: another one is looked at."""

    ruleset: str
    lists: bool
    called: str
    finished: bool
    rounds: int
    players: int
    began: str
    staff: Mapping[str, str]
    origin: str
    copy: bool = False


Found = tuple[dict[str, EventInShort], dict[tuple[str, str], PlayerRecord]]


def records(wanted: Wanted, entries: Iterable[tuple[str, str]]) -> Found:
    """These events in short, and what they were for these players: (event, player).

    Damaged events are left out; of an event that is there twice, one was played.
    """
    asked = [*entries]
    kept = _read(wanted, asked)
    missing = [event for event in wanted if (event, OF_THE_EVENT) not in kept]
    made = {event: rows for event in missing if (rows := _summed_up(event))}
    _write({event: wanted[event] for event in made}, made)
    found = kept | {(event, who): body for event, rows in made.items() for who, body in rows.items()}
    shorts = _once({event: EventInShort(**body) for (event, who), body in found.items() if who == OF_THE_EVENT})
    ours = {(event, who) for event, who in asked if event in shorts and not shorts[event].copy}
    return shorts, {key: _record(body) for key, body in found.items() if key in ours}


def _once(shorts: Mapping[str, EventInShort]) -> dict[str, EventInShort]:
    """Of an event that came in twice the one that went on, and all others are copies."""
    first: dict[str, str] = {}
    for event in sorted(shorts, key=lambda each: (not shorts[each].finished, -shorts[each].rounds, each)):
        first.setdefault(shorts[event].origin, event)
    return {event: replace(short, copy=first[short.origin] != event) for event, short in shorts.items()}


def follow(tournament_id: str, facts: tuple[f.Fact, ...]) -> None:
    """At the end of a round the event is summed up, so that nobody waits for it later."""
    if any(isinstance(fact, WORTH) for fact in facts):
        book = journal.read(tournament_id)
        now = event_cache.state(book.revision.epoch, book.head.acts, book.head.checksum)
        _write({tournament_id: now}, {tournament_id: _rows(book.tournament, book.acts[0].at)})


def _summed_up(event: str) -> dict[str, dict[str, Any]]:
    """Straight from the journal: hundreds of events need not stay in memory."""
    with db.engine.connect() as connection, suppress(Damaged, Refused):
        head, rows = whole_journal(connection, event)
        acts, folded = proved(event, rows, head)
        return _rows(folded.tournament, acts[0].at)
    return {}


def _rows(t: Tournament, began: str) -> dict[str, dict[str, Any]]:
    made = event_record(t)
    short = {
        "ruleset": made.ruleset,
        "lists": made.lists,
        "called": made.called,
        "finished": made.finished,
        "rounds": made.rounds,
        "players": made.players,
        "began": began,
        "staff": dict(made.staff),
        "origin": origin(t.seed, began),
    }
    return {OF_THE_EVENT: short} | {player: asdict(record) for player, record in made.records.items()}


def _record(body: dict[str, Any]) -> PlayerRecord:
    told = dict(body)
    met = tuple(Met(**each) for each in told.pop("met"))
    played = tuple((name, count) for name, count in told.pop("played"))
    return PlayerRecord(**told, met=met, played=played)


def _read(wanted: Wanted, asked: Iterable[tuple[str, str]]) -> dict[tuple[str, str], dict[str, Any]]:
    kept = event_cache.file()
    if not kept.exists():
        return {}
    keys = [*dict.fromkeys([*((event, OF_THE_EVENT) for event in wanted), *asked])]
    found: dict[tuple[str, str], dict[str, Any]] = {}
    stale = set[str]()
    try:
        with closing(sqlite3.connect(f"{kept.resolve().as_uri()}?mode=ro", uri=True, timeout=1)) as cache:
            for event, who in keys:
                row = cache.execute(
                    "SELECT state, body FROM record WHERE event = ? AND who = ?", (event, who)
                ).fetchone()
                if (body := event_cache.unsealed(wanted.get(event, ""), row)) is not None:
                    found[event, who] = body
                elif row:
                    stale.add(event)  # or it was kept badly: without it somebody would have played nobody
    except sqlite3.OperationalError:  # nothing of this kind was kept yet
        return {}
    except (sqlite3.Error, ValueError) as why:
        event_cache.unreadable(why)
        return {}
    whole = {event for event, who in found if who == OF_THE_EVENT} - stale
    return {key: body for key, body in found.items() if key[0] in whole}


def _write(states: Wanted, made: Mapping[str, Mapping[str, Any]]) -> None:
    """A disk that takes nothing keeps nothing: it is made again next time."""
    made = {event: rows for event, rows in made.items() if states[event]}
    if not made:
        return
    with suppress(sqlite3.Error, OSError), closing(sqlite3.connect(event_cache.file(), timeout=1)) as cache, cache:
        event_cache.file().chmod(0o600)
        cache.execute("PRAGMA synchronous=OFF")
        cache.execute(TABLES)
        for event, rows in made.items():
            cache.execute("DELETE FROM record WHERE event = ?", (event,))
            cache.executemany(
                "INSERT INTO record VALUES (?, ?, ?, ?)",
                [(event, who, *event_cache.sealed(states[event], body)) for who, body in rows.items()],
            )
