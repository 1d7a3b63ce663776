"""Who is told that something changed. Called after the commit, from any thread; the streams listen.

`recorded` is for the journal, whose revision has moved. Everything beside it (calls, devices, chess clocks, screens)
has no revision of its own: `changed` counts it, and the count travels as `touch`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

Listener = Callable[[str | None, int | None], None]

_listeners: list[Listener] = []
_guard = Lock()
_touches: dict[tuple[str | None, int | None], int] = {}
_started = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def changed(tournament_id: str | None, table: int | None = None) -> None:
    """Something beside the journal changed: of this event, of one of its tables, or (None) of the box itself."""
    with _guard:
        for about in {(tournament_id, None), (tournament_id, table)}:
            _touches[about] = _touches.get(about, _started) + 1
    _tell(tournament_id, table)


def recorded(tournament_id: str) -> None:
    """The journal of this event has moved on."""
    _tell(tournament_id, None)


def touch(tournament_id: str | None, table: int | None = None) -> int:
    """A number that grows with every change beside the journal, also over a restart of the server."""
    with _guard:
        return _touches.get((tournament_id, table), _started)


def listen(listener: Listener) -> Callable[[], None]:
    """Call this with every change, in the thread of whoever made it; gives the way to stop listening."""
    with _guard:
        _listeners.append(listener)

    def stop() -> None:
        with _guard:
            _listeners.remove(listener)

    return stop


def _tell(tournament_id: str | None, table: int | None) -> None:
    with _guard:
        listeners = tuple(_listeners)
    for listener in listeners:
        listener(tournament_id, table)
