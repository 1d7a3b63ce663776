"""What no stream can beat on this machine: the same bytes to as many connections, by a server that only does that."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
FILLING = b"." * 900  # with it a message is as long as the state of an event


class BareFanOut:
    """Listens on a port of its own; `tell` sends the next number to everybody at once."""

    def __init__(self, host: str) -> None:
        self.host, self.port, self.told = host, 0, 0
        self.loop = asyncio.new_event_loop()
        self.writers: list[asyncio.StreamWriter] = []

    async def open(self) -> asyncio.Server:
        server = await asyncio.start_server(self._join, self.host, 0)
        self.port = int(server.sockets[0].getsockname()[1])
        return server

    def tell(self) -> int:
        """From any thread; gives the number that everybody sees."""
        asyncio.run_coroutine_threadsafe(self._tell(), self.loop).result()
        return self.told

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HEAD + _message(self.told))
        self.writers.append(writer)
        await reader.read(1)
        self.writers.remove(writer)
        writer.close()

    async def _tell(self) -> None:
        self.told += 1
        told = _message(self.told)
        for writer in self.writers:
            writer.write(told)


def _message(number: int) -> bytes:
    return b'data: {"revision":"1.%d","filling":"%b"}\n\n' % (number, FILLING)


@contextmanager
def bare_fan_out(host: str) -> Iterator[BareFanOut]:
    """In a thread of its own, as long as it is needed."""
    bare = BareFanOut(host)
    thread = Thread(target=bare.loop.run_forever, name="bare", daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(bare.open(), bare.loop).result()
    try:
        yield bare
    finally:
        bare.loop.call_soon_threadsafe(server.close)
        bare.loop.call_soon_threadsafe(bare.loop.stop)
        thread.join()
        bare.loop.close()
