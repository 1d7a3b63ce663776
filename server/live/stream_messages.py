"""What the streams say. Computed once for each change, with the application's context, never in the event loop."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable
from hashlib import blake2s
from typing import Any

from sqlalchemy import select

from engine import clock as clocks
from engine.progress import round_name
from engine.refusals import Refused, Unknown
from engine.values import dataclass, replace
from engine.words import Match, Round, Tournament
from server.core import changes, journal, texts
from server.core.books import Book
from server.core.db import db
from server.core.desk import Desk
from server.core.models import TournamentRow
from server.public import public_view

Json = dict[str, Any]
MOST_OUT = 14  # more tables than this are a number on the wall, not a list

# Others plug in here, by name. A mark is anything whose text changes when the table's tablet should look again.
MARKS: dict[str, Callable[[Book, int], object]] = {}
SCREENS: dict[str, Callable[[str], Json | None]] = {}
HEALTH: dict[str, Callable[[], str | None]] = {}

# Marks are made from reports, which are nobody's business: without the key nobody can try out what was reported.
_KEY = secrets.token_bytes(16)


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of one event; `gist` is equal as long as there is nothing new."""

    revision: str
    state: Json
    dumped: bytes
    gist: Json
    tables: dict[int, Json]


def about_event(tournament_id: str, tables: Iterable[int] = ()) -> Said:
    """The state of this event, and the marks of these of its tables."""
    found = state(tournament_id)
    marks = about_tables(tournament_id, tables) if "gone" not in found else {}
    return Said(found["revision"], found, dumped(found), gist(found), marks)


def state(tournament_id: str) -> Json:
    """What everybody may know of this event in a kilobyte; `gone` if there is nothing any more, or it is damaged."""
    now = public_view.moment()
    # The count is read first: what changes after this is announced again.
    known: Json = {"event": tournament_id, "touch": changes.touch(tournament_id), "boot": now.boot_id}
    try:
        view = _view(tournament_id)
    except Refused:
        return {**known, "revision": "", "gone": True}
    announced = texts.announcements(view.t, tournament_id)
    return {
        **known,
        "revision": view.revision,
        "clock": {**public_view.clock(view, now), "at_ms": now.ms},
        **_round(view.t),
        "announcement": {"id": announced[0].id, "text": announced[0].text} if announced else None,
        "health": next((said for look in HEALTH.values() if (said := look())), None),
    }


def gist(state: Json) -> Json:
    """The state without what passes by itself: a running clock is the same clock a second later."""
    clock = state.get("clock")
    if clock is None:
        return state
    left = clock["remaining_ms"]
    end = left + clock["at_ms"] if clock["running"] and left is not None else left
    return {**state, "clock": {**clock, "remaining_ms": end, "at_ms": 0}}


def about_tables(tournament_id: str, tables: Iterable[int]) -> dict[int, Json]:
    """For each of these tables a mark that changes whenever its tablet should look again."""
    wanted = set(tables)
    if not wanted:
        return {}
    try:
        book = journal.read(tournament_id)
    except Refused:
        return {}
    current = next((r for r in reversed(list(book.tournament.rounds)) if r.phase != "draft"), None)
    matches = {match.table: match for match in current.matches} if current else {}
    return {table: _table(book, current, table, match=matches.get(table)) for table in wanted}


def about_screen(screen: str) -> Json | None:
    """What this screen shows, from whoever knows it."""
    return next((found for look in SCREENS.values() if (found := look(screen)) is not None), None)


def about_box() -> Json:
    """Grows when the list of events, devices or screens changed."""
    return {"touch": changes.touch(None)}


def time() -> Json:
    """Now, for whoever estimates how far their own clock is off."""
    now = public_view.moment()
    return {"server_ms": now.ms, "boot": now.boot_id}


def dumped(found: Json) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


def _view(tournament_id: str) -> public_view.Public:
    book = journal.read(tournament_id)
    with db.engine.connect() as connection:
        archived = connection.execute(
            select(TournamentRow.archived).where(TournamentRow.id == tournament_id)
        ).scalar_one_or_none()
    if archived is not False:
        raise Unknown("This event is archived.")
    now = replace(book, tournament=_without_the_past(book.tournament))
    return public_view.public_view(Desk(now, "", archived=False, demo=False, people={}, names={}))


def _without_the_past(t: Tournament) -> Tournament:
    """Without people and earlier rounds: the state needs neither, and the public view would copy them every time."""
    *earlier, last = t.stages or (None,)
    if last is None:
        return replace(t, players={})
    rounds = (
        *(replace(r, matches=(), byes=()) for r in last.rounds[:-2]),
        *last.rounds[-2:],
    )  # the last may be a draft
    return replace(
        t, players={}, stages=(*(replace(stage, rounds=()) for stage in earlier), replace(last, rounds=rounds))
    )


def _round(t: Tournament) -> Json:
    current = t.current_round
    matches = current.matches if current else ()
    out = [match.table for match in matches if match.result is None]
    return {
        "round": current.number if current else 0,
        "round_name": round_name(t, current.number) if current else "",
        "tables": len(matches),
        "results_in": len(matches) - len(out),
        "out": out if len(out) <= MOST_OUT else None,
    }


def _table(book: Book, current: Round | None, table: int, *, match: Match | None) -> Json:
    clock = book.tournament.clock
    extra = clocks.extension(clock, table) if clock else 0
    beside = [look(book, table) for look in MARKS.values()]
    told = repr((current and current.phase, match, extra, changes.touch(book.id, table), beside))
    mark = blake2s(told.encode(), key=_KEY, digest_size=8).hexdigest()
    return {"event": book.id, "table": table, "round": current.number if current else 0, "mark": mark}
