"""Who is let in, and what they get: a stream, the time, or a short no."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from engine.values import dataclass
from server.core import proxies
from server.core.config import Config
from server.core.network import plain
from server.core.own_addresses import NOT_OURS, is_own_host
from server.live import stream_messages
from server.live.hub import Hub, Listener
from server.live.stream_requests import Bad, Request, answer, head, hostname, read_request


@dataclass(slots=True)
class Doors:
    """How many may be in at once, in all and from one address, and which pages may listen from elsewhere."""

    hub: Hub
    most: int
    most_each: int
    config: Config
    inside: Counter[str] = field(default_factory=Counter)
    through_proxies: Counter[str] = field(default_factory=Counter)

    async def open(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, from its first byte to its last. Whatever it does, the others go on."""
        peer = plain(str((writer.get_extra_info("peername") or ("unknown",))[0]))
        most_each = self.most if proxies.is_trusted(peer, self.config.trusted_proxies) else self.most_each
        full = self.inside.total() >= self.most or self.inside[peer] >= most_each
        try:
            with _counted(self.inside, peer):
                await (self._turn_away(writer) if full else self._talk(reader, writer, peer))
        except (OSError, TimeoutError, asyncio.CancelledError):
            pass  # they left in the middle of a word, or the box stops
        finally:
            writer.close()

    async def _turn_away(self, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(503, more={"Retry-After": "30", "Connection": "close"}))

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, peer: str) -> None:
        try:
            while (request := await read_request(reader)) is not None:
                if not is_own_host(request.headers.get("host"), self.config):
                    writer.write(_elsewhere())
                    return
                if request.path == "/live" and request.method == "GET":
                    await self._admit(request, reader, writer, peer)
                    return
                writer.write(self._short(request))
                async with asyncio.timeout(5):
                    await writer.drain()
                if not request.stays:
                    return
        except Bad as why:
            writer.write(answer(why.status, more={"Connection": "close"}))

    async def _admit(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, peer: str
    ) -> None:
        """A stream, also for somebody behind a proxy that we trust: they are counted by their own address."""
        who = proxies.client(peer, request.headers.get("x-forwarded-for", ""), self.config.trusted_proxies)
        full = who != peer and self.through_proxies[who] >= self.most_each
        with _counted(self.through_proxies, who):
            await (self._turn_away(writer) if full else self._stream(request, reader, writer))

    async def _stream(self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        listener = Listener(writer, request.id("event"), request.number("table"), request.id("screen"))
        kind = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no", "Connection": "close"}
        writer.write(head(200, {**kind, **self._who_may_read(request)}))
        try:
            await self.hub.join(listener)
            await reader.read(1)  # a listener has nothing more to say: whatever comes is the end
        finally:
            self.hub.leave(listener)

    def _short(self, request: Request) -> bytes:
        may = self._who_may_read(request)
        if request.method == "OPTIONS":
            return answer(204, more={**may, "Access-Control-Allow-Methods": "GET", "Access-Control-Max-Age": "600"})
        if request.path == "/time":
            return answer(200, stream_messages.dumped(stream_messages.time()), more=may)
        return answer(404, more=may)

    def _who_may_read(self, request: Request) -> dict[str, str]:
        """Pages of this box may read what comes from here: same host name, or an origin from the settings."""
        origin = request.headers.get("origin")
        if origin is None:
            return {}
        own = hostname(request.headers.get("host", ""))
        if origin not in self.config.live_origins and (not own or hostname(origin) != own):
            raise Bad(403)
        return {"Access-Control-Allow-Origin": origin, "Vary": "Origin"}


def _elsewhere() -> bytes:
    """Asked for under a name that is not ours: a page from elsewhere may have made its name mean this box."""
    return answer(421, stream_messages.dumped({"error": NOT_OURS}), more={"Connection": "close"})


@contextmanager
def _counted(inside: Counter[str], address: str) -> Iterator[None]:
    """While inside, this address has one more."""
    inside[address] += 1
    try:
        yield
    finally:
        inside[address] -= 1
        if not inside[address]:
            del inside[address]
