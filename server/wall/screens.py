"""Screens: the walls of the room. Each has a name, says now and then that it is there, and shows what the desk says."""

from __future__ import annotations

import re
import secrets
import time
from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Any

from sqlalchemy import delete, insert, select, update

from engine.refusals import Refused
from engine.values import dataclass
from server.core import changes, stamps
from server.core.db import db, writer
from server.core.models import ScreenRow, TournamentRow
from server.core.network import LOOPBACK
from server.core.unsaved import FAILURES, why_not
from server.live.stream_messages import SCREENS
from server.wall.scenes import SCENES

Json = dict[str, Any]

MOST = 40
SILENT_S = 45.0  # a screen says hello every 20 seconds
TAKEN = ("wifi", "buzzer", "voice")  # these have addresses of their own beside the screens
KEEP_S = 60.0  # how often a hello is written down
SHOWN = ("name", "tournament_id", "scene", "sounds", "volume", "identify", "test")

# In seconds that only ever grow: the date of a box may jump.
_seen: dict[str, tuple[float, Json]] = {}
_windows: dict[str, dict[str, tuple[float, float]]] = {}  # by screen: when each of its pages was heard first and last
_written: dict[str, float] = {}
_guard = Lock()
_started = time.monotonic()


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen as the desk lists it."""

    id: str
    name: str
    tournament_id: str | None
    scene: str
    sounds: bool
    volume: int
    address: str
    silent_s: int
    state: str
    told: Json


def hello(id: str, *, address: str, told: Json) -> str:
    """A screen is there. A new one gets a name, and an id if it brings none; told is what it says of itself."""
    now = time.monotonic()
    with _guard:
        new = id not in _seen
        due = new or now - _written.get(id, now - KEEP_S) >= KEEP_S
        if not new:
            _seen[id] = (now, told)
    if due:
        id = _written_down(id, now, address=address)
    with _guard:
        _seen[id] = (now, told)
    if new:
        changes.changed(None)
    return id


def is_twice(id: str, window: str) -> bool:
    """Whether two windows are this screen: an older one is still heard after the newest has begun."""
    now = time.monotonic()
    with _guard:
        heard = {each: times for each, times in _windows.get(id, {}).items() if now - times[1] < SILENT_S}
        heard[window] = (heard.get(window, (now, now))[0], now)
        _windows[id] = heard
    newest = max(first for first, _ in heard.values())
    return any(first < newest < last for first, last in heard.values())


def about(id: str) -> Json | None:
    """What a screen has to know of itself; None if nobody knows it any more."""
    with db.engine.connect() as connection:
        row = connection.execute(
            select(*(getattr(ScreenRow, name) for name in SHOWN)).where(ScreenRow.id == id)
        ).first()
    if row is None:
        return None
    found = dict(zip(SHOWN, row, strict=True))
    return {"id": id, "event": found.pop("tournament_id"), **found}


def screens() -> tuple[Screen, ...]:
    """All of them, silent ones first."""
    with db.engine.connect() as connection:
        rows = connection.execute(select(ScreenRow.__table__)).all()
    listed = [_screen(row) for row in rows]
    return tuple(sorted(listed, key=lambda screen: (screen.state == "well", screen.name)))


def change(id: str, *, before: Callable[[], None] = lambda: None, **values: Any) -> None:
    """Rename it, give it an event or a scene, let it sound. One screen of the room sounds, so that there is no echo.

    `before` may refuse, once nobody else can write.
    """
    _require_sensible(values)
    with writer() as connection, connection.begin():
        before()
        if values.get("sounds"):
            connection.execute(update(ScreenRow).values(sounds=False))
        event = values.get("tournament_id")
        if event and not connection.execute(select(TournamentRow.id).where(TournamentRow.id == event)).first():
            raise Refused("That event is not on this box any more.")
        _require_known(connection.execute(update(ScreenRow).where(ScreenRow.id == id).values(**values)).rowcount)
    changes.changed(None)


def ring(id: str, *, what: str) -> None:
    """Show its name (`identify`) or sound a test (`test`), once."""
    column = getattr(ScreenRow, what)
    with writer() as connection, connection.begin():
        _require_known(
            connection.execute(update(ScreenRow).where(ScreenRow.id == id).values({column: column + 1})).rowcount
        )
    changes.changed(None)


def forget(id: str) -> None:
    """Remove it from the list; if it still runs, it comes back as a new one."""
    with writer() as connection, connection.begin():
        connection.execute(delete(ScreenRow).where(ScreenRow.id == id))
    _forget_seen(id)
    changes.changed(None)


def _written_down(id: str, now: float, *, address: str) -> str:
    """That it was there. A known screen goes on if the disk takes nothing; a new one cannot get a name then."""
    try:
        with writer() as connection, connection.begin():
            at = stamps.now()
            known = update(ScreenRow).where(ScreenRow.id == id).values(seen=at, address=address)
            if not id or not connection.execute(known).rowcount:
                id = _new(connection, id, at=at, address=address)
    except FAILURES as why:
        if why_not(why) is None or about(id) is None:
            raise
    with _guard:
        _written[id] = now
    return id


def _new(connection: Any, id: str, *, at: str, address: str) -> str:
    """On the list under the id it brings, as the box's own screen and `/wall?screen=bar` do, or under one of ours."""
    rows = connection.execute(select(ScreenRow.__table__)).all()
    if len(rows) >= MOST:
        _make_room(connection, [_screen(row) for row in rows], address)
    names = set(connection.execute(select(ScreenRow.name)).scalars())
    name = next(f"Screen {n}" for n in range(1, MOST + 2) if f"Screen {n}" not in names)
    id = id if re.fullmatch(r"[a-z0-9-]+", id) and id not in TAKEN else secrets.token_hex(6)
    connection.execute(insert(ScreenRow).values(id=id, name=name, seen=at, address=address))
    return id


def _make_room(connection: Any, listed: list[Screen], address: str) -> None:
    """Whoever says hello forty times must not use up the places of real screens.

    A screen that the desk never touched makes room: one that is silent, else one of an address that has more than its
    share; the box's own does not while it is heard.
    """
    plain = [each for each in listed if _untouched(each)]
    silent = [each for each in plain if each.state == "silent"]
    many = Counter(each.address for each in plain if each.address not in LOOPBACK)
    found = silent or [each for each in plain if many[each.address] > many[address] + 1]
    if not found:
        raise Refused(f"There are {MOST} screens already. Take one off the list at the desk first.")
    gone = max(found, key=lambda each: (many[each.address], each.silent_s))
    connection.execute(delete(ScreenRow).where(ScreenRow.id == gone.id))
    _forget_seen(gone.id)


def _untouched(screen: Screen) -> bool:
    """As it came: nobody named it, gave it something to show or let it sound."""
    as_it_came = re.fullmatch(r"Screen \d+", screen.name) and screen.scene == "auto" and not screen.tournament_id
    return bool(as_it_came) and not screen.sounds


def _forget_seen(id: str) -> None:
    with _guard:
        for heard in (_seen, _written, _windows):
            heard.pop(id, None)


def _screen(row: Any) -> Screen:
    with _guard:
        at, told = _seen.get(row.id, (None, {}))
    silent_s = _since_written(row.seen) if at is None else time.monotonic() - at
    return Screen(
        *(row.id, row.name, row.tournament_id, row.scene, row.sounds, row.volume, row.address),
        silent_s=int(silent_s),
        state="well" if silent_s < SILENT_S else "silent",
        told=told,
    )


def _since_written(seen: str) -> float:
    """For one that was not heard since this start: by the date, which may have jumped, and at least since then."""
    return max(stamps.seconds_since(seen), time.monotonic() - _started)


def _require_sensible(values: Json) -> None:
    if "scene" in values and values["scene"] not in SCENES:
        raise Refused("There is no such scene. Choose one from the list.")
    if "name" in values and not 1 <= len(values["name"]) <= 40:
        raise Refused("A screen's name has 1 to 40 characters.")
    if "volume" in values and not 0 <= values["volume"] <= 100:
        raise Refused("The volume is between 0 and 100.")


def _require_known(count: int) -> None:
    if not count:
        raise Refused("That screen is not on the list any more.")


SCREENS["screens"] = about
