"""The clocks of all open events without loss, for the buzzer: it computes the cues itself, also while we are away.

Nobody is told a cue. Whoever has the clocks has all cues to come, so only changes have to travel: the buzzer's question
waits here until there is one.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from contextlib import suppress
from threading import BoundedSemaphore, Event
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Engine, insert, select, update

from engine.clock import Moment, is_running
from engine.clock_codec import EventClock, event_to_json, moment_to_json
from engine.refusals import Refused
from engine.rulesets.wall import time_plan
from server.core import changes, journal
from server.core.db import db, writer
from server.core.events import shown_to_everybody
from server.core.models import BoxRow, TournamentRow
from server.core.timekeeping import moment

Json = dict[str, Any]

LONGEST_WAIT_S = 2.0
LOOK_AGAIN_S = 0.5  # for what another process wrote
TEST = "buzzer-test"
# One thread each of the few that serve pages: the buzzer's, and one for its successor at a restart.
_seats = BoundedSemaphore(2)

_OPEN = (
    select(TournamentRow.id, TournamentRow.name, *journal.STATE)
    .where(TournamentRow.archived.is_(False))
    .order_by(TournamentRow.id)
)


_known: WeakKeyDictionary[Engine, dict[tuple[Any, ...], EventClock | None]] = WeakKeyDictionary()


def event_clocks() -> list[EventClock]:
    """Every open event whose round has a clock. Asked for every second, so only what changed is folded again."""
    known = _known.setdefault(db.engine, {})
    with db.engine.connect() as connection:
        rows: list[tuple[Any, ...]] = [tuple(row) for row in connection.execute(_OPEN)]
    now: dict[tuple[Any, ...], EventClock | None] = {}
    for row in rows:
        with suppress(Refused):  # deleted just now, or damaged: the clocks of the others still count
            now[row] = known[row] if row in known else _read(row[0], row[1])
    _known[db.engine] = now
    return [each for each in now.values() if each is not None]


def a_clock_runs() -> bool:
    """Whether somewhere on this box a round is played against the clock."""
    now = moment()
    return any(each.playing and is_running(each.clock, now) for each in event_clocks())


def _audible() -> list[EventClock]:
    """Those the room may hear: a demo beside a real event sounds nowhere."""
    with db.engine.connect() as connection:
        shown = set(connection.execute(select(TournamentRow.id).where(shown_to_everybody())).scalars())
    return [each for each in event_clocks() if each.id in shown]


def answer(now: Moment) -> Json:
    """The feed; `revision` stays the same as long as nothing but the time changed."""
    found: Json = {"boot": now.boot_id, "test": _test(), "events": [event_to_json(each) for each in _audible()]}
    revision = hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()[:20]
    return {"revision": revision, "server_ms": now.ms, **found}


def news(known: str, clock: Callable[[], Moment], *, seconds: float) -> Json:
    """The feed once it is no longer the known one, or as it is after so long; at once if all seats are taken."""
    found = answer(clock())
    if found["revision"] != known or not _seats.acquire(blocking=False):
        return found
    flag = Event()
    stop_listening = changes.listen(lambda *_: flag.set())
    try:
        end = time.monotonic() + min(seconds, LONGEST_WAIT_S)
        found = answer(clock())  # what changed before we listened
        while found["revision"] == known and (left := end - time.monotonic()) > 0:
            flag.wait(min(left, LOOK_AGAIN_S))
            flag.clear()
            found = answer(clock())
        return found
    finally:
        stop_listening()
        _seats.release()


def ask_for_test(now: Moment) -> None:
    """Have the buzzer sound a test, once."""
    value = json.dumps(moment_to_json(now))
    with writer() as connection, connection.begin():
        if not connection.execute(update(BoxRow).where(BoxRow.key == TEST).values(value=value)).rowcount:
            connection.execute(insert(BoxRow).values(key=TEST, value=value))
    changes.changed(None)


def _test() -> Json | None:
    with db.engine.connect() as connection:
        value = connection.execute(select(BoxRow.value).where(BoxRow.key == TEST)).scalar()
    with suppress(ValueError):  # kept badly: clocks count all the same
        return None if value is None else json.loads(value)
    return None


def _read(id: str, name: str) -> EventClock | None:
    t = journal.read(id).tournament
    if t.clock is None:
        return None
    plan = time_plan(t.settings, t.stages[-1].kind)
    called = "" if plan is None else plan.called.removeprefix("Time! ")
    return EventClock(id, name, t.clock, bool(t.tables_out), t.tables_out, called)
