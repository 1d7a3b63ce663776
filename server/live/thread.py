"""The thread that holds every stream, beside the threads that answer requests."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread
from typing import Any

from flask import Flask

from engine.values import dataclass
from server.core import changes
from server.core.config import Config
from server.live import other_writers
from server.live.admission import Doors
from server.live.hub import Hub
from server.live.other_processes import exchange
from server.live.sockets import connections_for_each
from server.live.stream_requests import MOST_HEAD


@dataclass(frozen=True, slots=True)
class Live:
    """The streams while they run."""

    port: int
    thread: Thread
    loop: asyncio.AbstractEventLoop
    done: asyncio.Event

    def stop(self) -> None:
        """Let everybody go; they come back to whoever serves next."""
        self.loop.call_soon_threadsafe(self.done.set)
        self.thread.join(timeout=5)


def start(app: Flask, listener: socket.socket) -> Live:
    """Serve streams on this listening socket until stopped."""
    ready = Event()
    made: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    def run() -> None:
        asyncio.run(_serve(app, listener, made, ready))

    thread = Thread(target=run, name="live", daemon=True)
    thread.start()
    ready.wait()
    ((loop, done),) = made
    return Live(int(listener.getsockname()[1]), thread, loop, done)


async def _serve(
    app: Flask,
    listener: socket.socket,
    made: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]],
    ready: Event,
) -> None:
    loop, done = asyncio.get_running_loop(), asyncio.Event()
    with ThreadPoolExecutor(1, thread_name_prefix="live-reads") as readers:

        async def ask(question: Any, *about: Any) -> Any:
            return await loop.run_in_executor(readers, _in_context, app, question, about)

        hub = Hub(ask)

        def note(tournament_id: str | None, table: int | None) -> None:
            loop.call_soon_threadsafe(hub.note, tournament_id, table)

        stop_listening = changes.listen(note)
        others = await loop.run_in_executor(readers, exchange, app)
        tasks = [asyncio.create_task(work) for work in (hub.publish(), hub.beat(), _watch(hub, ask))]
        server = await asyncio.start_server(_doors(app, hub).open, sock=listener, limit=MOST_HEAD)
        made.append((loop, done))
        ready.set()
        await done.wait()
        stop_listening()
        if others is not None:
            await loop.run_in_executor(readers, others.stop)
        server.close()
        for task in tasks:
            task.cancel()
        for each in list(hub.listeners):
            each.writer.transport.abort()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _watch(hub: Hub, ask: Any) -> None:
    watch = other_writers.DatabaseWatch()
    try:
        await ask(watch.moved)
        await hub.look_elsewhere(watch.moved)
    finally:
        await ask(watch.close)


def _doors(app: Flask, hub: Hub) -> Doors:
    config: Config = app.config["CINDERBOX"]
    most = min(config.live_most, connections_for_each())
    return Doors(hub, most, min(most, config.live_most_each), config)


def _in_context(app: Flask, question: Any, about: tuple[Any, ...]) -> Any:
    with app.app_context():
        return question(*about)
