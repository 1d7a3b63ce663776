"""The same words for those who ask instead of listening: computed at most once a second, and after every change."""

from __future__ import annotations

import time

from flask import current_app

from server.core import changes
from server.live import stream_messages
from server.live.stream_messages import Json, Said

KEPT_SECONDS = 1.0  # another process may have written meanwhile
_kept: dict[tuple[str, str], tuple[float, Said]] = {}
_changes = [0]


def recent(tournament_id: str) -> Said:
    """What is said of this event now, or was a moment ago."""
    key = (str(current_app.config["CINDERBOX"].data), tournament_id)
    at, found = _kept.get(key, (0.0, None))
    if found is not None and time.monotonic() - at < KEPT_SECONDS:
        return found
    seen, began = _changes[0], time.monotonic()
    found = stream_messages.about_event(tournament_id)
    if seen == _changes[0] and found.revision:
        _kept[key] = (began, found)
    return found


def state(tournament_id: str) -> tuple[Json, str]:
    """The state with the server's time, and what is the same while there is nothing new."""
    found = recent(tournament_id)
    return {"server_ms": stream_messages.time()["server_ms"], **found.state}, stream_messages.dumped(
        found.gist
    ).decode()


def everything(event: str, *, table: int | None, screen: str) -> tuple[Json, str]:
    """What a stream with the same wishes would have said, and what is the same while there is nothing new."""
    told: Json = {"box": stream_messages.about_box()}
    if event and table is not None:
        told["table"] = stream_messages.about_tables(event, {table}).get(table)
    if screen:
        told["screen"] = stream_messages.about_screen(screen)
    same = stream_messages.dumped(told).decode()
    if event:
        told["state"], gist = state(event)
        same += gist
    return told, same


def _forget(tournament_id: str | None, _table: int | None) -> None:
    _changes[0] += 1
    for key in [key for key in _kept if key[1] == tournament_id]:
        _kept.pop(key, None)


changes.listen(_forget)
