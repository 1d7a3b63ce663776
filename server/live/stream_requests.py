"""Just enough HTTP to open a stream: GET and OPTIONS, small heads, nothing a browser would not send."""

from __future__ import annotations

import asyncio
import re
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from engine.values import dataclass

MOST_HEAD, MOST_LINE, MOST_HEADERS = 16 * 1024, 8 * 1024, 64
SECONDS_FOR_HEAD = 5.0
_ID = re.compile(r"[\w.-]{1,64}")


class Bad(Exception):
    """A request that is answered with this status and nothing else."""

    def __init__(self, status: int) -> None:
        super().__init__(HTTPStatus(status).phrase)
        self.status = status


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks for."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]

    @property
    def stays(self) -> bool:
        """Whether the connection is kept for another question."""
        return self.headers.get("connection", "").lower() != "close"

    def id(self, name: str) -> str | None:
        """An id from the query, None if it was not given."""
        value = self.query.get(name, "")
        if value and not _ID.fullmatch(value):
            raise Bad(400)
        return value or None

    def number(self, name: str) -> int | None:
        value = self.query.get(name, "")
        if value and not (value.isascii() and value.isdigit() and len(value) <= 5):
            raise Bad(400)
        return int(value) if value else None


async def read_request(reader: asyncio.StreamReader) -> Request | None:
    """The next request; None if there is none any more."""
    try:
        async with asyncio.timeout(SECONDS_FOR_HEAD):
            head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, TimeoutError):
        return None
    except asyncio.LimitOverrunError as why:
        raise Bad(431) from why
    return parsed(head)


def parsed(head: bytes) -> Request:
    """The request of this head; `Bad` if it is not one."""
    first, *lines = head.decode("latin-1").split("\r\n")[:-2]
    if len(lines) > MOST_HEADERS or any(len(line) > MOST_LINE for line in (first, *lines)):
        raise Bad(431)
    try:
        method, target, version = first.split(" ")
        url = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(url.query, max_num_fields=10).items()}
        headers = dict(_header(line) for line in lines)
    except ValueError as why:
        raise Bad(400) from why
    if version not in ("HTTP/1.1", "HTTP/1.0") or not target.startswith("/"):
        raise Bad(400)
    if method not in ("GET", "OPTIONS"):
        raise Bad(405)
    if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        raise Bad(400)  # nothing here has a body
    return Request(method, url.path, query, headers)


def answer(status: int, body: bytes = b"", *, kind: str = "application/json", more: dict[str, str]) -> bytes:
    """A whole answer."""
    size = {} if status == HTTPStatus.NO_CONTENT else {"Content-Length": str(len(body))}
    return head(status, {"Content-Type": kind, **size, **more}) + body


def head(status: int, headers: dict[str, str]) -> bytes:
    """The head of an answer; nothing on this port is ever kept in a cache."""
    lines = (f"{name}: {value}" for name, value in {"Cache-Control": "no-store", **headers}.items())
    return "\r\n".join((f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *lines, "", "")).encode("latin-1")


def hostname(address: str) -> str:
    """The host of an origin or of a Host header, without its port."""
    try:
        return urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:
        return ""


def _header(line: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    if not colon or not name or name != name.strip():
        raise ValueError(line)
    return name.lower(), value.strip()
