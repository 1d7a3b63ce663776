"""What the server says about its clocks, asked for over and over; while it is away, what it said last.

The answer waits on the server until something changes (two seconds at most), so a start is heard at once and an idle
box is asked once every two seconds. The last answer is kept under /run: a buzzer that is restarted while the server is
away goes on counting too.
"""

from __future__ import annotations

import http.client
import json
import logging
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit

from kiosk.buzzer import files
from kiosk.buzzer.answer import Feed, NotAFeed, feed_of

log = logging.getLogger("cinderbox.buzzer")

WAIT_S = 2
PATIENCE_S = WAIT_S + 5
RETRY_S = 0.3


class Follower:
    """Keeps the latest feed; `latest` may be read from any thread. `asked` once the first question is over."""

    def __init__(
        self, server: str, kept: Path, *, news: Callable[[], None], rest: Callable[[float], object] = time.sleep
    ) -> None:
        self.server = server
        self.latest = _kept(kept)
        self.trouble = "it has not answered yet"
        self.asked = Event()
        self._file = kept
        self._news = news
        self._rest = rest
        self._tag = ""

    def follow(self) -> None:
        """Ask for ever; where the server does not let a question wait, a little apart."""
        while True:
            known, began = self._tag, time.monotonic()
            self.ask()
            if self.trouble or self._tag == known:
                self._rest(max(0.0, began + RETRY_S - time.monotonic()))

    def ask(self) -> None:
        """Ask once, and say so when the server went away or came back."""
        try:
            self._take(*self._answer())
            self._tell("")
        except NotAFeed as why:
            self._tell(str(why))
        except (OSError, http.client.HTTPException) as why:
            self._tell(f"it does not answer ({str(why) or type(why).__name__})")
        except Exception as why:  # a bug; but whatever it is, the next question may go well
            self._tell(f"it cannot be asked ({why!r})", bug=why)
        self.asked.set()

    def _answer(self) -> tuple[int, bytes, str]:
        address = urlsplit(self.server)
        connection = http.client.HTTPConnection(address.hostname or "", address.port or 80, timeout=PATIENCE_S)
        # A new connection each time: a server that wants to stop would wait for one that always has a question.
        headers = {"If-None-Match": self._tag, "Connection": "close"}
        with closing(connection):
            connection.request("GET", f"/api/clocks?wait={WAIT_S}", headers=headers)
            response = connection.getresponse()
            return response.status, response.read(), response.getheader("ETag") or ""

    def _take(self, status: int, body: bytes, tag: str) -> None:
        if status == 304:
            return
        if status != 200:
            raise NotAFeed(f"it answered {status}")
        try:
            raw = json.loads(body)
        except ValueError as why:
            raise NotAFeed("its answer is not JSON") from why
        self.latest = feed_of(raw)
        self._tag = tag
        self._keep(raw)
        self._news()

    def _keep(self, raw: Any) -> None:
        try:
            files.write(self._file, raw)
        except OSError as why:
            log.warning("The last clocks cannot be kept in %s: %s.", self._file, why.strerror)

    def _tell(self, trouble: str, bug: Exception | None = None) -> None:
        if trouble == self.trouble:
            return
        self.trouble = trouble
        if trouble:
            said = "The server at %s: %s. Counting on with what it said last."
            log.warning(said, self.server, trouble, exc_info=bug)
        else:
            log.info("Following the server at %s.", self.server)
        self._news()


def _kept(path: Path) -> Feed | None:
    raw = files.read(path)
    try:
        return None if raw is None else feed_of(raw)
    except NotAFeed:
        return None
