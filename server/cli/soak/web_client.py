"""Light clients: a device with cookies and a form's token, on a network that loses, cuts and doubles what is sent."""

from __future__ import annotations

import http.client
import json
import re
import socket
import time
from collections.abc import Mapping
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import quote, urlencode

from engine.values import dataclass
from server.cli.soak.box_process import HOST
from server.cli.soak.day_clock import MINUTE
from server.cli.soak.venue import Venue

TIMEOUT_S = 120
TRIES = 30
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
Form = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and between which moments of the day it was asked and answered."""

    path: str
    status: int
    text: str
    location: str
    asked: int
    answered: int

    @property
    def json(self) -> Any:
        try:
            return json.loads(self.text)
        except ValueError as why:
            raise Garbled(f"{self.path} was answered with {self.status} and no JSON: {self.text[:300]}") from why


class Garbled(Exception):
    """An answer that is not what was asked for."""


class Away(Exception):
    """Nobody answered: the box is down, or the answer was lost on the way."""


class Client:
    """One device. It asks until it is answered, as people do."""

    def __init__(self, venue: Venue, name: str, *, form_page: str = "/sign-in") -> None:
        self.venue, self.name, self.form_page = venue, name, form_page
        self.rng = Random(f"{venue.seed}/{name}")
        self.token = ""
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        return self._until_answered("GET", path, None, {})

    def post(self, path: str, *, back: str = "/", **form: object) -> Answer:
        """A form, with its token. A refusal leads to `back`, whatever page that is."""
        if not self.token:
            self.get(self.form_page)
        return self._until_answered("POST", path, form, {"back": back})

    def act(self, path: str, *, request_id: str, back: str = "/", **form: object) -> Answer:
        """A form that changes an event: on its way anything may happen to it, and it must count once."""
        form = {**form, "request_id": request_id}
        self._mishap("POST", path, form, {"back": back})
        return self.post(path, back=back, **form)

    def tell(self, path: str, body: Form, *, request_id: str) -> Answer:
        """The same in JSON, as tablets and phones talk."""
        said = {**body, "request_id": request_id}
        self._mishap("POST", path, said, {"json": "1"})
        return self._until_answered("POST", path, said, {"json": "1"})

    def _until_answered(self, method: str, path: str, said: Form | None, how: Mapping[str, str]) -> Answer:
        asked, last = self.venue.clock.now(), ""
        for tried in range(TRIES):
            try:
                answer = self._ask(method, path, said, how, asked=asked)
            except Away as why:
                last = str(why)
                time.sleep(0.02 * tried)
                self.venue.box.revive()
                continue
            last = f"{answer.status} {answer.text[:200]}"
            if answer.status == 503 and not self.venue.is_damaged(path):
                self.venue.make_room()
                continue
            if answer.status == 400 and "open for too long" in answer.text:
                self.get(self.form_page)
                continue
            return answer
        self.venue.fail(f"{self.name}: {method} {path} was not answered in {TRIES} tries: {last}")
        return Answer(path, 0, "", "", asked, self.venue.clock.now())

    def _ask(self, method: str, path: str, said: Form | None, how: Mapping[str, str], *, asked: int) -> Answer:
        began, full = time.monotonic(), self.venue.box.full
        connection = http.client.HTTPConnection(HOST, self.venue.box.port, timeout=TIMEOUT_S)
        try:
            connection.request(method, path, *self._packed(said, how))
            found = connection.getresponse()
            text = found.read().decode("utf-8", "replace") if found.getheader("Content-Encoding") is None else ""
        except (OSError, http.client.HTTPException) as why:
            raise Away(repr(why)) from why
        finally:
            connection.close()
        self._keep(found.headers.get_all("Set-Cookie") or [], text)
        excused = full or self.venue.box.full or self.venue.is_damaged(path)
        self.venue.tally.note(method, path, found.status, time.monotonic() - began, excused=excused)
        location = found.getheader("Location") or ""
        return Answer(path, found.status, text, location, asked, self.venue.clock.now())

    def _packed(self, said: Form | None, how: Mapping[str, str]) -> tuple[bytes | None, dict[str, str]]:
        headers = {"Cookie": "; ".join(f"{key}={value}" for key, value in self._cookies.items())}
        if said is None:
            return None, headers
        if "json" in how:
            kind = {"Content-Type": "application/json", "X-CSRFToken": self.token}
            return json.dumps(said).encode(), headers | kind
        headers["Referer"] = f"http://{HOST}:{self.venue.box.port}{how.get('back', '/')}"
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return urlencode({"csrf_token": self.token, **said}, quote_via=quote, doseq=True).encode(), headers

    def _keep(self, cookies: list[str], text: str) -> None:
        for cookie in cookies:
            key, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[key] = value
        if found := TOKEN.search(text):
            self.token = found[1]
        elif text.startswith("{") and (told := re.search(r'"csrf": ?"([^"]+)"', text[:200] + text[-400:])):
            self.token = told[1]

    def _mishap(self, method: str, path: str, said: Form, how: Mapping[str, str]) -> None:
        """What the network does to it before the try that is answered."""
        fate = self.rng.random()
        if fate < 0.04:
            self.venue.count("answers lost")
            self._throw_away(method, path, said, how, whole=True)
        elif fate < 0.08:
            self.venue.count("requests cut in half")
            self._throw_away(method, path, said, how, whole=False)
        elif fate < 0.12:
            self.venue.count("sent twice at once")
            Thread(target=self._once, args=(method, path, said, how), daemon=True).start()
        elif fate < 0.15:
            self.venue.count("came again minutes later")
            late = self.venue.clock.now() + self.rng.randrange(2, 40) * MINUTE
            self.venue.later(late, lambda: self._once(method, path, said, how))

    def _once(self, method: str, path: str, said: Form, how: Mapping[str, str]) -> None:
        try:
            self._ask(method, path, said, how, asked=self.venue.clock.now())
        except Away:
            return

    def _throw_away(self, method: str, path: str, said: Form, how: Mapping[str, str], *, whole: bool) -> None:
        """Send it, or half of it, and hang up without listening."""
        body, headers = self._packed(said, how)
        assert body is not None
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self.venue.box.port}\r\nContent-Length: {len(body)}\r\n"
        head += "".join(f"{key}: {value}\r\n" for key, value in headers.items()) + "\r\n"
        try:
            with socket.create_connection((HOST, self.venue.box.port), timeout=TIMEOUT_S) as connection:
                connection.sendall(head.encode() + (body if whole else body[: len(body) // 2]))
                if whole:
                    time.sleep(0.03)  # it is on its way to the server, and the answer to nobody
        except OSError:
            return
