"""The door of the pages: who is let in when it is crowded, and what is too large to be carried in.

waitress answers; it knows one limit for all. Here nobody takes the places of the others: an address has a share, and
whoever comes when a share or the house is full takes the place of a connection that only stays open, of the address
that has most of them. What is too large is refused by its head, before any of it is written anywhere. The watchdog has
a way in of its own, that no crowd can block.
"""

from __future__ import annotations

import http.client
import io
import logging
import os
import re
import secrets
import socket
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Flask, Response, request
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer, UnixWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import BadRequest, RequestEntityTooLarge
from werkzeug.exceptions import RequestEntityTooLarge as ContentTooLarge

from engine.values import dataclass
from server.core.network import plain
from server.core.own_addresses import FOR_PROGRAMS
from server.core.proxies import Network, is_trusted

THREADS = 8
MEGABYTE = 1024 * 1024
MOST_HEAD = 32 * 1024  # of a request: ten times what a browser with all its cookies sends
MOST_THROWN_AWAY = 64 * MEGABYTE  # of what is too large; so that a browser has sent all, and reads why it was refused
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Type: text/plain\r\n"
    b"Content-Length: 49\r\n\r\nThe box is crowded. Try again in a few seconds.\r\n"
)
# waitress reads these with expressions that go back and forth: 30 KB of them kept everybody waiting for a minute.
FIRST_LINE = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+ [^ ]+(?: HTTP/[0-9]\.[0-9])?")
HTTP = re.compile(rb"[\r\n!-~]")  # how a request begins; a browser that tries https begins otherwise, and would wait
EMPTY_STRETCH = re.compile(rb"[ \t\r\n]{100}")
TOLD = ("Host", "Cookie", "Referer")  # what a page depends on: who asks, and from where
log = logging.getLogger(__name__)

# How many bytes may be sent to this path by whoever has this cookie.
MostBody = Callable[[str, str], int]


@dataclass(frozen=True, slots=True)
class Limits:
    """How many connections at once, in all and from one address; proxies have no share, they bring others."""

    most: int
    most_each: int
    most_body: MostBody
    proxies: tuple[Network, ...] = ()


def open_door(app: Flask, pages: socket.socket, limits: Limits) -> PagesDoor:
    """Pages for everybody on this socket, and a way in for the watchdog."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a queue at a round's end is no news
    settings = Adjustments(
        sockets=[pages],
        threads=THREADS,
        connection_limit=1_000_000,  # ours is below
        channel_request_lookahead=1,
        channel_timeout=120,
        max_request_header_size=MOST_HEAD,
        max_request_body_size=MOST_THROWN_AWAY,
        clear_untrusted_proxy_headers=False,  # `core/proxies.py` knows whom to trust
    )
    settings.most_body = limits.most_body
    settings.too_large = partial(_too_large, app)
    return PagesDoor(app, pages, limits, settings=settings)


class TooLarge(RequestEntityTooLarge):  # type: ignore[misc]
    """The application's own page, or what it says to programs, for what never reaches it."""

    def __init__(self, most: int, asked: Asked) -> None:
        super().__init__("too large")
        self.most, self.asked = most, asked

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        answer: Response = self.asked.adj.too_large(self.most, self.asked)
        return answer.status, answer.headers.to_wsgi_list(), answer.get_data()


def _too_large(app: Flask, most: int, asked: Asked) -> Response:
    known = {name: asked.headers[name.upper()] for name in TOLD if name.upper() in asked.headers}
    path = next((each for each in FOR_PROGRAMS if asked.path.startswith(each)), "/")
    with app.test_request_context(path, method="POST", headers=known):
        request.max_content_length = most
        return app.process_response(app.make_response(app.handle_user_exception(ContentTooLarge())))


class ThrownAway:
    """Receives what nobody wants, and keeps nothing."""

    error = None
    buffer = io.BytesIO()

    def __init__(self, size: int) -> None:
        self.left = size

    @property
    def completed(self) -> bool:
        return not self.left

    def received(self, data: bytes) -> int:
        taken = min(self.left, len(data))
        self.left -= taken
        return taken

    def getbuf(self) -> io.BytesIO:
        return self.buffer


class Asked(HTTPRequestParser):  # type: ignore[misc]
    """A request as it comes in: refused by its head if its body is too large for where it goes."""

    most = 0
    path = ""  # whose first line cannot be read asks for nothing, and may be gone before it hears so
    error: Any
    expect_continue: bool

    def received(self, data: bytes) -> int:
        if not self.header_plus and not self.headers_finished and not HTTP.match(data):
            self.error, self.completed = BadRequest("This is not HTTP; the address begins with http://"), True
            return len(data)
        taken: int = super().received(data)
        too_much = self.chunked and self.body_bytes_received > self.most
        if too_much or (type(self.error) is RequestEntityTooLarge):
            self.error, self.completed = TooLarge(self.most, self), True
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        if not FIRST_LINE.fullmatch(header_plus.partition(b"\r\n")[0].rstrip()):
            raise ParsingError("Start line is invalid")
        if EMPTY_STRETCH.search(header_plus):
            raise ParsingError("Header is empty for too long")
        try:
            super().parse_header(header_plus)
        except ValueError as why:  # a length of thousands of digits
            raise ParsingError("Content-Length is invalid") from why
        if not self.content_length and not self.chunked:
            return
        self.most = self.adj.most_body(self.path, self.headers.get("COOKIE", ""))
        if self.content_length > self.most:
            self._refuse()

    def _refuse(self) -> None:
        self.error = TooLarge(self.most, self)
        self.completed = self.expect_continue  # they asked first, and have sent nothing
        self.expect_continue = False
        self.body_rcv = ThrownAway(0 if self.completed else self.content_length)


class Visit(HTTPChannel):  # type: ignore[misc]
    """One connection. Whoever is gone without a word leaves a line, not a traceback."""

    parser_class = Asked
    address = ""

    @property
    def is_idle(self) -> bool:
        """Nothing of it is being answered: it only stays open, or has not finished asking."""
        return not self.requests and not self.total_outbufs_len

    def recv(self, size: int) -> bytes:
        try:
            return bytes(super().recv(size))
        except OSError as why:
            self._note(why)
            self.handle_close()
            return b""

    def send(self, data: bytes, do_close: bool = True) -> int:
        try:
            return int(super().send(data, do_close=do_close))
        except OSError as why:
            self._note(why)
            if do_close:
                self.handle_close()
            return 0

    def service(self) -> None:
        super().service()
        self.server.answered += 1

    def del_channel(self, map: Any = None) -> None:
        super().del_channel(map)
        self.server.went(self)

    def _note(self, why: OSError) -> None:
        log.warning("%s is gone without a word: %s", self.address, why.strerror)


class PagesDoor(TcpWSGIServer):  # type: ignore[misc]
    """Everybody's way in."""

    channel_class = Visit

    def __init__(self, app: Flask, pages: socket.socket, limits: Limits, *, settings: Adjustments) -> None:
        self.limits = limits
        self.answered = 0
        self._waiting = -1
        self.inside: defaultdict[str, set[Visit]] = defaultdict(set)
        crew = ThreadedTaskDispatcher()
        crew.set_thread_count(settings.threads)
        listening = (pages.family, pages.type, pages.proto, pages.getsockname())
        super().__init__(*(app, {}, True, pages), dispatcher=crew, adj=settings, sockinfo=listening, bind_socket=False)
        self.watchdog = WatchdogDoor(app, self._map, settings)

    def readable(self) -> bool:
        super().readable()  # lets go whoever has been silent for long
        return bool(self.accepting)

    def handle_accept(self) -> None:
        try:
            found = self.accept()
        except OSError:
            return
        if found is None:
            return
        line, address = found
        who = plain(str(address[0]))
        if not self._make_room(who):
            _turn_away(line)
            return
        visit = Visit(self, line, address, self.adj, map=self._map)
        visit.address = who
        self.inside[who].add(visit)

    def went(self, visit: Visit) -> None:
        self.inside[visit.address].discard(visit)
        if not self.inside[visit.address]:
            del self.inside[visit.address]

    def answers(self, seconds: float) -> bool:
        """For the watchdog: whether a page comes, and whether those who wait are answered at all.

        They may wait for long in a crowd; nobody answered between two looks means that every thread hangs.
        """
        waiting = self.answered if self.task_dispatcher.queue else -1
        stuck = waiting >= 0 and waiting == self._waiting
        self._waiting = waiting
        return not stuck and self.watchdog.answers(seconds)

    def _make_room(self, address: str) -> bool:
        """Whether there is a place for one more from this address."""
        each = self.limits.most if is_trusted(address, self.limits.proxies) else self.limits.most_each
        if len(self.inside.get(address, ())) >= each:
            return _let_one_go(self.inside[address])
        if len(self.active_channels) < self.limits.most:
            return True
        return _let_one_go(max(self.inside.values(), key=len))


class WatchdogDoor(UnixWSGIServer):  # type: ignore[misc]
    """The watchdog's own way in: the same loop and the same application, but its own thread and no crowd."""

    def __init__(self, app: Flask, everybody: dict[int, Any], settings: Adjustments) -> None:
        self.address = f"\0cinderbox-{os.getpid()}-{secrets.token_hex(8)}"
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.bind(self.address)
        crew = ThreadedTaskDispatcher()
        crew.set_thread_count(1)
        listening = (line.family, line.type, line.proto, self.address)
        super().__init__(
            *(app, everybody, True, line), dispatcher=crew, adj=settings, sockinfo=listening, bind_socket=False
        )

    def answers(self, seconds: float) -> bool:
        """Whether a page comes through here. An unwell answer is an answer: starting again would not cure it."""
        door = http.client.HTTPConnection("localhost", timeout=seconds)
        door.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        door.sock.settimeout(seconds)
        try:
            door.sock.connect(self.address)
            door.request("GET", "/healthz")
            door.getresponse().read()
        except (OSError, http.client.HTTPException) as why:
            log.error("the server does not answer itself: %s", why)
            return False
        finally:
            door.close()
        return True


def _let_one_go(inside: set[Visit]) -> bool:
    """The one that has only stayed open for longest; else the one that has been asking for longest."""
    idle = [visit for visit in inside if visit.is_idle]
    if not idle:
        return False
    min(idle, key=lambda visit: (visit.request is not None, visit.last_activity)).handle_close()
    return True


def _turn_away(line: socket.socket) -> None:
    with line:
        try:
            line.setblocking(False)
            line.send(FULL)
        except OSError:
            pass  # gone already
