"""Sending news out: a thread that looks for them, and one that sends, so that no act and no cue waits for a network.

What cannot be delivered is tried again, later and later, for about a quarter of an hour; *Health* says so meanwhile.
Nothing is kept over a restart: what is on then, screens and the API say.
"""

from __future__ import annotations

import http.client
import json
import logging
import ssl
import time
from collections import deque
from contextlib import closing
from threading import Condition, Event, Thread
from urllib.parse import urlsplit

from flask import Flask

from engine.clock import Moment
from engine.values import dataclass
from server.control import news, webhook
from server.control.news import Known
from server.core import box_values, changes, unsaved
from server.core.timekeeping import moment
from server.core.unsaved import if_possible
from server.public import public_view

LOOK_EVERY_S = 1.0  # cues come by themselves
PATIENCE_S = 5.0
TRY_AGAIN_S = (2, 5, 15, 30, 60, 120, 240, 480)
MOST_WAITING = 50
TROUBLE = "webhook-trouble"
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Letter:
    """One message on its way, written when the thing happened."""

    what: str
    id: str
    body: bytes
    tries: int = 0
    not_before: float = 0.0


class Outbox:
    """Letters in their order; the first that cannot be delivered holds up the others, so that none overtakes."""

    def __init__(self) -> None:
        self._letters: deque[Letter] = deque()
        self._news = Condition()

    def put(self, letter: Letter) -> None:
        with self._news:
            if len(self._letters) >= MOST_WAITING:
                self._letters.popleft()
            self._letters.append(letter)
            self._news.notify_all()

    def clear(self) -> None:
        with self._news:
            self._letters.clear()

    def wake(self) -> None:
        with self._news:
            self._news.notify_all()

    def next(self, done: Event) -> Letter | None:
        """The first letter once it is due; None when it is over."""
        with self._news:
            while not done.is_set():
                wait = self._letters[0].not_before - time.monotonic() if self._letters else None
                if wait is not None and wait <= 0:
                    return self._letters[0]
                self._news.wait(wait)
        return None

    def tried(self, letter: Letter, *, arrived: bool) -> None:
        """It was sent once: off the list, or again later."""
        with self._news:
            if not self._letters or self._letters[0] is not letter:
                return  # taken away meanwhile
            if arrived or letter.tries >= len(TRY_AGAIN_S):
                self._letters.popleft()
                return
            letter.not_before = time.monotonic() + TRY_AGAIN_S[letter.tries]
            letter.tries += 1


outbox = Outbox()


def trouble() -> str:
    """Why news do not arrive, as it was at the last try; nothing if they do, or if nobody wants them."""
    address = webhook.address()
    told = box_values.get(TROUBLE) if address else ""
    return f"news for {webhook.where(address)} does not arrive: {told}. It is sent again for a while." if told else ""


def forget() -> None:
    """Another address, or none: what waited was not for that one."""
    outbox.clear()
    _keep_trouble("")


def test() -> None:
    """A message that says nothing but that it came."""
    now = moment()
    body = json.dumps({"id": f"test-{now.ms}", "what": "test"}).encode()
    outbox.put(Letter("test", f"test-{now.ms}", body))


def keep_telling(app: Flask) -> Event:
    """Look for news, and send them, until the flag that is given back is set. What is so now is no news."""
    done, changed, watcher = Event(), Event(), Watcher()
    stop = changes.listen(lambda *_: changed.set())
    _look_once(app, watcher)

    def look_on() -> None:
        try:
            while not done.is_set():
                changed.wait(LOOK_EVERY_S)
                changed.clear()
                _look_once(app, watcher)
        finally:
            stop()
            outbox.wake()

    Thread(target=look_on, name="news", daemon=True).start()
    Thread(target=_send_on, args=(app, done), name="webhook", daemon=True).start()
    return done


class Watcher:
    """Remembers how each event was when it was last looked at."""

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}
        self._since: Moment | None = None
        self._address = ""

    def look_for(self, address: str) -> list[Letter]:
        """The same for an address; a new one hears of what comes from now on."""
        if address != self._address:
            self._known, self._since, self._address = {}, None, address
        return self.look() if address else []

    def look(self) -> list[Letter]:
        """The letters of what is new; an event that is seen for the first time has told everything already."""
        now, letters = moment(), []
        since, self._since = self._since or now, now
        known, self._known = self._known, {}
        for view in public_view.open_events():
            before = self._known[view.id] = news.known_of(view.t)
            for each in news.found_in(view, known.get(view.id, before), since, until=now):
                told = news.message(each, now)
                letters.append(Letter(each.what, told["id"], json.dumps(told, ensure_ascii=False).encode()))
        return letters


def _look_once(app: Flask, watcher: Watcher) -> None:
    try:
        with app.app_context():
            for letter in watcher.look_for(webhook.address()):
                outbox.put(letter)
    except unsaved.FAILURES as why:
        log.warning("looking for news failed: %s", why)
    except Exception:
        log.exception("looking for news failed")


def _send_on(app: Flask, done: Event) -> None:
    while (letter := outbox.next(done)) is not None:
        with app.app_context():
            outbox.tried(letter, arrived=not _sent(letter))


def _sent(letter: Letter) -> str:
    """What is wrong, or nothing; kept for *Health*."""
    try:
        address, secret = webhook.address(), webhook.secret()
        told = deliver(letter, address, secret=secret) if address else ""
    except Exception as why:  # whatever it is, the next try may go well
        log.exception("sending news failed")
        told = repr(why)
    _keep_trouble(told)
    return told


def _keep_trouble(told: str) -> None:
    with if_possible():
        if told != box_values.get(TROUBLE):
            log.warning("the address for news: %s", told or "it is reached again")
            box_values.put_all({TROUBLE: told})


def deliver(letter: Letter, address: str, *, secret: str) -> str:
    """Send it once; what is wrong, or nothing. Nobody is followed anywhere else, and no answer is read."""
    parts = urlsplit(address)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Cinderbox",
        "X-Cinderbox-Event": letter.what,
        "X-Cinderbox-Delivery": letter.id,
        "X-Cinderbox-Signature": webhook.signature(letter.body, secret),
        "Connection": "close",
    }
    try:
        with closing(_connection(parts.scheme, parts.hostname or "", parts.port)) as connection:
            connection.request(
                "POST", f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}", letter.body, headers
            )
            status = connection.getresponse().status
    except ssl.SSLError as why:
        return f"its certificate is not trusted ({why.reason or why})"
    except (OSError, http.client.HTTPException) as why:
        return f"it does not answer ({getattr(why, 'strerror', None) or str(why) or type(why).__name__})"
    if 300 <= status < 400:
        return f"it answers {status} and sends us elsewhere. Type the address where it ends"
    return "" if 200 <= status < 300 else f"it answers {status}"


def _connection(scheme: str, host: str, port: int | None) -> http.client.HTTPConnection:
    if scheme == "https":
        return http.client.HTTPSConnection(host, port, timeout=PATIENCE_S, context=ssl.create_default_context())
    return http.client.HTTPConnection(host, port, timeout=PATIENCE_S)
