"""A network with a delay: what is said to 127.0.0.N arrives at 127.0.0.1 so much later, and the answer as well.

The whole of 127.0.0.0/8 is this machine, so that a browser sent to 127.0.0.2 finds the same ports there, late.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Queue
from threading import Thread

BOX = "127.0.0.1"


@contextmanager
def delayed(host: str, ports: Sequence[int], *, ms: float) -> Iterator[None]:
    """These ports of the box, under this host, with so many milliseconds in each direction."""
    opened: Queue[Callable[[], object]] = Queue()
    thread = Thread(target=lambda: asyncio.run(_run(host, ports, ms / 1000, opened)), daemon=True)
    thread.start()
    close = opened.get(timeout=10)
    try:
        yield
    finally:
        close()
        thread.join(10)


async def _run(host: str, ports: Sequence[int], seconds: float, opened: Queue[Callable[[], object]]) -> None:
    """Until closed; whoever still talks then is cut off."""
    over, loop = asyncio.Event(), asyncio.get_running_loop()
    for port in ports:
        await _open(host, port, seconds)
    opened.put(lambda: loop.call_soon_threadsafe(over.set))
    await over.wait()


async def _open(host: str, port: int, seconds: float) -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection(BOX, port)
        except OSError:
            writer.close()
            return
        with suppress(asyncio.CancelledError):
            await asyncio.gather(_carry(reader, back, seconds), _carry(there, writer, seconds))

    await asyncio.start_server(connected, host, port)


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
    """Everything in its order, each piece so many seconds after it came; the end of it too."""
    loop = asyncio.get_running_loop()
    with suppress(OSError):
        while piece := await reader.read(65536):
            loop.call_later(seconds, writer.write, piece)
    loop.call_later(seconds, writer.close)
