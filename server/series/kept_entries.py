"""What each event gives to a series, kept in the file that can be thrown away beside what it was for its players.

A ranking speaks of a hundred events and must not replay them. What is kept is known by the state of the event's
journal, holds the event's own ids and no names, and is made again where it is missing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from threading import Lock
from typing import Any

from flask import current_app
from sqlalchemy import Connection, select

from engine import facts as f
from engine.codec import read_fact, to_json
from engine.fold import Act
from engine.refusals import Refused
from engine.series.entries import Entry, entry_of
from engine.series.sent_form import form_of
from engine.values import replace
from engine.words import Tournament
from server.core import event_cache, journal
from server.core.db import db
from server.core.event_cache import WORTH, Wanted
from server.core.models import PlayerRow, TextRow
from server.core.origins import origin
from server.core.play_days import days_played, ended_at
from server.core.stored_journal import Damaged, proved, whole_journal
from server.people.staff import KIND

KIND_KEPT = "entry"
Chosen = Callable[[Entry], bool]
log = logging.getLogger(__name__)
# By the folder of the box and the event: the state it is of. Bare ones are those that a series may leave out.
Before = dict[tuple[str, str], tuple[str, Entry]]
_read_before: Before = {}
_bare_before: Before = {}
_guard = Lock()


def entries(wanted: Wanted, chosen: Chosen) -> dict[str, Entry]:
    """The entries of these events that are chosen by their rulebook and days. Damaged events are left out."""
    found = _remembered(_read_before, wanted)
    bare = _remembered(_bare_before, {event: state for event, state in wanted.items() if event not in found})
    left_out = {event for event, entry in bare.items() if not chosen(entry)}
    missing = {event: state for event, state in wanted.items() if event not in found and event not in left_out}
    kept = event_cache.read(KIND_KEPT, missing)
    try:
        bare = {event: _bare(body) for event, body in kept.items()}
        found |= {event: _whole(kept[event]) for event, entry in bare.items() if chosen(entry)}
    except (Refused, ValueError, TypeError, LookupError, AttributeError) as why:  # as no version ever wrote it
        event_cache.unreadable(why)
        kept, bare = {}, {}
    made = {event: entry for event in missing if event not in kept and (entry := _summed_up(event)) is not None}
    _write({event: (wanted[event], entry) for event, entry in made.items()})
    found |= made
    _remember(_read_before, wanted, found)
    _remember(_bare_before, wanted, bare)
    return {event: entry for event, entry in found.items() if chosen(entry)}


def follow(tournament_id: str, facts: tuple[f.Fact, ...]) -> None:
    """At the end of a round the event is summed up, so that nobody waits for it later."""
    if any(isinstance(fact, WORTH) for fact in facts):
        book = journal.read(tournament_id)
        now = event_cache.state(book.revision.epoch, book.head.acts, book.head.checksum)
        with db.engine.connect() as connection:
            entry = _entry(connection, tournament_id, book.acts, book.tournament)
        _write({tournament_id: (now, entry)})


def names_in(connection: Connection, event: str) -> dict[str, str]:
    """What players and staff are called in an event."""
    players = connection.execute(select(PlayerRow.id, PlayerRow.name).where(PlayerRow.tournament_id == event))
    staff = select(TextRow.id, TextRow.text).where(TextRow.tournament_id == event, TextRow.kind == KIND)
    return {id: str(name) for id, name in (*players, *connection.execute(staff))}


def _summed_up(event: str) -> Entry | None:
    """Straight from the journal: hundreds of events need not stay in memory."""
    with db.engine.connect() as connection, suppress(Damaged, Refused):
        head, rows = whole_journal(connection, event)
        acts, folded = proved(event, rows, head)
        return _entry(connection, event, acts, folded.tournament)
    return None


def _entry(connection: Connection, event: str, acts: Sequence[Act], t: Tournament) -> Entry:
    entry = entry_of(t, event=event, days=days_played(acts), names=names_in(connection, event))
    return replace(entry, origin=origin(t.seed, acts[0].at), form=form_of(t, acts), ended=ended_at(acts))


def forget() -> None:
    """Nothing stays in memory, as after a start."""
    with _guard:
        _read_before.clear()
        _bare_before.clear()


def _remembered(before: Before, wanted: Wanted) -> dict[str, Entry]:
    data = _data()
    with _guard:
        known = {event: before.get((data, event)) for event in wanted}
    return {event: kept[1] for event, kept in known.items() if kept and wanted[event] and kept[0] == wanted[event]}


def _remember(before: Before, wanted: Wanted, found: Mapping[str, Entry]) -> None:
    data = _data()
    with _guard:
        before.update({(data, event): (wanted[event], entry) for event, entry in found.items()})


def _data() -> str:
    return str(current_app.config["CINDERBOX"].data)


def _bare(body: dict[str, Any]) -> Entry:
    """The entry without its people, which is quick."""
    days = (date.fromisoformat(body["first_day"]), date.fromisoformat(body["last_day"]))
    return Entry(body["event"], body["ruleset"], *days)


def _whole(body: dict[str, Any]) -> Entry:
    entry: Entry = read_fact(body, {"Entry": Entry})
    return entry


def _write(made: Mapping[str, tuple[str, Entry]]) -> None:
    event_cache.write(KIND_KEPT, {event: (state, to_json(entry)) for event, (state, entry) in made.items()})
