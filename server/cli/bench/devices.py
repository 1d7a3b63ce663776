"""Many screens in one process: each listens to a stream, or asks once a second, and notes when it saw what.

Run as `python -m server.cli.bench.devices stream|poll ADDRESS PATH COUNT`; ends with its standard input, and if that
says one of the journal's numbers, once it is on every screen. Then prints for each device the journal's numbers with
the moment each was first on its screen.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from collections.abc import Coroutine
from typing import Protocol
from urllib.parse import urlsplit

SEQ = re.compile(rb'"revision": ?"\d+\.(\d+)"')
Seen = list[tuple[int, float]]
PATIENCE_S = 30


def main() -> None:
    kind, address, path, count = sys.argv[1:]
    seen = asyncio.run(_all(KINDS[kind], address, path, count=int(count)))
    json.dump(seen, sys.stdout)


async def _all(device: Device, address: str, path: str, *, count: int) -> list[Seen]:
    url = urlsplit(address)
    assert url.hostname is not None
    assert url.port is not None
    seen: list[Seen] = [[] for _ in range(count)]
    tasks = [asyncio.create_task(device(url.hostname, url.port, path, seen=each)) for each in seen]
    while not all(seen):
        for task in tasks:
            if task.done():  # its server is gone, and there is nothing to wait for
                task.result()
        await asyncio.sleep(0.05)
    print("ready", file=sys.stderr, flush=True)
    last = int(await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read) or 0)
    end = time.monotonic() + PATIENCE_S
    while any(each[-1][0] < last for each in seen) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    return seen


class Device(Protocol):
    """Looks until it is ended, and notes what it saw."""

    def __call__(self, host: str, port: int, path: str, *, seen: Seen) -> Coroutine[None, None, None]: ...


async def _listen(host: str, port: int, path: str, *, seen: Seen) -> None:
    await asyncio.sleep(random.random())
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    while line := await reader.readline():
        if line.startswith(b"data: ") and (found := SEQ.search(line)):
            _note(seen, int(found[1]))
    raise ConnectionError("the stream ended")


async def _poll(host: str, port: int, path: str, *, seen: Seen) -> None:
    await asyncio.sleep(random.random())
    reader, writer = await asyncio.open_connection(host, port)
    tag = b""
    while True:
        began = time.monotonic()
        if reader.at_eof():  # waitress ends a connection with “not modified”
            writer.close()
            reader, writer = await asyncio.open_connection(host, port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n".encode() + tag + b"\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        if length := re.search(rb"(?i)content-length: (\d+)", head):
            body = await reader.readexactly(int(length[1]))
            if found := SEQ.search(body):
                _note(seen, int(found[1]))
        if known := re.search(rb"(?i)\r\netag: ([^\r]+)", head):
            tag = b"If-None-Match: " + known[1] + b"\r\n"
        await asyncio.sleep(max(0.0, 1.0 - (time.monotonic() - began)))


def _note(seen: Seen, seq: int) -> None:
    if not seen or seen[-1][0] != seq:
        seen.append((seq, time.monotonic()))


KINDS: dict[str, Device] = {"stream": _listen, "poll": _poll}

if __name__ == "__main__":
    main()
