"""Who listens, and telling them: once for each change, everybody the same bytes, as often as that is cheap."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import field
from typing import Any

from engine.values import dataclass
from server.core import changes, unsaved
from server.live import stream_messages
from server.live.stream_messages import Json, Said

BEAT, LOOK = 10.0, 1.0
# After telling everybody a pause of so many times what it took: telling may have a quarter of the time.
PACE, LEAST_PAUSE, MOST_PAUSE = 3.0, 0.005, 0.1
MOST_UNREAD = 64 * 1024
log = logging.getLogger(__name__)

# Runs a function that reads the database, outside the event loop.
Ask = Callable[..., Awaitable[Any]]
Rest = Callable[[float], Awaitable[None]]


@dataclass(eq=False, slots=True)
class Listener:
    """One stream, and what it wants to hear about."""

    writer: asyncio.StreamWriter
    event: str | None = None
    table: int | None = None
    screen: str | None = None
    heard: dict[str, Json] = field(default_factory=dict)

    def hear_news(self, kind: str, known: Json, message: bytes) -> None:
        """Nothing twice in a row: who joins while a change is told would hear the same from both."""
        if self.heard.get(kind) != known:
            self.heard[kind] = known
            self.hear(message)

    def hear(self, message: bytes) -> None:
        """Somebody who does not read is let go rather than waited for: the browser comes back by itself."""
        transport = self.writer.transport
        if transport.get_write_buffer_size() > MOST_UNREAD:
            transport.abort()
        elif not transport.is_closing():
            transport.write(message)


class Hub:
    """Lives in the event loop; only `note` is called from it by others, through `call_soon_threadsafe`."""

    def __init__(self, ask: Ask, *, rest: Rest = asyncio.sleep, clock: Callable[[], float] = time.monotonic) -> None:
        self.ask, self._rest, self._clock = ask, rest, clock
        self.listeners: set[Listener] = set()
        self.known: dict[str, Said] = {}
        self.screens: dict[str, Json | None] = {}
        self._dirty: set[str | None] = set()
        self._wake = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()  # an answer that was asked for earlier never comes after a newer one

    def note(self, tournament_id: str | None, _table: int | None = None) -> None:
        """Something changed: told at once after a quiet time, together with what else happened otherwise."""
        self._dirty.add(tournament_id)
        self._wake.set()

    async def join(self, listener: Listener) -> None:
        """A new listener first hears how things stand."""
        self.listeners.add(listener)
        listener.hear(b"retry: 1000\n\n" + message("box", stream_messages.dumped(stream_messages.about_box())))
        if listener.event is not None:
            await self._learn(listener.event)
            if (now := self.known.get(listener.event)) is not None:
                listener.hear_news("state", now.gist, _state(now))
            if listener.table is not None:
                await self._join_table(listener, listener.event, listener.table)
        if listener.screen is not None:
            await self._join_screen(listener, listener.screen)

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        if not any(True for _ in self._of(listener.event)):
            self.known.pop(listener.event or "", None)
        if not any(other.screen == listener.screen for other in self.listeners):
            self.screens.pop(listener.screen or "", None)

    async def publish(self) -> None:
        """Tell what changed, for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            began = self._clock()
            dirty, self._dirty = self._dirty, set()
            for tournament_id in dirty:
                await _tried(self._box() if tournament_id is None else self._event(tournament_id))
            await self._rest(pause_after(self._clock() - began))

    async def beat(self) -> None:
        """A sign of life with the server's time, for ever."""
        while True:
            await asyncio.sleep(BEAT)
            self._tell(
                self.listeners,
                message("beat", stream_messages.dumped({"server_ms": stream_messages.time()["server_ms"]})),
            )

    async def look_elsewhere(self, moved: Callable[[], tuple[bool, bool]]) -> None:
        """Another process may have written: `cinderbox import`, a restore. Look once a second, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            await _tried(self._look(moved))

    async def _look(self, moved: Callable[[], tuple[bool, bool]]) -> None:
        anything, events = await self.ask(moved)
        if anything:
            for tournament_id in self.known:
                self.note(tournament_id)
        if events:
            changes.changed(None)

    async def _learn(self, tournament_id: str) -> None:
        async with self._one_at_a_time:
            if tournament_id not in self.known:
                self.known[tournament_id] = await self.ask(stream_messages.about_event, tournament_id)

    async def _join_table(self, listener: Listener, tournament_id: str, table: int) -> None:
        async with self._one_at_a_time:
            marks = (await self.ask(stream_messages.about_tables, tournament_id, {table})) or {}
            if (known := self.known.get(tournament_id)) is not None and table in marks:
                known.tables[table] = marks[table]
                listener.hear_news("table", marks[table], message("table", stream_messages.dumped(marks[table])))

    async def _join_screen(self, listener: Listener, screen: str) -> None:
        async with self._one_at_a_time:
            if screen not in self.screens:
                self.screens[screen] = await self.ask(stream_messages.about_screen, screen)
            if (shown := self.screens.get(screen)) is not None:
                listener.hear(message("screen", stream_messages.dumped(shown)))

    async def _event(self, tournament_id: str) -> None:
        tables = {each.table for each in self._of(tournament_id) if each.table is not None}
        async with self._one_at_a_time:
            before = self.known.get(tournament_id)
            if before is None:
                return  # nobody listens; whoever comes will ask
            now: Said = await self.ask(stream_messages.about_event, tournament_id, tables)
            self.known[tournament_id] = now
        if now.gist != before.gist:
            state = _state(now)
            for listener in list(self._of(tournament_id)):
                listener.hear_news("state", now.gist, state)
        fresh = {table: mark for table, mark in now.tables.items() if mark != before.tables.get(table)}
        told = {table: message("table", stream_messages.dumped(mark)) for table, mark in fresh.items()}
        for listener in list(self._of(tournament_id)):
            if listener.table in told:
                listener.hear_news("table", fresh[listener.table], told[listener.table])

    async def _box(self) -> None:
        self._tell(self.listeners, message("box", stream_messages.dumped(stream_messages.about_box())))
        async with self._one_at_a_time:
            for screen in list(self.screens):
                now = await self.ask(stream_messages.about_screen, screen)
                mine = [listener for listener in self.listeners if listener.screen == screen]
                if now is not None and now != self.screens.get(screen):
                    self._tell(mine, message("screen", stream_messages.dumped(now)))
                if mine:
                    self.screens[screen] = now

    def _of(self, tournament_id: str | None) -> Iterator[Listener]:
        return (listener for listener in self.listeners if listener.event == tournament_id)

    def _tell(self, listeners: Any, told: bytes) -> None:
        for listener in list(listeners):
            listener.hear(told)


def pause_after(took: float) -> float:
    """How long the next change waits once the last one has been told, which took so many seconds."""
    return min(max(PACE * took, LEAST_PAUSE), MOST_PAUSE)


def message(kind: str, data: bytes, *, id: str = "") -> bytes:
    """One event of a stream."""
    head = f"id: {id}\n" if id else ""
    return f"{head}event: {kind}\ndata: ".encode() + data + b"\n\n"


def _state(now: Said) -> bytes:
    """The state, with the server's time as it is sent: it may have been computed a while ago."""
    return message("state", b'{"server_ms":%d,' % stream_messages.time()["server_ms"] + now.dumped[1:], id=now.revision)


async def _tried(work: Awaitable[None]) -> None:
    """A failure is logged and the streams go on."""
    try:
        await work
    except Exception as why:
        unsaved.log_failure(log, "The screens could not be told.", why)
